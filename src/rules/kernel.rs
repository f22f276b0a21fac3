//! The kernels: the few forms of constraint that engines, encodings and the verifier know.
//! Everything else is composed of them. The list is closed on purpose.

mod error;

pub use error::KernelError;

use super::automaton::Automaton;
use super::board::{Board, MAX_DIGITS, Mask};
use crate::grid::{Cell, Digit};
use std::collections::HashMap;
use std::sync::Arc;

/// A constraint in a form that engines know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// Cells that differ. If there are as many as the board has digits, each digit is in
    /// exactly one of them.
    Distinct(Vec<Cell>),
    /// Two cells that hold an allowed pair of digits.
    Pair(Cell, Cell, Arc<Table>),
    /// Values times coefficients add up to the total. No cell occurs twice.
    Sum {
        /// Cells with their coefficients, which are not 0.
        terms: Vec<(Cell, i64)>,
        /// What they add up to.
        total: i64,
    },
    /// The digits of the cells, in this order, are a line that the automaton accepts. A
    /// cell may occur several times.
    Automaton(Vec<Cell>, Arc<Automaton>),
    /// At least one of the cells holds one of its digits.
    Clause(Vec<(Cell, Mask)>),
    /// All constraints of at least one branch hold.
    AnyOf(Vec<Vec<Kernel>>),
    /// A cell holds one of these digits.
    Candidates(Cell, Mask),
}

/// The most that the absolute values of a sum's products and of its total may add up to, so
/// that engines can add several sums up.
pub(super) const MAX_SUM: u128 = 1_000_000_000_000_000_000;

/// What the absolute values of a sum's products and of its total add up to at most.
pub(super) fn largest_sum(board: &Board, terms: &[(Cell, i64)], total: i64) -> u128 {
    let (min, max) = (board.min().unsigned_abs(), board.max().unsigned_abs());
    let digit = u128::from(min.max(max));
    let products = terms.iter();
    let products = products.map(|(_, times)| u128::from(times.unsigned_abs()) * digit);
    products.sum::<u128>() + u128::from(total.unsigned_abs())
}

/// Which pairs of digits are allowed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    seconds: Vec<Mask>,
    firsts: Vec<Mask>,
}

impl Table {
    /// The table of the pairs, by their indices, for which `allows` holds.
    ///
    /// # Panics
    /// If there are more digits than [`MAX_DIGITS`](super::MAX_DIGITS).
    pub fn new(digits: usize, allows: impl Fn(usize, usize) -> bool) -> Table {
        assert!(
            digits <= MAX_DIGITS,
            "a table of {digits} digits, expected at most {MAX_DIGITS}"
        );
        let row = |is_allowed: &dyn Fn(usize) -> bool| {
            let allowed = (0..digits).filter(|&other| is_allowed(other));
            allowed.fold(0, |mask, other| mask | 1 << other)
        };
        Table {
            seconds: (0..digits).map(|a| row(&|b| allows(a, b))).collect(),
            firsts: (0..digits).map(|b| row(&|a| allows(a, b))).collect(),
        }
    }

    /// The digits that may be second if the first has this index.
    ///
    /// # Panics
    /// If there is no such digit.
    pub fn seconds(&self, first: usize) -> Mask {
        self.seconds[first]
    }

    /// The digits that may be first if the second has this index.
    ///
    /// # Panics
    /// If there is no such digit.
    pub fn firsts(&self, second: usize) -> Mask {
        self.firsts[second]
    }

    /// Whether the pair is allowed.
    ///
    /// # Panics
    /// If there is no such digit.
    pub fn allows(&self, first: usize, second: usize) -> bool {
        let digits = self.digit_count();
        assert!(
            second < digits,
            "the digit with the index {second} in a table of {digits} digits"
        );
        self.seconds[first] >> second & 1 == 1
    }

    /// How many digits it is about.
    pub fn digit_count(&self) -> usize {
        self.seconds.len()
    }
}

impl Kernel {
    /// The sum of cells times coefficients: cells that occur several times are added up.
    pub fn sum(terms: impl IntoIterator<Item = (Cell, i64)>, total: i64) -> Kernel {
        let mut merged: Vec<(Cell, i128)> = Vec::new();
        let mut places = HashMap::new();
        for (cell, times) in terms {
            let place = *places.entry(cell).or_insert(merged.len());
            match merged.get_mut(place) {
                Some((_, sum)) => *sum += i128::from(times),
                None => merged.push((cell, times.into())),
            }
        }
        merged.retain(|(_, times)| *times != 0);
        // What does not fit is too large for a kernel, whatever it becomes.
        let fitting = |times: i128| times.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let terms = merged.into_iter();
        let terms = terms.map(|(cell, times)| (cell, fitting(times))).collect();
        Kernel::Sum { terms, total }
    }

    /// Whether a full grid satisfies the constraint.
    ///
    /// # Panics
    /// If there are more or fewer digits than cells, or a cell holds a digit that the board
    /// lacks, or the kernel is [none for the board](Kernel::check).
    pub fn holds(&self, board: &Board, digits: &[Digit]) -> bool {
        let (found, expected) = (digits.len(), board.cell_count());
        assert!(
            found == expected,
            "{found} digits for a board of {expected} cells"
        );
        let index = |cell: Cell| {
            let index = digits[cell.index()].index();
            assert!(index < board.digit_count(), "a digit that the board lacks");
            index
        };
        match self {
            Kernel::Distinct(cells) => {
                let mut seen: Mask = 0;
                cells.iter().all(|&cell| {
                    let bit = 1 << index(cell);
                    let is_new = seen & bit == 0;
                    seen |= bit;
                    is_new
                })
            }
            Kernel::Pair(first, second, table) => table.allows(index(*first), index(*second)),
            Kernel::Sum { terms, total } => {
                let value = |cell: Cell| i64::from(board.min()) + index(cell) as i64;
                let values = terms.iter().map(|&(cell, times)| times * value(cell));
                values.sum::<i64>() == *total
            }
            Kernel::Automaton(cells, automaton) => {
                automaton.accepts(cells.iter().map(|&cell| index(cell)))
            }
            Kernel::Clause(candidates) => candidates
                .iter()
                .any(|&(cell, mask)| mask >> index(cell) & 1 == 1),
            Kernel::AnyOf(branches) => branches
                .iter()
                .any(|branch| branch.iter().all(|kernel| kernel.holds(board, digits))),
            Kernel::Candidates(cell, mask) => mask >> index(*cell) & 1 == 1,
        }
    }

    /// The cells of the constraint; a cell may occur several times.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            Kernel::Distinct(cells) | Kernel::Automaton(cells, _) => cells.clone(),
            Kernel::Pair(first, second, _) => vec![*first, *second],
            Kernel::Sum { terms, .. } => terms.iter().map(|(cell, _)| *cell).collect(),
            Kernel::Clause(candidates) => candidates.iter().map(|(cell, _)| *cell).collect(),
            Kernel::AnyOf(branches) => branches.iter().flatten().flat_map(Kernel::cells).collect(),
            Kernel::Candidates(cell, _) => vec![*cell],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "a table of 65 digits, expected at most 64")]
    fn tables_have_as_many_digits_as_a_mask() {
        Table::new(65, |_, _| true);
    }

    #[test]
    #[should_panic(expected = "the digit with the index 70 in a table of 9 digits")]
    fn tables_know_their_digits() {
        Table::new(9, |_, _| true).allows(0, 70);
    }

    #[test]
    #[should_panic(expected = "3 digits for a board of 16 cells")]
    fn kernels_hold_on_full_boards() {
        let board = Board::classic("2x2".parse().unwrap()).unwrap();
        let digits = [Digit::from_index(0); 3];
        Kernel::Distinct(vec![Cell(0)]).holds(&board, &digits);
    }
}
