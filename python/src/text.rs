//! Text in Python objects: strings, and dicts as JSON.

use crate::error::{BadInput, Failure};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyInt, PyList, PyMapping, PyString};
use pyo3::{PyTypeInfo, intern};
use std::borrow::Cow;

/// The text of a string.
///
/// # Errors
/// A string with half of a surrogate pair, which no text has, or an exception that says
/// nothing about it, such as Ctrl-C.
pub fn utf8<'t>(text: &'t Bound<'_, PyString>) -> Result<&'t str, Failure> {
    text.to_str().map_err(|error| {
        let py = text.py();
        if !error.is_instance_of::<PyException>(py) {
            return error.into();
        }
        half_of_a_pair(text, &error).unwrap_or_else(Failure::from)
    })
}

fn half_of_a_pair(text: &Bound<'_, PyString>, error: &PyErr) -> PyResult<Failure> {
    let py = text.py();
    let start = error.value(py).getattr("start");
    let start = start.and_then(|start| start.extract::<usize>());
    let start = unless_interrupted(py, start)?;
    let found = match start {
        Some(start) => unless_interrupted(py, text.get_item(start).and_then(|one| one.repr()))?,
        None => None,
    };
    let found = found.map(|found| found.to_string_lossy().into_owned());
    let found = found.unwrap_or_else(|| "a surrogate".into());
    let bad = BadInput {
        position: start.map(|start| start + 1),
        ..BadInput::new(format!(
            "found {found}, half of a surrogate pair, expected characters"
        ))
    };
    Ok(bad.into())
}

/// The bytes of a string of bytes.
pub fn bytes<'t>(object: &'t Bound<'_, PyAny>) -> Option<Cow<'t, [u8]>> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Some(Cow::Borrowed(bytes.as_bytes()));
    }
    let bytes = object.cast::<PyByteArray>().ok()?;
    Some(Cow::Owned(bytes.to_vec()))
}

/// Most characters of a text that a message repeats.
const SHOWN: usize = 40;

/// A text as messages repeat it: its beginning, if it is long.
pub fn cut(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Whether an object has names and values, as a dict has.
///
/// # Errors
/// What a handler of a signal raises.
pub fn is_mapping(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if object.is_instance_of::<PyDict>() {
        return Ok(true);
    }
    // Asking the type takes long: not for each cell of each row.
    let is_plain = object.is_none()
        || object.is_instance_of::<PyInt>()
        || object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyList>();
    Ok(!is_plain && is_instance_of_abc::<PyMapping>(object)?)
}

/// What JSON has for an object that it does not know: a dict for mappings of other types, and
/// Python's numbers and lists for those of NumPy.
#[pyfunction]
fn known_to_json<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    if is_mapping(object)? {
        return py.get_type::<PyDict>().call1((object,));
    }
    if object.hasattr(intern!(py, "tolist"))? {
        return object.call_method0(intern!(py, "tolist"));
    }
    let kind = object.get_type().name()?;
    let what = format!("an object of type {kind} is not JSON serializable");
    Err(PyTypeError::new_err(what))
}

/// A dict as JSON.
///
/// # Errors
/// A dict with something else than JSON has, or an exception that says nothing about it.
pub fn json(dict: &Bound<'_, PyAny>) -> Result<String, Failure> {
    let py = dict.py();
    let keywords = PyDict::new(py);
    keywords.set_item("default", wrap_pyfunction!(known_to_json, py)?)?;
    let dumped = py
        .import("json")?
        .call_method("dumps", (dict,), Some(&keywords));
    let text = dumped.and_then(|text| text.extract::<String>());
    text.map_err(|error| match what(py, error) {
        Ok(what) => BadInput::new(format!(
            "found a dict that is no JSON ({what}), expected numbers, strings, lists and dicts"
        ))
        .into(),
        Err(failure) => failure,
    })
}

/// What an exception says about an object.
///
/// # Errors
/// One that says nothing about it, such as Ctrl-C.
pub fn what(py: Python<'_>, error: PyErr) -> Result<String, Failure> {
    match error.is_instance_of::<PyException>(py) {
        true => Ok(said(py, &error)?),
        false => Err(error.into()),
    }
}

/// The text of an exception. `Display` runs the handlers of signals and drops what they raise,
/// for a string in Python, too.
///
/// # Errors
/// What they raise.
pub fn said(py: Python<'_>, error: &PyErr) -> PyResult<String> {
    let text = unless_interrupted(py, error.value(py).str())?;
    Ok(text.map_or_else(
        || "<exception str() failed>".into(),
        |text| text.to_string_lossy().into_owned(),
    ))
}

/// The type of an object as messages show it.
///
/// # Errors
/// What a handler of a signal raises.
pub fn kind(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = object.get_type().str()?;
    Ok(text.to_string_lossy().into_owned())
}

/// What was read, or nothing where an exception says that it cannot be.
///
/// # Errors
/// An exception that says something else, such as Ctrl-C.
pub fn unless_interrupted<T>(py: Python<'_>, read: PyResult<T>) -> PyResult<Option<T>> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(error) if error.is_instance_of::<PyException>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether an object is of a type of `collections.abc`. The check may run code in Python; where
/// that raises an exception, PyO3's casts write it to standard error and go on.
///
/// # Errors
/// One that says nothing about the object, such as Ctrl-C.
pub fn is_instance_of_abc<T: PyTypeInfo>(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = object.py();
    let checked = object.is_instance(&T::type_object(py));
    Ok(unless_interrupted(py, checked)?.unwrap_or(false))
}
