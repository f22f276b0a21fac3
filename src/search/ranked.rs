//! The highest scores, each different from the last, with a solution each.

use crate::grid::Solution;
use std::collections::{BTreeMap, BTreeSet};

/// A limited number of scores, each with the first solution that was found for it.
pub struct Ranked {
    count: usize,
    scores: BTreeMap<i64, Solution>,
    best: i64,
    /// The lowest score of the best ranking that there could be.
    enough: i64,
    /// Scores have to exceed this, too.
    floor: i64,
}

impl Ranked {
    /// Up to `count` scores, of which the highest is known; all scores differ by multiples of
    /// `step`.
    pub fn new(count: usize, (best, solution): (i64, Solution), step: i64) -> Ranked {
        let below = i64::try_from(count.saturating_sub(1)).unwrap_or(i64::MAX);
        Ranked {
            count,
            scores: BTreeMap::from([(best, solution)]),
            best,
            enough: best.saturating_sub(below.saturating_mul(step)),
            floor: i64::MIN,
        }
    }

    /// From now on, takes only scores above this.
    pub fn set_floor(&mut self, floor: i64) {
        self.floor = floor;
    }

    /// Whether as many scores are known as are wanted.
    fn is_full(&self) -> bool {
        self.scores.len() >= self.count
    }

    fn lowest(&self) -> i64 {
        let lowest = self.scores.first_key_value();
        lowest.map_or(i64::MIN, |(lowest, _)| *lowest)
    }

    /// Whether nothing is missing, if all scores above the floor have been found.
    pub fn is_full_above_floor(&self) -> bool {
        self.is_full() && self.lowest() > self.floor
    }

    /// Whether nothing is missing, whatever scores there are.
    pub fn is_complete(&self) -> bool {
        self.is_full() && self.lowest() >= self.enough
    }

    /// The highest score that is not among these, and its solution.
    pub fn highest_except(&self, known: &BTreeSet<i64>) -> Option<(i64, &Solution)> {
        let mut others = self.scores.iter().rev();
        let (score, solution) = others.find(|(score, _)| !known.contains(score))?;
        Some((*score, solution))
    }

    /// The score that another one has to exceed: the lowest of all, once there are as many
    /// as wanted; if nothing is missing, the highest, which none exceeds.
    pub fn to_exceed(&self) -> i64 {
        if self.is_complete() {
            return self.best;
        }
        match self.is_full() {
            true => self.floor.max(self.lowest()),
            false => self.floor,
        }
    }

    /// Whether a solution has this score.
    pub fn holds(&self, score: i64) -> bool {
        self.scores.contains_key(&score)
    }

    /// Takes a solution if its score is new and high enough.
    pub fn add(&mut self, score: i64, solution: impl FnOnce() -> Solution) {
        if score <= self.to_exceed() {
            return;
        }
        self.scores.entry(score).or_insert_with(solution);
        if self.scores.len() > self.count {
            self.scores.pop_first();
        }
    }

    /// The solutions from the highest score on.
    pub fn solutions(self) -> Vec<Solution> {
        self.scores.into_values().rev().collect()
    }
}
