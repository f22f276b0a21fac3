//! Whether an object is a column or one puzzle.

use crate::error::{BadInput, Failure};
use crate::solution::GridSolution;
use crate::text::{is_mapping, unless_interrupted};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyList, PyString, PyTuple, PyType};
use satoku::grid::Geometry;

/// Whether an object is a column rather than one puzzle, of which the box shape may be known.
/// A list is a column, whatever it holds, where keywords say so.
///
/// # Errors
/// Those of Python.
pub fn is_column(
    object: &Bound<'_, PyAny>,
    shape: Option<Geometry>,
    keywords_say_so: bool,
) -> PyResult<bool> {
    let py = object.py();
    // Solutions and the strings of NumPy become arrays, too, but are one puzzle.
    // A class has the names of what its objects have.
    let is_one = is_text(object)
        || object.is_instance_of::<PyType>()
        || object.is_instance_of::<PyDict>()
        || object.is_instance_of::<GridSolution>();
    if is_one {
        return Ok(false);
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return Ok(keywords_say_so || holds_puzzles(object)?);
    }
    if object.hasattr(intern!(py, "__arrow_c_stream__"))?
        || object.hasattr(intern!(py, "__arrow_c_array__"))?
    {
        return Ok(true);
    }
    if !object.hasattr(intern!(py, "__array__"))? {
        return Ok(false);
    }
    let side = shape.map(Geometry::side);
    let shape_of_array = object.getattr(intern!(py, "shape"));
    let Some(shape) = unless_interrupted(py, shape_of_array)? else {
        return Ok(true);
    };
    let shape = shape.extract::<Vec<usize>>()?;
    let kind = object
        .getattr(intern!(py, "dtype"))
        .and_then(|dtype| dtype.getattr(intern!(py, "kind")));
    // pandas has types that are none of NumPy's.
    let kind = unless_interrupted(py, kind.and_then(|kind| kind.extract::<String>()))?;
    Ok(match (&shape[..], kind.as_deref()) {
        ([_], Some("i" | "u" | "b")) => false,
        ([_], Some("O")) => {
            keywords_say_so || holds_puzzles(&object.call_method0(intern!(py, "tolist"))?)?
        }
        ([_], _) => true,
        ([rows, columns], _) if rows == columns && side == Some(*rows) => false,
        // A square of digits is a grid, unless its rows could be puzzles themselves.
        ([rows, columns], _) => rows != columns || is_puzzle_width(*columns),
        _ => true,
    })
}

/// Whether a list is one of puzzles; digits and rows of digits are one puzzle.
fn holds_puzzles(list: &Bound<'_, PyAny>) -> PyResult<bool> {
    let mut is_empty = true;
    for item in list.try_iter()? {
        let item = item?;
        if is_text(&item) || is_mapping(&item)? {
            return Ok(true);
        }
        is_empty = is_empty && is_nothing(&item)?;
    }
    Ok(is_empty)
}

/// Whether an object is a string of characters or of bytes.
fn is_text(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
}

/// Whether an object stands where nothing is: None, NaN, or the missing values of pandas.
///
/// # Errors
/// Those of Python.
pub fn is_nothing(item: &Bound<'_, PyAny>) -> PyResult<bool> {
    let number = unless_interrupted(item.py(), item.extract::<f64>())?;
    if item.is_none() || number.is_some_and(f64::is_nan) {
        return Ok(true);
    }
    let kind = item.get_type();
    let name = kind.name()?;
    if !["NAType", "NaTType"].contains(&&*name.to_string_lossy()) {
        return Ok(false);
    }
    Ok(kind.module()?.to_string_lossy().starts_with("pandas"))
}

/// Refuses a column where only one puzzle will do; `refusal` says so.
///
/// # Errors
/// A column.
pub fn refuse_column(
    object: &Bound<'_, PyAny>,
    shape: Option<Geometry>,
    refusal: &str,
) -> Result<(), Failure> {
    match is_column(object, shape, false)? {
        true => Err(BadInput::new(format!("found a column of puzzles; {refusal}")).into()),
        false => Ok(()),
    }
}

/// Whether this many cells are a puzzle whose boxes need not be named.
pub fn is_puzzle_width(cells: usize) -> bool {
    let side = cells.isqrt();
    side * side == cells && is_side(side)
}

/// Whether grids of this side have boxes of a shape that need not be named.
pub fn is_side(side: usize) -> bool {
    side >= satoku::grid::text::SMALLEST_SIDE && Geometry::from_side(side).is_ok()
}
