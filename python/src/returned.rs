//! What a solver written in Python returns.

use crate::cells::digits_of;
use crate::error::{EngineError, Failure};
use crate::text::{unless_interrupted, utf8};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString, PyTuple};
use satoku::grid::text::{Alphabet, PuzzleReader, ReadOptions};
use satoku::{Digit, Puzzle, Solution};

/// The name of a text in messages of the readers; it is not shown.
const TEXT: &str = "solution";

/// The grid that a solver returned for a puzzle, in any form in which a puzzle is passed.
pub fn grid(answer: &Bound<'_, PyAny>, puzzle: &Puzzle) -> PyResult<Solution> {
    let cells = match answer.cast::<PyString>() {
        Ok(text) => cells_of_text(utf8(text)?, puzzle)?,
        Err(_) => match unless_interrupted(answer.py(), answer.getattr("cells"))? {
            Some(cells) => cells_of_digits(&cells)?,
            None => cells_of_digits(answer)?,
        },
    };
    let full: Option<Vec<Digit>> = cells.into_iter().collect();
    full.map(Solution::new)
        .ok_or_else(|| wrong("a grid with empty cells", "a full grid"))
}

fn wrong(found: &str, expected: &str) -> PyErr {
    EngineError::new_err(format!("it returned {found}, expected {expected}"))
}

fn cells_of_text(text: &str, puzzle: &Puzzle) -> PyResult<Vec<Option<Digit>>> {
    let geometry = puzzle.geometry();
    let side = geometry.side();
    let alphabet = Alphabet::Digits.reaching(side);
    let signs = text.chars().filter(|c| !c.is_whitespace());
    let symbols = signs.map(|c| alphabet.symbol(c, side).map(|symbol| symbol.digit()));
    if let Some(cells) = symbols.collect::<Option<Vec<_>>>() {
        return Ok(cells);
    }
    let options = ReadOptions {
        format: None,
        geometry: Some(geometry),
        alphabet: None,
        mixed_sizes: true,
    };
    let mut reader = PuzzleReader::of_text(text, TEXT, options);
    match (reader.next(), reader.next()) {
        (Some(Ok(record)), None) => Ok(record.puzzle.cells().to_vec()),
        (Some(Err(error)), _) => {
            let place = crate::error::BadInput::from(error).message();
            Err(wrong(
                &format!("text that is no grid ({place})"),
                "a full grid",
            ))
        }
        (Some(Ok(_)), Some(_)) => Err(wrong("several grids", "one")),
        (None, _) => Err(wrong("text without a grid", "a full grid")),
    }
}

fn cells_of_digits(answer: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Digit>>> {
    let is_bytes = answer.is_instance_of::<PyBytes>() || answer.is_instance_of::<PyByteArray>();
    if is_bytes {
        return Err(wrong(&kind(answer), "a str"));
    }
    let is_list = answer.is_instance_of::<PyList>() || answer.is_instance_of::<PyTuple>();
    let first = match is_list {
        true => unless_interrupted(answer.py(), answer.get_item(0))?,
        false => None,
    };
    if first.is_some_and(|first| first.is_instance_of::<PyString>()) {
        let found = format!("a {} of str", kind(answer));
        return Err(wrong(&found, "a str or a list of numbers"));
    }
    let digits = digits_of(answer).map_err(|failure| match failure {
        Failure::Python(error) => error,
        _ => wrong(&kind(answer), "a full grid: a str or a list of numbers"),
    })?;
    let digit = |digit: i64| match u16::try_from(digit) {
        Ok(digit) => Ok(Digit::new(digit)),
        Err(_) => Err(wrong(&format!("the digit {digit}"), "digits from 1")),
    };
    digits.into_iter().map(digit).collect()
}

/// The name of the type.
fn kind(answer: &Bound<'_, PyAny>) -> String {
    let name = answer.get_type().name();
    name.map_or_else(
        |_| "something".into(),
        |name| name.to_string_lossy().into_owned(),
    )
}
