//! Solutions on their way out of the lanes, to be shown or to be checked.

use super::check;
use super::frame::{Frame, Moves};
use super::lanes::{Lanes, MAX_LANES};
use super::node::Path;
use super::question::{Hear, Listener};
use super::text::{self, Line, Row};

/// As many solutions as there are lanes.
pub struct Solved<V> {
    grids: Frame<V>,
    /// Of which puzzles, and where.
    whose: [(usize, Path); MAX_LANES],
    count: usize,
    /// Those whose grids are still in the lanes.
    leaving: Moves,
    /// Room for characters.
    lines: [Line; MAX_LANES],
}

impl<V: Lanes> Solved<V> {
    /// None is on its way.
    #[inline(always)]
    pub fn new() -> Solved<V> {
        Solved {
            grids: Frame::new(),
            whose: [(0, 0); MAX_LANES],
            count: 0,
            leaving: Moves::none(),
            lines: [Line::EMPTY; MAX_LANES],
        }
    }

    /// Whether there is no room.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.count == V::COUNT
    }

    /// The solution in this lane is to leave.
    #[inline(always)]
    pub fn add(&mut self, lane: usize, puzzle: usize, path: Path) {
        self.leaving.add(lane, self.count);
        self.whose[self.count] = (puzzle, path);
        self.count += 1;
    }

    /// Lets solutions out of the lanes, before others come in.
    #[inline(always)]
    pub fn let_out(&mut self, lanes: &Frame<V>) {
        if !self.leaving.is_empty() {
            self.grids.take(lanes, &self.leaving);
            self.leaving = Moves::none();
        }
    }

    /// Where they go and how, for somebody else to let them out.
    #[inline(always)]
    pub fn leaving(&mut self) -> (&mut Frame<V>, Moves) {
        let leaving = std::mem::replace(&mut self.leaving, Moves::none());
        (&mut self.grids, leaving)
    }

    /// Shows all that are out of the lanes, or checks them.
    #[inline(always)]
    pub fn hand_out(&mut self, rows: &[Row<'_>], hear: Hear, listener: &mut dyn Listener) {
        let puzzles = &self.whose[..std::mem::take(&mut self.count)];
        if puzzles.is_empty() {
            return;
        }
        if hear != Hear::Checked {
            text::write(&self.grids, &mut self.lines);
            return listener.solutions(puzzles, &self.lines[..puzzles.len()]);
        }
        let mut givens = [Row::EMPTY; MAX_LANES];
        for (given, (puzzle, _)) in givens.iter_mut().zip(puzzles) {
            *given = rows[*puzzle];
        }
        let wrong = check::wrong(&givens[..puzzles.len()], &self.grids);
        listener.checked(puzzles, wrong);
    }
}
