//! What follows from several constraints at once: sums of what cages leave of houses,
//! and leftovers of rows and columns that regions cover.

use super::model::sum;
use super::peers::Peers;
use super::propagator::Propagator;
use super::same::Same;
use crate::rules::{Board, House, HouseKind, Kernel, VariantPuzzle};
use std::collections::BTreeSet;

/// Most cells of a derived sum.
const MOST_TERMS: usize = 9;

/// Cells that hold every digit `times` times.
struct Area {
    cells: BTreeSet<u32>,
    times: usize,
}

/// A cage: cells that add up to a total.
struct Cage {
    cells: BTreeSet<u32>,
    total: i64,
}

/// The propagators that follow from houses together with other constraints.
pub(super) fn derived(puzzle: &VariantPuzzle, peers: &Peers) -> Vec<Propagator> {
    let mut propagators = leftovers(puzzle.board());
    propagators.extend(house_sums(puzzle, peers));
    propagators
}

/// Innies and outies: a group of houses less the cages in it.
fn house_sums(puzzle: &VariantPuzzle, peers: &Peers) -> Vec<Propagator> {
    let cages = cages(puzzle);
    if cages.is_empty() {
        return Vec::new();
    }
    let board = puzzle.board();
    let (digits, min) = (board.digit_count(), board.min());
    let mut seen: BTreeSet<Vec<(u32, i64)>> = BTreeSet::new();
    let mut propagators = Vec::new();
    for area in areas(puzzle) {
        let house_sum = value_sum(board) * area.times as i64;
        let Some((terms, total)) = rest(&area, house_sum, &cages) else {
            continue;
        };
        if seen.insert(terms.clone()) {
            propagators.push(sum(digits, min, terms, total, peers));
        }
    }
    propagators
}

/// The sum of all values.
fn value_sum(board: &Board) -> i64 {
    (i64::from(board.min())..=i64::from(board.max())).sum()
}

/// The cells that are left of an area, less those of its cages outside of it. `None` if
/// no cage is in it, or too many cells are left.
fn rest(area: &Area, house_sum: i64, cages: &[Cage]) -> Option<(Vec<(u32, i64)>, i64)> {
    let mut left = area.cells.clone();
    let mut outside: BTreeSet<u32> = BTreeSet::new();
    let mut total = house_sum;
    for cage in cages {
        let (inner, outer): (Vec<u32>, Vec<u32>) = cage
            .cells
            .iter()
            .partition(|cell| area.cells.contains(cell));
        let is_free = inner.iter().all(|cell| left.contains(cell))
            && outer.iter().all(|cell| !outside.contains(cell));
        if inner.len() > outer.len() && is_free {
            total -= cage.total;
            inner.iter().for_each(|cell| _ = left.remove(cell));
            outside.extend(outer);
        }
    }
    let is_new = left.len() < area.cells.len();
    let is_short = left.len() + outside.len() <= MOST_TERMS;
    let terms = left.iter().map(|&cell| (cell, 1));
    let terms = terms.chain(outside.iter().map(|&cell| (cell, -1)));
    (is_new && is_short).then(|| (terms.collect(), total))
}

/// Sums without coefficients, the larger first.
fn cages(puzzle: &VariantPuzzle) -> Vec<Cage> {
    let cages = puzzle.kernels().filter_map(|kernel| match kernel {
        Kernel::Sum { terms, total } if terms.iter().all(|(_, times)| *times == 1) => {
            let cells = terms.iter().map(|(cell, _)| cell.0).collect();
            Some(Cage {
                cells,
                total: *total,
            })
        }
        _ => None,
    });
    let mut cages: Vec<Cage> = cages.collect();
    cages.sort_by_key(|cage| std::cmp::Reverse(cage.cells.len()));
    cages
}

/// Groups of houses without common cells, each of which holds every digit.
fn areas(puzzle: &VariantPuzzle) -> Vec<Area> {
    let board = puzzle.board();
    let mut areas = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column] {
        areas.extend(runs(board, kind).map(|(_, area)| area));
    }
    let listed = puzzle.kernels().filter_map(|kernel| match kernel {
        Kernel::Distinct(cells) if cells.len() == board.digit_count() => {
            Some(cells.iter().map(|cell| cell.0).collect())
        }
        _ => None,
    });
    areas.extend(listed.map(|cells| Area { cells, times: 1 }));
    let regions: Vec<Area> = full(board, HouseKind::Region).map(area).collect();
    for (place, first) in regions.iter().enumerate() {
        for second in &regions[place + 1..] {
            let cells = first.cells.union(&second.cells).copied().collect();
            areas.push(Area { cells, times: 2 });
        }
    }
    areas
}

fn area(house: &House) -> Area {
    Area {
        cells: house.cells.iter().map(|cell| cell.0).collect(),
        times: 1,
    }
}

/// Houses of a kind that hold every digit.
fn full(board: &Board, kind: HouseKind) -> impl Iterator<Item = &House> {
    let houses = board.houses().iter();
    houses.filter(move |house| house.kind == kind && house.cells.len() == board.digit_count())
}

/// Two or more neighbouring rows, or columns, and single ones; not all of them.
fn runs(board: &Board, kind: HouseKind) -> impl Iterator<Item = (usize, Area)> {
    let lines: Vec<Area> = full(board, kind).map(area).collect();
    let count = lines.len();
    let ranges = (0..count).flat_map(move |from| (from + 1..=count).map(move |to| (from, to)));
    let ranges = ranges.filter(move |(from, to)| to - from < count);
    ranges.map(move |(from, to)| {
        let cells = lines[from..to].iter().flat_map(|line| &line.cells);
        let cells = cells.copied().collect();
        let times = to - from;
        (times, Area { cells, times })
    })
}

/// Rows or columns and as many regions that cover most of them: what is left on both
/// sides holds the same digits.
fn leftovers(board: &Board) -> Vec<Propagator> {
    let regions: Vec<Area> = full(board, HouseKind::Region).map(area).collect();
    let mut seen = BTreeSet::new();
    let mut propagators = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column] {
        for (times, lines) in runs(board, kind) {
            let mut order: Vec<&Area> = regions.iter().collect();
            let common = |area: &&Area| area.cells.intersection(&lines.cells).count();
            order.sort_by_key(|area| std::cmp::Reverse(common(area)));
            if order.len() < times {
                continue;
            }
            let chosen = order[..times].iter().flat_map(|area| &area.cells);
            let chosen: BTreeSet<u32> = chosen.copied().collect();
            let left: Vec<u32> = lines.cells.difference(&chosen).copied().collect();
            let right: Vec<u32> = chosen.difference(&lines.cells).copied().collect();
            // Long ones say little; regular boxes leave only such.
            let is_short = !left.is_empty() && left.len() <= board.digit_count() / 2 + 1;
            if is_short && seen.insert((left.clone(), right.clone())) {
                propagators.push(Propagator::Same(Same {
                    sides: [left, right],
                    all: board.all_digits(),
                }));
            }
        }
    }
    propagators
}
