//! What is settled before a formula is written.

use crate::budget::{Budget, Reason};
use crate::encoding::VarMap;
use crate::grid::{Candidates, Puzzle};
use crate::native::{Closure, Native};
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
        let found = self.variables_within(native, puzzle, &Budget::unlimited());
        found.unwrap_or_default()
    }

    /// Like [`Presolve::variables`], within a budget.
    ///
    /// # Errors
    /// The reason why it ended before.
    pub fn variables_within(
        self,
        native: &mut Native,
        puzzle: &Puzzle,
        budget: &Budget,
    ) -> Result<Option<VarMap>, Reason> {
        let closure = match self {
            Presolve::None => return Ok(Some(VarMap::full(puzzle.geometry()))),
            Presolve::Givens => return Ok(Some(VarMap::live(&Candidates::of_givens(puzzle)))),
            Presolve::Singles => Closure::Singles,
            Presolve::Locked => Closure::Locked,
            Presolve::AllDifferent => Closure::AllDifferent,
        };
        let left = native.close(puzzle, closure, budget)?;
        Ok(left.map(|left| VarMap::live(&left)))
    }
}

impl fmt::Display for Presolve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
