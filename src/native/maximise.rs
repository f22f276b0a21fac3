//! Branch and bound: the same search, cut where the objective's bound says
//! that nothing better lies below.

use super::dfs::{Goal, Step};
use super::state::{Branch, State};
use crate::budget::{End, Reason};
use crate::grid::{Cell, Digit, Solution};
use crate::objective::Objective;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// The outcome of a search for the maximum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Maximum {
    /// The best solution, if there is any: everything was seen or cut.
    Proven(Option<Solution>),
    /// The best solution so far, and an upper bound on all scores.
    Stopped {
        /// The best so far.
        best: Option<Solution>,
        /// No solution is worth more.
        bound: Option<i64>,
        /// Why it stopped.
        reason: Reason,
    },
}

pub(super) struct Best<'o> {
    objective: &'o Objective,
    best: Option<(i64, Solution)>,
    /// The bound at the root, once it is known.
    root: Option<i64>,
}

impl<const W: usize> Goal<W> for Best<'_> {
    fn enter(&mut self, state: &State<'_, W>) -> Step {
        let bound = self.objective.bound(|cell| state.digit(cell));
        self.root.get_or_insert(bound);
        match self.best {
            Some((score, _)) if bound <= score => Step::Cut,
            _ => Step::Search,
        }
    }

    fn order(&self, ways: &mut [Branch]) {
        ways.sort_by_key(|way| {
            let digit = Digit::from_index(way.digit as usize);
            Reverse(self.objective.value(Cell(way.cell), digit))
        });
    }

    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        let solution = state.solution();
        let score = self.objective.score(&solution);
        if self.best.as_ref().is_none_or(|(best, _)| score > *best) {
            self.best = Some((score, solution));
        }
        ControlFlow::Continue(())
    }
}

/// Runs `search` for the best solution.
pub(super) fn maximise(
    objective: &Objective,
    search: impl FnOnce(&mut Best<'_>) -> End,
) -> Maximum {
    let mut goal = Best {
        objective,
        best: None,
        root: None,
    };
    let ended = search(&mut goal);
    let best = goal.best.map(|(_, solution)| solution);
    match ended {
        End::Exhausted | End::Enough => Maximum::Proven(best),
        End::Stopped(reason) => Maximum::Stopped {
            best,
            bound: goal.root,
            reason,
        },
    }
}
