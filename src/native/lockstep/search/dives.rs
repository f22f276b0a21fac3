//! Dives: a puzzle that seems to have many solutions is searched straight down, by two
//! cells at once where there are two that have little to do with each other. Of what
//! is passed only the last is kept, beside the lane.
//!
//! ```text
//!        ●
//!       ╱ ╲
//!      ●   ○          passed, and forgotten when the next is
//!     ╱ ╲
//!    ●   ◉            by one  ┐ beside the lane: searched, from below, if
//!   ╱ ╲               the cells  the dive ends before it has found enough
//!  ●   ◉              by both ┘
//! ```
//!
//! If what was kept does not do either, the puzzle begins again, and its whole tree is
//! searched.

use super::super::beside::Taken;
use super::super::lanes::Lanes;
use super::super::node::Path;
use super::super::turn::Turn;
use super::Search;

/// Solutions that a dive may be asked for, at most.
pub(super) const MOST_BY_DIVE: u64 = 2;

/// The path to the first solution of a dive; that to the next is one above. Those that
/// the search of the whole tree finds are below both.
pub(super) const FIRST_BY_DIVE: Path = Path::MAX - MOST_BY_DIVE as Path;

/// What dives do in a step, as sets of lanes.
pub(super) struct Dives<V> {
    /// They keep the grid that they split.
    pub keep: u32,
    /// Of these, those that split it by two cells.
    pub pairs: u32,
    /// The second of the cells.
    pub also: V,
    /// They go back to the grid that was kept.
    pub taken: Taken,
}

impl<V: Lanes> Dives<V> {
    /// Nothing.
    #[inline(always)]
    pub(super) fn none() -> Dives<V> {
        Dives {
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
    /// Does with the grids what the step says: `stalled` ones are first children now, and
    /// `seconds` second ones.
    #[inline(always)]
    pub(super) fn turn(&mut self, stalled: u32, seconds: u32, dives: &Dives<V>) {
        let begins = self.begin(V::all() & !self.busy);
        let turn = Turn {
            out: self.solved.leaving(),
            beside: &mut self.beside,
            keep: dives.keep,
            back: dives.back(),
            also: dives.also,
            lowest: [stalled | dives.taken.by_both, dives.pairs],
            others: [seconds | dives.taken.by_one, dives.taken.by_both],
            begin: (&self.fresh.frame, begins),
        };
        turn.run(&mut self.lanes);
    }
}
