//! Solutions on their way out of the lanes: reported as characters, or only checked.

use super::answer::Question;
use super::check;
use super::frame::{Frame, Moves};
use super::pending::{Images, is_on_image};
use super::text::{self, Line};
use crate::grid::Row;
use crate::search::simd::{Lanes, MAX_LANES};

/// What a search reports of the solutions that it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Report {
    /// Those that may have to be shown.
    Shown,
    /// All, as characters.
    All,
    /// For all, only whether they are right.
    Checked,
}

/// Where a solution belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The index of its puzzle.
    pub puzzle: usize,
    /// Its number among the solutions of the puzzle, from 0. A restart counts from 0
    /// again: its solutions replace those found before.
    pub nth: u64,
    /// The attempt that found it.
    pub attempt: u32,
    /// Solutions that are counted with it, itself included.
    pub count: u64,
}

/// Receives what a search finds.
pub trait Sink {
    /// At most as many solutions as there are lanes. Where solutions are shown, those
    /// of one puzzle come in order.
    fn solutions(&mut self, origins: &[Origin], solutions: &[Line]);

    /// These solutions were checked; the bits of wrong ones are set.
    fn checked(&mut self, origins: &[Origin], wrong: u32);

    /// The puzzle has this many solutions, or at least this many at the limit.
    fn counted(&mut self, puzzle: usize, found: u64);

    /// Polled now and then; `true` ends the search.
    fn enough(&mut self) -> bool;
}

/// Collects as many solutions as there are lanes, then reports them.
pub struct Solved<'p, V> {
    puzzles: &'p [Row],
    question: Question,
    report: Report,
    grids: Frame<V>,
    origins: [Origin; MAX_LANES],
    count: usize,
    /// Whether some solve an image of their puzzle.
    has_images: bool,
    images: Images,
    /// Those whose grids are still in the frame where they were found.
    leaving: Moves,
    /// Room for characters.
    lines: [Line; MAX_LANES],
}

impl<'p, V: Lanes> Solved<'p, V> {
    #[inline(always)]
    pub fn new(puzzles: &'p [Row], question: Question, report: Report) -> Solved<'p, V> {
        Solved {
            puzzles,
            question,
            report,
            grids: Frame::new(),
            origins: [Origin::default(); MAX_LANES],
            count: 0,
            has_images: false,
            images: Images::new(),
            leaving: Moves::none(),
            lines: [Line::EMPTY; MAX_LANES],
        }
    }

    /// Adds the solution in this lane, unless it need not be reported. The grids of all
    /// that are added are moved together by [`Solved::take_leaving`], which must happen
    /// before solutions of another frame are added.
    #[inline(always)]
    pub fn add(&mut self, lanes: &Frame<V>, lane: usize, origin: Origin, sink: &mut dyn Sink) {
        if self.question.show == 0 && self.report == Report::Shown {
            return;
        }
        if self.count == V::COUNT {
            self.take_leaving(lanes);
            self.flush(sink);
        }
        self.leaving.add(lane, self.count);
        self.origins[self.count] = origin;
        self.has_images |= is_on_image(origin.attempt);
        self.count += 1;
    }

    /// Copies the grids that were added.
    #[inline(always)]
    pub fn take_leaving(&mut self, lanes: &Frame<V>) {
        if !self.leaving.is_empty() {
            self.grids.take(lanes, &self.leaving);
            self.leaving = Moves::none();
        }
    }

    /// The target and the moves of the grids that were added, for a caller that copies
    /// them itself.
    #[inline(always)]
    pub fn leaving(&mut self) -> (&mut Frame<V>, Moves) {
        let leaving = std::mem::replace(&mut self.leaving, Moves::none());
        (&mut self.grids, leaving)
    }

    /// Reports or checks all solutions whose grids were copied.
    #[inline(always)]
    pub fn flush(&mut self, sink: &mut dyn Sink) {
        let count = std::mem::take(&mut self.count);
        if count == 0 {
            return;
        }
        if self.report != Report::Checked || self.has_images {
            return self.flush_texts(count, sink);
        }
        let origins = &self.origins[..count];
        let mut givens = [Row::EMPTY.text(); MAX_LANES];
        for (given, origin) in givens.iter_mut().zip(origins) {
            *given = self.puzzles[origin.puzzle].text();
        }
        let wrong = check::wrong(&givens[..count], &self.grids);
        sink.checked(origins, wrong);
    }

    /// Reports this many solutions as characters.
    #[inline(always)]
    fn flush_texts(&mut self, count: usize, sink: &mut dyn Sink) {
        text::write(&self.grids, &mut self.lines);
        if std::mem::take(&mut self.has_images) {
            self.restore(count);
        }
        sink.solutions(&self.origins[..count], &self.lines[..count]);
    }

    /// Replaces solutions of images by those of the puzzles.
    #[inline(never)]
    fn restore(&mut self, count: usize) {
        for (line, origin) in self.lines.iter_mut().zip(&self.origins[..count]) {
            *line = Line::new(&self.images.restore(origin.attempt, line.text()));
        }
    }
}
