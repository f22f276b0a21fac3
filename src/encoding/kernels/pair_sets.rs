//! Cells that differ and are all bound to each other by one table, as those of a renban: the
//! pairs say little about the digits of the whole line, so its sets of digits have variables.

use super::output::Output;
use super::writer::KernelWriter;
use crate::grid::Cell;
use crate::rules::{Kernel, Mask, Table, members};
use std::collections::BTreeSet;

/// Maximum number of sets of digits with a variable each.
const MAX_SETS: usize = 128;

/// Maximum number of smaller sets that are looked at on the way.
const MAX_STEPS: usize = 1 << 14;

impl KernelWriter<'_> {
    /// The sets of digits of a line whose pairs are all bound by one table.
    pub(super) fn pair_sets(&self, kernels: &[Kernel], output: &mut Output<'_>) {
        let Some((cells, table)) = clique(kernels) else {
            return;
        };
        if !self.differing.contain_all(&cells) {
            return;
        }
        let digits: Vec<Mask> = cells.iter().map(|&cell| self.map.digits(cell)).collect();
        if let Some(sets) = sets(&digits, table) {
            self.hold_one_of(&cells, &sets, output);
        }
    }
}

/// At least three cells and a symmetric table that binds each two of them, if the pairs among
/// the kernels are these.
fn clique(kernels: &[Kernel]) -> Option<(Vec<Cell>, &Table)> {
    let pairs = kernels.iter().filter_map(|kernel| match kernel {
        Kernel::Pair(first, second, table) => Some(([*first, *second], table.as_ref())),
        _ => None,
    });
    let pairs: Vec<([Cell; 2], &Table)> = pairs.collect();
    let (_, table) = *pairs.first()?;
    let mut digits = 0..table.digit_count();
    let is_symmetric = digits.all(|digit| table.seconds(digit) == table.firsts(digit));
    let is_one = pairs.iter().all(|(_, other)| *other == table);
    if !is_symmetric || !is_one {
        return None;
    }
    let cells: BTreeSet<Cell> = pairs.iter().flat_map(|(pair, _)| *pair).collect();
    let bound: BTreeSet<[Cell; 2]> = pairs
        .iter()
        .map(|([first, second], _)| [*first.min(second), *first.max(second)])
        .filter(|[first, second]| first != second)
        .collect();
    let all = cells.len() * (cells.len() - 1) / 2;
    (cells.len() > 2 && bound.len() == all).then(|| (cells.into_iter().collect(), table))
}

/// The sets with one digit for each cell, of which the table allows each two, such that each
/// cell can hold some of the digits and each digit has a cell. `None` if there are too many,
/// or if the table says only that the cells differ.
fn sets(cells: &[Mask], table: &Table) -> Option<Vec<Mask>> {
    let union = cells.iter().fold(0, |all, digits| all | digits);
    let differ_only = |digit: usize| union & !table.seconds(digit) & !(1 << digit) == 0;
    if members(union).all(differ_only) {
        return None;
    }
    let mut found = Vec::new();
    let mut open = vec![(0, union)];
    for _ in 0..MAX_STEPS {
        let Some((set, allowed)) = open.pop() else {
            return Some(found);
        };
        let missing = cells.len() - Mask::count_ones(set) as usize;
        if missing > 0 {
            // Digits join in ascending order; the last on the stack is taken first.
            let joins = members(allowed).map(|digit| {
                let larger = allowed & table.seconds(digit) & (Mask::MAX << digit << 1);
                (set | 1 << digit, larger)
            });
            let enough = joins.filter(|(_, larger)| larger.count_ones() as usize + 1 >= missing);
            let enough: Vec<(Mask, Mask)> = enough.collect();
            open.extend(enough.into_iter().rev());
        } else if found.len() == MAX_SETS {
            return None;
        } else if cells.iter().all(|digits| digits & set != 0) {
            found.push(set);
        }
    }
    None
}
