//! The highest scores, each different from the last, with a solution each.

use crate::grid::Solution;
use std::collections::BTreeMap;

/// At most so many scores; the first solution that is found for a score stays.
pub struct Ranked {
    count: usize,
    scores: BTreeMap<i64, Solution>,
    /// Scores have to exceed this, too.
    floor: i64,
}

impl Ranked {
    /// Up to `count` scores, of which one is known.
    pub fn new(count: usize, (score, solution): (i64, Solution)) -> Ranked {
        Ranked {
            count,
            scores: BTreeMap::from([(score, solution)]),
            floor: i64::MIN,
        }
    }

    /// From now on, takes only scores above this.
    pub fn set_floor(&mut self, floor: i64) {
        self.floor = floor;
    }

    /// Whether as many scores are known as are wanted.
    pub fn is_full(&self) -> bool {
        self.scores.len() >= self.count
    }

    /// The score that another one has to exceed: the lowest of all, once there are as many
    /// as wanted.
    pub fn to_exceed(&self) -> i64 {
        match self.scores.first_key_value() {
            Some((lowest, _)) if self.is_full() => self.floor.max(*lowest),
            _ => self.floor,
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
