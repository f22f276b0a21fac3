//! Solutions on their way out of the lanes, to be shown or to be checked.

use super::check;
use super::frame::{Frame, Moves};
use super::lanes::{Lanes, MAX_LANES};
use super::node::Path;
use super::question::{Hear, Listener, Question};
use super::text::{self, Line, Row};

/// As many solutions as there are lanes.
pub struct Solved<'p, V> {
    puzzles: &'p [Row<'p>],
    question: Question,
    grids: Frame<V>,
    /// Of which puzzles, and where.
    whose: [(usize, Path); MAX_LANES],
    count: usize,
    /// Those whose grids are still in the frame where they were found.
    leaving: Moves,
    /// Room for characters.
    lines: [Line; MAX_LANES],
}

impl<'p, V: Lanes> Solved<'p, V> {
    /// None is on its way.
    #[inline(always)]
    pub fn new(puzzles: &'p [Row<'p>], question: Question) -> Solved<'p, V> {
        Solved {
            puzzles,
            question,
            grids: Frame::new(),
            whose: [(0, 0); MAX_LANES],
            count: 0,
            leaving: Moves::none(),
            lines: [Line::EMPTY; MAX_LANES],
        }
    }

    /// The solution of a puzzle in this lane is to leave, if the listener is to hear of
    /// it. All that leave together leave the same frame; where there is no room, the
    /// others leave at once.
    #[inline(always)]
    pub fn add(
        &mut self,
        lanes: &Frame<V>,
        lane: usize,
        (puzzle, path): (usize, Path),
        listener: &mut dyn Listener,
    ) {
        if self.question.show == 0 && self.question.hear == Hear::Shown {
            return;
        }
        if self.count == V::COUNT {
            self.let_out(lanes);
            self.hand_out(listener);
        }
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
    pub fn hand_out(&mut self, listener: &mut dyn Listener) {
        let puzzles = &self.whose[..std::mem::take(&mut self.count)];
        if puzzles.is_empty() {
            return;
        }
        if self.question.hear != Hear::Checked {
            text::write(&self.grids, &mut self.lines);
            return listener.solutions(puzzles, &self.lines[..puzzles.len()]);
        }
        let mut givens = [Row::EMPTY; MAX_LANES];
        for (given, (puzzle, _)) in givens.iter_mut().zip(puzzles) {
            *given = self.puzzles[*puzzle];
        }
        let wrong = check::wrong(&givens[..puzzles.len()], &self.grids);
        listener.checked(puzzles, wrong);
    }
}
