//! `candidates`.

use super::{Options, exposed};
use crate::error::Failure;
use crate::numbers;
use crate::watch::watched;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use satoku::backend::VariantAuto;
use satoku::rules::{Board, VariantPuzzle, members};
use satoku::search::variant::TrueCandidates;
use satoku::{Cell, Digit};
use std::num::NonZeroU64;

/// The true candidates of a puzzle, row by row: in each cell, the digits that occur there in a
/// solution.
///
/// With limit, each cell is a dict from these digits to the number of solutions in which they
/// occur, counted up to limit. UnsolvableError says that the puzzle has no solution,
/// UnknownError that the timeout came first. The other keywords are those of solve, for one
/// puzzle.
///
/// >>> import satoku
/// >>> satoku.candidates("1.....2...3....4")[0]
/// [[1], [2], [4], [3]]
/// >>> satoku.candidates("12..............", limit=100)[0][2:]
/// [{3: 12, 4: 12}, {3: 12, 4: 12}]
#[pyfunction]
#[pyo3(signature = (puzzle, /, *, limit=None, **keywords))]
pub fn candidates<'py>(
    puzzle: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::limit)] limit: Option<NonZeroU64>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let py = puzzle.py();
    exposed(|| {
        let options = Options::new(keywords, &["limit"])?;
        let question = options.only(puzzle, "candidates takes one puzzle")?;
        let threads = options.threads();
        let (board, found) = watched(py, options.time_left(), |limits| {
            let no_solution = question.no_solution();
            let variant = question.into_variant(limits)?;
            let puzzle = variant.whole()?;
            let mut engine = VariantAuto::sharing(threads);
            let limit = limit.map_or(1, NonZeroU64::get);
            let found = engine.true_candidates(puzzle, limit, limits);
            settled(puzzle, found, no_solution)
        })?;
        let cell = |cell| match limit {
            None => digits(py, &board, &found, cell),
            Some(_) => counts(py, &board, &found, cell),
        };
        let cells: Vec<Bound<'py, PyAny>> = board.cells().map(cell).collect::<PyResult<_>>()?;
        let rows = cells.chunks(board.columns());
        let rows: Vec<_> = rows
            .map(|row| PyList::new(py, row))
            .collect::<PyResult<_>>()?;
        Ok(PyList::new(py, rows)?)
    })
}

/// What was found, if that is all and there is a solution.
fn settled(
    puzzle: &VariantPuzzle,
    found: TrueCandidates,
    no_solution: String,
) -> Result<(Board, TrueCandidates), Failure> {
    if let Some(reason) = &found.stopped {
        return Err(Failure::open(reason));
    }
    let board = puzzle.board();
    match board.cells().any(|cell| found.possible(cell) == 0) {
        true => Err(Failure::Unsolvable(no_solution)),
        false => Ok((board.clone(), found)),
    }
}

fn possible(found: &TrueCandidates, cell: Cell) -> impl Iterator<Item = Digit> {
    members(found.possible(cell)).map(Digit::from_index)
}

fn digits<'py>(
    py: Python<'py>,
    board: &Board,
    found: &TrueCandidates,
    cell: Cell,
) -> PyResult<Bound<'py, PyAny>> {
    let digits: Vec<i32> = possible(found, cell)
        .map(|digit| board.value(digit))
        .collect();
    Ok(PyList::new(py, digits)?.into_any())
}

fn counts<'py>(
    py: Python<'py>,
    board: &Board,
    found: &TrueCandidates,
    cell: Cell,
) -> PyResult<Bound<'py, PyAny>> {
    let counts = PyDict::new(py);
    for digit in possible(found, cell) {
        counts.set_item(board.value(digit), found.occurrences(cell, digit).known())?;
    }
    Ok(counts.into_any())
}
