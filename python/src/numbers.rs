//! Keywords that are whole numbers. One that is too small or too large is an `InputError`
//! that names the keyword, where PyO3 alone has an `OverflowError` that names nothing.

use crate::error::{BadInput, Failure};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// A whole number that a keyword takes.
pub trait Whole: Sized {
    /// Reads it; messages call it `name`.
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self>;
}

/// For types that Python's numbers become without names.
macro_rules! whole {
    ($($number:ty),*) => {
        $(impl Whole for $number {
            fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<$number> {
                value.extract().map_err(|error: PyErr| {
                    match error.is_instance_of::<PyOverflowError>(value.py()) {
                        true => beyond(value, name, <$number>::MAX as u64),
                        false => error,
                    }
                })
            }
        })*
    };
}

whole!(u32, u64, usize);

impl<T: Whole> Whole for Option<T> {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Option<T>> {
        match value.is_none() {
            true => Ok(None),
            false => T::read(value, name).map(Some),
        }
    }
}

fn beyond(value: &Bound<'_, PyAny>, name: &str, most: u64) -> PyErr {
    let is_negative = value.lt(0).unwrap_or(false);
    // Python writes no numbers of thousands of digits.
    let found = value.str().map(|text| text.to_string());
    let what = match (found, is_negative) {
        (Ok(found), true) => format!("{name}: found {found}, expected no negative number"),
        (Ok(found), false) => format!("{name}: found {found}, expected at most {most}"),
        (Err(_), true) => format!("{name}: found a negative number, expected none"),
        (Err(_), false) => format!("{name}: found a huge number, expected at most {most}"),
    };
    Failure::from(BadInput::new(what)).into()
}

/// A function for each keyword, because PyO3 tells readers nothing but the value.
macro_rules! keywords {
    ($($name:ident),*) => {
        $(
            #[doc = concat!("Reads the keyword `", stringify!($name), "`.")]
            ///
            /// # Errors
            /// Whatever is no such number.
            pub fn $name<T: Whole>(value: &Bound<'_, PyAny>) -> PyResult<T> {
                T::read(value, stringify!($name))
            }
        )*
    };
}

keywords!(count, first, givens, jobs, limit, part, seed, var);
