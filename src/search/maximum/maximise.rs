//! Branch and bound: the same search, cut where the objective's bound says
//! that nothing better lies below.

use crate::grid::{Cell, Digit, Solution};
use crate::objective::Objective;
use crate::outcome::{End, Reason};
use crate::search::dfs::state::{Branch, State};
use crate::search::dfs::{Goal, Step};
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

impl Maximum {
    /// The same, where another upper bound is known, too.
    pub(in crate::search) fn within(mut self, other: Option<i64>) -> Maximum {
        if let (Maximum::Stopped { bound, .. }, Some(other)) = (&mut self, other) {
            *bound = Some(bound.map_or(other, |bound| bound.min(other)));
        }
        self
    }
}

pub(in crate::search) struct Best<'o> {
    objective: &'o Objective,
    best: Option<(i64, Solution)>,
    /// The bound at the root, once it is known.
    root: Option<i64>,
    /// Nodes left; `None` is no limit.
    nodes: Option<u64>,
}

impl<const W: usize> Goal<W> for Best<'_> {
    fn enter(&mut self, state: &State<'_, W>) -> Step {
        match &mut self.nodes {
            Some(0) => return Step::Stop,
            Some(left) => *left -= 1,
            None => {}
        }
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
        keep_better(self.objective, &mut self.best, state.solution());
        ControlFlow::Continue(())
    }
}

/// Keeps the solution if it is worth more than the best so far.
fn keep_better(objective: &Objective, best: &mut Option<(i64, Solution)>, solution: Solution) {
    let score = objective.score(&solution);
    if best.as_ref().is_none_or(|(best, _)| score > *best) {
        *best = Some((score, solution));
    }
}

/// Runs `search` for a solution better than `first`, and tells how it ended:
/// [`End::Enough`] says that it took more than `nodes`.
pub(in crate::search) fn maximise(
    objective: &Objective,
    first: Option<Solution>,
    nodes: Option<u64>,
    search: impl FnOnce(&mut Best<'_>) -> End,
) -> (Maximum, End) {
    // The bound is tighter on the smaller objective, and both have the same
    // best solutions.
    let reduced = objective.reduced();
    let mut goal = Best {
        objective: &reduced.objective,
        best: first.map(|first| (reduced.objective.score(&first), first)),
        root: None,
        nodes,
    };
    let ended = search(&mut goal);
    let best = goal.best.map(|(_, solution)| solution);
    let reason = match &ended {
        End::Exhausted => return (Maximum::Proven(best), ended),
        End::Enough => Reason::ModelLimit,
        End::Stopped(reason) => reason.clone(),
    };
    let bound = goal.root.map(|root| root + reduced.constant);
    (
        Maximum::Stopped {
            best,
            bound,
            reason,
        },
        ended,
    )
}

/// Scores solutions without any bound, as long as they are few.
pub(in crate::search) struct Few<'o> {
    objective: &'o Objective,
    best: Option<(i64, Solution)>,
    nodes: u64,
}

/// Nodes without a bound that cost less than a bound at the root.
const FEW_NODES: u64 = 24;

impl<'o> Few<'o> {
    pub fn new(objective: &'o Objective) -> Few<'o> {
        Few {
            objective,
            best: None,
            nodes: FEW_NODES,
        }
    }

    /// The best solution seen.
    pub fn best(self) -> Option<Solution> {
        self.best.map(|(_, solution)| solution)
    }
}

impl<const W: usize> Goal<W> for Few<'_> {
    /// Goes on for some nodes.
    fn enter(&mut self, _: &State<'_, W>) -> Step {
        match self.nodes {
            0 => Step::Stop,
            _ => {
                self.nodes -= 1;
                Step::Search
            }
        }
    }

    fn order(&self, _: &mut [Branch]) {}

    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        keep_better(self.objective, &mut self.best, state.solution());
        ControlFlow::Continue(())
    }
}
