//! Text in Python objects: strings, and dicts as JSON.

use crate::error::{BadInput, Failure};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyString;

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
        let place = error.value(py).getattr("start");
        let place = place.and_then(|start| start.extract::<usize>()).ok();
        let found = place.and_then(|start| text.get_item(start).ok()?.repr().ok());
        let found = found.map_or_else(|| "a surrogate".into(), |found| found.to_string());
        let bad = BadInput {
            position: place.map(|start| start + 1),
            ..BadInput::new(format!(
                "found {found}, half of a surrogate pair, expected characters"
            ))
        };
        bad.into()
    })
}

/// A dict as JSON.
///
/// # Errors
/// A dict with something else than JSON has, or an exception that says nothing about it.
pub fn json(dict: &Bound<'_, PyAny>) -> Result<String, Failure> {
    let py = dict.py();
    let dumped = py.import("json")?.call_method1("dumps", (dict,));
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
        true => Ok(error.value(py).to_string()),
        false => Err(error.into()),
    }
}
