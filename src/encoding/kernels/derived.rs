//! Sums that follow from cages and full houses: what the cages inside some houses leave of
//! their common total ("innies"), and what cages that cover them have too much ("outies").

use super::cliques::is_small;
use super::map::VariantMap;
use crate::grid::Cell;
use crate::rules::{Board, BoardHouse, BoardHouseKind, Kernel, VariantPuzzle, members, only_digit};
use std::collections::BTreeSet;

/// Maximum number of cells of a derived sum.
const MAX_CELLS: usize = 4;

/// Maximum number of adjacent regions that are taken together.
const MAX_REGIONS: usize = 3;

/// A sum that follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DerivedSum {
    /// From which houses, such as `rows 1 to 2`.
    pub label: String,
    pub terms: Vec<(Cell, i64)>,
    pub total: i64,
}

impl DerivedSum {
    /// The sum as text, such as `r1c1 - r2c4 = 3`.
    pub fn sum_text(&self, board: &Board) -> String {
        let terms = self.terms.iter().map(|&(cell, times)| {
            // Cells of houses and cages count once.
            let sign = if times < 0 { '-' } else { '+' };
            format!("{sign} {}", board.name(cell))
        });
        let terms = terms.collect::<Vec<_>>().join(" ");
        let terms = terms.strip_prefix("+ ").unwrap_or(&terms);
        format!("{terms} = {}", self.total)
    }
}

/// A set of cells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cells(Vec<u64>);

impl Cells {
    fn none(count: usize) -> Cells {
        Cells(vec![0; count.div_ceil(64)])
    }

    fn of(count: usize, cells: impl IntoIterator<Item = Cell>) -> Cells {
        let mut set = Cells::none(count);
        for cell in cells {
            set.0[cell.index() / 64] |= 1 << (cell.index() % 64);
        }
        set
    }

    fn with(&self, other: &Cells) -> Cells {
        let words = self.0.iter().zip(&other.0).map(|(a, b)| a | b);
        Cells(words.collect())
    }

    fn without(&self, other: &Cells) -> Cells {
        let words = self.0.iter().zip(&other.0).map(|(a, b)| a & !b);
        Cells(words.collect())
    }

    fn meets(&self, other: &Cells) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(place, word)| {
            members(*word).map(move |bit| Cell((place * 64 + bit) as u32))
        })
    }
}

struct Cage {
    cells: Cells,
    total: i64,
}

/// Houses that hold every digit, taken together.
struct Union {
    label: String,
    cells: Cells,
    houses: i64,
}

/// All derived sums of at most [`MAX_CELLS`] open cells.
pub(super) fn derived_sums(puzzle: &VariantPuzzle, map: &VariantMap) -> Vec<DerivedSum> {
    let cages = cages(puzzle);
    if cages.is_empty() {
        return Vec::new();
    }
    let board = puzzle.board();
    let settled = map.settled().map(|(cell, _)| cell);
    let settled = Cells::of(board.cell_count(), settled);
    let house: i64 = (board.min()..=board.max()).map(i64::from).sum();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for union in unions(puzzle) {
        for chosen in choices(&union, &cages, &settled) {
            let mut sum = difference(&union, &chosen, house);
            settle(&mut sum, map);
            let open = sum.terms.len();
            if (1..=MAX_CELLS).contains(&open) && seen.insert((sum.terms.clone(), sum.total)) {
                found.push(sum);
            }
        }
    }
    found
}

/// Sums of cells that all count once, or all as many times.
fn cages(puzzle: &VariantPuzzle) -> Vec<Cage> {
    let count = puzzle.board().cell_count();
    let cage = |kernel: &Kernel| match kernel {
        Kernel::Sum { terms, total } => {
            let times = terms.first()?.1;
            let is_plain = total % times == 0 && terms.iter().all(|(_, each)| *each == times);
            (is_plain && is_small(terms, *total)).then(|| Cage {
                cells: Cells::of(count, terms.iter().map(|(cell, _)| *cell)),
                total: total / times,
            })
        }
        _ => None,
    };
    puzzle.kernels().filter_map(cage).collect()
}

/// Adjacent rows, adjacent columns, and up to [`MAX_REGIONS`] regions that touch.
fn unions(puzzle: &VariantPuzzle) -> Vec<Union> {
    let board = puzzle.board();
    let count = board.cell_count();
    let mut unions = Vec::new();
    for kind in [BoardHouseKind::Row, BoardHouseKind::Column] {
        let houses: Vec<&BoardHouse> = board.full_houses(kind).collect();
        for first in 0..houses.len() {
            let mut cells = Cells::none(count);
            for (last, house) in houses.iter().enumerate().skip(first) {
                cells = cells.with(&Cells::of(count, house.cells.iter().copied()));
                let label = match last == first {
                    true => house.name(),
                    false => {
                        let (first, last) = (houses[first].index + 1, house.index + 1);
                        format!("{}s {first} to {last}", kind.name())
                    }
                };
                let houses = (last - first + 1) as i64;
                unions.push(Union {
                    label,
                    cells: cells.clone(),
                    houses,
                });
            }
        }
    }
    let regions: Vec<&BoardHouse> = board.full_houses(BoardHouseKind::Region).collect();
    unions.extend(region_unions(puzzle, &regions));
    unions
}

fn region_unions(puzzle: &VariantPuzzle, regions: &[&BoardHouse]) -> Vec<Union> {
    let board = puzzle.board();
    let count = board.cell_count();
    let touches = |one: &BoardHouse, two: &BoardHouse| {
        one.cells.iter().any(|&a| {
            two.cells.iter().any(|&b| {
                board.row(a).abs_diff(board.row(b)) + board.column(a).abs_diff(board.column(b)) == 1
            })
        })
    };
    let mut groups: Vec<Vec<usize>> = (0..regions.len()).map(|index| vec![index]).collect();
    let mut start = 0;
    for _ in 1..MAX_REGIONS {
        let end = groups.len();
        let mut larger: BTreeSet<Vec<usize>> = BTreeSet::new();
        for group in &groups[start..end] {
            let near = |other: &usize| {
                !group.contains(other)
                    && group
                        .iter()
                        .any(|&own| touches(regions[own], regions[*other]))
            };
            for other in (0..regions.len()).filter(near) {
                let mut joined = group.clone();
                joined.push(other);
                joined.sort_unstable();
                larger.insert(joined);
            }
        }
        start = end;
        groups.extend(larger);
    }
    let union = |group: &Vec<usize>| {
        let cells = group
            .iter()
            .flat_map(|&index| regions[index].cells.iter().copied());
        let names: Vec<String> = group.iter().map(|&index| regions[index].name()).collect();
        Union {
            label: names.join(" and "),
            cells: Cells::of(count, cells),
            houses: group.len() as i64,
        }
    };
    groups.iter().map(union).collect()
}

/// Three choices of disjoint cages: those inside; those with more open cells inside than
/// outside; all that meet the houses.
fn choices<'c>(union: &Union, cages: &'c [Cage], settled: &Cells) -> [Vec<&'c Cage>; 3] {
    let meeting = cages.iter().filter(|cage| cage.cells.meets(&union.cells));
    let mut sorted: Vec<(usize, usize, &Cage)> = meeting
        .map(|cage| {
            let open = cage.cells.without(settled);
            let outside = open.without(&union.cells).len();
            (outside, open.len() - outside, cage)
        })
        .collect();
    sorted.sort_by_key(|(outside, ..)| *outside);
    let pick = |wanted: &dyn Fn(usize, usize) -> bool| {
        let mut covered = Cells(vec![0; settled.0.len()]);
        let mut chosen = Vec::new();
        for &(outside, inside, cage) in &sorted {
            if wanted(outside, inside) && !cage.cells.meets(&covered) {
                covered = covered.with(&cage.cells);
                chosen.push(cage);
            }
        }
        chosen
    };
    [
        pick(&|outside, _| outside == 0),
        pick(&|outside, inside| outside < inside),
        pick(&|_, _| true),
    ]
}

/// The houses less the cages.
fn difference(union: &Union, cages: &[&Cage], house: i64) -> DerivedSum {
    let none = Cells(vec![0; union.cells.0.len()]);
    let covered = cages.iter().fold(none, |all, cage| all.with(&cage.cells));
    let innies = union.cells.without(&covered);
    let outies = covered.without(&union.cells);
    let terms = innies.iter().map(|cell| (cell, 1));
    let terms = terms.chain(outies.iter().map(|cell| (cell, -1)));
    let caged: i64 = cages.iter().map(|cage| cage.total).sum();
    DerivedSum {
        label: union.label.clone(),
        terms: terms.collect(),
        total: house * union.houses - caged,
    }
}

/// Takes settled cells out, and makes the first coefficient positive.
fn settle(sum: &mut DerivedSum, map: &VariantMap) {
    (sum.terms, sum.total) = settled_sum(&sum.terms, sum.total, map);
    sum.terms.sort_unstable();
    if sum.terms.first().is_some_and(|(_, times)| *times < 0) {
        sum.total = -sum.total;
        sum.terms.iter_mut().for_each(|(_, times)| *times = -*times);
    }
}

/// A sum without the cells that are settled.
pub(super) fn settled_sum(
    terms: &[(Cell, i64)],
    total: i64,
    map: &VariantMap,
) -> (Vec<(Cell, i64)>, i64) {
    let mut total = total;
    let mut open = terms.to_vec();
    open.retain(|&(cell, times)| {
        let settled = only_digit(map.digits(cell)).filter(|_| map.is_live());
        if let Some(digit) = settled {
            total -= times * i64::from(map.board().value(digit));
        }
        settled.is_none()
    });
    (open, total)
}
