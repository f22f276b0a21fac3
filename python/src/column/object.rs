//! The column in a Python object.

use super::source::{Items, Source};
use crate::error::{BadInput, Failure};
use arrow_array::builder::LargeStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, LargeBinaryArray, make_array};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};
use numpy::{PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyException;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use pyo3_arrow::input::AnyArray;
use satoku::grid::Geometry;
use satoku::search::lockstep::CELLS;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whether an object is a column rather than one puzzle, of which the box shape may be known.
///
/// # Errors
/// Those of Python.
pub fn is_column(object: &Bound<'_, PyAny>, shape: Option<Geometry>) -> PyResult<bool> {
    let py = object.py();
    if object.is_instance_of::<PyString>() || object.is_instance_of::<PyDict>() {
        return Ok(false);
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        // A null says nothing; digits and rows of digits are one puzzle.
        for item in object.try_iter()? {
            let item = item?;
            if !item.is_none() {
                let is_text = item.is_instance_of::<PyString>() || item.is_instance_of::<PyDict>();
                return Ok(is_text);
            }
        }
        return Ok(true);
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
    let shape = object
        .getattr(intern!(py, "shape"))?
        .extract::<Vec<usize>>()?;
    let kind = object
        .getattr(intern!(py, "dtype"))?
        .getattr(intern!(py, "kind"));
    // pandas has types that are none of NumPy's.
    let is_number = kind.is_ok_and(|kind| {
        kind.extract::<String>()
            .is_ok_and(|kind| "iub".contains(&kind))
    });
    Ok(match shape[..] {
        [_] => !is_number,
        [rows, columns] if rows == columns && side == Some(rows) => false,
        // A square of digits is a grid, unless its rows could be puzzles themselves.
        [rows, columns] => rows != columns || is_puzzle_width(columns),
        _ => true,
    })
}

fn is_puzzle_width(cells: usize) -> bool {
    let side = cells.isqrt();
    side * side == cells && side >= satoku::grid::text::SMALLEST_SIDE
}

/// The column in an object. `name` is that of a column of a table.
///
/// # Errors
/// An object that holds no column of puzzles.
pub fn source<'py>(object: &Bound<'py, PyAny>, name: Option<&str>) -> Result<Source<'py>, Failure> {
    let py = object.py();
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return list(object);
    }
    let is_arrow = object.hasattr(intern!(py, "__arrow_c_stream__"))?
        || object.hasattr(intern!(py, "__arrow_c_array__"))?;
    if is_arrow {
        return arrow(object, name);
    }
    if object.hasattr(intern!(py, "__array__"))? {
        let array = match is_masked(object)? {
            true => object.call_method1(intern!(py, "filled"), (0,))?,
            false => object.call_method0(intern!(py, "__array__"))?,
        };
        return numpy_source(&array);
    }
    let kind = object.get_type();
    Err(BadInput::new(format!(
        "found {kind}, expected a column of puzzles: a list of strings, an Arrow array or table (pyarrow, \
         polars, pandas, duckdb), or a NumPy array uint8[n, 81]"
    ))
    .into())
}

/// Whether an object is a masked array of NumPy: what is masked is an empty cell.
fn is_masked(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let kinds = object.py().import("numpy.ma")?;
    object.is_instance(&kinds.getattr("MaskedArray")?)
}

fn list<'py>(object: &Bound<'py, PyAny>) -> Result<Source<'py>, Failure> {
    let json = object.py().import("json")?;
    // Growing would copy all that is there, time and again.
    let count = object.len()?;
    let mut builder = LargeStringBuilder::with_capacity(count, count.saturating_mul(CELLS));
    let mut wrong = BTreeMap::new();
    for (row, item) in object.try_iter()?.enumerate() {
        let item = item?;
        if let Ok(text) = item.cast::<PyString>() {
            match text.to_str() {
                Ok(text) => builder.append_value(text),
                Err(error) => {
                    builder.append_null();
                    wrong.insert(row, flaw(object.py(), error)?);
                }
            }
        } else if item.is_instance_of::<PyDict>() {
            let dumped = json.call_method1("dumps", (item,));
            match dumped.and_then(|text| text.extract::<String>()) {
                Ok(text) => builder.append_value(text),
                Err(error) => {
                    builder.append_null();
                    wrong.insert(row, flaw(object.py(), error)?);
                }
            }
        } else {
            builder.append_null();
            // pandas puts NaN where nothing is.
            if !item.is_none() && !item.extract::<f64>().is_ok_and(f64::is_nan) {
                let kind = item.get_type();
                let what = format!("found {kind}, expected a string, a dict or None");
                wrong.insert(row, what);
            }
        }
    }
    let texts = builder.finish();
    Ok(Source::Items(Items { texts, wrong }))
}

/// What an exception says about an item.
///
/// # Errors
/// One that says nothing about it, such as Ctrl-C.
fn flaw(py: Python<'_>, error: PyErr) -> Result<String, Failure> {
    match error.is_instance_of::<PyException>(py) {
        true => Ok(error.to_string()),
        false => Err(error.into()),
    }
}

fn arrow<'py>(object: &Bound<'py, PyAny>, name: Option<&str>) -> Result<Source<'py>, Failure> {
    let array: AnyArray = object.extract()?;
    let reader = array.into_reader()?;
    let field = reader.field();
    let mut arrays = Vec::new();
    for array in reader {
        arrays.push(array.map_err(|error| BadInput::new(error.to_string()))?);
    }
    let DataType::Struct(fields) = field.data_type() else {
        return Ok(Source::Arrow(arrays));
    };
    let fields: Vec<&Field> = fields.iter().map(|field| &**field).collect();
    let index = column_of(&fields, name)?;
    let columns = arrays.iter().map(|array| field_of(array, index));
    Ok(Source::Arrow(columns.collect::<Result<_, _>>()?))
}

/// A field of the rows; that of a null is null.
fn field_of(array: &ArrayRef, index: usize) -> Result<ArrayRef, Failure> {
    let rows = array.as_struct();
    let field = rows.column(index);
    let Some(nulls) = rows
        .nulls()
        .filter(|_| field.data_type() != &DataType::Null)
    else {
        return Ok(field.clone());
    };
    let nulls = NullBuffer::union(Some(nulls), field.nulls());
    let data = field.to_data().into_builder().nulls(nulls).build();
    let data = data.map_err(|error| BadInput::new(error.to_string()))?;
    Ok(make_array(data))
}

/// What columns of puzzles are called.
const NAMES: [&str; 5] = ["puzzle", "puzzles", "quizzes", "quiz", "sudoku"];

/// The column of this name; without a name, the one that is called so, or the only one of
/// text.
fn column_of(fields: &[&Field], name: Option<&str>) -> Result<usize, Failure> {
    let names = || {
        let names: Vec<String> = fields
            .iter()
            .map(|field| format!("'{}'", field.name()))
            .collect();
        names.join(", ")
    };
    if let Some(name) = name {
        let found = fields.iter().position(|field| field.name() == name);
        let error = || {
            BadInput::new(format!(
                "column: found no column '{name}', expected one of {}",
                names()
            ))
        };
        return Ok(found.ok_or_else(error)?);
    }
    let is_known = |field: &&Field| NAMES.contains(&field.name().to_ascii_lowercase().as_str());
    if let Some(index) = fields.iter().position(is_known) {
        return Ok(index);
    }
    let is_text = |data: &DataType| {
        matches!(
            data,
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Dictionary(..)
        )
    };
    let mut texts = fields
        .iter()
        .enumerate()
        .filter(|(_, field)| is_text(field.data_type()));
    match (fields.len(), texts.next(), texts.next()) {
        (1, ..) => Ok(0),
        (_, Some((index, _)), None) => Ok(index),
        _ => Err(BadInput::new(format!(
            "found a table with the columns {}, expected column=\"...\" to name the one with the puzzles",
            names()
        ))
        .into()),
    }
}

fn numpy_source<'py>(array: &Bound<'py, PyAny>) -> Result<Source<'py>, Failure> {
    let py = array.py();
    let untyped = array.cast::<PyUntypedArray>().map_err(PyErr::from)?;
    let dtype = untyped.dtype();
    let kind = dtype.getattr(intern!(py, "kind"))?.extract::<String>()?;
    match (kind.as_str(), untyped.ndim()) {
        ("U" | "O" | "T", 1) => list(&array.call_method0(intern!(py, "tolist"))?),
        ("S", 1) => bytes_list(array),
        ("u", 2 | 3) => {
            let rows = untyped.shape()[0];
            let flat = match untyped.ndim() {
                2 => array.clone(),
                _ => array.call_method1(intern!(py, "reshape"), (rows, -1))?,
            };
            flat.extract::<PyReadonlyArray2<'py, u8>>()
                .map(Source::Matrix)
                .map_err(|_| wrong_array(untyped))
        }
        _ => Err(wrong_array(untyped)),
    }
}

/// The elements of an array of byte strings.
fn bytes_list<'py>(array: &Bound<'py, PyAny>) -> Result<Source<'py>, Failure> {
    let texts: Vec<Vec<u8>> = array
        .call_method0(intern!(array.py(), "tolist"))?
        .extract()?;
    let array: LargeBinaryArray = texts.iter().map(|text| Some(&text[..])).collect();
    Ok(Source::Arrow(vec![Arc::new(array)]))
}

fn wrong_array(array: &Bound<'_, PyUntypedArray>) -> Failure {
    let shape: Vec<String> = array.shape().iter().map(usize::to_string).collect();
    let what = format!(
        "found a NumPy array {}[{}], expected uint8[n, cells] with 0 for an empty cell \
         (array.astype('uint8')), or an array of strings",
        array.dtype(),
        shape.join(", ")
    );
    BadInput::new(what).into()
}
