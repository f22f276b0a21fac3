//! A puzzle in parts that can be answered apart, on other threads or other machines.
//!
//! A [`Cube`] is a set of assumptions: these cells hold these digits. [`split`] makes
//! cubes that share no solution and together have all of them, by look-ahead: it
//! propagates each of several branchings and takes the one that leaves the least. Parts
//! that propagation refutes are kept apart, so that the tree of all parts can be checked.
//! [`solve`] answers a query about one cube, and a [`Combination`] makes the answers of
//! all cubes into one.
//!
//! ```
//! use satoku::backend::{Answer, Query};
//! use satoku::cubes::{self, Combination, SplitRequest};
//! use satoku::{Geometry, Limits, Puzzle, Tally, End};
//!
//! let puzzle = Puzzle::empty("2x2".parse()?);
//! let query = Query::Count { limit: 1000 };
//! let limits = Limits::unlimited();
//! let request = SplitRequest { query: &query, above: None, count: 10, limits: &limits };
//! let split = cubes::split(&puzzle, &request);
//! let mut all = Combination::new(&puzzle, &query, split.cubes.len());
//! for (index, cube) in split.cubes.iter().enumerate() {
//!     let answer = cubes::solve(&puzzle, cube, &query, all.best_score(), &limits)?;
//!     all.add(index, cube, answer)?;
//! }
//! assert_eq!(all.answer(), Answer::Count(Tally { found: 288, end: End::Exhausted }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bound;
mod branching;
mod check;
mod classic;
mod combine;
#[cfg(feature = "threads")]
mod conquer;
mod icnf;
#[cfg(feature = "threads")]
mod shared_sat;
mod solve;
mod split;
mod splittable;
#[cfg(test)]
mod tests;
pub mod text;
mod variant;

pub use bound::Scores;
pub use combine::{Combination, CombineError};

#[cfg(feature = "threads")]
pub use conquer::{ConquerError, ConquerRequest, OnAnswer, conquer};
pub use icnf::{IcnfFile, read_icnf, write_icnf};
#[cfg(feature = "threads")]
pub use shared_sat::SharedVariantSat;
pub use solve::{CubeAnswer, solve};
pub use split::{Split, SplitRequest, split};
pub use splittable::{CandidateLists, PuzzleFormula, Splittable};

use crate::grid::Candidate;

/// Assumptions: the solutions in which these cells hold these digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cube {
    /// The candidates that are assumed, in the order in which they were chosen.
    pub candidates: Vec<Candidate>,
}

impl Cube {
    /// This cube with one more assumption.
    pub fn with(&self, candidate: Candidate) -> Cube {
        let mut candidates = self.candidates.clone();
        candidates.push(candidate);
        Cube { candidates }
    }
}
