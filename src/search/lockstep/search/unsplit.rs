//! Lanes whose puzzle has no tree: it has not been split yet, or it is under a greedy
//! descent. All of its state is in the lane.
//!
//! A descent goes straight down, and splits by two cells in one step if they are nearly
//! independent. The grids that were split last are saved, beside the lane:
//!
//! ```text
//!        ●
//!       ╱ ╲
//!      ●   ○          lost when other grids take its frame
//!     ╱ ╲
//!    ●   ◉            of the first cell   ┐ saved: searched, from below, until
//!   ╱ ╲                                   │ the descent has found enough
//!  ●   ◉              of the second cell  ┘
//! ```
//!
//! If nothing was lost, that is the whole tree. Else, or after too many contradictions, the
//! puzzle is restarted.

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
    /// The solutions that each has found.
    found: [u64; MAX_LANES],
    /// The contradictions that each descent has met.
    contradictions: [u32; MAX_LANES],
}

/// Descents do not come first where more solutions are asked for: too many grids would be
/// lost on the way.
pub(super) const MOST_DESCENDED: u64 = 16;

/// A descent that meets more contradictions is given up.
const PATIENCE: u32 = 8;

impl Unsplit {
    /// Puzzles begin in these lanes.
    #[inline(always)]
    pub(super) fn begin(&mut self, lanes: u32) {
        self.lanes |= lanes;
        self.descents &= !lanes;
        for lane in lanes_of(lanes) {
            self.found[lane] = 0;
            self.contradictions[lane] = 0;
        }
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
            taken: Taken::NONE,
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
        let descending = self.unsplit.descents;
        let mut enough = 0;
        for lane in lanes_of(solved) {
            let found = self.unsplit.found[lane];
            let found = found + self.add_solution(lane, found, sink);
            self.unsplit.found[lane] = found;
            enough |= u32::from(found == self.question.limit) << lane;
        }
        let mut tired = 0;
        for lane in lanes_of(dead & descending) {
            let contradictions = &mut self.unsplit.contradictions[lane];
            *contradictions += 1;
            tired |= u32::from(*contradictions > PATIENCE) << lane;
        }
        let answered = (solved | dead) & !descending | solved & enough;
        let going = (solved | dead) & !answered & !tired;
        descents.taken = self.saved.take(going);
        self.multiplicities.forget(descents.back());
        let lost = tired | descents.taken.none & self.saved.lost();
        let searched = descents.taken.none & !lost;
        for lane in lanes_of(answered | searched) {
            sink.counted(self.puzzles[lane], self.unsplit.found[lane]);
            if descending >> lane & 1 == 1 {
                self.tendency.learn(enough >> lane & 1 == 1);
            }
        }
        for lane in lanes_of(lost) {
            self.pending
                .restart(self.puzzles[lane], self.attempts[lane]);
        }
        let free = answered | searched | lost;
        self.unsplit.lanes &= !free;
        free
    }

    /// Puzzles that have to be split for the first time begin a descent or get a tree.
    #[inline(never)]
    pub(super) fn split_first_time(&mut self, lanes: u32) {
        let descends = self.descends();
        for lane in lanes_of(lanes) {
            if descends && self.attempts[lane] == 0 {
                self.unsplit.descents |= 1 << lane;
            } else {
                self.unsplit.lanes &= !(1 << lane);
                let (puzzle, attempt) = (self.puzzles[lane], self.attempts[lane]);
                self.trees.plant(lane, puzzle, attempt);
                let pending = &mut self.pending;
                self.multiplicities
                    .plant(lane, || pending.text(puzzle, attempt));
            }
        }
    }

    /// Whether a descent comes first. Shown solutions must not depend on earlier
    /// puzzles, so the tendency counts only if none are shown.
    #[inline(always)]
    fn descends(&self) -> bool {
        match self.question {
            Question { limit, show: 0 } => {
                limit <= MOST_DESCENDED && self.tendency.favors_descent()
            }
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
            back: descents.taken,
            second_cell: descents.second_cell,
            first_child: [split | second, descents.pairs],
            second_child: [first, second],
            begin: (&self.pending.frame, begins),
        };
        lane_move.run(&mut self.lanes);
    }
}
