//! Sums without a common cell, added up: where cells of one differ from cells of the
//! other, their total leaves less room than each alone.

use super::cliques::{Group, groups, is_small};
use super::derived::{DerivedSum, settled_sum};
use super::groups::CellPairs;
use super::map::VariantMap;
use crate::grid::Cell;
use crate::rules::{Kernel, VariantPuzzle};
use std::collections::BTreeSet;

/// Sums beyond which none are added up.
const MAX_SUMS: usize = 32;

/// A sum in groups of cells that differ.
#[derive(Clone)]
struct Grouped {
    /// The constraints that were added up.
    parts: Vec<usize>,
    groups: Vec<Group>,
    total: i64,
    /// By group what it can count.
    ranges: Vec<(i64, i64)>,
}

/// What follows from several sums at once.
pub(super) fn joined_sums(
    puzzle: &VariantPuzzle,
    map: &VariantMap,
    differing: &CellPairs,
) -> Vec<DerivedSum> {
    let sums: Vec<Grouped> = sums(puzzle, map, differing);
    if sums.len() > MAX_SUMS {
        return Vec::new();
    }
    let mut seen = BTreeSet::new();
    let joined = (0..sums.len()).filter_map(|start| tightest(start, &sums, map, differing));
    let joined = joined.filter(|sum| {
        let cells = sum.terms().into_iter().map(|(cell, _)| cell);
        seen.insert(cells.collect::<BTreeSet<Cell>>())
    });
    let derived = joined.map(|sum| DerivedSum {
        label: sum.label(puzzle),
        terms: sum.terms(),
        total: sum.total,
    });
    derived.collect()
}

/// The sums of cells that do not all differ, and are as many as two thirds of a house.
fn sums(puzzle: &VariantPuzzle, map: &VariantMap, differing: &CellPairs) -> Vec<Grouped> {
    let of_kernel = |place: usize, kernel: &Kernel| match kernel {
        Kernel::Sum { terms, total } => {
            if !is_small(terms, *total) {
                return None;
            }
            let (terms, total) = settled_sum(terms, *total, map);
            let is_long = 3 * terms.len() >= 2 * map.board().digit_count();
            let groups = if is_long {
                groups(&terms, differing, map)
            } else {
                Vec::new()
            };
            (groups.len() > 1).then(|| Grouped {
                parts: vec![place],
                ranges: groups.iter().map(|group| group.range(map)).collect(),
                groups,
                total,
            })
        }
        _ => None,
    };
    let constraints = puzzle.constraints().iter().enumerate();
    let sums = constraints.flat_map(|(place, constraint)| {
        let kernels = constraint.kernels.iter();
        kernels.filter_map(move |kernel| of_kernel(place, kernel))
    });
    sums.collect()
}

/// The sum from `start` on, with others added one by one, where it restricts its groups
/// most; `None` if it does so no more than its parts.
fn tightest(
    start: usize,
    sums: &[Grouped],
    map: &VariantMap,
    differing: &CellPairs,
) -> Option<Grouped> {
    let mut whole = sums[start].clone();
    let mut parts = whole.grip();
    let mut rest: Vec<&Grouped> = sums.iter().collect();
    let mut best = None;
    let mut most = 0;
    loop {
        rest.retain(|other| whole.is_apart(other));
        let all = rest
            .iter()
            .map(|other| (whole.joined(other, map, differing), other.grip()));
        let Some((joined, grip)) = all.min_by_key(|(joined, _)| joined.slack()) else {
            return best;
        };
        parts += grip;
        if joined.grip() - parts > most {
            most = joined.grip() - parts;
            best = Some(joined.clone());
        }
        whole = joined;
    }
}

impl Grouped {
    /// The constraints that were added up, for people.
    fn label(&self, puzzle: &VariantPuzzle) -> String {
        let labels = self.parts.iter();
        let labels = labels.map(|&place| &puzzle.constraints()[place].label[..]);
        format!("{} together", labels.collect::<Vec<_>>().join(" and "))
    }

    fn terms(&self) -> Vec<(Cell, i64)> {
        let groups = self.groups.iter();
        let terms = groups.flat_map(|group| group.cells.iter().map(|&cell| (cell, group.times)));
        terms.collect()
    }

    fn is_apart(&self, other: &Grouped) -> bool {
        let has = |cell: &Cell| self.groups.iter().any(|group| group.cells.contains(cell));
        !other.groups.iter().any(|group| group.cells.iter().any(has))
    }

    /// Both added up. Groups of one whose cells differ from those of the other are one.
    fn joined(&self, other: &Grouped, map: &VariantMap, differing: &CellPairs) -> Grouped {
        let mut groups = self.groups.clone();
        let mut ranges = self.ranges.clone();
        let digits = map.board().digit_count();
        for (more, own) in other.groups.iter().zip(&other.ranges) {
            let fits = |group: &Group| {
                group.times == more.times
                    && group.cells.len() + more.cells.len() <= digits
                    && group.cells.iter().all(|&cell| {
                        more.cells
                            .iter()
                            .all(|&each| differing.contains(cell, each))
                    })
            };
            let places = (0..self.groups.len()).filter(|&place| fits(&groups[place]));
            match places.max_by_key(|&place| groups[place].cells.len()) {
                Some(place) => {
                    groups[place].cells.extend(&more.cells);
                    ranges[place] = groups[place].range(map);
                }
                None => {
                    groups.push(more.clone());
                    ranges.push(*own);
                }
            }
        }
        Grouped {
            parts: [&self.parts[..], &other.parts].concat(),
            groups,
            total: self.total + other.total,
            ranges,
        }
    }

    /// How far the total is from the least and from the most that the groups can count.
    fn distances(&self) -> [i64; 2] {
        let least: i64 = self.ranges.iter().map(|(low, _)| low).sum();
        let most: i64 = self.ranges.iter().map(|(_, high)| high).sum();
        [self.total - least, most - self.total]
    }

    fn slack(&self) -> i64 {
        let [below, above] = self.distances();
        below.min(above)
    }

    /// What the total cuts off the ranges of the groups.
    fn grip(&self) -> i64 {
        let cut = |distance: i64| {
            let each = self.ranges.iter();
            each.map(|(low, high)| (high - low - distance).max(0))
                .sum::<i64>()
        };
        self.distances().into_iter().map(cut).sum()
    }
}
