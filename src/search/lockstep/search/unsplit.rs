//! Lanes whose puzzle has no tree: it has not been split yet, or it is under a greedy
//! descent. All of its state is in the lane.
//!
//! A descent goes straight down, and splits by two cells in one step if they are nearly
//! independent. Only the last grid that was split is saved, beside the lane:
//!
//! ```text
//!        ●
//!       ╱ ╲
//!      ●   ○          forgotten when the next grid is saved
//!     ╱ ╲
//!    ●   ◉            of the first cell   ┐ saved: searched, from below, if the
//!   ╱ ╲                                   │ descent ends before it has found
//!  ●   ◉              of the second cell  ┘ enough
//! ```
//!
//! If that is not enough either, the puzzle is restarted, and its whole tree searched.

use super::super::answer::Question;
use super::super::descent::{LaneMove, Taken};
use super::super::solved::Sink;
use super::Search;
use crate::search::simd::{Lanes, MAX_LANES, lanes_of};

/// Sets of lanes without a tree. Meaningless for all other lanes.
#[derive(Default)]
pub(super) struct Unsplit {
    /// All of them.
    pub lanes: u32,
    /// Those under a descent.
    pub descents: u32,
    /// Of these, those that have found a solution.
    found: u32,
}

impl Unsplit {
    /// Puzzles begin in these lanes.
    #[inline(always)]
    pub(super) fn begin(&mut self, lanes: u32) {
        self.lanes |= lanes;
        self.descents &= !lanes;
        self.found &= !lanes;
    }
}

/// What descents do in a step, as sets of lanes.
pub(super) struct Descents<V> {
    /// They save the grid that they split.
    pub keep: u32,
    /// Of these, those that split it by two cells.
    pub pairs: u32,
    /// The second of the cells.
    pub second_cell: V,
    /// They go back to the grid that was saved.
    pub taken: Taken,
}

impl<V: Lanes> Descents<V> {
    #[inline(always)]
    pub(super) fn none() -> Descents<V> {
        Descents {
            keep: 0,
            pairs: 0,
            second_cell: V::splat(0),
            taken: Taken::default(),
        }
    }

    /// Lanes that go back.
    #[inline(always)]
    pub(super) fn back(&self) -> u32 {
        self.taken.first | self.taken.second
    }
}

impl<V: Lanes> Search<'_, V> {
    /// Ends what is done in lanes without a tree: puzzles are answered, descents go
    /// back, or puzzles are scheduled for a restart. Returns the lanes that are free.
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
        let mut enough = if self.question.limit == 1 {
            descending
        } else {
            0
        };
        let mut counts = [0; MAX_LANES];
        for lane in lanes_of(descending & found) {
            counts[lane] = 1;
        }
        for lane in lanes_of(solved) {
            counts[lane] += self.add_solution(lane, counts[lane], sink);
            enough |= u32::from(counts[lane] > 1) << lane;
        }
        let answered = (solved | dead) & !descending | solved & enough;
        for lane in lanes_of(answered) {
            sink.counted(self.puzzles[lane], counts[lane]);
            if descending >> lane & 1 == 1 {
                self.tendency.learn(true);
            }
        }
        self.unsplit.found |= solved & descending;
        descents.taken = self.saved.take((solved | dead) & !answered);
        self.twins.forget(descents.back());
        for lane in lanes_of(descents.taken.none) {
            self.pending
                .restart(self.puzzles[lane], self.attempts[lane]);
        }
        let free = answered | descents.taken.none;
        self.unsplit.lanes &= !free;
        free
    }

    /// Puzzles that have to be split for the first time begin a descent or get a tree.
    #[inline(always)]
    pub(super) fn split_first_time(&mut self, lanes: u32) {
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

    /// Whether a descent comes first. Shown solutions must not depend on earlier
    /// puzzles, so the tendency counts only if none are shown.
    #[inline(always)]
    fn descends(&self) -> bool {
        match self.question {
            Question { limit, show: 0 } => limit <= 2 && self.tendency.favors_descent(),
            Question { limit, .. } => limit == 1,
        }
    }

    /// Carries out the step on the grids: `split` ones become first children, solutions
    /// leave, descents save and go back, and puzzles begin.
    #[inline(always)]
    pub(super) fn move_lanes(&mut self, split: u32, descents: &Descents<V>) {
        let begins = self.begin(V::all() & !self.busy);
        let Taken { first, second, .. } = descents.taken;
        let lane_move = LaneMove {
            out: self.solved.leaving(),
            saved: &mut self.saved,
            keep: descents.keep,
            back: descents.back(),
            second_cell: descents.second_cell,
            first_child: [split | second, descents.pairs],
            second_child: [first, second],
            begin: (&self.pending.frame, begins),
        };
        lane_move.run(&mut self.lanes);
    }
}
