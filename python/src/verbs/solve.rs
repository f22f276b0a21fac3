//! `solve` and `is_proper`.

use super::nine::{Short, search};
use super::{Asked, Options, exposed};
use crate::column::table::{word_column, words};
use crate::column::{Entry, Kind, Layout, RowFailure, Task, Verb};
use crate::engines::Engines;
use crate::error::Failure;
use crate::puzzle::Question;
use crate::solution::GridSolution;
use arrow_array::{ArrayRef, Float64Array, Int8Array, Int64Array, StringArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::grid::Row;
use satoku::search::lockstep::{Answers, Failure as LockstepFailure, Lockstep, Question as Query};
use satoku::{End, Reason, Verdict};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

const SOLVED: &[&str] = &["solved", "unsatisfiable", "unknown"];
const UNIQUE: &[&str] = &["none", "one", "several", "unknown"];

/// Solves one puzzle, or every puzzle of a column.
///
/// A puzzle is a string in any format that satoku reads, a list of digits (0 is an empty
/// cell), or a dict as satoku's JSON and f-puzzles have it. A column is a list of
/// strings, a NumPy array uint8[n, 81], or anything with the Arrow PyCapsule interface.
///
/// One puzzle gives a Solution; UnsolvableError says that there is none, and
/// UnknownError that the timeout came first. Of several solutions, any is shown.
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
/// Keywords: box names the box shape ("2x3"), alphabet is 'digits', 'hex', 'letters' or
/// 'numbers', rules are rules of the whole grid ("diagonal,anti-knight") or rule files,
/// timeout is in seconds for each puzzle, jobs is the number of threads, column names
/// the column of a table, on_error='null' turns errors into nulls and a column error,
/// progress is called with the number of rows that are done.
#[pyfunction]
#[pyo3(name = "solve", signature = (puzzle, /, *, unique=false, **keywords))]
pub fn solve<'py>(
    puzzle: &Bound<'py, PyAny>,
    unique: bool,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzle.py();
    exposed(|| {
        let options = Options::new(keywords)?;
        match options.asked(puzzle)? {
            Asked::One(question) => {
                let solution = one(py, &options, question)?;
                Ok(Bound::new(py, solution)?.into_any())
            }
            Asked::Many => {
                let verb = Solve::new(unique, options.keeps_errors);
                Ok(Bound::new(py, options.run(puzzle, &verb)?)?.into_any())
            }
        }
    })
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
        let options = Options::new(keywords)?;
        match options.asked(puzzle)? {
            Asked::One(question) => {
                let count = super::count::one(py, &options, question, Some(2))?;
                Ok((count == 1)
                    .into_pyobject(py)
                    .map_err(PyErr::from)?
                    .to_owned()
                    .into_any())
            }
            Asked::Many => {
                let verb = Solve::new(true, options.keeps_errors);
                Ok(Bound::new(py, options.run(puzzle, &verb)?)?.into_any())
            }
        }
    })
}

fn one(py: Python<'_>, options: &Options, question: Question) -> Result<GridSolution, Failure> {
    if let (Question::Nine(row), None) = (&question, options.timeout)
        && let Short::Found(_, first) = search(*row, 1)?
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
struct Solve {
    unique: bool,
    layout: Layout,
    words: ArrayRef,
}

/// The engines of one thread.
pub struct SolveWorker {
    pub lockstep: Lockstep,
    pub engines: Engines,
}

/// What is known about one puzzle that was not answered with others.
struct Solved {
    verdict: Option<i8>,
    found: i64,
    solutions: Vec<String>,
    microseconds: f64,
    error: Option<String>,
}

impl SolveWorker {
    /// Engines on the fastest instructions of this processor.
    ///
    /// # Errors
    /// Instructions that the environment names and the processor lacks.
    pub fn new() -> Result<SolveWorker, Failure> {
        let lockstep = Lockstep::new().map_err(|error| Failure::Engine(error.to_string()))?;
        Ok(SolveWorker {
            lockstep,
            engines: Engines::default(),
        })
    }
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
    fn limit(&self) -> u64 {
        if self.unique { 2 } else { 1 }
    }

    /// The place of the verdict among the words.
    fn verdict(&self, found: u64) -> i8 {
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
        worker: &mut SolveWorker,
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
    type Worker = SolveWorker;

    fn worker(&self) -> Result<SolveWorker, Failure> {
        SolveWorker::new()
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn takes_blocks(&self) -> bool {
        true
    }

    fn answer(
        &self,
        worker: &mut SolveWorker,
        task: &Task<'_>,
    ) -> Result<Vec<ArrayRef>, RowFailure> {
        let limit = self.limit();
        let query = Query {
            limit,
            show: limit as usize,
        };
        let block = Block::answer(&worker.lockstep, query, task)?;
        let mut columns = Columns::new(self, task);
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

/// The 9×9 lines of a task, answered at once.
pub struct Block {
    /// Whether each row of the task is among them; nothing if all are.
    rows: Option<Vec<bool>>,
    /// In the order of the rows that are among them.
    pub answers: Answers,
    /// The mean.
    pub microseconds: f64,
}

impl Block {
    /// Answers the 9×9 lines of a task. Where the time limit of one puzzle was too short
    /// for all of them, none is answered.
    ///
    /// # Errors
    /// A fault of the engine, or the end of the run.
    pub fn answer(lockstep: &Lockstep, query: Query, task: &Task<'_>) -> Result<Block, RowFailure> {
        let mut puzzles = Vec::with_capacity(task.len);
        let mut rows = None;
        let fits = task.reading.is_plain() && task.size.is_none_or(|size| size.cells == 81);
        for index in 0..task.len {
            let row: Option<Row> = task.nine(index).filter(|_| fits);
            if row.is_none() && rows.is_none() {
                let mut known = vec![false; task.len];
                known[..index].fill(true);
                rows = Some(known);
            }
            if let (Some(rows), Some(_)) = (&mut rows, row) {
                rows[index] = true;
            }
            puzzles.extend(row);
        }
        let start = Instant::now();
        let answers = match lockstep.answer(&puzzles, query, &task.limits()) {
            Ok(answers) => answers,
            Err(LockstepFailure::Stopped(Reason::Timeout)) => {
                rows = Some(vec![false; task.len]);
                Answers::default()
            }
            Err(failure) => {
                let failure = match failure {
                    LockstepFailure::Stopped(reason) => Failure::open(&reason),
                    failure => Failure::Engine(failure.to_string()),
                };
                return Err(task.failure(0, failure));
            }
        };
        let microseconds = start.elapsed().as_secs_f64() * 1e6 / puzzles.len().max(1) as f64;
        Ok(Block {
            rows,
            answers,
            microseconds,
        })
    }

    /// Whether the row of the task is among the answers.
    #[inline]
    pub fn is_answered(&self, index: usize) -> bool {
        self.rows.as_ref().is_none_or(|rows| rows[index])
    }
}

/// Texts one after another.
struct Texts {
    bytes: Vec<u8>,
    ends: Vec<i32>,
    present: Vec<bool>,
}

impl Texts {
    fn with_capacity(rows: usize) -> Texts {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        Texts {
            bytes: Vec::with_capacity(rows * 81),
            ends,
            present: Vec::with_capacity(rows),
        }
    }

    #[inline]
    fn add(&mut self, text: Option<&[u8]>) {
        self.bytes.extend_from_slice(text.unwrap_or_default());
        self.ends.push(self.bytes.len() as i32);
        self.present.push(text.is_some());
    }

    fn finish(self) -> Result<ArrayRef, Failure> {
        let nulls = NullBuffer::from(self.present);
        let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
        let ends = OffsetBuffer::new(ScalarBuffer::from(self.ends));
        let texts = StringArray::try_new(ends, Buffer::from(self.bytes), nulls);
        Ok(Arc::new(
            texts.map_err(|error| Failure::Engine(error.to_string()))?,
        ))
    }
}

/// The columns of the answers in the making.
struct Columns {
    verdicts: Vec<i8>,
    texts: Vec<Texts>,
    counts: Vec<i64>,
    times: Vec<f64>,
    present: Vec<bool>,
    errors: Vec<Option<String>>,
}

impl Columns {
    fn new(verb: &Solve, task: &Task<'_>) -> Columns {
        let rows = task.len;
        let texts = (0..verb.limit()).map(|_| Texts::with_capacity(rows));
        Columns {
            verdicts: Vec::with_capacity(rows),
            texts: texts.collect(),
            counts: Vec::with_capacity(rows),
            times: Vec::with_capacity(rows),
            present: Vec::with_capacity(rows),
            errors: Vec::new(),
        }
    }

    #[inline]
    fn add_nine(&mut self, verb: &Solve, answers: &Answers, puzzle: usize, microseconds: f64) {
        let (found, solutions) = (answers.found(puzzle), answers.solutions(puzzle));
        self.verdicts.push(verb.verdict(found));
        for (nth, texts) in self.texts.iter_mut().enumerate() {
            texts.add(solutions.get(nth).map(|text| &text[..]));
        }
        self.counts.push(found as i64);
        self.times.push(microseconds);
        self.present.push(true);
    }

    fn add(&mut self, solved: Solved) {
        self.errors.resize(self.verdicts.len(), None);
        self.errors.push(solved.error);
        self.present.push(solved.verdict.is_some());
        self.verdicts.push(solved.verdict.unwrap_or(0));
        for (nth, texts) in self.texts.iter_mut().enumerate() {
            texts.add(solved.solutions.get(nth).map(String::as_bytes));
        }
        self.counts.push(solved.found);
        self.times.push(solved.microseconds);
    }

    fn finish(mut self, verb: &Solve, task: &Task<'_>) -> Result<Vec<ArrayRef>, RowFailure> {
        let rows = self.verdicts.len();
        let nulls = NullBuffer::from(self.present);
        let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
        let keys = Int8Array::new(self.verdicts.into(), nulls.clone());
        let mut arrays = vec![word_column(keys, &verb.words)];
        for texts in self.texts {
            let array = texts.finish().map_err(|failure| task.failure(0, failure))?;
            arrays.push(array);
        }
        arrays.push(Arc::new(Int64Array::new(self.counts.into(), nulls.clone())));
        arrays.push(Arc::new(Float64Array::new(self.times.into(), nulls)));
        if task.keeps_errors {
            self.errors.resize(rows, None);
            arrays.push(Arc::new(StringArray::from(self.errors)));
        }
        Ok(arrays)
    }
}
