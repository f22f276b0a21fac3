//! Full grids as Python sees them.

use crate::error::BadInput;
use crate::options::Reading;
use crate::pickle::{Reduced, reduced};
use crate::puzzle::{Question, values};
use crate::verbs::exposed;
use numpy::PyArray2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList};
use satoku::draw::Picture;
use satoku::search::lockstep::CELLS;
use satoku::{Digit, Limits, Puzzle, Solution};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A full grid that solves a puzzle.
///
/// >>> import satoku
/// >>> solution = satoku.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> str(solution)
/// '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
/// >>> solution.grid[0]
/// [5, 3, 4, 6, 7, 8, 9, 1, 2]
/// >>> solution.shape
/// (9, 9)
#[pyclass(module = "satoku", name = "Solution", frozen)]
pub struct GridSolution {
    question: Question,
    found: Found,
}

/// The digits, as the engine gave them.
enum Found {
    /// `1` to `9`, row by row.
    Nine([u8; CELLS]),
    Any(Solution),
}

impl GridSolution {
    /// The solution of a 9×9 puzzle.
    pub fn nine(row: satoku::grid::Row, digits: [u8; CELLS]) -> GridSolution {
        GridSolution {
            question: Question::Nine(row),
            found: Found::Nine(digits),
        }
    }

    /// The solution of any puzzle.
    pub fn new(question: Question, solution: Solution) -> GridSolution {
        GridSolution {
            question,
            found: Found::Any(solution),
        }
    }

    fn values(&self) -> Vec<i32> {
        match (&self.found, &self.question) {
            (Found::Nine(digits), _) => digits.iter().map(|d| i32::from(d - b'0')).collect(),
            (Found::Any(solution), Question::Variant(variant)) => {
                values(Some(variant.puzzle.board()), solution)
            }
            (Found::Any(solution), _) => values(None, solution),
        }
    }

    /// The digits as the library has them.
    pub fn solution(&self) -> Solution {
        match &self.found {
            Found::Any(solution) => solution.clone(),
            Found::Nine(digits) => {
                let digit = |character: &u8| Digit::from_index(usize::from(character - b'1'));
                Solution::new(digits.iter().map(digit).collect())
            }
        }
    }

    /// This grid as a puzzle without empty cells; of a variant, nothing but its digits.
    pub fn as_puzzle(&self, reading: &Reading, limits: &Limits) -> Result<Question, BadInput> {
        let (puzzle, alphabet) = (self.question.classic(), self.question.alphabet());
        let is_alike = |puzzle: &Puzzle| reading.is_about(puzzle.geometry());
        let Some(puzzle) = puzzle.filter(is_alike) else {
            let digits = self.values().into_iter().map(i64::from);
            return Question::of_digits(digits, reading, limits);
        };
        let cells = self.solution().cells().iter().copied().map(Some).collect();
        let full = Puzzle::new(puzzle.geometry(), cells);
        let full = full.ok_or_else(|| BadInput::new("found cells that form no grid"))?;
        Question::of_classic(full, alphabet, reading, limits)
    }

    /// Whether the grids are the same, whatever the givens were.
    pub fn is_same(&self, other: &GridSolution) -> bool {
        self.shape() == other.shape() && self.values() == other.values()
    }

    /// The digits as a list of rows.
    pub fn rows(&self) -> Vec<Vec<i32>> {
        let (_, columns) = self.shape();
        self.values().chunks(columns).map(<[i32]>::to_vec).collect()
    }
}

#[pymethods]
impl GridSolution {
    /// The digits as a list of rows.
    #[getter]
    fn grid(&self) -> Vec<Vec<i32>> {
        self.rows()
    }

    /// The digits in reading order.
    #[getter]
    fn cells(&self) -> Vec<i32> {
        self.values()
    }

    /// The digits as one line, in the alphabet of the puzzle.
    #[getter]
    fn text(&self) -> String {
        match &self.found {
            Found::Nine(digits) => String::from_utf8_lossy(digits).into_owned(),
            Found::Any(solution) => self.question.solution_text(solution),
        }
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        match &self.question {
            Question::Nine(_) => (9, 9),
            Question::Classic(puzzle, _) => {
                let side = puzzle.geometry().side();
                (side, side)
            }
            Question::Variant(variant) => {
                let board = variant.puzzle.board();
                (board.rows(), board.columns())
            }
        }
    }

    /// A picture for notebooks: givens and solved digits, and the constraints of a variant.
    fn _repr_svg_(&self) -> String {
        let solution = self.solution();
        let picture = match (&self.question, self.question.classic()) {
            (Question::Variant(variant), _) => match variant.puzzle.whole() {
                Ok(puzzle) => Picture::of_variant(&variant.description, puzzle, variant.library()),
                Err(_) => {
                    Picture::of_candidates(variant.puzzle.board(), variant.puzzle.candidates())
                }
            },
            (_, Some(puzzle)) => Picture::of_puzzle(&puzzle),
            (_, None) => return String::new(),
        };
        picture.solution(&solution).to_svg()
    }

    /// For NumPy: `numpy.asarray(solution)` is an array of 16-bit integers with the shape
    /// of the grid.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err(
                "a solution becomes an array by a copy; leave copy=False out",
            ));
        }
        let narrow = |row: &Vec<i32>| row.iter().map(|&value| i16::try_from(value)).collect();
        let rows: Result<Vec<Vec<i16>>, _> = self.rows().iter().map(narrow).collect();
        let rows = rows.map_err(|_| {
            PyValueError::new_err("digits do not fit 16 bits; use numpy.array(solution.cells)")
        })?;
        let array = PyArray2::from_vec2(py, &rows)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        match dtype {
            None => Ok(array.into_any()),
            Some(dtype) => array.call_method1("astype", (dtype,)),
        }
    }

    /// A byte for each cell, row by row.
    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes: Result<Vec<u8>, _> = self.values().into_iter().map(u8::try_from).collect();
        let bytes = bytes.map_err(|_| {
            PyValueError::new_err(
                "digits below 0 or above 255 do not fit bytes; use numpy.asarray(solution)",
            )
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Solution('{}')", self.text())
    }

    fn __len__(&self) -> usize {
        self.shape().0
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.rows())?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let rows: Vec<Vec<i32>> = self.rows().into_iter().rev().collect();
        PyList::new(py, rows)?.try_iter()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        row: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        PyList::new(py, self.rows())?.as_any().get_item(row)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let solution = self.solution();
        let digits: Vec<u16> = solution.cells().iter().map(|digit| digit.value()).collect();
        if let Question::Variant(variant) = &self.question {
            let description = exposed(|| variant.portable())?;
            return reduced(py, "_variant_solution", (description, digits));
        }
        let (Some(puzzle), alphabet) = (self.question.classic(), self.question.alphabet()) else {
            return Err(PyValueError::new_err("a solution of no classic puzzle"));
        };
        let givens = puzzle.cells().iter();
        let givens: Vec<u16> = givens
            .map(|cell| cell.map_or(0, |digit| digit.value()))
            .collect();
        let shape = puzzle.geometry().to_string();
        reduced(
            py,
            "_classic_solution",
            (shape, alphabet.name(), givens, digits),
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match other.cast::<GridSolution>() {
            Ok(other) => self.is_same(other.get()),
            Err(_) => false,
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.values().hash(&mut hasher);
        hasher.finish()
    }
}
