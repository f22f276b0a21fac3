//! What a description means, as far as the limits allow.

use super::super::board::{Board, Mask};
use super::super::puzzle::VariantPuzzle;
use crate::outcome::Reason;

/// What a description means, unless a limit came first.
#[derive(Clone, Debug)]
pub enum Compiled {
    /// The puzzle with all its rules and constraints.
    Whole(VariantPuzzle),
    /// A limit came first: nothing is known of the rules and constraints.
    Cut {
        /// The board.
        board: Board,
        /// The candidates of each cell in reading order.
        candidates: Vec<Mask>,
        /// The limit.
        reason: Reason,
    },
}

impl Compiled {
    /// The whole puzzle, or the limit that came first.
    ///
    /// # Errors
    /// The limit.
    pub fn whole(&self) -> Result<&VariantPuzzle, &Reason> {
        match self {
            Compiled::Whole(puzzle) => Ok(puzzle),
            Compiled::Cut { reason, .. } => Err(reason),
        }
    }

    /// [`Compiled::whole`], by value.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn into_whole(self) -> Result<VariantPuzzle, Reason> {
        match self {
            Compiled::Whole(puzzle) => Ok(puzzle),
            Compiled::Cut { reason, .. } => Err(reason),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        match self {
            Compiled::Whole(puzzle) => puzzle.board(),
            Compiled::Cut { board, .. } => board,
        }
    }

    /// The candidates of each cell in reading order, before any rule is looked at.
    pub fn candidates(&self) -> &[Mask] {
        match self {
            Compiled::Whole(puzzle) => puzzle.candidates(),
            Compiled::Cut { candidates, .. } => candidates,
        }
    }
}
