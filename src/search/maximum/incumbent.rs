//! How far a search for the maximum got.

use crate::grid::Solution;
use crate::objective::Objective;
use crate::outcome::{End, Optimum, Reason};

/// The best solution that a search found, and how sure it is of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incumbent {
    /// The best solution found. Of a search for solutions above a known score, `None`
    /// if it found no better one.
    pub best: Option<Solution>,
    /// No solution scores more than this, where an upper bound is known.
    pub bound: Option<i64>,
    /// [`End::Exhausted`] if no solution is better; stopped by [`Reason::NodeLimit`] if this
    /// method gives up, but another one may decide.
    pub end: End,
}

impl Incumbent {
    /// Nothing better than this exists.
    pub fn proven(best: Option<Solution>) -> Incumbent {
        Incumbent {
            best,
            bound: None,
            end: End::Exhausted,
        }
    }

    /// The search was stopped.
    pub fn stopped(best: Option<Solution>, bound: Option<i64>, reason: Reason) -> Incumbent {
        let end = End::Stopped(reason);
        Incumbent { best, bound, end }
    }

    /// Lowers the upper bound to `other`, unless it is lower already.
    pub fn within(mut self, other: Option<i64>) -> Incumbent {
        self.bound = match (self.bound, other) {
            (Some(bound), Some(other)) => Some(bound.min(other)),
            (bound, other) => bound.or(other),
        };
        self
    }

    /// Takes a solution if it scores more than the best one so far.
    pub fn keep_better(&mut self, other: Solution, objective: &Objective) {
        let is_better = |best: &Solution| objective.score(&other) > objective.score(best);
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some(other);
        }
    }

    /// The best solution, if this method gave up and another one may decide.
    pub fn left_open(&self) -> Option<Solution> {
        let is_open = self.end == End::Stopped(Reason::NodeLimit);
        self.best.clone().filter(|_| is_open)
    }

    /// Whether no solution can score more than the best one so far.
    pub fn reaches_bound(&self, objective: &Objective) -> bool {
        let best = self.best.as_ref().zip(self.bound);
        best.is_some_and(|(best, bound)| objective.score(best) >= bound)
    }

    /// The outcome of the whole search, whose last method this was.
    pub fn optimum(self, objective: &Objective) -> Optimum {
        let reason = match self.end {
            End::Exhausted => None,
            End::Enough => Some(Reason::stopped_early()),
            End::Stopped(reason) => Some(reason),
        };
        match (self.best, reason) {
            (None, None) => Optimum::Unsatisfiable,
            (None, Some(reason)) => Optimum::Unknown(reason),
            (Some(solution), None) => Optimum::Optimal {
                score: objective.score(&solution),
                solution,
            },
            (Some(solution), Some(reason)) => Optimum::Feasible {
                score: objective.score(&solution),
                solution,
                bound: self.bound,
                reason,
            },
        }
    }
}
