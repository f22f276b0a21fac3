//! `count`.

use super::block::{Block, BlockWorker};
use super::nine::{Short, search};
use super::per_row::microseconds_since;

use super::{Input, Options, exposed};
use crate::column::{Entry, Kind, Layout, RowFailure, Task, Value, Verb};
use crate::error::Failure;
use crate::numbers;
use crate::puzzle::Question;
use arrow_array::ArrayRef;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::search::lockstep::Question as Query;
use satoku::{End, Tally};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::time::Instant;

const VERDICTS: &[&str] = &["exact", "limit", "unknown"];

/// Counts up to this limit are fast enough to be made in blocks.
const QUICK: u64 = 10_000;

/// The number of solutions of a puzzle, or of every puzzle of a column.
///
/// limit ends counting; without it, counting goes on to the last solution. One puzzle
/// gives a number; UnknownError says that the timeout came first.
///
/// >>> import satoku
/// >>> satoku.count("................")
/// 288
/// >>> satoku.count("." * 81, limit=1000)
/// 1000
///
/// A column gives Answers with the columns verdict ('exact'; 'limit' if there are at
/// least as many; 'unknown' if the timeout came after this many), count and
/// microseconds. The other keywords are those of solve.
#[pyfunction]
#[pyo3(name = "count", signature = (puzzle, /, *, limit=None, **keywords))]
pub fn count<'py>(
    puzzle: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::limit)] limit: Option<NonZeroU64>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzle.py();
    exposed(|| {
        let options = Options::new(keywords, &["limit"])?;
        let limit = limit.map(NonZeroU64::get);
        match options.asked(puzzle)? {
            Input::One(question) => {
                let count = one(py, &options, question, limit)?;
                Ok(count.into_pyobject(py).map_err(PyErr::from)?.into_any())
            }
            Input::Many => {
                let verb = Count::new(limit, options.keeps_errors);
                Ok(Bound::new(py, options.run(puzzle, &verb)?)?.into_any())
            }
        }
    })
}

/// The number of solutions of one puzzle, up to a limit.
///
/// # Errors
/// A limit of time that came first, or a fault of the engine.
pub fn one(
    py: Python<'_>,
    options: &Options,
    question: Question,
    limit: Option<u64>,
) -> Result<u64, Failure> {
    let limit = limit.unwrap_or(u64::MAX);
    if let Question::Nine(row) = &question
        && let Short::Found(found, _) = search(*row, limit, options.time_left())?
    {
        return Ok(found);
    }
    let tally = options.watched(py, |engines, _, limits| {
        engines.enumerate(&question, limit, limits, &mut |_| ControlFlow::Continue(()))
    })?;
    match tally.end {
        End::Stopped(reason) => Err(match Failure::open(&reason) {
            Failure::Unknown(text) => {
                Failure::Unknown(format!("{text}; found so far: {}", tally.found))
            }
            failure => failure,
        }),
        End::Exhausted | End::Enough => Ok(tally.found),
    }
}

struct Count {
    limit: u64,
    layout: Layout,
}

impl Count {
    fn new(limit: Option<u64>, keeps_errors: bool) -> Count {
        let columns = [
            ("verdict", Kind::Word(VERDICTS)),
            ("count", Kind::Number),
            ("microseconds", Kind::Real),
        ];
        Count {
            limit: limit.unwrap_or(u64::MAX),
            layout: Layout::new(&columns, keeps_errors),
        }
    }

    fn row(&self, tally: &Tally, microseconds: f64) -> Vec<Value> {
        let word = match tally.end {
            End::Stopped(_) => "unknown",
            _ if tally.found >= self.limit => "limit",
            _ => "exact",
        };
        let count = i64::try_from(tally.found).unwrap_or(i64::MAX);
        vec![
            Value::Word(word),
            Value::Number(count),
            Value::Real(microseconds),
        ]
    }

    fn single(
        &self,
        worker: &mut BlockWorker,
        task: &Task<'_>,
        index: usize,
    ) -> Result<Result<Vec<Value>, String>, RowFailure> {
        let question = match task.entry(index)? {
            Entry::Puzzle(question) => question,
            Entry::Bad(error) => return Ok(Err(error.message())),
        };
        let start = Instant::now();
        let all = &mut |_: &_| ControlFlow::Continue(());
        let counted = worker
            .engines
            .enumerate(&question, self.limit, &task.limits(), all);
        let counted = counted.and_then(|tally| match &tally.end {
            End::Stopped(reason) => match Failure::open(reason) {
                Failure::Unknown(_) => Ok(tally),
                failure => Err(failure),
            },
            _ => Ok(tally),
        });
        match counted {
            Ok(tally) => Ok(Ok(self.row(&tally, microseconds_since(start)))),
            Err(failure) => task.kept(index, failure).map(Err),
        }
    }
}

impl Verb for Count {
    type Worker = BlockWorker;

    fn worker(&self) -> Result<BlockWorker, Failure> {
        BlockWorker::new()
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn takes_blocks(&self) -> bool {
        self.limit <= QUICK
    }

    fn answer(
        &self,
        worker: &mut BlockWorker,
        task: &Task<'_>,
    ) -> Result<Vec<ArrayRef>, RowFailure> {
        let query = Query {
            limit: self.limit,
            show: 0,
        };
        let block = match self.takes_blocks() {
            true => Some(Block::answer(&worker.lockstep, query, task)?),
            false => None,
        };
        let mut rows = Vec::with_capacity(task.len);
        let mut nine = 0;
        for index in 0..task.len {
            rows.push(match &block {
                Some(block) if block.is_answered(index) => {
                    let found = block.answers.found(nine);
                    nine += 1;
                    let end = End::Exhausted;
                    Ok(self.row(&Tally { found, end }, block.microseconds))
                }
                _ => self.single(worker, task, index)?,
            });
        }
        Ok(self.layout.arrays(&rows))
    }
}
