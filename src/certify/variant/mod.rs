//! Certificates of variant puzzles.
//!
//! Their formula is written here from the kernels, and a second time, with other code, by
//! the verifier.

mod diagram;
mod file;
mod formula;
mod kernels;
mod prove;
#[cfg(test)]
mod tests;

use crate::outcome::Reason;

/// Maximum number of candidates of all cells; as many as a grid of side 36 has.
const MAX_CANDIDATES: usize = 46_656;

/// Maximum number of bytes of `puzzle.json`.
const MAX_PUZZLE: usize = 16 << 20;

/// Maximum number of literals of a formula.
const MAX_LITERALS: usize = 20_000_000;

/// Maximum number of edges of the diagrams of a formula.
const MAX_EDGES: usize = 4_000_000;

/// Why a formula was not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotWritten {
    /// It would be too large.
    TooLarge(TooLarge),
    /// A limit came first.
    Stopped(Reason),
}

impl From<TooLarge> for NotWritten {
    fn from(why: TooLarge) -> NotWritten {
        NotWritten::TooLarge(why)
    }
}

/// A puzzle whose formula has too much of this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a certificate of this puzzle would need {0}")]
pub struct TooLarge(&'static str);
