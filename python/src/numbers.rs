//! Keywords that are numbers. One that is too small or too large is an `InputError` that
//! names the keyword, where PyO3 alone has an `OverflowError` that names nothing.

use crate::error::{BadInput, Failure};
use crate::text::{is_instance_of_abc, kind, unless_interrupted};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{
    PyByteArray, PyBytes, PyFrozenSet, PyInt, PyIterator, PyList, PyMapping, PySet, PyTuple,
};
use std::num::{NonZeroU64, NonZeroUsize};

/// A number, or numbers, that a keyword takes.
pub trait Numeric: Sized {
    /// Reads it; messages call it `name`.
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self>;
}

/// For types that Python's numbers become without names.
macro_rules! whole {
    ($($number:ty),*) => {
        $(impl Numeric for $number {
            fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<$number> {
                value.extract().map_err(|error: PyErr| {
                    match error.is_instance_of::<PyOverflowError>(value.py()) {
                        true => beyond(value, name, <$number>::MIN.into(), <$number>::MAX.into()),
                        false => of_wrong_type(value, name, "a whole number", error),
                    }
                })
            }
        })*
    };
}

whole!(u32, u64, i64);

impl Numeric for NonZeroU64 {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<NonZeroU64> {
        let least = || beyond(value, name, 1, u64::MAX.into());
        if value.is_instance_of::<PyInt>() && value.lt(1)? {
            return Err(least());
        }
        NonZeroU64::new(u64::read(value, name)?).ok_or_else(least)
    }
}

impl Numeric for NonZeroUsize {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<NonZeroUsize> {
        let number = NonZeroU64::read(value, name)?;
        let most = usize::MAX as u64;
        NonZeroUsize::try_from(number).map_err(|_| beyond(value, name, 1, most.into()))
    }
}

impl Numeric for usize {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<usize> {
        let number = u64::read(value, name)?;
        let most = usize::MAX as u64;
        usize::try_from(number).map_err(|_| beyond(value, name, 0, most.into()))
    }
}

impl Numeric for f64 {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
        value.extract().map_err(|error: PyErr| {
            if !error.is_instance_of::<PyOverflowError>(value.py()) {
                return of_wrong_type(value, name, "a number", error);
            }
            let what = format!("{name}: found a huge number, expected a smaller one");
            Failure::from(BadInput::new(what)).into()
        })
    }
}

impl Numeric for Vec<i64> {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<i64>> {
        let expected = "a list of whole numbers";
        let numbers = match is_no_list(value)? {
            true => Err(PyTypeError::new_err(expected)),
            false => value.try_iter(),
        };
        let numbers = numbers.map_err(|error| of_wrong_type(value, name, expected, error))?;
        numbers.map(|number| i64::read(&number?, name)).collect()
    }
}

/// Whether an object gives numbers, but not those of a list: without an order, perhaps without
/// an end, or as characters.
fn is_no_list(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
        || value.is_instance_of::<PySet>()
        || value.is_instance_of::<PyFrozenSet>()
        || value.is_instance_of::<PyIterator>()
        || is_instance_of_abc::<PyMapping>(value)?)
}

/// An exception that names the keyword, where one of PyO3 is about its type.
pub fn of_wrong_type(value: &Bound<'_, PyAny>, name: &str, expected: &str, error: PyErr) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(value.py()) {
        return error;
    }
    match kind(value) {
        Ok(kind) => PyTypeError::new_err(format!("{name}: found {kind}, expected {expected}")),
        Err(error) => error,
    }
}

impl<T: Numeric> Numeric for Option<T> {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<T>> {
        match value.is_none() {
            true => Ok(None),
            false => T::read(value, name).map(Some),
        }
    }
}

fn beyond(value: &Bound<'_, PyAny>, name: &str, least: i128, most: i128) -> PyErr {
    let out_of_range = || -> PyResult<PyErr> {
        let py = value.py();
        let is_below = unless_interrupted(py, value.lt(least))?.unwrap_or(false);
        // Python writes no numbers of thousands of digits.
        let found = unless_interrupted(py, value.str())?;
        let found = found.map(|found| found.to_string_lossy().into_owned());
        let what = match (found, is_below) {
            (Some(found), true) => format!("{name}: found {found}, expected at least {least}"),
            (Some(found), false) => format!("{name}: found {found}, expected at most {most}"),
            (None, true) => {
                format!("{name}: found a huge negative number, expected at least {least}")
            }
            (None, false) => format!("{name}: found a huge number, expected at most {most}"),
        };
        Ok(Failure::from(BadInput::new(what)).into())
    };
    out_of_range().unwrap_or_else(|interrupt| interrupt)
}

/// A function for each keyword, because PyO3 tells readers nothing but the value.
macro_rules! keywords {
    ($($name:ident),*) => {
        $(
            #[doc = concat!("Reads the keyword `", stringify!($name), "`.")]
            ///
            /// # Errors
            /// Whatever is no such number.
            pub fn $name<T: Numeric>(value: &Bound<'_, PyAny>) -> PyResult<T> {
                T::read(value, stringify!($name))
            }
        )*
    };
}

keywords!(
    above, claim, count, first, givens, jobs, limit, model, part, seed, timeout, var
);

/// Reads the keyword `weights`: numbers, or rows of them.
///
/// # Errors
/// Whatever is no such numbers.
pub fn weights(value: &Bound<'_, PyAny>) -> PyResult<Option<Vec<i64>>> {
    const NAME: &str = "weights";
    let is_array = value.hasattr("__array__")? && value.hasattr("ravel")?;
    if is_array {
        return Numeric::read(&value.call_method0("ravel")?, NAME);
    }
    let is_list = |value: &Bound<'_, PyAny>| {
        value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()
    };
    if !is_list(value) {
        return Numeric::read(value, NAME);
    }
    let mut numbers = Vec::new();
    for item in value.try_iter()? {
        let item = item?;
        match is_list(&item)
            || item.hasattr("__array__")? && unless_interrupted(item.py(), item.len())?.is_some()
        {
            true => numbers.extend(Vec::<i64>::read(&item, NAME)?),
            false => numbers.push(i64::read(&item, NAME)?),
        }
    }
    Ok(Some(numbers))
}
