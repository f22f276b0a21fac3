//! Differential testing.
//!
//! Every backend gets the same queries ([`compare`]). Answers that cannot all be
//! right are [`Disagreement`]s; a [`Diagnosis`](diagnose::Diagnosis) finds the
//! backend or the SAT solver to blame and shrinks the puzzle, and the formula, that
//! show it. Random puzzles with a known number of solutions come from a
//! [`Corpus`](corpus::Corpus).

mod case;
mod confirm;
mod contradictions;
pub mod corpus;
pub mod diagnose;
mod disagreement;
mod formulas;
pub mod group;
mod queries;
pub mod roster;
mod round;
pub mod shrink;
pub mod symmetry;
pub mod variants;
mod watched;

pub use disagreement::{Disagreement, FindingKind, KNOWN};
pub use queries::{Depth, Figures, QuerySet, compare};

use crate::grid::Puzzle;

/// What is known about the number of solutions before any backend is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KnownCount {
    /// Nothing is known.
    #[default]
    Unknown,
    /// There are at least this many solutions.
    AtLeast(u64),
    /// There are exactly this many solutions.
    Exactly(u64),
}

impl KnownCount {
    /// The smallest possible number of solutions, and the largest if there is one.
    fn range(self) -> (u64, Option<u64>) {
        match self {
            KnownCount::Unknown => (0, None),
            KnownCount::AtLeast(count) => (count, None),
            KnownCount::Exactly(count) => (count, Some(count)),
        }
    }
}

/// A puzzle to compare answers on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance<P = Puzzle> {
    /// The puzzle.
    pub puzzle: P,
    /// How many solutions it is known to have.
    pub known: KnownCount,
}

impl<P> Instance<P> {
    /// A puzzle about which nothing is known.
    pub fn unknown(puzzle: P) -> Instance<P> {
        Instance {
            puzzle,
            known: KnownCount::Unknown,
        }
    }
}
