//! `solutions`: one by one, as they are found.

use super::{Options, exposed};
use crate::engines::Engines;
use crate::error::{Failure, guarded};
use crate::numbers;
use crate::puzzle::Question;
use crate::solution::GridSolution;
use crate::watch::{POLL, Stop, no_thread, signals};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::{End, Solution};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// Solutions that are found before they are asked for.
const AHEAD: usize = 64;

/// The solutions of a puzzle, found by a thread of its own as they are asked for.
#[pyclass(module = "satoku", frozen)]
pub struct Solutions {
    question: Question,
    turn: Mutex<Turn>,
    /// Told when a thread has what it waited for.
    free: Condvar,
    stop: Stop,
    /// The process whose thread finds them; after a fork, the other one has no such thread.
    process: u32,
}

type Found = Receiver<Result<Solution, Failure>>;

/// Who may ask for the next solution.
struct Turn {
    /// None once all are found, and while a thread waits.
    found: Option<Found>,
    /// The thread that waits for the next one, if any.
    waiting: Option<ThreadId>,
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.stop.set();
        if self.is_forked() {
            // The thread may have held locks of the channel, which stay locked here.
            let turn = self.turn.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::forget(turn.found.take());
        }
    }
}

/// The solutions of a puzzle, all different, one by one as they are found.
///
/// limit ends the search. UnknownError says that the timeout, for the whole search, came
/// first. After os.fork, only the process that called solutions can go on; RuntimeError says
/// so in the other one.
///
/// >>> import satoku
/// >>> len(list(satoku.solutions("1...............")))
/// 72
/// >>> for solution in satoku.solutions("." * 81, limit=3):
/// ...     assert len(solution.cells) == 81
#[pyfunction]
#[pyo3(name = "solutions", signature = (puzzle, /, *, limit=None, **keywords))]
pub fn solutions(
    puzzle: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = numbers::limit)] limit: Option<NonZeroU64>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Solutions> {
    exposed(|| {
        let options = Options::new(keywords, &["limit"])?;
        let question =
            options.question(puzzle, "solutions takes one puzzle, solve takes a column")?;
        let limit = limit.map_or(u64::MAX, NonZeroU64::get);
        let stop = Stop::default();
        let (give, found) = sync_channel(AHEAD);
        let (asked, limits) = (question.clone(), stop.limits(options.time_left()));
        let search = move || {
            let found = guarded(|| {
                let visitor = &mut |solution: &Solution| give_one(&give, solution);
                Engines::default().enumerate(&asked, limit, &limits, visitor)
            });
            let failure = match found.map(|tally| tally.end) {
                Ok(End::Stopped(reason)) => Failure::open(&reason),
                Ok(End::Exhausted | End::Enough) => return,
                Err(failure) => failure,
            };
            let _ = give.send(Err(failure));
        };
        thread::Builder::new()
            .spawn(search)
            .map_err(|error| no_thread(&error))?;
        Ok(Solutions {
            question,
            turn: Mutex::new(Turn {
                found: Some(found),
                waiting: None,
            }),
            free: Condvar::new(),
            stop,
            process: std::process::id(),
        })
    })
}

fn give_one(give: &SyncSender<Result<Solution, Failure>>, solution: &Solution) -> ControlFlow<()> {
    match give.send(Ok(solution.clone())) {
        Ok(()) => ControlFlow::Continue(()),
        // Nobody asks for more.
        Err(_) => ControlFlow::Break(()),
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: Py<Solutions>) -> Py<Solutions> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<GridSolution>> {
        // list() asks for solutions without the interpreter, which looks at signals.
        py.check_signals()?;
        if self.is_forked() {
            return Err(PyRuntimeError::new_err(
                "these solutions are found by the process that was forked; call \
                 satoku.solutions again in this one",
            ));
        }
        // A signal handler that asks while its thread waits would wait for itself.
        if self.turn().waiting == Some(thread::current().id()) {
            return Err(PyValueError::new_err(
                "the next solution is already waited for",
            ));
        }
        let next = py.detach(|| self.next());
        let solution = next.map_err(PyErr::from)?;
        Ok(solution.map(|solution| GridSolution::new(self.question.clone(), solution)))
    }
}

impl Solutions {
    fn is_forked(&self) -> bool {
        std::process::id() != self.process
    }

    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Result<Option<Solution>, Failure> {
        let mut found = self.take()?;
        let next = found.as_ref().map_or(Ok(None), receive);
        // After the last one, or a failure, there is nothing to wait for.
        found = found.filter(|_| matches!(next, Ok(Some(_)) | Err(Failure::Python(_))));
        *self.turn() = Turn {
            found,
            waiting: None,
        };
        self.free.notify_one();
        next
    }

    /// Waits for this thread's turn, and looks at signals meanwhile.
    fn take(&self) -> Result<Option<Found>, Failure> {
        loop {
            let mut turn = self.turn();
            if turn.waiting.is_none() {
                turn.waiting = Some(thread::current().id());
                return Ok(turn.found.take());
            }
            let waited = self.free.wait_timeout(turn, POLL);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
            signals()?;
        }
    }
}

fn receive(found: &Found) -> Result<Option<Solution>, Failure> {
    loop {
        match found.recv_timeout(POLL) {
            Ok(next) => return next.map(Some),
            Err(RecvTimeoutError::Timeout) => signals()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}
