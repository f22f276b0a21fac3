//! A classic puzzle as an array of rows of cells, as programs hold it.

use super::super::fault::Fault;
use crate::grid::text::Alphabet;
use crate::grid::{Digit, Geometry, Puzzle};
use serde_json::Value;

/// The rows in `value`, if it is an array of arrays without objects: cells of f-puzzles are
/// objects, or `null` where there is nothing to say.
pub fn plain_rows(value: &Value) -> Option<&[Value]> {
    let rows = value.as_array()?;
    let cells = || rows.iter().filter_map(Value::as_array).flatten();
    let has_plain = cells().any(|cell| cell.is_number() || cell.is_string());
    let has_objects = cells().any(Value::is_object);
    (has_plain && !has_objects).then_some(rows)
}

/// The puzzle with these rows, which are at this JSON pointer, and boxes of the usual shape if
/// none is given.
pub fn puzzle(rows: &[Value], shape: Option<Geometry>, pointer: &str) -> Result<Puzzle, Fault> {
    let side = rows.len();
    let geometry = match shape {
        Some(geometry) if geometry.side() != side => {
            let found = format!("{side} rows{}", at(pointer));
            let expected = format!("{} rows, as \"box\" says", geometry.side());
            return Err(Fault::new(found, expected));
        }
        Some(geometry) => geometry,
        None => Geometry::from_side(side).map_err(|error| {
            let found = format!("{side} rows{}: {error}", at(pointer));
            let expected = "another side, or {\"box\": \"RxC\", \"grid\": [[…], …]}";
            Fault::new(found, expected)
        })?,
    };
    let mut cells = Vec::with_capacity(geometry.cell_count());
    let mut first_zero = None;
    let mut has_null = false;
    for (index, row) in rows.iter().enumerate() {
        let pointer = format!("{pointer}/{index}");
        let row = row.as_array().filter(|row| row.len() == side);
        let row = row.ok_or_else(|| wrong_row(&rows[index], side, &pointer))?;
        for (place, value) in row.iter().enumerate() {
            let pointer = || format!("{pointer}/{place}");
            let digit = cell(value, side);
            cells.push(digit.ok_or_else(|| wrong_cell(value, side, &pointer()))?);
            has_null |= value.is_null();
            if value.as_u64() == Some(0) {
                first_zero.get_or_insert_with(pointer);
            }
        }
    }
    if let Some(pointer) = first_zero.filter(|_| has_null) {
        let found = format!("0 at {pointer} beside null");
        return Err(Fault::new(found, "one of them for all empty cells"));
    }
    let fault = || Fault::new(format!("{side} rows{}", at(pointer)), "a puzzle");
    Puzzle::new(geometry, cells).ok_or_else(fault)
}

/// ` at POINTER`, unless that is the whole document.
pub fn at(pointer: &str) -> String {
    match pointer {
        "" => String::new(),
        _ => format!(" at {pointer}"),
    }
}

/// What a cell holds, if it is one.
fn cell(value: &Value, side: usize) -> Option<Option<Digit>> {
    let number = match value {
        Value::Null => 0,
        Value::Number(number) => number.as_u64()?,
        Value::String(text) if is_empty_mark(text.trim()) => 0,
        Value::String(text) => number(text.trim())?,
        _ => return None,
    };
    let number = u16::try_from(number)
        .ok()
        .filter(|&number| usize::from(number) <= side);
    number.map(Digit::new)
}

/// A number without a sign.
fn number(text: &str) -> Option<u64> {
    let is_bare = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_bare)
}

fn is_empty_mark(text: &str) -> bool {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (None, _) => true,
        (Some(mark), None) => mark == '-' || Alphabet::is_empty_mark(mark),
        _ => false,
    }
}

fn wrong_row(row: &Value, side: usize, pointer: &str) -> Fault {
    let expected = format!("{side} cells, as many as there are rows");
    match row {
        Value::Array(cells) => Fault::new(format!("{} cells at {pointer}", cells.len()), expected),
        _ => Fault::at(pointer, row, format!("an array of {expected}")),
    }
}

fn wrong_cell(value: &Value, side: usize, pointer: &str) -> Fault {
    let expected = format!("a digit from 1 to {side}, or 0 for an empty cell");
    Fault::at(pointer, value, expected)
}
