//! Solutions by their score: all with the highest one, and the next scores.

use super::maximum::Bound;
use super::search::{Goal, Search, solution};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::outcome::End;
use crate::rules::{Mask, VariantPuzzle};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Shows the solutions with at least this score, all different, to `visitor` until it
/// breaks.
pub fn scoring_at_least(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    least: i64,
    limits: &Limits,
    visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> End {
    run(puzzle, weights, limits, |bound| AtLeast {
        bound,
        least,
        visitor,
    })
    .1
}

/// The highest scores, each different from the last, with a solution each: at most `count`
/// of them. If a limit ends the search, there may be higher ones.
pub fn top_scores(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    count: usize,
    limits: &Limits,
) -> (Vec<(i64, Solution)>, End) {
    let scores = BTreeMap::new();
    let (goal, end) = run(puzzle, weights, limits, |bound| Top {
        bound,
        count,
        scores,
    });
    let scores = goal.map(|goal| goal.scores.into_iter().rev().collect());
    (scores.unwrap_or_default(), end)
}

/// Runs a search for a goal that is made with a bound on scores.
fn run<'o, G: Goal>(
    puzzle: &'o VariantPuzzle,
    weights: &'o CellWeights,
    limits: &Limits,
    goal: impl FnOnce(Bound<'o>) -> G,
) -> (Option<G>, End) {
    match Search::new(puzzle, limits) {
        Err(reason) => (None, End::Stopped(reason)),
        Ok(None) => (None, End::Exhausted),
        Ok(Some(mut search)) => {
            let masks = search.engine.store.masks();
            let mut goal = goal(Bound::new(puzzle.board(), weights, masks));
            let end = search.run(limits, &mut goal);
            (Some(goal), end)
        }
    }
}

struct AtLeast<'o, 'v> {
    bound: Bound<'o>,
    least: i64,
    visitor: &'v mut dyn FnMut(&Solution) -> ControlFlow<()>,
}

impl Goal for AtLeast<'_, '_> {
    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        self.bound.is_below(masks, self.least)
    }

    fn can_learn(&self) -> bool {
        false
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        match self.bound.by_cells(masks) >= self.least {
            true => (self.visitor)(&solution(masks)),
            false => ControlFlow::Continue(()),
        }
    }
}

struct Top<'o> {
    bound: Bound<'o>,
    count: usize,
    scores: BTreeMap<i64, Solution>,
}

impl Goal for Top<'_> {
    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        let lowest = self.scores.keys().next();
        let lowest = lowest.filter(|_| self.scores.len() >= self.count);
        lowest.is_some_and(|lowest| self.bound.is_below(masks, lowest.saturating_add(1)))
    }

    fn can_learn(&self) -> bool {
        false
    }

    fn digit(&self, cell: usize, mask: Mask) -> u32 {
        self.bound.best_digit(cell, mask)
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let score = self.bound.by_cells(masks);
        self.scores.entry(score).or_insert_with(|| solution(masks));
        if self.scores.len() > self.count {
            self.scores.pop_first();
        }
        ControlFlow::Continue(())
    }
}
