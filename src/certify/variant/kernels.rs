//! Kernels in the form that a certificate takes: no cell stands in one twice, unless it is
//! an automaton.

use crate::grid::Cell;
use crate::rules::{Kernel, Mask, VariantPuzzle};
use std::collections::BTreeMap;

/// The kernel, or another that the same grids keep.
pub fn normal(kernel: &Kernel) -> Kernel {
    match kernel {
        Kernel::Distinct(cells) if repeats(cells) => Kernel::AnyOf(Vec::new()),
        Kernel::Pair(first, second, table) if first == second => {
            let digits = 0..table.digit_count();
            let kept = digits.filter(|&digit| table.allows(digit, digit));
            Kernel::Candidates(*first, kept.fold(0, |mask, digit| mask | 1 << digit))
        }
        Kernel::Sum { terms, total } => Kernel::sum(terms.iter().copied(), *total),
        Kernel::Clause(choices) => {
            let mut merged: BTreeMap<Cell, Mask> = BTreeMap::new();
            for (cell, mask) in choices {
                *merged.entry(*cell).or_default() |= mask;
            }
            Kernel::Clause(merged.into_iter().collect())
        }
        Kernel::AnyOf(branches) => {
            let branch = |kernels: &Vec<Kernel>| kernels.iter().map(normal).collect();
            Kernel::AnyOf(branches.iter().map(branch).collect())
        }
        other => other.clone(),
    }
}

fn repeats(cells: &[Cell]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|two| two[0] == two[1])
}

/// The candidates of each cell, without those that a given takes away from the other cells
/// of a distinct kernel.
pub fn live(puzzle: &VariantPuzzle) -> Vec<Mask> {
    let mut live = puzzle.candidates().to_vec();
    for cells in distinct(puzzle) {
        let givens = cells.iter().filter(|cell| puzzle.given(**cell).is_some());
        for given in givens {
            for other in cells.iter().filter(|other| *other != given) {
                live[other.index()] &= !puzzle.candidates()[given.index()];
            }
        }
    }
    live
}

/// The cells of each distinct kernel that is in no branch.
pub fn distinct(puzzle: &VariantPuzzle) -> impl Iterator<Item = &Vec<Cell>> {
    puzzle.kernels().filter_map(|kernel| match kernel {
        Kernel::Distinct(cells) if !repeats(cells) => Some(cells),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_differ_from_themselves_hold_nothing() {
        let [a, b] = [Cell(0), Cell(1)];
        let nothing = Kernel::AnyOf(Vec::new());
        assert_eq!(normal(&Kernel::Distinct(vec![a, b, a])), nothing);
        let different = Kernel::Distinct(vec![a, b]);
        assert_eq!(normal(&different), different);
    }
}
