//! Reads the values of parameters from JSON.

use super::error::RuleError;
use crate::grid::Cell;
use crate::rules::{Board, Mask};
use serde_json::Value;

type Read<T> = Result<T, RuleError>;

/// Maximum number of items of a list.
const MAX_LIST: usize = 100_000;

/// Numbers are at most so far from 0.
const MAX_NUMBER: u64 = 1_000_000_000_000;

/// A value as messages show it.
pub(super) fn show(value: &Value) -> String {
    let text = match value {
        Value::Array(items) => return format!("a list of {}", items.len()),
        Value::Object(_) => return "an object".into(),
        other => other.to_string(),
    };
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// What cells may be named on a board.
pub(super) fn cell_range(board: &Board) -> String {
    format!("a cell from r1c1 to r{}c{}", board.rows(), board.columns())
}

/// A cell.
pub(super) fn cell(board: &Board, value: &Value, pointer: &str) -> Read<Cell> {
    let cell = value.as_str().and_then(|name| board.cell_named(name));
    cell.ok_or_else(|| RuleError::new(pointer, show(value), cell_range(board)))
}

/// A list.
pub(super) fn list<'a>(value: &'a Value, pointer: &str, of: &str) -> Read<&'a [Value]> {
    match value.as_array() {
        Some(items) if items.len() <= MAX_LIST => Ok(items),
        _ => {
            let expected = format!("a list of {of}");
            Err(RuleError::new(pointer, show(value), expected))
        }
    }
}

/// Every item of a list.
pub(super) fn each<T>(
    value: &Value,
    pointer: &str,
    of: &str,
    read: impl Fn(&Value, &str) -> Read<T>,
) -> Read<Vec<T>> {
    let items = list(value, pointer, of)?.iter().enumerate();
    items
        .map(|(index, item)| read(item, &format!("{pointer}/{index}")))
        .collect()
}

/// Cells in their order, each perhaps several times.
pub(super) fn cells(board: &Board, value: &Value, pointer: &str) -> Read<Vec<Cell>> {
    each(value, pointer, "cells", |item, at| cell(board, item, at))
}

/// Cells in their order, each once.
pub(super) fn different_cells(board: &Board, value: &Value, pointer: &str) -> Read<Vec<Cell>> {
    let cells = cells(board, value, pointer)?;
    let mut seen = vec![false; board.cell_count()];
    for (index, &cell) in cells.iter().enumerate() {
        if seen[cell.index()] {
            let found = format!("{} a second time", board.name(cell));
            let pointer = format!("{pointer}/{index}");
            return Err(RuleError::new(&pointer, found, "each cell once".into()));
        }
        seen[cell.index()] = true;
    }
    Ok(cells)
}

/// A whole number of at most [`MAX_NUMBER`].
pub(super) fn integer(value: &Value, pointer: &str) -> Read<i64> {
    let number = value.as_i64();
    let number = number.filter(|number| number.unsigned_abs() <= MAX_NUMBER);
    number.ok_or_else(|| {
        let expected = format!("a whole number from -{MAX_NUMBER} to {MAX_NUMBER}");
        RuleError::new(pointer, show(value), expected)
    })
}

/// A digit of the board, as people write it.
pub(super) fn digit(board: &Board, value: &Value, pointer: &str) -> Read<i64> {
    let digit = integer(value, pointer)?;
    match board.digit(digit) {
        Some(_) => Ok(digit),
        None => Err(wrong_digit(board, digit, pointer)),
    }
}

fn wrong_digit(board: &Board, digit: i64, pointer: &str) -> RuleError {
    let expected = format!("a digit from {} to {}", board.min(), board.max());
    RuleError::new(pointer, digit.to_string(), expected)
}

/// Digits as a set.
pub(super) fn digit_mask(
    board: &Board,
    digits: &[i64],
    pointer: impl Fn() -> String,
) -> Read<Mask> {
    let mut mask = 0;
    for (index, &digit) in digits.iter().enumerate() {
        let found = board.digit(digit);
        let wrong = || wrong_digit(board, digit, &format!("{}/{index}", pointer()));
        let found = found.ok_or_else(wrong)?;
        mask |= 1 << found.index();
    }
    Ok(mask)
}

/// Two numbers, read by two functions.
pub(super) fn pair(
    value: &Value,
    pointer: &str,
    of: &str,
    first: impl Fn(&Value, &str) -> Read<i64>,
    second: impl Fn(&Value, &str) -> Read<i64>,
) -> Read<(i64, i64)> {
    match value.as_array().map(Vec::as_slice) {
        Some([a, b]) => {
            let a = first(a, &format!("{pointer}/0"))?;
            Ok((a, second(b, &format!("{pointer}/1"))?))
        }
        _ => Err(RuleError::new(pointer, show(value), of.into())),
    }
}
