//! The exceptions of the package, and panics as one of them.

use pyo3::exceptions::{PyException, PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;
use pyo3::{PyTypeInfo, create_exception, intern};
use satoku::grid::text::{InputError, Setting};
use satoku::outcome::Reason;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

create_exception!(
    satoku,
    SatokuError,
    PyException,
    "What all exceptions of this package are."
);
create_exception!(
    satoku,
    UnsolvableError,
    SatokuError,
    "A puzzle without a solution, or with several, where one was asked for."
);
create_exception!(
    satoku,
    UnknownError,
    SatokuError,
    "A limit came before the answer."
);
create_exception!(
    satoku,
    UnsupportedError,
    SatokuError,
    "Something that this puzzle or this engine cannot do."
);
create_exception!(
    satoku,
    ClaimError,
    SatokuError,
    "A claim that was to be proven and is false."
);
create_exception!(
    satoku,
    EngineError,
    SatokuError,
    "An engine failed or gave a wrong answer: a fault of satoku or of a solver."
);

/// An input that is not a puzzle, and where.
#[derive(Clone, Debug)]
pub struct BadInput {
    /// The row of a column, from 0.
    pub row: Option<usize>,
    /// The line of the text, from 1.
    pub line: Option<u64>,
    /// The character of the line, from 1.
    pub position: Option<usize>,
    /// The cell of a list of digits, from 1.
    pub cell: Option<usize>,
    /// What was found and what was expected.
    pub what: String,
}

/// What ends the work on a puzzle or a column.
#[derive(Debug)]
pub enum Failure {
    /// The input is not a puzzle.
    Input(BadInput),
    /// There is no solution.
    Unsolvable(String),
    /// A claim is false; what is true instead.
    FalseClaim(String),
    /// A limit came first.
    Unknown(String),
    /// A limit came first; this is the puzzle without what was proven redundant by then.
    Reduced { what: String, puzzle: String },
    /// The puzzle or the engine cannot do this.
    Unsupported(String),
    /// An engine failed or is wrong.
    Engine(String),
    /// An exception of Python.
    Python(PyErr),
}

impl BadInput {
    /// Something about the input as a whole.
    pub fn new(what: impl Into<String>) -> BadInput {
        BadInput {
            row: None,
            line: None,
            position: None,
            cell: None,
            what: what.into(),
        }
    }

    /// Something about a cell of a list of digits.
    pub fn in_cell(cell: usize, what: impl Into<String>) -> BadInput {
        BadInput {
            cell: Some(cell),
            ..BadInput::new(what)
        }
    }

    /// This mistake in this row of a column.
    pub fn in_row(self, row: usize) -> BadInput {
        BadInput {
            row: Some(row),
            ..self
        }
    }

    /// This mistake and what to do about it.
    pub fn advised(self, advice: &str) -> BadInput {
        BadInput {
            what: format!("{}; {advice}", self.what),
            ..self
        }
    }

    /// The place and what is wrong there.
    pub fn message(&self) -> String {
        let row = self.row.map(|row| format!("row {row}"));
        let line = self.line.filter(|line| *line > 1);
        let line = line.map(|line| format!("line {line}"));
        let position = self
            .position
            .map(|position| format!("character {position}"));
        let cell = self.cell.map(|cell| format!("cell {cell}"));
        let place = [row, line, position, cell];
        let place: Vec<String> = place.into_iter().flatten().collect();
        match place.is_empty() {
            true => self.what.clone(),
            false => format!("{}: {}", place.join(", "), self.what),
        }
    }

    fn into_exception(self, py: Python<'_>) -> PyErr {
        let make = || -> PyResult<PyErr> {
            let exception = input_error(py)?.call1((self.message(),))?;
            exception.setattr(intern!(py, "row"), self.row)?;
            exception.setattr(intern!(py, "line"), self.line)?;
            exception.setattr(intern!(py, "position"), self.position.or(self.cell))?;
            Ok(PyErr::from_value(exception))
        };
        make().unwrap_or_else(|error| error)
    }
}

impl From<InputError> for BadInput {
    fn from(error: InputError) -> BadInput {
        let advice = error.advice(keyword);
        let advice = advice.map_or_else(String::new, |advice| format!("; {advice}"));
        match error {
            InputError::Syntax {
                place,
                found,
                expected,
                ..
            } => BadInput {
                row: None,
                line: Some(place.line),
                position: place.column,
                cell: None,
                what: format!("found {found}, expected {expected}{advice}"),
            },
            InputError::Io { reason, .. } => BadInput::new(format!("cannot be read: {reason}")),
        }
    }
}

/// A setting as a keyword argument; `None` for those that only the program has.
fn keyword(setting: &Setting) -> Option<String> {
    match setting {
        Setting::Box(shape) => Some(format!("box=\"{shape}\"")),
        Setting::Alphabet(name) => Some(format!("alphabet=\"{name}\"")),
        _ => None,
    }
}

impl From<BadInput> for Failure {
    fn from(error: BadInput) -> Failure {
        Failure::Input(error)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Python(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Input(error) => Python::attach(|py| error.into_exception(py)),
            Failure::Unsolvable(text) => UnsolvableError::new_err(text),
            Failure::FalseClaim(truth) => {
                ClaimError::new_err(format!("the claim is false: {truth}"))
            }
            Failure::Unknown(text) => UnknownError::new_err(text),
            Failure::Reduced { what, puzzle } => Python::attach(|py| {
                reduced_exception(py, what, puzzle).unwrap_or_else(|error| error)
            }),
            Failure::Unsupported(text) => UnsupportedError::new_err(text),
            Failure::Engine(text) => EngineError::new_err(text),
            Failure::Python(error) => error,
        }
    }
}

impl Failure {
    /// Why a query stayed open.
    pub fn open(reason: &Reason) -> Failure {
        match reason {
            Reason::Engine(text) | Reason::Fault(_, text) => Failure::Engine(text.clone()),
            Reason::TooLarge { .. } | Reason::TooManySums => {
                Failure::Unsupported(reason.to_string())
            }
            reason => Failure::Unknown(format!("no answer: {reason}")),
        }
    }

    /// This failure in this row of a column, if it is about the input.
    pub fn in_row(self, row: usize) -> Failure {
        match self {
            Failure::Input(error) => Failure::Input(error.in_row(row)),
            other => other,
        }
    }

    /// Why it is not known whether this puzzle is minimal.
    pub fn reduced(reason: &Reason, puzzle: String) -> Failure {
        match Failure::open(reason) {
            Failure::Unknown(text) => Failure::Reduced {
                what: format!(
                    "{text}; 'reduced' is the puzzle as far as it was reduced, perhaps not minimal"
                ),
                puzzle,
            },
            other => other,
        }
    }
}

/// The exception of limits; each has an attribute `reduced`, which is None unless a puzzle was
/// reduced.
pub fn unknown_error(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    let made = py.get_type::<UnknownError>();
    made.setattr(intern!(py, "reduced"), py.None())?;
    Ok(made)
}

fn reduced_exception(py: Python<'_>, what: String, puzzle: String) -> PyResult<PyErr> {
    let exception = UnknownError::new_err(what);
    exception
        .value(py)
        .setattr(intern!(py, "reduced"), puzzle)?;
    Ok(exception)
}

/// Makes the exception of inputs, which is a `ValueError` too.
pub fn input_error(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static TYPE: pyo3::sync::PyOnceLock<Py<PyAny>> = pyo3::sync::PyOnceLock::new();
    let made = TYPE.get_or_try_init(py, || {
        let members = pyo3::types::PyDict::new(py);
        members.set_item("__module__", "satoku")?;
        let doc =
            "An input that cannot be used: not a puzzle, or a value that a keyword does not take.";
        members.set_item("__doc__", doc)?;
        for name in ["row", "line", "position"] {
            members.set_item(name, py.None())?;
        }
        let bases = (SatokuError::type_object(py), PyValueError::type_object(py));
        let make = py.import("builtins")?.getattr("type")?;
        Ok::<_, PyErr>(make.call1(("InputError", bases, members))?.unbind())
    })?;
    Ok(made.bind(py))
}

/// Makes the exception of names of columns, which is a `KeyError` too, but reads as an
/// `InputError`.
pub fn missing_column_error(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static TYPE: pyo3::sync::PyOnceLock<Py<PyAny>> = pyo3::sync::PyOnceLock::new();
    let made = TYPE.get_or_try_init(py, || {
        let members = pyo3::types::PyDict::new(py);
        members.set_item("__module__", "satoku")?;
        members.set_item("__doc__", "A name that no column of the answers has.")?;
        let text = PyException::type_object(py).getattr(intern!(py, "__str__"))?;
        members.set_item("__str__", text)?;
        let bases = (input_error(py)?, PyKeyError::type_object(py));
        let make = py.import("builtins")?.getattr("type")?;
        let made = make.call1(("MissingColumnError", bases, members))?;
        Ok::<_, PyErr>(made.unbind())
    })?;
    Ok(made.bind(py))
}

thread_local! {
    /// What the last panic of this thread said.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps what a panic says for its exception, and off standard error.
pub fn keep_panics_quiet() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        PANIC.with(|last| *last.borrow_mut() = text);
    }));
}

/// Does some work; a panic becomes a failure of the engine.
pub fn guarded<T, E: From<Failure>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let text = PANIC.with(|last| last.borrow().replace('\n', ": "));
        Err(E::from(Failure::Engine(format!(
            "a fault of satoku, please report it: {text}"
        ))))
    })
}
