//! A solver written in Python as a backend.

use crate::returned::grid;
use crate::text::{said, unless_interrupted};
use pyo3::exceptions::{PyException, PyRecursionError, PySystemExit};
use pyo3::intern;
use pyo3::prelude::*;
use satoku::backend::{Backend, End, Query, Unsupported, Visitor};
use satoku::grid::text::{Alphabet, line_text};
use satoku::outcome::{Fault, Reason};
use satoku::{Limits, Puzzle};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A solver written in Python as a backend.
#[derive(Clone)]
pub struct Callable {
    solver: Arc<Py<PyAny>>,
    name: String,
    /// Whether it is asked for all solutions.
    shows_all: bool,
    raised: Arc<Mutex<Raised>>,
}

/// The exceptions of a solver.
#[derive(Default)]
struct Raised {
    /// One that is no fault of the solver, such as Ctrl-C.
    interrupt: Option<PyErr>,
    /// Where the first crash came from.
    crash: Option<Origin>,
    /// While a crash is shrunk, where it came from: others are of no interest.
    sought: Option<Origin>,
}

/// Where an exception comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    kind: String,
    /// The file and the line that raised it. Where recursion ends is a matter of chance.
    place: Option<(String, u32)>,
}

impl Origin {
    fn of(py: Python<'_>, error: &PyErr) -> PyResult<Origin> {
        let kind = error.get_type(py).str()?.to_string_lossy().into_owned();
        let place = match error.is_instance_of::<PyRecursionError>(py) {
            true => None,
            false => unless_interrupted(py, place(py, error))?.flatten(),
        };
        Ok(Origin { kind, place })
    }
}

/// The innermost line of a traceback.
fn place(py: Python<'_>, error: &PyErr) -> PyResult<Option<(String, u32)>> {
    let Some(traceback) = error.traceback(py) else {
        return Ok(None);
    };
    let mut innermost = traceback.into_any();
    loop {
        let next = innermost.getattr(intern!(py, "tb_next"))?;
        if next.is_none() {
            break;
        }
        innermost = next;
    }
    let code = innermost.getattr("tb_frame")?.getattr("f_code")?;
    let file = code.getattr("co_filename")?.extract()?;
    Ok(Some((file, innermost.getattr("tb_lineno")?.extract()?)))
}

/// Where an exception of a solver comes from, and what it says.
///
/// # Errors
/// One that is no fault of the solver, such as Ctrl-C: this one, or one that came meanwhile.
fn own_crash(py: Python<'_>, error: PyErr) -> PyResult<(Origin, String)> {
    if !error.is_instance_of::<PyException>(py) && !error.is_instance_of::<PySystemExit>(py) {
        return Err(error);
    }
    let kind = error.get_type(py).qualname()?;
    let said = said(py, &error)?;
    let text = match said.is_empty() {
        true => kind.to_string_lossy().into_owned(),
        false => format!("{}: {said}", kind.to_string_lossy()),
    };
    Ok((Origin::of(py, &error)?, text))
}

impl Callable {
    /// A function that returns one solution, or all of them.
    pub fn new(solver: Py<PyAny>, name: &str, shows_all: bool) -> Callable {
        Callable {
            solver: Arc::new(solver),
            name: name.to_owned(),
            shows_all,
            raised: Arc::default(),
        }
    }

    fn raised(&self) -> MutexGuard<'_, Raised> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The exception that ended the solver and is none of its own.
    pub fn taken(&self) -> Option<PyErr> {
        self.raised().interrupt.take()
    }

    /// Where the first crash came from since this was asked last.
    pub fn crash(&self) -> Option<Origin> {
        self.raised().crash.take()
    }

    /// Does some work in which only crashes of this origin, if one is given, are crashes.
    pub fn seeking<T>(&self, origin: Option<Origin>, work: impl FnOnce() -> T) -> T {
        self.raised().sought = origin;
        let done = work();
        let mut raised = self.raised();
        (raised.sought, raised.crash) = (None, None);
        done
    }

    fn stopped(&self, py: Python<'_>, error: PyErr) -> Reason {
        let (origin, text) = match own_crash(py, error) {
            Ok(crash) => crash,
            Err(interrupt) => {
                self.raised().interrupt.get_or_insert(interrupt);
                return Reason::Interrupted;
            }
        };
        let mut raised = self.raised();
        let is_another = raised
            .sought
            .as_ref()
            .is_some_and(|sought| *sought != origin);
        raised.crash.get_or_insert(origin);
        let fault = if is_another {
            Fault::GaveUp
        } else {
            Fault::Crash
        };
        Reason::Fault(fault, text)
    }

    fn ask(
        &self,
        py: Python<'_>,
        puzzle: &Puzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> PyResult<End> {
        let answer = self.solver.bind(py).call1((text(puzzle),))?;
        if !self.shows_all {
            return Ok(
                match answer.is_none() || visitor(&grid(&answer, puzzle)?).is_continue() {
                    true => End::Exhausted,
                    false => End::Enough,
                },
            );
        }
        for solution in answer.try_iter()? {
            if visitor(&grid(&solution?, puzzle)?).is_break() {
                return Ok(End::Enough);
            }
            if let Some(reason) = limits.exceeded() {
                return Ok(End::Stopped(reason));
            }
        }
        Ok(End::Exhausted)
    }
}

impl Backend for Callable {
    fn name(&self) -> &str {
        &self.name
    }

    fn supports(&self, _: &Puzzle, query: &Query) -> Result<(), Unsupported> {
        match (query, self.shows_all) {
            (Query::First, _) | (Query::Count { .. } | Query::Enumerate { .. }, true) => Ok(()),
            (Query::Maximise(_), _) => Err(self.unsupported("it knows no objective")),
            (_, false) => Err(self.unsupported("it shows one solution")),
        }
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        if self.raised().interrupt.is_some() {
            return End::Stopped(Reason::Interrupted);
        }
        Python::attach(|py| match self.ask(py, puzzle, limits, visitor) {
            Ok(end) => end,
            Err(error) => End::Stopped(self.stopped(py, error)),
        })
    }
}

/// A puzzle as the solver gets it.
pub fn text(puzzle: &Puzzle) -> String {
    let geometry = puzzle.geometry();
    line_text(
        geometry,
        Alphabet::Digits.reaching(geometry.side()),
        puzzle.cells(),
    )
}
