//! Lanes with an unsplit puzzle: it has not been split yet, or it is under a greedy
//! descent. All that is known of it is known of its lane.

use super::super::question::{Question, Sink};
use super::Search;
use super::descent::Descents;
use crate::search::simd::{Lanes, lanes_of};

/// The lanes with unsplit puzzles. What it says of other lanes is of no use.
pub(super) struct Unsplit {
    /// All of them.
    pub lanes: u32,
    /// Those under a descent.
    pub descents: u32,
    /// Of these, those that have found a solution.
    found: u32,
}

impl Unsplit {
    /// None has a puzzle.
    #[inline(always)]
    pub(super) fn none() -> Unsplit {
        Unsplit {
            lanes: 0,
            descents: 0,
            found: 0,
        }
    }

    /// Puzzles begin in these lanes.
    #[inline(always)]
    pub(super) fn begin(&mut self, lanes: u32) {
        self.lanes |= lanes;
        self.descents &= !lanes;
        self.found &= !lanes;
    }
}

impl<V: Lanes> Search<'_, V> {
    /// What becomes of unsplit puzzles that are done in their lanes: they are answered,
    /// or the descent goes back, or they are to begin again. Returns the lanes that are
    /// left.
    #[inline(always)]
    pub(super) fn end_unsplit(
        &mut self,
        solved: u32,
        dead: u32,
        descents: &mut Descents<V>,
        sink: &mut dyn Sink,
    ) -> u32 {
        let (solved, dead) = (solved & self.unsplit.lanes, dead & self.unsplit.lanes);
        let (descending, found) = (self.unsplit.descents, self.unsplit.found);
        for lane in lanes_of(solved) {
            let nth = u64::from((descending & found) >> lane & 1);
            self.add_solution(lane, nth, sink);
        }
        let enough = match self.question.limit {
            1 => descending,
            _ => descending & found,
        };
        let answered = (solved | dead) & !descending | solved & enough;
        for lane in lanes_of(answered) {
            let before = (descending & found) >> lane & 1;
            let count = u64::from(before + (solved >> lane & 1));
            sink.counted(self.puzzles[lane], count);
            if descending >> lane & 1 == 1 {
                self.tendency.learn(true);
            }
        }
        self.unsplit.found |= solved & descending;
        descents.taken = self.saved.take((solved | dead) & !answered);
        for lane in lanes_of(descents.taken.none) {
            self.pending
                .restart(self.puzzles[lane], self.attempts[lane]);
        }
        let left = answered | descents.taken.none;
        self.unsplit.lanes &= !left;
        left
    }

    /// Has puzzles that have to be split for the first time descend, or makes trees of
    /// them.
    #[inline(always)]
    pub(super) fn break_up(&mut self, lanes: u32) {
        let descends = self.descends();
        for lane in lanes_of(lanes) {
            if descends && self.attempts[lane] == 0 {
                self.unsplit.descents |= 1 << lane;
            } else {
                self.unsplit.lanes &= !(1 << lane);
                self.trees
                    .plant(lane, self.puzzles[lane], self.attempts[lane]);
            }
        }
    }

    /// Whether a descent comes first. Where it has to find a second solution that is
    /// shown, never: whether it succeeds would depend on the puzzles before.
    #[inline(always)]
    pub(super) fn descends(&self) -> bool {
        match self.question {
            Question { limit: 1, .. } => true,
            Question {
                limit: 2, show: 0, ..
            } => self.tendency.favors_descent(),
            _ => false,
        }
    }
}
