//! The highest score by targets: solutions that score at least so much, from an upper bound down,
//! by clause learning. What a solution may lose against the bound is a propagator there, so that
//! few candidates are left near it. It is the way where solutions are many and bounds are near.

use super::super::bound::Bound;
use super::super::engine::{Engine, Fixpoint};
use super::super::goal::Goal;
use super::super::learn::Learner;
use super::super::propagator::Propagator;
use super::super::search::Search;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::rules::Mask;
use std::ops::ControlFlow;

/// Conflicts of each attempt, and by how much more the next round has.
const CONFLICTS: u64 = 250;
const GROWTH: u64 = 4;

/// The first step down from the bound is this part of the distance to what is known.
const STEPS: i64 = 1024;

/// Solutions of one attempt that are no better than the best one. They are possible because prices
/// of houses with fewer cells than digits say too little.
const MOST_WORSE: u64 = 1000;

/// A search for the highest score, in rounds: each looks for scores between the best one and the
/// bound for so long, and the next one for longer.
pub(super) struct TargetSearch<'b, 'o> {
    bound: &'b Bound<'o>,
    root: Engine,
    /// The score of the best solution, or one that is below all.
    low: i64,
    /// No score is higher.
    high: i64,
    /// Scores from here on were not found in this round.
    ceiling: i64,
    /// How far below the highest of the others the next attempt begins.
    step: i64,
    conflicts: u64,
    /// Whether this round decides on the best digits at the prices, and not on active ones. Either
    /// finds solutions that the other one does not find for long.
    is_led_by_prices: bool,
    attempt: Option<Attempt>,
    /// The best solution and its score, if it is better than what was known and not taken yet.
    pub best: Option<(i64, Vec<Mask>)>,
}

/// A search for solutions with at least some score.
struct Attempt {
    least: i64,
    learner: Learner,
    /// Conflicts left.
    left: u64,
    /// Solutions that were no better than the best one.
    worse: u64,
}

impl<'b, 'o> TargetSearch<'b, 'o> {
    /// From the root of a search, for scores above `known`. `None` if there are no prices.
    pub fn new(
        bound: &'b Bound<'o>,
        search: &Search,
        known: Option<i64>,
    ) -> Option<TargetSearch<'b, 'o>> {
        let high = bound.by_prices(search.engine.store.masks())?;
        Some(TargetSearch::from(
            bound,
            search.engine.clone(),
            known,
            high,
        ))
    }

    /// [`TargetSearch::new`] among the solutions that score at most so much, with or without
    /// prices.
    pub fn up_to(
        most: i64,
        bound: &'b Bound<'o>,
        search: &Search,
        known: Option<i64>,
    ) -> TargetSearch<'b, 'o> {
        let (mut root, masks) = (search.engine.clone(), search.engine.store.masks());
        let high = bound.by_prices(masks).or_else(|| bound.by_houses(masks));
        let high = high.unwrap_or_else(|| bound.by_cells(masks));
        if most < high {
            let limit = bound.at_most(masks, most);
            root.model.propagators.push(Propagator::Losses(limit));
        }
        TargetSearch::from(bound, root, known, high.min(most))
    }

    fn from(
        bound: &'b Bound<'o>,
        root: Engine,
        known: Option<i64>,
        high: i64,
    ) -> TargetSearch<'b, 'o> {
        let lowest = || bound.range(root.store.masks()).0.saturating_sub(1);
        let low = known.unwrap_or_else(lowest);
        TargetSearch {
            bound,
            root,
            low,
            high,
            ceiling: high.saturating_add(1),
            step: 0,
            conflicts: CONFLICTS,
            is_led_by_prices: false,
            attempt: None,
            best: None,
        }
    }

    /// No solution scores more.
    pub fn high(&self) -> i64 {
        self.high
    }

    /// Continues for about this many conflicts; [`End::Exhausted`] once no score is higher than
    /// those that are known.
    pub fn run_for(&mut self, conflicts: u64, limits: &Limits) -> Option<End> {
        let mut left = conflicts;
        while left > 0 {
            if self.high <= self.low {
                return Some(End::Exhausted);
            }
            let mut attempt = match self.attempt.take() {
                Some(attempt) => attempt,
                None => match self.begin(limits) {
                    Ok(Some(attempt)) => attempt,
                    Ok(None) => continue,
                    Err(reason) => return Some(End::Stopped(reason)),
                },
            };
            let turn = left.min(attempt.left);
            left -= turn;
            attempt.left -= turn;
            if let Some(reason) = self.go_on(attempt, turn, limits) {
                return Some(End::Stopped(reason));
            }
        }
        None
    }

    /// A new attempt; `None` if it ends at once.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    fn begin(&mut self, limits: &Limits) -> Result<Option<Attempt>, Reason> {
        if self.low.saturating_add(1) >= self.ceiling {
            self.ceiling = self.high.saturating_add(1);
            self.step = 0;
            self.is_led_by_prices ^= true;
            if !self.is_led_by_prices {
                self.conflicts = self.conflicts.saturating_mul(GROWTH);
            }
        }
        let highest = self.ceiling - 1;
        let halfway = self.low + (self.ceiling - self.low) / 2;
        let least = highest.saturating_sub(self.step).max(halfway);
        let first_step = ((self.high - self.low) / STEPS).max(1);
        self.step = self.step.saturating_mul(2).max(first_step);
        let mut model = self.root.model.clone();
        model.masks = self.root.store.masks().to_vec();
        let losses = self.bound.losses(&model.masks, least);
        model.propagators.push(Propagator::Losses(losses));
        model.watch();
        let mut engine = Engine::new(model);
        match engine.start(limits) {
            Fixpoint::Stopped(reason) => Err(reason),
            Fixpoint::Failed => {
                self.exclude(least);
                Ok(None)
            }
            Fixpoint::Reached => Ok(Some(Attempt {
                least,
                learner: Learner::new(&engine),
                left: self.conflicts,
                worse: 0,
            })),
        }
    }

    /// No solution reaches this score.
    fn exclude(&mut self, score: i64) {
        self.high = score - 1;
        self.ceiling = score;
    }

    /// One turn of an attempt; the reason if the limits ended it.
    fn go_on(&mut self, mut attempt: Attempt, turn: u64, limits: &Limits) -> Option<Reason> {
        let mut better = Better {
            bound: self.bound,
            known: self.low,
            is_led_by_prices: self.is_led_by_prices,
            found: None,
            worse: attempt.worse,
        };
        let end = attempt.learner.run_for(turn, limits, &mut better);
        attempt.worse = better.worse;
        if let Some((score, masks)) = better.found {
            self.low = score;
            self.best = Some((score, masks));
            return None;
        }
        match end {
            Some(End::Stopped(reason)) => return Some(reason),
            Some(End::Exhausted) => self.exclude(attempt.least),
            None if attempt.left > 0 => self.attempt = Some(attempt),
            Some(End::Enough) | None => self.ceiling = attempt.least,
        }
        None
    }
}

/// The first solution that is better.
struct Better<'b, 'o> {
    bound: &'b Bound<'o>,
    known: i64,
    is_led_by_prices: bool,
    found: Option<(i64, Vec<Mask>)>,
    worse: u64,
}

impl Goal for Better<'_, '_> {
    fn preferred(&self, cell: u32, mask: Mask) -> Option<u32> {
        let is_led = self.is_led_by_prices;
        is_led.then(|| self.bound.best_digit_at_prices(cell, mask))?
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let score = self.bound.by_cells(masks);
        if score > self.known {
            self.found = Some((score, masks.to_vec()));
            return ControlFlow::Break(());
        }
        self.worse += 1;
        match self.worse >= MOST_WORSE {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::CellWeights;
    use crate::rules::{Board, VariantPuzzle};
    use crate::search::variant::ranking::scoring_at_least;
    use std::collections::BTreeSet;

    /// Also where houses have fewer cells than there are digits, and where digits are negative.
    #[test]
    fn targets_end_at_the_highest_score() {
        for (rows, columns, min, max) in [(3, 3, 1, 3), (2, 4, 1, 5), (3, 3, -2, 3), (1, 4, 0, 6)] {
            let board = Board::new((rows, columns), (min, max), None).unwrap();
            let puzzle = VariantPuzzle::new(board);
            for seed in 0..20_i64 {
                let cells = 0..puzzle.board().cell_count() as i64;
                let weights = cells.map(|cell| (seed + 3) * (cell + 7) * 7919 % 23 - 11);
                let weights = CellWeights::new(puzzle.board(), weights.collect()).unwrap();
                let limits = Limits::unlimited();
                let mut scores = BTreeSet::new();
                scoring_at_least(&puzzle, &weights, i64::MIN, None, &limits, &mut |each| {
                    scores.insert(weights.score(puzzle.board(), each));
                    ControlFlow::Continue(())
                });
                let highest = *scores.last().unwrap();
                let search = Search::new(&puzzle, &limits).unwrap().unwrap();
                let mut bound = Bound::new(&puzzle, &weights, search.engine.store.masks());
                bound.tighten(search.engine.store.masks(), &limits);
                for known in [None, Some(highest - 1), Some(highest)] {
                    let mut targets = TargetSearch::new(&bound, &search, known).unwrap();
                    assert!(targets.high() >= highest);
                    let end = targets.run_for(1_000_000, &limits);
                    assert_eq!(end, Some(End::Exhausted), "{seed} {known:?}");
                    let found = targets.best.map(|(score, masks)| {
                        assert_eq!(score, bound.by_cells(&masks));
                        score
                    });
                    let expected = (known != Some(highest)).then_some(highest);
                    assert_eq!(found, expected, "{seed} {known:?}");
                }
                for most in scores.iter().rev().take(9).map(|score| score - 1) {
                    let mut targets = TargetSearch::up_to(most, &bound, &search, None);
                    let end = targets.run_for(1_000_000, &limits);
                    assert_eq!(end, Some(End::Exhausted), "{seed} {most}");
                    let found = targets.best.map(|(score, _)| score);
                    let expected = scores.range(..=most).next_back().copied();
                    assert_eq!(found, expected, "{seed} {most}");
                }
            }
        }
    }
}
