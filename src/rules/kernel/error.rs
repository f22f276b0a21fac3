//! Kernels that do not fit a board.

use super::{Kernel, MAX_SUM, largest_sum};
use crate::grid::Cell;
use crate::rules::{Board, Mask};
use std::collections::HashSet;

/// Why a kernel does not fit a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KernelError {
    /// A cell that is not on the board.
    #[error("the cell with the index {index} is not on the board, which has {cells} cells")]
    Cell {
        /// Its index, from 0.
        index: usize,
        /// Cells of the board.
        cells: usize,
    },
    /// A table, an automaton or a set of digits for another number of digits.
    #[error("it is for {found} digits, and the board has {expected}")]
    Digits {
        /// Digits that it is for.
        found: usize,
        /// Digits of the board.
        expected: usize,
    },
    /// A term of a sum adds nothing.
    #[error("the coefficient of {0} is 0; leave the cell out of the sum")]
    Coefficient(String),
    /// A cell occurs twice in a sum.
    #[error("{0} occurs twice in a sum; add its coefficients up, as `Kernel::sum` does")]
    Repeated(String),
    /// Sums could overflow.
    #[error(
        "a sum of numbers up to {0}, expected coefficients times digits and a total that add up to \
         at most {MAX_SUM}"
    )]
    Large(u128),
    /// Choices within choices within choices.
    #[error("choices nested deeper than {MAX_NESTING}, expected fewer levels")]
    Nested,
}

/// Maximum number of [`Kernel::AnyOf`] around a kernel: each makes propagation twice as long. In a
/// description, a choice may have a constraint in its innermost branch that is a choice itself.
const MAX_NESTING: usize = 17;

impl Kernel {
    /// Whether it is one for this board: its cells and digits are there, and its sums fit.
    ///
    /// # Errors
    /// The first [`KernelError`].
    pub fn check(&self, board: &Board) -> Result<(), KernelError> {
        self.check_nested(board, MAX_NESTING)
    }

    /// [`Kernel::check`] with at most `levels` choices within each other.
    fn check_nested(&self, board: &Board, levels: usize) -> Result<(), KernelError> {
        if let Kernel::AnyOf(branches) = self {
            let levels = levels.checked_sub(1).ok_or(KernelError::Nested)?;
            let mut kernels = branches.iter().flatten();
            return kernels.try_for_each(|kernel| kernel.check_nested(board, levels));
        }
        for cell in self.cells() {
            on_board(board, cell)?;
        }
        match self {
            Kernel::Distinct(_) | Kernel::AnyOf(_) => Ok(()),
            Kernel::Pair(_, _, table) => digits(board, table.digit_count()),
            Kernel::Automaton(_, automaton) => digits(board, automaton.digit_count()),
            Kernel::Sum { terms, total } => sum(board, terms, *total),
            Kernel::Clause(candidates) => {
                let mut masks = candidates.iter();
                masks.try_for_each(|&(_, set)| mask(board, set))
            }
            Kernel::Candidates(_, set) => mask(board, *set),
        }
    }
}

fn on_board(board: &Board, cell: Cell) -> Result<(), KernelError> {
    let (index, cells) = (cell.index(), board.cell_count());
    match index < cells {
        true => Ok(()),
        false => Err(KernelError::Cell { index, cells }),
    }
}

fn digits(board: &Board, found: usize) -> Result<(), KernelError> {
    let expected = board.digit_count();
    match found == expected {
        true => Ok(()),
        false => Err(KernelError::Digits { found, expected }),
    }
}

fn mask(board: &Board, mask: Mask) -> Result<(), KernelError> {
    match mask & !board.all_digits() {
        0 => Ok(()),
        _ => digits(board, (Mask::BITS - mask.leading_zeros()) as usize),
    }
}

fn sum(board: &Board, terms: &[(Cell, i64)], total: i64) -> Result<(), KernelError> {
    let mut seen = HashSet::new();
    for &(cell, times) in terms {
        if times == 0 {
            return Err(KernelError::Coefficient(board.name(cell)));
        }
        if !seen.insert(cell) {
            return Err(KernelError::Repeated(board.name(cell)));
        }
    }
    let largest = largest_sum(board, terms, total);
    match largest <= MAX_SUM {
        true => Ok(()),
        false => Err(KernelError::Large(largest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Automaton, Constraint, Origin, Table, VariantPuzzle};
    use std::sync::Arc;

    fn added(kernel: Kernel) -> Result<(), KernelError> {
        let board = Board::classic("2x2".parse().unwrap()).unwrap();
        let mut puzzle = VariantPuzzle::new(board);
        puzzle.add(Constraint {
            label: "test".into(),
            origin: Origin::Rule("test".into()),
            kernels: vec![Kernel::AnyOf(vec![vec![kernel]])],
        })
    }

    fn sum_of(terms: &[(Cell, i64)], total: i64) -> Kernel {
        let terms = terms.to_vec();
        Kernel::Sum { terms, total }
    }

    #[test]
    fn kernels_that_do_not_fit_the_board_are_refused() {
        let (on, off) = (Cell(15), Cell(16));
        let cells = KernelError::Cell {
            index: 16,
            cells: 16,
        };
        assert_eq!(added(Kernel::Distinct(vec![on, off])), Err(cells.clone()));
        assert_eq!(added(Kernel::Candidates(off, 1)), Err(cells));
        let of = |found| Err(KernelError::Digits { found, expected: 4 });
        let table = |digits| Kernel::Pair(Cell(0), on, Arc::new(Table::new(digits, |_, _| true)));
        assert_eq!((added(table(4)), added(table(3))), (Ok(()), of(3)));
        let line = |digits| {
            let automaton = Automaton::explore(digits, (), |()| true, |_, _| Some(()));
            Kernel::Automaton(vec![on], Arc::new(automaton.unwrap()))
        };
        assert_eq!((added(line(4)), added(line(9))), (Ok(()), of(9)));
        assert_eq!(added(Kernel::Candidates(on, 0b1_0000)), of(5));
        assert_eq!(added(Kernel::Clause(vec![(on, 0b1_0000)])), of(5));
    }

    #[test]
    fn sums_that_would_overflow_are_refused() {
        let name = || "r1c1".to_owned();
        let first = Cell(0);
        let zero = added(sum_of(&[(first, 0)], 0));
        assert_eq!(zero, Err(KernelError::Coefficient(name())));
        let twice = added(sum_of(&[(first, 1), (Cell(1), 1), (first, 2)], 5));
        assert_eq!(twice, Err(KernelError::Repeated(name())));
        let most = i64::try_from(MAX_SUM).unwrap();
        assert_eq!(added(sum_of(&[(first, -1)], 4 - most)), Ok(()));
        for (times, total) in [(1, most), (-1, i64::MIN), (i64::MAX, 0), (i64::MIN, 0)] {
            let large = added(sum_of(&[(first, times)], total));
            assert!(matches!(large, Err(KernelError::Large(_))), "{large:?}");
        }
    }

    /// Engines take twice as long for each level.
    #[test]
    fn choices_nested_too_deeply_are_refused() {
        let nested = |levels| {
            let leaf = Kernel::Candidates(Cell(0), 1);
            (0..levels).fold(leaf, |inner, _| Kernel::AnyOf(vec![vec![inner]]))
        };
        // `added` adds a level.
        assert_eq!(added(nested(16)), Ok(()));
        for levels in [17, 70, 5000] {
            assert_eq!(added(nested(levels)), Err(KernelError::Nested), "{levels}");
        }
    }
}
