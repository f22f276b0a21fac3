//! Greedy descents: a puzzle of which few solutions are asked for is searched straight
//! down, by two cells at once where there are two that have little to do with each
//! other. Of what is passed only the last is saved, beside the lane.
//!
//! ```text
//!        ●
//!       ╱ ╲
//!      ●   ○          passed, and forgotten when the next is
//!     ╱ ╲
//!    ●   ◉            by one  ┐ saved: searched, from below, if the
//!   ╱ ╲               the cells  descent ends before it has found enough
//!  ●   ◉              by both ┘
//! ```
//!
//! If what was saved does not do either, the puzzle begins again, and its whole tree is
//! searched.

use super::super::lane_move::LaneMove;
use super::super::saved::Taken;
use super::Search;
use crate::search::simd::Lanes;

/// What descents do in a step, as sets of lanes.
pub(super) struct Descents<V> {
    /// They save the grid that they split.
    pub keep: u32,
    /// Of these, those that split it by two cells.
    pub pairs: u32,
    /// The second of the cells.
    pub also: V,
    /// They go back to the grid that was saved.
    pub taken: Taken,
}

impl<V: Lanes> Descents<V> {
    /// Nothing.
    #[inline(always)]
    pub(super) fn none() -> Descents<V> {
        Descents {
            keep: 0,
            pairs: 0,
            also: V::splat(0),
            taken: Taken::default(),
        }
    }

    /// Lanes that go back.
    #[inline(always)]
    pub(super) fn back(&self) -> u32 {
        self.taken.by_one | self.taken.by_both
    }
}

impl<V: Lanes> Search<'_, V> {
    /// Does with the grids what the step says: `split` ones become first children,
    /// solutions leave, descents save and go back, and puzzles begin.
    #[inline(always)]
    pub(super) fn move_lanes(&mut self, split: u32, descents: &Descents<V>) {
        let begins = self.begin(V::all() & !self.busy);
        let lane_move = LaneMove {
            out: self.solved.leaving(),
            saved: &mut self.saved,
            keep: descents.keep,
            back: descents.back(),
            also: descents.also,
            first: [split | descents.taken.by_both, descents.pairs],
            second: [descents.taken.by_one, descents.taken.by_both],
            begin: (&self.pending.frame, begins),
        };
        lane_move.run(&mut self.lanes);
    }
}
