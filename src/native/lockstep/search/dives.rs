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

use super::super::beside::Way;
use super::super::lanes::{Lanes, MAX_LANES};
use super::super::node::Node;
use super::super::question::Listener;
use super::super::turn::Turn;
use super::Search;

/// Solutions that a dive may be asked for, at most.
pub(super) const MOST_BY_DIVE: u64 = 2;

/// What dives do in a step, as sets of lanes.
#[derive(Default)]
pub(super) struct Dives {
    /// They keep the grid that they split.
    pub keep: u32,
    /// Of these, those that split it by two cells.
    pub pairs: u32,
    /// The second of the cells.
    pub also: [u16; MAX_LANES],
    /// They go back to the grid, and to what was passed by one cell.
    pub by_one: u32,
    /// They go back to what was passed by both.
    pub by_both: u32,
}

impl<V: Lanes> Search<'_, V> {
    /// Splits a node of a dive, whose second child is given, once more if there is a
    /// second cell to do it by.
    #[inline(always)]
    pub(super) fn dive(&mut self, lane: usize, one: Node, also: Option<u16>, dives: &mut Dives) {
        let mut both = None;
        if let Some(cell) = also {
            both = Some(self.nodes[lane].split());
            dives.also[lane] = cell;
            dives.pairs |= 1 << lane;
        }
        dives.keep |= 1 << lane;
        self.beside.keep(lane, one, both);
    }

    /// Does with the grids what the step says: `stalled` ones are first children now, and
    /// `seconds` second ones.
    #[inline(always)]
    pub(super) fn turn(&mut self, stalled: u32, seconds: u32, dives: &Dives) {
        let begins = self.begin(V::all() & !self.busy);
        let turn = Turn {
            out: self.solved.leaving(),
            beside: &mut self.beside,
            keep: dives.keep,
            back: dives.by_one | dives.by_both,
            also: V::load(&dives.also),
            lowest: [stalled | dives.by_both, dives.pairs],
            others: [seconds | dives.by_one, dives.by_both],
            begin: (&self.fresh.frame, begins),
        };
        turn.run(&mut self.lanes);
    }

    /// A lane has come to the end of a dive, and goes on with what is beside it if need
    /// be.
    #[inline(always)]
    pub(super) fn end_dive(&mut self, lane: usize, dives: &mut Dives, listener: &mut dyn Listener) {
        let ticket = self.nodes[lane].ticket;
        let open = &mut self.open[ticket as usize];
        if open.found == self.question.limit {
            return self.leave(ticket, 1, listener);
        }
        match self.beside.take(lane) {
            Some((node, way)) => {
                self.nodes[lane] = node;
                match way {
                    Way::ByOne => dives.by_one |= 1 << lane,
                    Way::ByBoth => dives.by_both |= 1 << lane,
                }
            }
            None => {
                self.fresh.put_back(open.puzzle);
                self.closed.push(ticket);
            }
        }
    }
}
