//! The column in a Python object.

use super::form::is_nothing;
use super::sound::check;
use super::source::{Items, Source, square};
use crate::cells::advice;
use crate::error::{BadInput, Failure, guarded};
use crate::options::refuse;
use crate::text::{bytes, cut, is_mapping, json, kind, utf8, what};
use arrow_array::builder::LargeStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, LargeBinaryArray, make_array};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, FieldRef};
use numpy::{PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use pyo3_arrow::input::AnyArray;
use satoku::search::lockstep::CELLS;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::string::FromUtf8Error;
use std::sync::Arc;

/// The column in an object. `name` is that of a column of a table.
///
/// # Errors
/// An object that holds no column of puzzles.
pub fn source<'py>(object: &Bound<'py, PyAny>, name: Option<&str>) -> Result<Source<'py>, Failure> {
    let py = object.py();
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let of_tables = [("column", name.is_some())];
        refuse(&of_tables, "to a table", "a list was passed")?;
        return list(object);
    }
    let is_arrow = object.hasattr(intern!(py, "__arrow_c_stream__"))?
        || object.hasattr(intern!(py, "__arrow_c_array__"))?;
    if is_arrow {
        return arrow(object, name, true);
    }
    if object.hasattr(intern!(py, "__array__"))? {
        let of_tables = [("column", name.is_some())];
        refuse(&of_tables, "to a table", "an array was passed")?;
        let array = filled(object)?;
        return numpy_source(&array.call_method0(intern!(py, "__array__"))?);
    }
    Err(BadInput::new(format!(
        "found {}, expected a column of puzzles: a list of strings, an Arrow array or table (pyarrow, \
         polars, pandas, duckdb), or a NumPy array uint8[n, 81]{}",
        kind(object)?,
        match object.is_instance_of::<PyString>() || object.is_instance_of::<PyDict>() {
            true => "; pass [puzzle] for one",
            false => advice(object)?,
        }
    ))
    .into())
}

/// A masked array of NumPy with empty cells where it is masked; other objects as they are.
///
/// # Errors
/// Those of Python.
pub fn filled<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let is_masked =
        object.hasattr(intern!(py, "mask"))? && object.hasattr(intern!(py, "filled"))?;
    match is_masked {
        true => object.call_method1(intern!(py, "filled"), (0,)),
        false => Ok(object.clone()),
    }
}

fn list<'py>(object: &Bound<'py, PyAny>) -> Result<Source<'py>, Failure> {
    // Growing would copy all that is there, time and again.
    let count = object.len()?;
    let mut builder = LargeStringBuilder::with_capacity(count, count.saturating_mul(CELLS));
    let mut wrong = BTreeMap::new();
    for (row, item) in object.try_iter()?.enumerate() {
        let item = item?;
        match text(&item) {
            Ok(text) => builder.append_option(text),
            Err(Failure::Input(error)) => {
                builder.append_null();
                wrong.insert(row, error.message());
            }
            Err(failure) => return Err(failure),
        }
    }
    let texts = builder.finish();
    Ok(Source::Items(Items { texts, wrong }))
}

/// The text of an item; none where nothing is.
fn text<'t>(item: &'t Bound<'_, PyAny>) -> Result<Option<Cow<'t, str>>, Failure> {
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(Some(Cow::Borrowed(utf8(text)?)));
    }
    if let Some(bytes) = bytes(item) {
        let text = String::from_utf8(bytes.into_owned()).map_err(|error| not_text(&error))?;
        return Ok(Some(Cow::Owned(text)));
    }
    if is_mapping(item)? {
        return Ok(Some(Cow::Owned(json(item)?)));
    }
    if is_nothing(item)? {
        return Ok(None);
    }
    let kind = kind(item)?;
    Err(BadInput::new(format!("found {kind}, expected a string, a dict or None")).into())
}

fn not_text(error: &FromUtf8Error) -> BadInput {
    let valid = error.utf8_error().valid_up_to();
    let found = error.as_bytes()[valid];
    BadInput::new(format!(
        "found the byte 0x{found:02X}, which is not UTF-8 text, expected a puzzle"
    ))
}

/// What cannot be read as Arrow in another form.
enum Readable<'py> {
    List(Bound<'py, PyAny>),
    Arrow(Bound<'py, PyAny>),
}

/// Another form of an object that cannot be read as Arrow: a series of pandas may hold objects
/// of several types, and polars writes columns of the type Null as the format forbids.
fn readable<'py>(object: &Bound<'py, PyAny>) -> Result<Option<Readable<'py>>, Failure> {
    let py = object.py();
    let module = object.get_type().module()?;
    let module = module.to_string_lossy();
    if module.starts_with("pandas") && object.hasattr(intern!(py, "tolist"))? {
        let values = object.call_method0(intern!(py, "tolist"))?;
        return Ok(Some(Readable::List(values)));
    }
    if !module.starts_with("polars") {
        return Ok(None);
    }
    let polars = py.import("polars")?;
    let (null, text) = (polars.getattr("Null")?, polars.getattr("String")?);
    let cast = match object.hasattr(intern!(py, "columns"))? {
        true => {
            let types = PyDict::new(py);
            types.set_item(null, text)?;
            object.call_method1("cast", (types,))?
        }
        false if object.getattr("dtype")?.eq(null)? => object.call_method1("cast", (text,))?,
        false => return Ok(None),
    };
    Ok(Some(Readable::Arrow(cast)))
}

/// The type and the arrays of an object, or why they cannot be read.
fn exported(
    object: &Bound<'_, PyAny>,
) -> Result<Result<(FieldRef, Vec<ArrayRef>), String>, Failure> {
    match guarded(|| imported(object)) {
        Ok(imported) => Ok(Ok(imported)),
        Err(Failure::Python(error)) => Ok(Err(what(object.py(), error)?)),
        Err(Failure::Input(error)) => Ok(Err(error.what)),
        // arrow-rs has no other words for lengths that contradict each other.
        Err(_) => Ok(Err("its lengths contradict each other".into())),
    }
}

fn imported(object: &Bound<'_, PyAny>) -> Result<(FieldRef, Vec<ArrayRef>), Failure> {
    // How long its buffers are is known to pyarrow alone: Arrow's interface does not say it.
    let module = object.get_type().module()?;
    if module.to_string_lossy().starts_with("pyarrow") && object.hasattr("validate")? {
        object.call_method0("validate")?;
    }
    let reader = object.extract::<AnyArray>()?.into_reader()?;
    let field = reader.field();
    let arrays: Result<Vec<_>, _> = reader.collect();
    let arrays = arrays.map_err(|error| BadInput::new(error.to_string()))?;
    Ok((field, arrays))
}

/// The arrays, if what they say leads nowhere else.
fn sound(arrays: Vec<ArrayRef>) -> Result<Source<'static>, Failure> {
    for array in &arrays {
        check(array).map_err(unreadable)?;
    }
    Ok(Source::Arrow(arrays))
}

fn unreadable(what: impl std::fmt::Display) -> Failure {
    BadInput::new(format!("cannot be read as Arrow: {what}")).into()
}

fn arrow<'py>(
    object: &Bound<'py, PyAny>,
    name: Option<&str>,
    is_first: bool,
) -> Result<Source<'py>, Failure> {
    let (field, arrays) = match exported(object)? {
        Ok(exported) => exported,
        Err(what) => {
            return match readable(object)? {
                Some(Readable::List(values)) => list(&values),
                Some(Readable::Arrow(cast)) if is_first => arrow(&cast, name, false),
                _ => Err(unreadable(what)),
            };
        }
    };
    let DataType::Struct(fields) = field.data_type() else {
        refuse_pointers(object, field.data_type())?;
        let of_tables = [("column", name.is_some())];
        refuse(&of_tables, "to a table", "a column was passed")?;
        return sound(arrays);
    };
    let fields: Vec<&Field> = fields.iter().map(|field| &**field).collect();
    let index = column_of(&fields, name)?;
    refuse_pointers(object, fields[index].data_type())?;
    let columns = arrays.iter().map(|array| field_of(array, index));
    sound(columns.collect::<Result<_, _>>()?)
}

/// Refuses a column of objects of polars, which hands out their addresses as bytes; it has no
/// other bytes of one length.
fn refuse_pointers(object: &Bound<'_, PyAny>, data: &DataType) -> Result<(), Failure> {
    let module = object.get_type().module()?;
    match data {
        DataType::FixedSizeBinary(_) if module.to_string_lossy().starts_with("polars") => {
            let what = "found a polars column of type Object, expected one of strings";
            Err(BadInput::new(what).into())
        }
        _ => Ok(()),
    }
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
    check(field).map_err(unreadable)?;
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
        if fields.is_empty() {
            let what = format!(
                "column: found a table without columns, expected '{}'",
                cut(name)
            );
            return Err(BadInput::new(what).into());
        }
        let found = fields.iter().position(|field| field.name() == name);
        let error = || {
            BadInput::new(format!(
                "column: found no column '{}', expected one of {}",
                cut(name),
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
        (0, ..) => Err(BadInput::new("found a table without columns, expected one of puzzles").into()),
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
        ("u" | "i", 2 | 3) => {
            let rows = untyped.shape()[0];
            let flat = match untyped.ndim() {
                2 => array.clone(),
                _ => array.call_method1(intern!(py, "reshape"), (rows, -1))?,
            };
            if let Ok(digits) = flat.extract::<PyReadonlyArray2<'py, u8>>() {
                return Ok(Source::Matrix(digits));
            }
            let no_copy = PyDict::new(py);
            no_copy.set_item(intern!(py, "copy"), false)?;
            let numbers = flat.call_method(intern!(py, "astype"), ("int64",), Some(&no_copy))?;
            let numbers = numbers.extract::<PyReadonlyArray2<'py, i64>>();
            numbers
                .map(Source::NumberMatrix)
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
    let as_one = match *array.shape() {
        [rows, columns] => square(rows, columns),
        _ => None,
    };
    let as_one = as_one.map(|shape| format!("; box=\"{shape}\" reads it as one puzzle"));
    let what = format!(
        "found a NumPy array {}[{}], expected integers[n, cells] with 0 for an empty cell \
         (array.astype(int)), or an array of strings{}",
        array.dtype(),
        shape.join(", "),
        as_one.unwrap_or_default()
    );
    BadInput::new(what).into()
}
