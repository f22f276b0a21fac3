//! Kernels that no digits satisfy, as a look at each cell and each pair shows.

use super::error::RuleError;
use crate::rules::{Board, Kernel, Mask};
use std::collections::HashMap;

/// Refuses a constraint that leaves a cell no digit, or two cells no pair of digits.
pub(super) fn check(board: &Board, kernels: &[Kernel], pointer: &str) -> Result<(), RuleError> {
    let mut left: HashMap<_, Mask> = HashMap::new();
    for kernel in kernels {
        let cells = match kernel {
            Kernel::Candidates(cell, mask) => {
                let left = left.entry(*cell).or_insert(board.all_digits());
                *left &= mask;
                (*left == 0).then(|| vec![*cell])
            }
            Kernel::Pair(first, second, table) => {
                let is_empty = (0..table.digit_count()).all(|digit| table.seconds(digit) == 0);
                is_empty.then(|| vec![*first, *second])
            }
            Kernel::Clause(choices) => {
                let is_false = choices.iter().all(|(_, mask)| *mask == 0);
                is_false.then(|| choices.iter().map(|(cell, _)| *cell).collect())
            }
            Kernel::Distinct(_) | Kernel::Sum { .. } | Kernel::Automaton(..) | Kernel::AnyOf(_) => {
                None
            }
        };
        if let Some(cells) = cells {
            let (min, max) = (board.min(), board.max());
            let names = board.names(&cells);
            let found =
                format!("a condition on {names} that no digits from {min} to {max} satisfy");
            let expected = "one that can be satisfied".to_owned();
            return Err(RuleError::impossible(pointer, found, expected));
        }
    }
    Ok(())
}
