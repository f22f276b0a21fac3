//! The count of one puzzle, which may take long.

use super::answer::{Collector, Failure, Lockstep, Question};
use super::solved::{Origin, Sink};
use super::text::Line;
use crate::grid::Row;
use crate::limits::Limits;
use crate::outcome::{End, Reason, Tally};

impl Lockstep {
    /// Counts the solutions of one puzzle up to `limit`, checked as by [`Lockstep::answer`].
    /// Where the limits end the search, or a solution is wrong, those are counted that were
    /// found before.
    pub fn count(&self, puzzle: &Row, limit: u64, limits: &Limits) -> Tally {
        let puzzles = std::slice::from_ref(puzzle);
        let question = Question { limit, show: 0 };
        let mut counting = Counting {
            collector: self.collector(puzzles, question, limits),
            reached: 0,
        };
        self.run(puzzles, question, &mut counting);
        let Counting { collector, reached } = counting;
        match self.finish(collector) {
            Ok(answers) => {
                let found = answers.found(0);
                let end = match found == limit {
                    true => End::Enough,
                    false => End::Exhausted,
                };
                Tally { found, end }
            }
            Err(failure) => Tally {
                found: reached,
                end: End::Stopped(match failure {
                    Failure::Stopped(reason) => reason,
                    fault => Reason::Engine(fault.to_string()),
                }),
            },
        }
    }
}

/// Collects the answer about one puzzle, and how far its count has come.
struct Counting<'p, 'b> {
    collector: Collector<'p, 'b>,
    /// The most solutions that one attempt has found.
    reached: u64,
}

impl Counting<'_, '_> {
    fn reach(&mut self, origins: &[Origin]) {
        let ends = origins.iter().map(|origin| origin.nth + origin.count);
        self.reached = ends.fold(self.reached, u64::max);
    }
}

impl Sink for Counting<'_, '_> {
    fn solutions(&mut self, origins: &[Origin], solutions: &[Line]) {
        self.collector.solutions(origins, solutions);
        self.reach(origins);
    }

    fn checked(&mut self, origins: &[Origin], wrong: u32) {
        self.collector.checked(origins, wrong);
        self.reach(origins);
    }

    fn counted(&mut self, puzzle: usize, found: u64) {
        self.collector.counted(puzzle, found);
    }

    fn enough(&mut self) -> bool {
        self.collector.enough()
    }
}
