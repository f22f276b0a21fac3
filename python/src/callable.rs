//! A solver written in Python as a backend.

use crate::error::EngineError;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyString;
use satoku::backend::{Backend, End, Query, Unsupported, Visitor};
use satoku::grid::text::{Alphabet, line_text};
use satoku::outcome::{Fault, Reason};
use satoku::{Digit, Limits, Puzzle, Solution};
use std::sync::{Arc, Mutex, PoisonError};

/// A solver written in Python as a backend.
#[derive(Clone)]
pub struct Callable {
    solver: Arc<Py<PyAny>>,
    name: String,
    /// Whether it is asked for all solutions.
    shows_all: bool,
    /// An exception that is no fault of the solver, such as Ctrl-C.
    interrupt: Arc<Mutex<Option<PyErr>>>,
}

impl Callable {
    /// A function that returns one solution, or all of them.
    pub fn new(solver: Py<PyAny>, name: &str, shows_all: bool) -> Callable {
        Callable {
            solver: Arc::new(solver),
            name: name.to_owned(),
            shows_all,
            interrupt: Arc::default(),
        }
    }

    /// The exception that ended the solver and is none of its own.
    pub fn taken(&self) -> Option<PyErr> {
        self.interrupt
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    fn ask(&self, py: Python<'_>, puzzle: &Puzzle, visitor: &mut Visitor<'_>) -> PyResult<End> {
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
        }
        Ok(End::Exhausted)
    }
}

/// The grid that the solver returned.
fn grid(answer: &Bound<'_, PyAny>, puzzle: &Puzzle) -> PyResult<Solution> {
    let wrong =
        |what: &str| EngineError::new_err(format!("it returned {what}, expected a full grid"));
    let digits: Vec<u16> = match answer.cast::<PyString>() {
        Err(_) => match answer.getattr("cells") {
            Ok(cells) => cells.extract()?,
            Err(_) => answer
                .extract()
                .map_err(|_| wrong(&answer.get_type().to_string()))?,
        },
        Ok(line) => {
            let side = puzzle.geometry().side();
            let alphabet = Alphabet::Digits.reaching(side);
            let symbols = line
                .to_str()?
                .chars()
                .map(|c| alphabet.symbol(c, side).and_then(|s| s.digit()));
            symbols.map(|digit| digit.map_or(0, Digit::value)).collect()
        }
    };
    let cells: Option<Vec<Digit>> = digits.into_iter().map(Digit::new).collect();
    cells
        .map(Solution::new)
        .ok_or_else(|| wrong("a grid with empty cells"))
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

    fn search(&mut self, puzzle: &Puzzle, _: &Limits, visitor: &mut Visitor<'_>) -> End {
        Python::attach(|py| match self.ask(py, puzzle, visitor) {
            Ok(end) => end,
            Err(error) if error.is_instance_of::<PyException>(py) => {
                End::Stopped(Reason::Fault(Fault::Crash, error.to_string()))
            }
            Err(error) => {
                let mut interrupt = self
                    .interrupt
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                interrupt.get_or_insert(error);
                End::Stopped(Reason::Interrupted)
            }
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
