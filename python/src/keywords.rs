//! Keywords that are text or flags. Exceptions name them, where those of PyO3 name nothing.

use crate::error::{BadInput, Failure};
use crate::numbers::of_wrong_type;
use crate::text::utf8;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::path::PathBuf;

/// Text, or a flag, that a keyword takes.
pub trait Keyword<'a>: Sized {
    /// Reads it; messages call it `name`.
    ///
    /// # Errors
    /// Another type, or text with half of a surrogate pair.
    fn read(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Self>;
}

impl<'a> Keyword<'a> for &'a str {
    fn read(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<&'a str> {
        let Ok(text) = value.cast::<PyString>() else {
            let error = PyTypeError::new_err("no string");
            return Err(of_wrong_type(value, name, "a string", error));
        };
        Ok(utf8(text).map_err(|failure| match failure {
            Failure::Input(error) => BadInput::new(format!("{name}: {}", error.what)).into(),
            other => other,
        })?)
    }
}

impl Keyword<'_> for String {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
        <&str>::read(value, name).map(str::to_owned)
    }
}

impl Keyword<'_> for bool {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
        let expected = "True or False";
        let flag = value.extract();
        flag.map_err(|error| of_wrong_type(value, name, expected, error))
    }
}

impl Keyword<'_> for PathBuf {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<PathBuf> {
        let path = value.extract();
        path.map_err(|error| of_wrong_type(value, name, "a path", error))
    }
}

impl Keyword<'_> for Vec<String> {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<String>> {
        let expected = "a list of strings";
        let items = match value.is_instance_of::<PyString>() {
            true => Err(PyTypeError::new_err(expected)),
            false => value.try_iter(),
        };
        let items = items.map_err(|error| of_wrong_type(value, name, expected, error))?;
        items.map(|item| String::read(&item?, name)).collect()
    }
}

impl<'a, T: Keyword<'a>> Keyword<'a> for Option<T> {
    fn read(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<Option<T>> {
        match value.is_none() {
            true => Ok(None),
            false => T::read(value, name).map(Some),
        }
    }
}

/// A function for each keyword, because PyO3 tells readers nothing but the value.
macro_rules! keywords {
    ($($function:ident = $name:literal),*) => {
        $(
            #[doc = concat!("Reads the keyword `", $name, "`.")]
            ///
            /// # Errors
            /// Whatever has another type.
            pub fn $function<'a, T: Keyword<'a>>(value: &'a Bound<'_, PyAny>) -> PyResult<T> {
                T::read(value, $name)
            }
        )*
    };
}

keywords!(
    all = "all",
    alphabet = "alphabet",
    answers = "answers",
    cube = "cube",
    cubes = "cubes",
    encoding = "encoding",
    formula = "formula",
    kind = "kind",
    known = "known",
    maximum = "maximum",
    minimise = "minimise",
    name = "name",
    output = "output",
    path = "path",
    presolve = "presolve",
    proof = "proof",
    proof_format = "proof_format",
    shape = "box",
    smallest = "smallest",
    solutions = "solutions",
    symmetry = "symmetry",
    unique = "unique"
);
