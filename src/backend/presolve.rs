//! Reasoning before a formula is written.

use crate::encoding::VarMap;
use crate::grid::{Candidates, Puzzle};
use crate::limits::{CandidateLimit, Limits};
use crate::outcome::Reason;
use crate::search::{Closure, Native};
use std::fmt;

/// How much is deduced before the puzzle is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Presolve {
    /// None: a variable for every candidate, a unit clause for every given, as
    /// in the papers.
    None,
    /// Candidates that a given excludes are left out.
    Givens,
    /// And those that naked and hidden singles exclude.
    Singles,
    /// And those that locked candidates exclude.
    Locked,
    /// And those that all-different reasoning excludes: subsets and fish.
    AllDifferent,
}

/// Maximum number of candidates, so that the variables of any scheme fit in the 2³¹ − 1 that DIMACS
/// can number.
pub const MAX_CANDIDATES: usize = 100_000_000;

/// Bytes of the variable map for each candidate.
const BYTES_EACH: usize = 12;

impl Presolve {
    /// Every level.
    pub const ALL: [Presolve; 5] = [
        Presolve::None,
        Presolve::Givens,
        Presolve::Singles,
        Presolve::Locked,
        Presolve::AllDifferent,
    ];

    /// The name for `--presolve`.
    pub fn name(self) -> &'static str {
        match self {
            Presolve::None => "none",
            Presolve::Givens => "givens",
            Presolve::Singles => "singles",
            Presolve::Locked => "locked",
            Presolve::AllDifferent => "alldifferent",
        }
    }

    /// The variables of a puzzle after this much reasoning; `None` if that
    /// found a contradiction.
    ///
    /// # Errors
    /// [`Reason::TooLarge`], or why the limits ended it.
    pub fn variables_within(
        self,
        native: &mut Native,
        puzzle: &Puzzle,
        limits: &Limits,
    ) -> Result<Option<VarMap>, Reason> {
        let geometry = puzzle.geometry();
        let most = CandidateLimit {
            most: MAX_CANDIDATES,
            bytes_each: BYTES_EACH,
        };
        let closure = match self {
            Presolve::None => {
                most.check(geometry.side(), geometry.side().pow(3))?;
                return Ok(Some(VarMap::full(geometry)));
            }
            Presolve::Givens => None,
            Presolve::Singles => Some(Closure::Singles),
            Presolve::Locked => Some(Closure::Locked),
            Presolve::AllDifferent => Some(Closure::AllDifferent),
        };
        let left = match closure {
            None => Some(Candidates::of_givens(puzzle)),
            Some(closure) => native.close(puzzle, closure, limits)?,
        };
        let Some(left) = left else {
            return Ok(None);
        };
        most.check(geometry.side(), left.len())?;
        VarMap::live_within(&left, limits).map(Some)
    }
}

impl fmt::Display for Presolve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Geometry;

    #[test]
    fn more_candidates_than_can_be_numbered_are_too_large() {
        let puzzle = Puzzle::empty(Geometry::new(32, 32).unwrap());
        for presolve in [Presolve::None, Presolve::Givens] {
            let limits = Limits::unlimited();
            let found = presolve.variables_within(&mut Native::default(), &puzzle, &limits);
            assert!(matches!(found, Err(Reason::TooLarge { .. })), "{presolve}");
        }
    }
}
