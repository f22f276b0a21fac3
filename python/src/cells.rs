//! The digits of one puzzle in a list, a tuple or an array.

use crate::column::object::filled;
use crate::error::{BadInput, Failure};
use crate::text::{is_instance_of_abc, kind, unless_interrupted};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PySequence, PyString, PyTuple, PyType};

/// Most characters of an object that a message shows.
const SHOWN: usize = 40;

/// The digits of cells or of rows; 0 is an empty cell.
///
/// # Errors
/// Another type, a cell that is no whole number, or rows that form no square.
pub fn digits_of(object: &Bound<'_, PyAny>) -> Result<Vec<i64>, Failure> {
    let list = listed(&filled(object)?)?;
    if !is_sequence(&list)? {
        return Err(no_puzzle(&list)?);
    }
    let has_rows = list.len()? > 0 && is_sequence(&listed(&list.get_item(0)?)?)?;
    let mut digits = Vec::new();
    if !has_rows {
        append(&mut digits, &list)?;
        return Ok(digits);
    }
    let height = list.len()?;
    for (row, cells) in list.try_iter()?.enumerate() {
        let cells = listed(&cells?)?;
        if !is_sequence(&cells)? {
            let (row, found) = (row + 1, shown(&cells)?);
            let what = format!("found {found} as row {row} of the grid, expected a list of cells");
            return Err(BadInput::new(what).into());
        }
        let width = cells.len()?;
        if width != height {
            let what = format!(
                "found {height} rows and one of {width} cells, expected a square, because a list of \
                 lists is one puzzle; numpy.array(...) of puzzles of one size is a column"
            );
            return Err(BadInput::new(what).into());
        }
        append(&mut digits, &cells)?;
    }
    Ok(digits)
}

/// An array as a list; other objects as they are.
fn listed<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    // A class has the methods of its arrays, but is none.
    let is_array = object.hasattr(intern!(py, "tolist"))? && !object.is_instance_of::<PyType>();
    match is_array {
        true => object.call_method0(intern!(py, "tolist")),
        false => Ok(object.clone()),
    }
}

fn is_sequence(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return Ok(true);
    }
    Ok(!object.is_instance_of::<PyString>() && is_instance_of_abc::<PySequence>(object)?)
}

fn append(digits: &mut Vec<i64>, cells: &Bound<'_, PyAny>) -> Result<(), Failure> {
    for cell in cells.try_iter()? {
        let cell = cell?;
        let number = match cell.is_instance_of::<PyBool>() {
            true => None,
            false => unless_interrupted(cell.py(), cell.extract())?,
        };
        match number {
            Some(number) => digits.push(number),
            None => {
                let what = format!(
                    "found {}, expected a whole number, 0 for an empty cell",
                    shown(&cell)?
                );
                return Err(BadInput::in_cell(digits.len() + 1, what).into());
            }
        }
    }
    Ok(())
}

/// An object as Python writes it, if that is short, or else its type.
fn shown(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = unless_interrupted(object.py(), object.repr())?;
    let text = text.map(|text| text.to_string_lossy().into_owned());
    match text.filter(|text| text.chars().count() <= SHOWN) {
        Some(text) => Ok(text),
        None => kind(object),
    }
}

fn no_puzzle(object: &Bound<'_, PyAny>) -> PyResult<Failure> {
    let (kind, advice) = (kind(object)?, advice(object)?);
    let what = format!(
        "found {kind}, expected a puzzle: a string, the digits of its cells (0 is empty), \
         or a dict as satoku's JSON and f-puzzles have it{advice}"
    );
    Ok(BadInput::new(what).into())
}

/// What makes a column of an object that only promises its values.
///
/// # Errors
/// Those of Python.
pub fn advice(object: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    let py = object.py();
    Ok(if object.hasattr(intern!(py, "__next__"))? {
        "; list(...) makes a list of an iterator"
    } else if object.hasattr(intern!(py, "collect"))? {
        "; its method collect() makes a table of it"
    } else {
        ""
    })
}
