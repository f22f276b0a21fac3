//! A verb over all rows of a column, in parallel and in order.

use super::answers::Answers;
use super::source::{Chunk, Column, RowData};
use super::task::{RowFailure, Task, Verb};
use crate::error::{Failure, guarded};
use crate::options::Reading;
use crate::puzzle::{Question, Size};
use crate::watch::{POLL, Stop, no_thread, signals, watched};
use arrow_array::{ArrayRef, RecordBatch};
use pyo3::prelude::*;
use satoku::Limits;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// 9×9 lines that are answered at once.
const BLOCK: usize = 2048;

/// Other puzzles that one thread takes at once.
const FEW: usize = 16;

/// A run over a column.
pub struct Job<'a> {
    pub column: &'a Column<'a>,
    pub reading: &'a Reading,
    pub jobs: usize,
    pub timeout: Option<Duration>,
    /// Whether errors are part of the answers.
    pub keeps_errors: bool,
    pub mixed_sizes: bool,
    /// Called with the number of rows that are done.
    pub progress: Option<Py<PyAny>>,
}

/// Rows of one chunk.
struct Piece<'a> {
    chunk: &'a Chunk<'a>,
    first: usize,
    len: usize,
    row: usize,
}

/// The answers to the piece with this number.
type Done = (usize, Result<Vec<ArrayRef>, RowFailure>);

/// What the workers share.
struct Shared<'a, V> {
    verb: &'a V,
    job: &'a Job<'a>,
    pieces: &'a [Piece<'a>],
    size: Option<Size>,
    next: &'a AtomicUsize,
    stop: &'a Stop,
}

/// Answers all rows.
///
/// # Errors
/// The first row that cannot be answered, an exception of the progress callback, or
/// Ctrl-C.
pub fn run<V: Verb>(py: Python<'_>, verb: &V, job: &Job<'_>) -> Result<Answers, Failure> {
    let size = if job.mixed_sizes {
        None
    } else {
        watched(py, None, |limits| first_size(job, limits))?
    };
    let is_block = verb.takes_blocks() && size.is_none_or(|size| size.cells == 81);
    let pieces = pieces(job, is_block);
    let (next, stop) = (AtomicUsize::new(0), Stop::default());
    let shared = Shared {
        verb,
        job,
        pieces: &pieces,
        size,
        next: &next,
        stop: &stop,
    };
    let arrays = py.detach(|| all(&shared))?;
    let schema = verb.layout().schema();
    let batches = arrays
        .into_iter()
        .map(|arrays| RecordBatch::try_new(schema.clone(), arrays));
    let batches = batches.collect::<Result<Vec<_>, _>>();
    let batches = batches.map_err(|error| Failure::Engine(error.to_string()))?;
    Answers::new(schema, batches)
}

/// The size of the first puzzle; if there is none before a row that ends the run, none.
fn first_size(job: &Job<'_>, limits: &Limits) -> Result<Option<Size>, Failure> {
    // The board is known, whatever else takes long.
    let at_once = Limits::unlimited().within(Duration::ZERO);
    let rows = job.column.chunks.iter();
    let rows = rows.flat_map(|chunk| (0..chunk.len()).map(|index| chunk.row(index)));
    for (row, data) in rows.enumerate() {
        limits.check().map_err(|reason| Failure::open(&reason))?;
        let question = match data {
            RowData::Null | RowData::Holed | RowData::Wrong(_) => None,
            RowData::Text(text) => Question::of_text(text, job.reading, &at_once).ok(),
            RowData::Digits(digits) => {
                Question::of_digits(digits.numbers(), job.reading, &at_once).ok()
            }
            RowData::Numbers(numbers) => {
                Question::of_digits(numbers.iter().copied(), job.reading, &at_once).ok()
            }
        };
        if let Some(question) = question {
            let cells = question.cell_count();
            return Ok(Some(Size { cells, row }));
        }
        if !job.keeps_errors {
            break;
        }
    }
    Ok(None)
}

fn pieces<'a>(job: &'a Job<'a>, is_block: bool) -> Vec<Piece<'a>> {
    let rows = job.column.len();
    let len = match is_block {
        true => (rows / job.jobs.saturating_mul(4)).clamp(64, BLOCK),
        false => (rows / job.jobs.saturating_mul(8)).clamp(1, FEW),
    };
    let mut pieces = Vec::new();
    let mut row = 0;
    for chunk in &job.column.chunks {
        for first in (0..chunk.len()).step_by(len) {
            let len = len.min(chunk.len() - first);
            pieces.push(Piece {
                chunk,
                first,
                len,
                row,
            });
            row += len;
        }
    }
    pieces
}

fn all<V: Verb>(shared: &Shared<'_, V>) -> Result<Vec<Vec<ArrayRef>>, Failure> {
    let threads = shared.job.jobs.min(shared.pieces.len());
    thread::scope(|scope| {
        let (give, done) = channel();
        for number in 0..threads {
            let give = give.clone();
            let started = thread::Builder::new().spawn_scoped(scope, move || work(shared, &give));
            match started {
                Ok(_) => {}
                Err(error) if number == 0 => return Err(no_thread(&error)),
                // Those that run do the work of the others.
                Err(_) => break,
            }
        }
        drop(give);
        let collected = collect(shared, &done);
        if collected.is_err() {
            shared.stop.set();
        }
        collected
    })
}

/// Answers pieces until there are no more.
fn work<V: Verb>(shared: &Shared<'_, V>, give: &Sender<Done>) {
    let mut worker = None;
    while !shared.stop.is_set() {
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(piece) = shared.pieces.get(number) else {
            return;
        };
        let answers = guarded(|| {
            let worker = match &mut worker {
                Some(worker) => worker,
                none => none.insert(shared.verb.worker()?),
            };
            Ok(answer(shared, worker, piece))
        });
        let answers = answers.unwrap_or_else(|failure| Err(RowFailure { failure }));
        if give.send((number, answers)).is_err() {
            return;
        }
    }
}

fn answer<V: Verb>(
    shared: &Shared<'_, V>,
    worker: &mut V::Worker,
    piece: &Piece<'_>,
) -> Result<Vec<ArrayRef>, RowFailure> {
    let job = shared.job;
    let task = Task {
        chunk: piece.chunk,
        first: piece.first,
        len: piece.len,
        row: piece.row,
        reading: job.reading,
        size: shared.size,
        timeout: job.timeout,
        stop: shared.stop,
        keeps_errors: job.keeps_errors,
    };
    shared.verb.answer(worker, &task)
}

/// Takes the answers in any order and listens for signals. After a failure, earlier rows
/// are awaited: the first failure is reported.
fn collect<V>(
    shared: &Shared<'_, V>,
    done: &Receiver<Done>,
) -> Result<Vec<Vec<ArrayRef>>, Failure> {
    let mut answers: Vec<Option<Vec<ArrayRef>>> = Vec::new();
    answers.resize_with(shared.pieces.len(), || None);
    let (mut rows, mut looked) = (0, Instant::now());
    let mut failed: Option<(usize, RowFailure)> = None;
    let mut missing = shared.pieces.len();
    while missing > 0 {
        match done.recv_timeout(POLL) {
            Ok((number, Ok(arrays))) => {
                rows += shared.pieces[number].len;
                answers[number] = Some(arrays);
                missing -= 1;
            }
            Ok((number, Err(failure))) => {
                missing -= 1;
                // No later piece is begun.
                shared.next.store(shared.pieces.len(), Ordering::Relaxed);
                if failed.as_ref().is_none_or(|(earlier, _)| number < *earlier) {
                    failed = Some((number, failure));
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            // After a failure, the threads end early.
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if looked.elapsed() >= POLL {
            looked = Instant::now();
            signals()?;
            report(shared, rows)?;
        }
    }
    if let Some((_, failure)) = failed {
        return Err(failure.failure);
    }
    report(shared, rows)?;
    let all: Option<Vec<_>> = answers.into_iter().collect();
    all.ok_or_else(|| Failure::Engine("a thread ended without an answer".into()))
}

fn report<V>(shared: &Shared<'_, V>, rows: usize) -> Result<(), Failure> {
    if let Some(progress) = &shared.job.progress {
        Python::attach(|py| progress.call1(py, (rows,)).map(drop))?;
    }
    Ok(())
}
