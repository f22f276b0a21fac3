//! The highest scores. Where branch and bound fails often, the searches for all solutions work
//! beside it, as they do for the maximum.
//!
//! If branch and bound is done in its first attempt, the solution of a score is the first one that
//! it finds. Otherwise it is the first one in the order of digits, so that it does not matter which
//! search is done first. Only where there are too many to look at all of them is it the one that
//! branch and bound has seen.

use super::super::maximum::Bound;
use super::super::search::{Goal, Search, solution};
use super::super::turns::{Contested, contest};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::End;
use crate::rules::Mask;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;

/// Solutions with known scores among which branch and bound looks for the first one of each.
const MOST_TIES: u64 = 1 << 16;

/// The highest scores, at most so many of them, from the root of a search. After so many
/// failures, other searches work beside branch and bound.
pub(super) fn top(
    bound: &Bound<'_>,
    count: usize,
    search: &mut Search,
    patience: u64,
    limits: &Limits,
) -> (Ranking, End) {
    let mut first = Bounded::new(bound, Ranking::new(count, None), 0);
    search.start();
    if let Some(end) = search.run_for(patience, limits, &mut first) {
        return (first.ranking, end);
    }
    let first = first.ranking;
    let fresh = || Ranking::new(count, first.lowest());
    let mut bounded = Bounded::new(bound, fresh(), MOST_TIES);
    let mut every = Every {
        bound,
        ranking: fresh(),
    };
    let Contested { end, is_bounded } = contest(search, &mut bounded, &mut every, limits);
    // How far the other searches came by then depends on the machine.
    let is_own = is_bounded && bounded.leaves_out_ties();
    let mut ranking = bounded.ranking;
    if !is_own {
        ranking.merge(every.ranking);
    }
    if let End::Stopped(_) = end {
        ranking.merge(first);
    }
    (ranking, end)
}

/// The highest scores that a search has seen, with a solution each.
pub(super) struct Ranking {
    count: usize,
    /// Lower scores do not count.
    floor: Option<i64>,
    scores: BTreeMap<i64, Vec<Mask>>,
}

impl Ranking {
    fn new(count: usize, floor: Option<i64>) -> Ranking {
        let scores = BTreeMap::new();
        Ranking {
            count,
            floor,
            scores,
        }
    }

    /// Whether there are as many scores as are wanted.
    pub fn is_full(&self) -> bool {
        self.scores.len() >= self.count
    }

    /// The lowest score, once there are as many as are wanted.
    fn lowest(&self) -> Option<i64> {
        let lowest = self.scores.keys().next().copied();
        lowest.filter(|_| self.is_full())
    }

    /// The least score that counts.
    fn least(&self) -> Option<i64> {
        self.lowest().or(self.floor)
    }

    /// Takes a solution with a new score, or one that comes before that of its score.
    fn take(&mut self, score: i64, masks: &[Mask]) {
        if self.floor.is_some_and(|floor| score < floor) {
            return;
        }
        match self.scores.entry(score) {
            Entry::Vacant(entry) => _ = entry.insert(masks.to_vec()),
            Entry::Occupied(mut entry) => {
                if masks < &entry.get()[..] {
                    entry.insert(masks.to_vec());
                }
            }
        }
        if self.scores.len() > self.count {
            self.scores.pop_first();
        }
    }

    fn merge(&mut self, other: Ranking) {
        for (score, masks) in other.scores {
            self.take(score, &masks);
        }
    }

    /// The scores from the highest on, with a solution each.
    pub fn solutions(self) -> Vec<(i64, Solution)> {
        let scores = self.scores.into_iter().rev();
        scores
            .map(|(score, masks)| (score, solution(&masks)))
            .collect()
    }
}

/// Branch and bound. It knows nothing of what the others found, so that its path does not depend
/// on them.
struct Bounded<'b, 'o> {
    bound: &'b Bound<'o>,
    ranking: Ranking,
    /// Solutions so far whose score was known.
    ties: u64,
    /// After so many, further ones are left out.
    most_ties: u64,
}

impl<'b, 'o> Bounded<'b, 'o> {
    fn new(bound: &'b Bound<'o>, ranking: Ranking, most_ties: u64) -> Bounded<'b, 'o> {
        Bounded {
            bound,
            ranking,
            ties: 0,
            most_ties,
        }
    }

    fn leaves_out_ties(&self) -> bool {
        self.ties >= self.most_ties
    }
}

impl Goal for Bounded<'_, '_> {
    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        let least = match self.ranking.lowest() {
            Some(lowest) if self.leaves_out_ties() => Some(lowest.saturating_add(1)),
            _ => self.ranking.least(),
        };
        least.is_some_and(|least| self.bound.is_below(masks, least))
    }

    fn can_learn(&self) -> bool {
        false
    }

    fn digit(&self, cell: usize, mask: Mask) -> u32 {
        self.bound.best_digit(cell, mask)
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let score = self.bound.by_cells(masks);
        let is_known = self.ranking.scores.contains_key(&score);
        if !is_known || !self.leaves_out_ties() {
            self.ranking.take(score, masks);
        }
        self.ties += u64::from(is_known);
        ControlFlow::Continue(())
    }
}

/// Looks at every solution.
struct Every<'b, 'o> {
    bound: &'b Bound<'o>,
    ranking: Ranking,
}

impl Goal for Every<'_, '_> {
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        self.ranking.take(self.bound.by_cells(masks), masks);
        ControlFlow::Continue(())
    }
}
