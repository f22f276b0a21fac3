//! The highest scores, each different from the last, with a solution each.

use crate::grid::Solution;
use std::collections::BTreeMap;

/// At most so many scores; the first solution that is found for a score stays.
pub struct Ranked {
    count: usize,
    scores: BTreeMap<i64, Solution>,
}

impl Ranked {
    /// Up to `count` scores, of which one is known.
    pub fn new(count: usize, (score, solution): (i64, Solution)) -> Ranked {
        Ranked {
            count,
            scores: BTreeMap::from([(score, solution)]),
        }
    }

    /// The score that another one has to exceed: the lowest of all, once there are as many
    /// as wanted.
    pub fn to_exceed(&self) -> i64 {
        match self.scores.first_key_value() {
            Some((lowest, _)) if self.scores.len() >= self.count => *lowest,
            _ => i64::MIN,
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
