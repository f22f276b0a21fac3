//! The public interface: puzzles in, checked answers out.

use super::check::Check;
use super::descent::Tendency;
use super::search::Run;
use super::solved::{Origin, Report, Sink};
use super::text::Line;
use crate::grid::row::{CELLS, Row};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::search::simd::{MAX_LANES, Simd, UnknownSimd};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Counts and solves many 9×9 puzzles in parallel lanes. It can be shared between threads.
/// Clones share tuning learned from earlier calls; it affects speed, never answers.
///
/// ```
/// use satoku::limits::Limits;
/// use satoku::grid::Row;
/// use satoku::search::lockstep::{Lockstep, Question};
///
/// let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = Row::new(text).expect("digits and dots only");
/// let question = Question { limit: 2, show: 1 };
/// let answers = Lockstep::new()?.answer(&[puzzle], question, &Limits::unlimited())?;
/// assert_eq!(answers.found(0), 1);
/// assert!(answers.solutions(0)[0].starts_with(b"534678912"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lockstep {
    simd: Simd,
    checked: bool,
    tendency: Arc<Tendency>,
}

/// What to determine about each puzzle of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Solutions to count, at most.
    pub limit: u64,
    /// Solutions to show of each puzzle, at most two; a larger number counts as two. Which ones
    /// depends on the puzzle and the question alone.
    pub show: usize,
}

/// The most solutions of a puzzle that can be shown.
const MOST_SHOWN: usize = 2;

/// The answers about some puzzles, in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answers {
    found: Vec<u64>,
    /// The characters of `show` solutions of each puzzle.
    solutions: Vec<u8>,
    show: usize,
    checked: u64,
}

/// Why there are no answers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    /// The limits were exceeded.
    #[error("{0}")]
    Stopped(Reason),
    /// A solution breaks the rules or a given: a fault of the search.
    #[error("lockstep/{simd} gave a wrong solution to the puzzle {puzzle}")]
    Wrong {
        /// The instructions that the search ran on.
        simd: Simd,
        /// The characters of the puzzle.
        puzzle: String,
    },
    /// Fewer solutions were checked than counted: a fault of the search.
    #[error("lockstep/{0} counted solutions that were not checked")]
    Unchecked(Simd),
}

impl Lockstep {
    /// A search that uses the fastest instruction set of this processor, or the one that the
    /// environment variable `SATOKU_SIMD` names.
    ///
    /// # Errors
    /// [`UnknownSimd`] if the variable names none that this processor has.
    pub fn new() -> Result<Lockstep, UnknownSimd> {
        Simd::from_environment().map(Lockstep::on)
    }

    /// A search that uses this instruction set.
    ///
    /// # Panics
    /// If the processor lacks them: see [`Simd::available`].
    pub fn on(simd: Simd) -> Lockstep {
        assert!(simd.is_available(), "{simd} is not available");
        Lockstep {
            simd,
            checked: true,
            tendency: Arc::default(),
        }
    }

    /// Without the check of each solution against the rules and the givens.
    #[must_use]
    pub fn unchecked(self) -> Lockstep {
        Lockstep {
            checked: false,
            ..self
        }
    }

    /// The instructions in use.
    pub fn simd(&self) -> Simd {
        self.simd
    }

    /// Counts the solutions of each puzzle up to `question.limit`, and keeps
    /// `question.show` of them, which do not depend on the other puzzles. All counted
    /// solutions are checked, with one exception: of solutions that differ only by
    /// exchanging the candidates of cells with two, or digits that no given holds, only one
    /// is checked.
    ///
    /// # Errors
    /// [`Failure`] if the limits are exceeded, or a solution is wrong or was not checked.
    pub fn answer(
        &self,
        puzzles: &[Row],
        question: Question,
        limits: &Limits,
    ) -> Result<Answers, Failure> {
        let limit = question.limit;
        let show = question
            .show
            .min(MOST_SHOWN)
            .min(usize::try_from(limit).unwrap_or(MOST_SHOWN));
        let question = Question { limit, show };
        let mut collector = self.collector(puzzles, question, limits);
        self.run(puzzles, question, &mut collector);
        self.finish(collector)
    }

    pub(super) fn collector<'p, 'b>(
        &self,
        puzzles: &'p [Row],
        question: Question,
        limits: &'b Limits,
    ) -> Collector<'p, 'b> {
        let show = question.show;
        Collector {
            simd: self.simd,
            puzzles,
            limits,
            answers: Answers {
                found: vec![0; puzzles.len()],
                solutions: vec![0; puzzles.len() * show * CELLS],
                show,
                checked: 0,
            },
            checked: self.checked,
            checks: 0,
            failure: None,
        }
    }

    /// Searches, and reports what a collector needs.
    pub(super) fn run(&self, puzzles: &[Row], question: Question, sink: &mut dyn Sink) {
        let report = match (self.checked, question.show) {
            (false, _) => Report::Shown,
            (true, 0) => Report::Checked,
            (true, _) => Report::All,
        };
        self.simd.run(Run {
            puzzles,
            question,
            report,
            tendency: &self.tendency,
            sink,
        });
    }

    /// What was collected, if all of it was checked and right.
    pub(super) fn finish(&self, collector: Collector<'_, '_>) -> Result<Answers, Failure> {
        let mut answers = collector.answers;
        let found = answers.found.iter().copied().fold(0, u64::saturating_add);
        match collector.failure {
            Some(failure) => Err(failure),
            None if self.checked && collector.checks < found => Err(Failure::Unchecked(self.simd)),
            None => {
                answers.checked = if self.checked { found } else { 0 };
                Ok(answers)
            }
        }
    }

    /// Visits the solutions of one puzzle, all different and in any order, until the
    /// visitor breaks. They are not checked.
    pub fn visit(
        &self,
        puzzle: &Row,
        limits: &Limits,
        visitor: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
    ) -> End {
        let end = End::Exhausted;
        let mut visiting = Visiting {
            visitor,
            limits,
            end,
        };
        let question = Question {
            limit: u64::MAX,
            show: 0,
        };
        self.simd.run(Run {
            puzzles: std::slice::from_ref(puzzle),
            question,
            report: Report::All,
            tendency: &self.tendency,
            sink: &mut visiting,
        });
        visiting.end
    }
}

/// Shows each solution of one puzzle to a visitor until it breaks.
struct Visiting<'v, 'b> {
    visitor: &'v mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
    limits: &'b Limits,
    end: End,
}

impl Sink for Visiting<'_, '_> {
    fn solutions(&mut self, _: &[Origin], solutions: &[Line]) {
        for solution in solutions {
            if self.end == End::Exhausted && (self.visitor)(solution.text()).is_break() {
                self.end = End::Enough;
            }
        }
    }

    fn checked(&mut self, _: &[Origin], _: u32) {}

    fn counted(&mut self, _: usize, _: u64) {}

    fn enough(&mut self) -> bool {
        if let (End::Exhausted, Some(reason)) = (&self.end, self.limits.exceeded()) {
            self.end = End::Stopped(reason);
        }
        self.end != End::Exhausted
    }
}

impl Answers {
    /// The number of solutions found of the puzzle with this index, from 0. If it equals
    /// [`Question::limit`], there may be more.
    ///
    /// # Panics
    /// If there is no puzzle with this index.
    pub fn found(&self, puzzle: usize) -> u64 {
        self.found[puzzle]
    }

    /// Those that are shown, each 81 digits, row by row.
    ///
    /// # Panics
    /// If there is no puzzle with this index.
    pub fn solutions(&self, puzzle: usize) -> &[[u8; CELLS]] {
        let count = (self.found[puzzle] as usize).min(self.show);
        let (solutions, _) = self.solutions.as_chunks();
        &solutions[puzzle * self.show..][..count]
    }

    /// Solutions that were checked against the rules and the givens, with those that were
    /// counted together with one of them.
    pub fn checked(&self) -> u64 {
        self.checked
    }
}

/// Collects answers, and checks solutions that come as characters.
pub(super) struct Collector<'p, 'b> {
    simd: Simd,
    puzzles: &'p [Row],
    limits: &'b Limits,
    answers: Answers,
    checked: bool,
    /// Solutions that were checked; after a restart, some twice.
    checks: u64,
    failure: Option<Failure>,
}

impl Collector<'_, '_> {
    fn check(&mut self, origins: &[Origin], solutions: &[Line]) {
        let mut givens = [Row::EMPTY.text(); MAX_LANES];
        let mut texts = givens;
        for (k, (origin, solution)) in origins.iter().zip(solutions).enumerate() {
            (givens[k], texts[k]) = (self.puzzles[origin.puzzle].text(), solution.text());
        }
        let count = origins.len();
        let wrong = self.simd.run(Check {
            puzzles: &givens[..count],
            solutions: &texts[..count],
        });
        self.checked(origins, wrong);
    }
}

impl Sink for Collector<'_, '_> {
    fn solutions(&mut self, origins: &[Origin], solutions: &[Line]) {
        if self.checked {
            self.check(origins, solutions);
        }
        let show = self.answers.show;
        let (places, _) = self.answers.solutions.as_chunks_mut();
        for (origin, solution) in origins.iter().zip(solutions) {
            if origin.nth < show as u64 {
                places[origin.puzzle * show + origin.nth as usize] = *solution.text();
            }
        }
    }

    fn checked(&mut self, origins: &[Origin], wrong: u32) {
        let counts = origins.iter().map(|origin| origin.count);
        self.checks = counts.fold(self.checks, u64::saturating_add);
        if let Some(origin) = origins.get(wrong.trailing_zeros() as usize) {
            let puzzle = self.puzzles[origin.puzzle].text();
            self.failure = Some(Failure::Wrong {
                simd: self.simd,
                puzzle: String::from_utf8_lossy(puzzle).into_owned(),
            });
        }
    }

    fn counted(&mut self, puzzle: usize, found: u64) {
        self.answers.found[puzzle] = found;
    }

    fn enough(&mut self) -> bool {
        if self.failure.is_none() {
            self.failure = self.limits.exceeded().map(Failure::Stopped);
        }
        self.failure.is_some()
    }
}
