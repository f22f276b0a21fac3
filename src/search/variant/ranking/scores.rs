//! The highest scores that are known, with a solution each.

use super::super::bound::Bound;
use super::target::TargetSearch;
use crate::grid::{Digit, Solution};
use crate::rules::Mask;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Which scores are wanted.
#[derive(Clone, Copy)]
pub struct Wanted<'w> {
    /// How many at most.
    pub count: usize,
    /// A solution with the highest score, if that is known.
    pub best: Option<&'w Solution>,
    /// Lower scores do not count.
    pub least: Option<i64>,
    /// Is told scores that were found, not always higher than those before.
    pub report: &'w dyn Fn(i64),
}

/// The highest scores that a search has seen, with a solution each.
pub struct Ranking<'w> {
    pub wanted: Wanted<'w>,
    /// No solution scores more, as far as that is known.
    pub bound: Option<i64>,
    /// Each with its digits by their indices: up to a million, so a byte each.
    pub scores: BTreeMap<i64, Box<[u8]>>,
}

impl<'w> Ranking<'w> {
    pub fn new(wanted: Wanted<'w>) -> Ranking<'w> {
        Ranking {
            wanted,
            bound: None,
            scores: BTreeMap::new(),
        }
    }

    /// Whether there are as many scores as are wanted.
    pub fn is_full(&self) -> bool {
        self.scores.len() >= self.wanted.count
    }

    /// The lowest score, once there are as many as are wanted.
    pub fn lowest(&self) -> Option<i64> {
        let lowest = self.scores.keys().next().copied();
        lowest.filter(|_| self.is_full())
    }

    /// A score above which solutions are of interest, if the maximum alone is wanted.
    pub fn known(&self) -> Option<i64> {
        self.lowest().or(self.below_least())
    }

    /// The highest of the scores that do not count.
    pub fn below_least(&self) -> Option<i64> {
        self.wanted.least.map(|least| least.saturating_sub(1))
    }

    /// The highest known score that is not above this one.
    pub fn highest_up_to(&self, most: i64) -> Option<i64> {
        self.scores
            .range(..=most)
            .next_back()
            .map(|(score, _)| *score)
    }

    /// Takes a solution, and returns its score.
    pub fn take_solution(&mut self, bound: &Bound<'_>, solution: &Solution) -> i64 {
        let masks = solution.cells().iter().map(|digit| 1 << digit.index());
        let masks: Vec<Mask> = masks.collect();
        let score = bound.by_cells(&masks);
        self.take(score, &masks);
        score
    }

    /// Takes the best solution of a search for targets.
    pub(super) fn take_best(&mut self, targets: &mut TargetSearch<'_, '_>) {
        if let Some((score, masks)) = targets.best.take() {
            self.take(score, &masks);
        }
    }

    /// The least score that counts.
    pub fn least(&self) -> Option<i64> {
        self.lowest().or(self.wanted.least)
    }

    /// Takes a solution with a new score, or one that comes before that of its score.
    pub fn take(&mut self, score: i64, masks: &[Mask]) {
        if self.wanted.least.is_some_and(|least| score < least) {
            return;
        }
        let digits = masks.iter().map(|mask| mask.trailing_zeros() as u8);
        self.take_digits(score, digits.collect());
    }

    pub fn take_digits(&mut self, score: i64, digits: Box<[u8]>) {
        match self.scores.entry(score) {
            Entry::Vacant(entry) => {
                entry.insert(digits);
                (self.wanted.report)(score);
            }
            Entry::Occupied(mut entry) => {
                if digits < *entry.get() {
                    entry.insert(digits);
                }
            }
        }
        if self.scores.len() > self.wanted.count {
            self.scores.pop_first();
        }
    }

    /// The solution of the lowest score that is above this one.
    pub fn next_above(&self, score: i64) -> Option<Vec<Mask>> {
        let mut above = self.scores.range(score.checked_add(1)?..);
        let (_, digits) = above.next()?;
        Some(digits.iter().map(|&digit| 1 << digit).collect())
    }

    pub fn merge(&mut self, other: Ranking<'_>) {
        for (score, digits) in other.scores {
            if self.wanted.least.is_none_or(|least| score >= least) {
                self.take_digits(score, digits);
            }
        }
    }

    /// The scores from the highest on, with a solution each.
    pub fn solutions(self) -> Vec<(i64, Solution)> {
        let digit = |&digit: &u8| Digit::from_index(digit.into());
        let scores = self.scores.into_iter().rev();
        let scores = scores.map(|(score, digits)| {
            let digits = digits.iter().map(digit);
            (score, Solution::new(digits.collect()))
        });
        scores.collect()
    }
}
