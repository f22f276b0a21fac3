//! What is settled before a formula is written.

use crate::encoding::VarMap;
use crate::grid::{Candidates, Puzzle};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::search::{Closure, Native};
use std::fmt;

/// How much reasoning comes before the clauses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Presolve {
    /// None: a variable for every candidate, a unit clause for every given, as
    /// in the papers.
    None,
    /// What the givens exclude is left out.
    Givens,
    /// And what naked and hidden singles settle.
    Singles,
    /// And what locked candidates exclude.
    Locked,
    /// And what all-different reasoning excludes: subsets and fish.
    AllDifferent,
}

/// Candidates that leave room for the variables of any scheme among the 2³¹ − 1
/// that DIMACS can number, and bytes that the map of each takes.
pub const MAX_CANDIDATES: usize = 100_000_000;
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
    pub fn variables(self, native: &mut Native, puzzle: &Puzzle) -> Option<VarMap> {
        let found = self.variables_within(native, puzzle, &Limits::unlimited());
        found.unwrap_or_default()
    }

    /// Like [`Presolve::variables`], within a limits.
    ///
    /// # Errors
    /// The reason why it ended before.
    pub fn variables_within(
        self,
        native: &mut Native,
        puzzle: &Puzzle,
        limits: &Limits,
    ) -> Result<Option<VarMap>, Reason> {
        let closure = match self {
            Presolve::None => return Ok(Some(VarMap::full(puzzle.geometry()))),
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
        let candidates = left.len();
        match candidates > MAX_CANDIDATES {
            true => Err(Reason::TooLarge {
                side: puzzle.geometry().side(),
                candidates,
                bytes: candidates * BYTES_EACH,
                most: MAX_CANDIDATES,
            }),
            false => VarMap::live_within(&left, limits).map(Some),
        }
    }
}

impl fmt::Display for Presolve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
