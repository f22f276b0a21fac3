//! What the turns of searches for a maximum have found so far.

use crate::backend::improve::{Improved, Improver};
use crate::backend::{Optimum, SatBackend};
use crate::grid::{Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{Improvement, Objective, Progress};
use crate::outcome::Reason;

/// Whether the time of a turn is up, and that of all turns is not.
pub(super) fn is_over(turn: &Limits, all: &Limits) -> bool {
    all.exceeded().is_none() && turn.exceeded().is_some()
}

/// A maximum as far as it is known.
pub(crate) struct Known<'p> {
    pub(super) puzzle: &'p Puzzle,
    pub(super) objective: &'p Objective,
    pub(super) progress: Progress<'p>,
    pub(super) best: Option<Solution>,
    pub(super) bound: Option<i64>,
}

impl<'p> Known<'p> {
    pub(super) fn new(
        puzzle: &'p Puzzle,
        objective: &'p Objective,
        progress: Progress<'p>,
    ) -> Known<'p> {
        Known {
            puzzle,
            objective,
            progress,
            best: None,
            bound: None,
        }
    }

    fn score(&self) -> Option<i64> {
        self.best.as_ref().map(|best| self.objective.score(best))
    }

    /// Takes what an open answer says.
    pub(super) fn take(&mut self, found: &Optimum) {
        if let Optimum::Feasible {
            solution, bound, ..
        } = found
        {
            self.bound = match (self.bound, *bound) {
                (Some(bound), Some(other)) => Some(bound.min(other)),
                (bound, other) => bound.or(other),
            };
            let score = self.objective.score(solution);
            if self.score().is_none_or(|best| score > best) {
                self.progress.report(Improvement::Score(score));
                self.best = Some(solution.clone());
            }
        }
    }

    /// Takes the answer of a turn, and returns the one to end with: none if only the time of the
    /// turn is up. An engine may have a time limit of its own.
    pub(super) fn after_turn(
        &mut self,
        found: Optimum,
        turn: &Limits,
        all: &Limits,
    ) -> Option<Optimum> {
        if !self.optimum(Reason::Timeout).is_compatible_with(&found) {
            return Some(Optimum::contradictory());
        }
        self.take(&found);
        match found.reason() {
            None => Some(found),
            Some(Reason::Timeout) if is_over(turn, all) => None,
            Some(reason) => Some(self.optimum(reason.clone())),
        }
    }

    pub(super) fn is_settled(&self) -> bool {
        self.score().is_some_and(|score| Some(score) == self.bound)
    }

    /// Looks for better solutions near the best one.
    ///
    /// # Errors
    /// The answer if a solution is wrong.
    pub(super) fn improve(
        &mut self,
        sat: &mut SatBackend,
        improver: &mut Improver,
        limits: &Limits,
    ) -> Result<Improved, Optimum> {
        let Some(best) = &mut self.best else {
            return Ok(Improved::StillOpen);
        };
        let problem = (self.puzzle, self.objective);
        let improved = improver.improve(sat, problem, best, self.bound, limits, self.progress);
        let improved =
            improved.map_err(|wrong| Optimum::Unknown(Reason::Engine(wrong.to_string())))?;
        if improved == Improved::ToOptimum {
            self.bound = self.score();
        }
        Ok(improved)
    }

    /// The answer, if the search ends early for this reason.
    pub(super) fn optimum(&self, reason: Reason) -> Optimum {
        let (score, is_settled) = (self.score(), self.is_settled());
        match (self.best.clone(), score) {
            (Some(solution), Some(score)) if is_settled => Optimum::Optimal { solution, score },
            (Some(solution), Some(score)) => Optimum::Feasible {
                solution,
                score,
                bound: self.bound,
                reason,
            },
            _ => Optimum::Unknown(reason),
        }
    }
}
