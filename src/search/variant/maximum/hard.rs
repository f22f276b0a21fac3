//! Maxima of puzzles on which branch and bound fails often. If there are few solutions, bounds
//! say little: then it is faster to find all of them (`turns`), beside branch and bound, which
//! goes on alone where there are many.
//!
//! Of the best solutions that the first attempt has left, the first one in the order of digits
//! is taken, so that it does not matter which search is done first. Only if branch and bound
//! has to leave some out, because there are too many, is it the best one that it has seen.

use super::super::search::{Goal, Search, solution};
use super::super::turns::{Contested, contest};
use super::{Best, Bound};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::{Improvement, Progress};
use crate::outcome::End;
use crate::rules::Mask;
use std::cell::Cell;
use std::ops::ControlFlow;

/// Best solutions among which branch and bound looks for the first one.
const MOST_TIES: u64 = 1 << 16;

/// Two kinds of search for the best solution.
pub(super) struct Contest<'o> {
    first: Best<'o>,
    /// The highest score that was reported.
    reported: Cell<Option<i64>>,
}

/// A score, and the digits of a solution that has it.
type Scored = (i64, Vec<Mask>);

impl<'o> Contest<'o> {
    /// A contest after a first attempt, which has not seen all solutions.
    pub fn new(first: Best<'o>) -> Contest<'o> {
        Contest {
            reported: Cell::new(first.known()),
            first,
        }
    }

    /// The best solution, unless a limit comes first.
    pub fn run(self, search: &mut Search, limits: &Limits) -> (Option<(i64, Solution)>, End) {
        let mut bounded = Ties::of(&self);
        let mut all = Every::of(&self);
        let Contested { end, is_bounded } = contest(search, &mut bounded, &mut all, limits);
        // How far the other searches came by then depends on the machine.
        let is_own = is_bounded && bounded.ties >= MOST_TIES;
        let others = all.0.best.filter(|_| !is_own);
        let found = [bounded.top.best, others].into_iter().flatten();
        let best = found.reduce(|one, other| match is_better(&other, &one) {
            true => other,
            false => one,
        });
        let best = best.map(|(score, masks)| (score, solution(&masks)));
        let first = self.first.best;
        let is_lower = |score: i64| first.as_ref().is_some_and(|(known, _)| *known > score);
        let best = best.filter(|(score, _)| !is_lower(*score)).or(first);
        (best, end)
    }

    fn report(&self, score: i64, progress: Progress<'_>) {
        if self.reported.get().is_none_or(|known| score > known) {
            self.reported.set(Some(score));
            progress.report(Improvement::Score(score));
        }
    }
}

/// Whether a solution scores more, or as much and comes first.
fn is_better((score, masks): &Scored, (known, others): &Scored) -> bool {
    score > known || score == known && masks < others
}

/// The best solution that a search has seen.
struct Top<'c, 'o> {
    contest: &'c Contest<'o>,
    best: Option<Scored>,
}

impl<'c, 'o> Top<'c, 'o> {
    fn of(contest: &'c Contest<'o>) -> Top<'c, 'o> {
        Top {
            contest,
            best: None,
        }
    }

    fn bound(&self) -> &Bound<'o> {
        &self.contest.first.bound
    }

    /// Takes a solution, and returns its score.
    fn take(&mut self, masks: &[Mask]) -> i64 {
        let scored = (self.bound().by_cells(masks), masks.to_vec());
        let score = scored.0;
        let above = self.contest.first.above;
        let counts = above.is_none_or(|above| score > above);
        if counts
            && self
                .best
                .as_ref()
                .is_none_or(|best| is_better(&scored, best))
        {
            self.best = Some(scored);
            self.contest.report(score, self.contest.first.progress);
        }
        score
    }
}

/// Branch and bound that keeps what may be as good as the best. It knows nothing of what the
/// others found, so that its path does not depend on them.
struct Ties<'c, 'o> {
    top: Top<'c, 'o>,
    /// Solutions as good as the best one so far, whenever they were found.
    ties: u64,
}

impl<'c, 'o> Ties<'c, 'o> {
    fn of(contest: &'c Contest<'o>) -> Ties<'c, 'o> {
        Ties {
            top: Top::of(contest),
            ties: 0,
        }
    }

    /// The least score that counts.
    fn least(&self) -> Option<i64> {
        let first = &self.top.contest.first;
        let own = self.top.best.as_ref().map(|(score, _)| *score);
        match own.filter(|_| self.ties >= MOST_TIES) {
            Some(score) => Some(score.saturating_add(1)),
            None => {
                let above = first.above.map(|above| above.saturating_add(1));
                let known = first.best.as_ref().map(|(score, _)| *score);
                own.max(known).max(above)
            }
        }
    }
}

impl Goal for Ties<'_, '_> {
    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        let least = self.least();
        least.is_some_and(|least| self.top.bound().is_below(masks, least))
    }

    fn can_learn(&self) -> bool {
        false
    }

    fn digit(&self, cell: usize, mask: Mask) -> u32 {
        self.top.bound().best_digit(cell, mask)
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let known = self.top.best.as_ref().map(|(score, _)| *score);
        let score = self.top.take(masks);
        self.ties += u64::from(Some(score) == known);
        ControlFlow::Continue(())
    }
}

/// Looks at every solution.
struct Every<'c, 'o>(Top<'c, 'o>);

impl<'c, 'o> Every<'c, 'o> {
    fn of(contest: &'c Contest<'o>) -> Every<'c, 'o> {
        Every(Top::of(contest))
    }
}

impl Goal for Every<'_, '_> {
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        self.0.take(masks);
        ControlFlow::Continue(())
    }
}
