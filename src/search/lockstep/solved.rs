//! Solutions on their way out of the lanes, to be shown or to be checked.

use super::attempt::{Images, is_on_image};
use super::check;
use super::frame::{Frame, Moves};
use super::question::{Origin, Question, Report, Sink};
use super::text::{self, Line};
use crate::grid::Row;
use crate::search::simd::{Lanes, MAX_LANES};

/// As many solutions as there are lanes.
pub struct Solved<'p, V> {
    puzzles: &'p [Row],
    question: Question,
    grids: Frame<V>,
    origins: [Origin; MAX_LANES],
    count: usize,
    /// Whether some are solutions of images.
    has_images: bool,
    images: Images,
    /// Those whose grids are still in the frame where they were found.
    leaving: Moves,
    /// Room for characters.
    lines: [Line; MAX_LANES],
}

impl<'p, V: Lanes> Solved<'p, V> {
    /// None is on its way.
    #[inline(always)]
    pub fn new(puzzles: &'p [Row], question: Question) -> Solved<'p, V> {
        Solved {
            puzzles,
            question,
            grids: Frame::new(),
            origins: [NO_ORIGIN; MAX_LANES],
            count: 0,
            has_images: false,
            images: Images::new(),
            leaving: Moves::none(),
            lines: [Line::EMPTY; MAX_LANES],
        }
    }

    /// The solution in this lane is to leave, if it is to be reported. All that leave together leave the same frame; where there is no room, the
    /// others leave at once.
    #[inline(always)]
    pub fn add(&mut self, lanes: &Frame<V>, lane: usize, origin: Origin, sink: &mut dyn Sink) {
        if self.question.show == 0 && self.question.report == Report::Shown {
            return;
        }
        if self.count == V::COUNT {
            self.let_out(lanes);
            self.hand_out(sink);
        }
        self.leaving.add(lane, self.count);
        self.origins[self.count] = origin;
        self.has_images |= is_on_image(origin.attempt);
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

    /// Where they go and which they are, for a lane move to let them out.
    #[inline(always)]
    pub fn leaving(&mut self) -> (&mut Frame<V>, Moves) {
        let leaving = std::mem::replace(&mut self.leaving, Moves::none());
        (&mut self.grids, leaving)
    }

    /// Reports all that are out of the lanes, or checks them.
    #[inline(always)]
    pub fn hand_out(&mut self, sink: &mut dyn Sink) {
        let count = std::mem::take(&mut self.count);
        if count == 0 {
            return;
        }
        if self.question.report != Report::Checked || self.has_images {
            return self.hand_out_texts(count, sink);
        }
        let origins = &self.origins[..count];
        let mut givens = [&Row::EMPTY; MAX_LANES];
        for (given, origin) in givens.iter_mut().zip(origins) {
            *given = &self.puzzles[origin.puzzle];
        }
        let wrong = check::wrong(&givens[..count], &self.grids);
        sink.checked(origins, wrong);
    }

    /// Reports so many solutions as characters.
    #[inline(always)]
    fn hand_out_texts(&mut self, count: usize, sink: &mut dyn Sink) {
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

/// Where no solution belongs.
const NO_ORIGIN: Origin = Origin {
    puzzle: 0,
    nth: 0,
    attempt: 0,
};
