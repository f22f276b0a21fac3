//! The native search as a backend.

use super::{Backend, End, Optimum, Query, Unsupported, Visitor};
use crate::budget::Budget;
use crate::grid::Puzzle;
use crate::native::{Maximum, Native};
use crate::objective::Objective;

/// Answers by bitmask search.
#[derive(Default)]
pub struct NativeBackend {
    native: Native,
}

impl Backend for NativeBackend {
    fn name(&self) -> &str {
        "native"
    }

    fn supports(&self, _: &Puzzle, _: &Query) -> Result<(), Unsupported> {
        Ok(())
    }

    fn search(&mut self, puzzle: &Puzzle, budget: &Budget, visitor: &mut Visitor<'_>) -> End {
        self.native.enumerate(puzzle, budget, visitor)
    }

    fn maximise(&mut self, puzzle: &Puzzle, objective: &Objective, budget: &Budget) -> Optimum {
        match self.native.maximise(puzzle, objective, budget) {
            Maximum::Proven(None) => Optimum::Unsatisfiable,
            Maximum::Proven(Some(solution)) => Optimum::Optimal {
                score: objective.score(&solution),
                solution,
            },
            Maximum::Stopped {
                best: None, reason, ..
            } => Optimum::Unknown(reason),
            Maximum::Stopped {
                best: Some(solution),
                bound,
                reason,
            } => Optimum::Feasible {
                score: objective.score(&solution),
                solution,
                bound,
                reason,
            },
        }
    }
}
