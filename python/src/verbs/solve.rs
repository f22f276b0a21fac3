//! `solve` and `is_proper`.

use super::block::{Block, BlockWorker};
use super::nine::{Short, plain, search};
use super::solved_columns::SolvedColumns;
use super::{Input, Options, exposed};
use crate::column::table::words;
use crate::column::{Entry, Kind, Layout, RowFailure, Task, Verb};
use crate::error::Failure;
use crate::keywords;
use crate::puzzle::Question;
use crate::solution::GridSolution;
use arrow_array::ArrayRef;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use satoku::search::lockstep::Question as Query;
use satoku::{End, Verdict};
use std::ops::ControlFlow;
use std::time::Instant;

const SOLVED: &[&str] = &["solved", "unsatisfiable", "unknown"];
const UNIQUE: &[&str] = &["none", "one", "several", "unknown"];

/// Solves one puzzle, or every puzzle of a column.
///
/// A puzzle is a string or bytes in any format that satoku reads, a list of digits (0 is an
/// empty cell), or a dict as satoku's JSON and f-puzzles have it. A column is a list of
/// strings, a NumPy array uint8[n, 81], or anything with the Arrow PyCapsule interface.
///
/// One puzzle gives a Solution; UnsolvableError says that there is none, and
/// UnknownError that the timeout came first. Of several solutions, any is shown; with
/// unique=True, they are an UnsolvableError, too.
///
/// >>> import satoku
/// >>> print(satoku.solve("..1..3..2......4"))
/// 4213134224313124
/// >>> satoku.solve("11..............")
/// Traceback (most recent call last):
///     ...
/// satoku.UnsolvableError: the puzzle has no solution: r1c1 and r1c2 both hold 1 in row 1
///
/// A column gives Answers with the columns verdict ('solved', 'unsatisfiable',
/// 'unknown'), solution, count and microseconds (the mean of rows that were answered
/// together). With unique=True, the verdict is 'none', 'one', 'several' or 'unknown',
/// and the column second has another solution.
///
/// >>> answers = satoku.solve(["..1..3..2......4", "11.............."])
/// >>> answers["verdict"]
/// ['solved', 'unsatisfiable']
///
/// Keywords: box names the box shape ("2x3"), alphabet is 'digits', 'hex', 'letters',
/// 'numbers' or 'numbers-from-0', rules are rules of the whole grid ("diagonal,anti-knight") or
/// rule files, timeout is in seconds for each puzzle, jobs is the number of threads. Only for
/// columns: column names the column of a table, on_error='null' turns errors into nulls and a
/// column error, mixed_sizes=True allows puzzles of several sizes, progress is called with the
/// number of rows that are done.
#[pyfunction]
#[pyo3(name = "solve", signature = (puzzle, /, *, unique=false, **keywords))]
pub fn solve<'py>(
    puzzle: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = keywords::unique)] unique: bool,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzle.py();
    exposed(|| {
        if let (false, Some(row)) = (unique, plain(puzzle, keywords))
            && let Short::Found(_, Some(digits)) = search(row, 1, None)?
        {
            return Ok(Bound::new(py, GridSolution::nine(row, digits))?.into_any());
        }
        let options = Options::new(keywords, &["unique"])?;
        match options.asked(puzzle)? {
            Input::One(question) => {
                if unique {
                    refuse_several(py, &options, question.clone())?;
                }
                let solution = one(py, &options, question)?;
                Ok(Bound::new(py, solution)?.into_any())
            }
            Input::Many => {
                let verb = Solve::new(unique, options.keeps_errors);
                Ok(Bound::new(py, options.run(puzzle, &verb)?)?.into_any())
            }
        }
    })
}

/// # Errors
/// The puzzle has several solutions, or a limit came before that was known.
fn refuse_several(py: Python<'_>, options: &Options, question: Question) -> Result<(), Failure> {
    match super::count::one(py, options, question, Some(2))? {
        0 | 1 => Ok(()),
        _ => Err(Failure::Unsolvable(
            "the puzzle has several solutions, expected exactly one".into(),
        )),
    }
}

/// Whether a puzzle has exactly one solution; of a column, the same as
/// solve(unique=True).
///
/// >>> import satoku
/// >>> satoku.is_proper("." * 81)
/// False
/// >>> satoku.is_proper("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// True
#[pyfunction]
#[pyo3(signature = (puzzle, /, *, **keywords))]
pub fn is_proper<'py>(
    puzzle: &Bound<'py, PyAny>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzle.py();
    exposed(|| {
        if let Some(row) = plain(puzzle, keywords)
            && let Short::Found(count, _) = search(row, 2, None)?
        {
            return Ok(PyBool::new(py, count == 1).to_owned().into_any());
        }
        let options = Options::new(keywords, &[])?;
        match options.asked(puzzle)? {
            Input::One(question) => {
                let count = super::count::one(py, &options, question, Some(2))?;
                Ok((count == 1)
                    .into_pyobject(py)
                    .map_err(PyErr::from)?
                    .to_owned()
                    .into_any())
            }
            Input::Many => {
                let verb = Solve::new(true, options.keeps_errors);
                Ok(Bound::new(py, options.run(puzzle, &verb)?)?.into_any())
            }
        }
    })
}

fn one(py: Python<'_>, options: &Options, question: Question) -> Result<GridSolution, Failure> {
    if let Question::Nine(row) = &question
        && let Short::Found(_, first) = search(*row, 1, options.time_left())?
    {
        let none = || Failure::Unsolvable(question.no_solution());
        return Ok(GridSolution::nine(*row, first.ok_or_else(none)?));
    }
    let verdict = options.watched(py, |engines, _, limits| engines.first(&question, limits))?;
    match verdict {
        Verdict::Solved(solution) => Ok(GridSolution::new(question, solution)),
        Verdict::Unsatisfiable => Err(Failure::Unsolvable(question.no_solution())),
        Verdict::Unknown(reason) => Err(Failure::open(&reason)),
    }
}

/// The verb over columns.
pub struct Solve {
    unique: bool,
    layout: Layout,
    /// The words of the verdicts.
    pub words: ArrayRef,
}

/// What is known about one puzzle that was not answered with others.
pub struct Solved {
    pub verdict: Option<i8>,
    pub found: i64,
    pub solutions: Vec<String>,
    pub microseconds: f64,
    pub error: Option<String>,
}

impl Solve {
    fn new(unique: bool, keeps_errors: bool) -> Solve {
        let kinds = if unique { UNIQUE } else { SOLVED };
        let mut columns = vec![("verdict", Kind::Word(kinds)), ("solution", Kind::Text)];
        if unique {
            columns.push(("second", Kind::Text));
        }
        columns.extend([("count", Kind::Number), ("microseconds", Kind::Real)]);
        Solve {
            unique,
            layout: Layout::new(&columns, keeps_errors),
            words: words(kinds),
        }
    }

    /// Solutions to look for.
    pub fn limit(&self) -> u64 {
        if self.unique { 2 } else { 1 }
    }

    /// The place of the verdict among the words.
    pub fn verdict(&self, found: u64) -> i8 {
        match (self.unique, found) {
            (true, 0) => 0,
            (true, 1) => 1,
            (true, _) => 2,
            (false, 0) => 1,
            (false, _) => 0,
        }
    }

    fn unknown(&self) -> i8 {
        if self.unique { 3 } else { 2 }
    }

    /// Answers a puzzle on its own.
    fn single(
        &self,
        worker: &mut BlockWorker,
        task: &Task<'_>,
        index: usize,
    ) -> Result<Solved, RowFailure> {
        let question = match task.entry(index)? {
            Entry::Puzzle(question) => question,
            Entry::Bad(error) => return Ok(Solved::error(error.message())),
        };
        let start = Instant::now();
        let mut solutions = Vec::new();
        let tally =
            worker
                .engines
                .enumerate(&question, self.limit(), &task.limits(), &mut |solution| {
                    solutions.push(question.solution_text(solution));
                    ControlFlow::Continue(())
                });
        let tally = match tally {
            Ok(tally) => tally,
            Err(failure) => return task.kept(index, failure).map(Solved::error),
        };
        let found = tally.found;
        let verdict = match tally.end {
            End::Stopped(reason) if found < self.limit() => match Failure::open(&reason) {
                Failure::Unknown(_) => self.unknown(),
                failure => return task.kept(index, failure).map(Solved::error),
            },
            _ => self.verdict(found),
        };
        Ok(Solved {
            verdict: Some(verdict),
            found: found as i64,
            solutions,
            microseconds: start.elapsed().as_secs_f64() * 1e6,
            error: None,
        })
    }
}

impl Solved {
    fn error(text: String) -> Solved {
        Solved {
            verdict: None,
            found: 0,
            solutions: Vec::new(),
            microseconds: 0.0,
            error: Some(text),
        }
    }
}

impl Verb for Solve {
    type Worker = BlockWorker;

    fn worker(&self) -> Result<BlockWorker, Failure> {
        BlockWorker::new()
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn takes_blocks(&self) -> bool {
        true
    }

    fn answer(
        &self,
        worker: &mut BlockWorker,
        task: &Task<'_>,
    ) -> Result<Vec<ArrayRef>, RowFailure> {
        let limit = self.limit();
        let query = Query {
            limit,
            show: limit as usize,
        };
        let block = Block::answer(&worker.lockstep, query, task)?;
        let mut columns = SolvedColumns::new(self, task);
        let mut nine = 0;
        for index in 0..task.len {
            if block.is_answered(index) {
                let answers = &block.answers;
                columns.add_nine(self, answers, nine, block.microseconds);
                nine += 1;
            } else {
                columns.add(self.single(worker, task, index)?);
            }
        }
        columns.finish(self, task)
    }
}
