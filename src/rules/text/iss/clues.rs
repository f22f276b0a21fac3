//! Clues outside the grid, indexing, and 2×2 squares.

use super::super::draft::{Place, item, name, names, ray, with_number};
use super::super::fault::Fault;
use super::Scope;
use super::tokens::{Node, Word};
use crate::rules::{ConstraintItem, Description};
use serde_json::json;

/// The constraints of a token; none if it is of another kind.
pub fn read(scope: &Scope<'_>, node: &Node) -> Result<Option<Vec<ConstraintItem>>, Fault> {
    let constraints = match node.name() {
        "Quad" => vec![quad(scope, node)?],
        "Indexing" => indexing(scope, node)?,
        "XSum" => from_both_ends(scope, node, "x-sum", "sum")?,
        "Skyscraper" => from_both_ends(scope, node, "skyscraper", "visible")?,
        "HiddenSkyscraper" => from_both_ends(scope, node, "hidden-skyscraper", "digit")?,
        "NumberedRoom" => from_both_ends(scope, node, "numbered-room", "digit")?,
        "Sandwich" => vec![sandwich(scope, node)?],
        "LittleKiller" => vec![little_killer(scope, node)?],
        _ => return Ok(None),
    };
    Ok(Some(constraints))
}

/// The square right of and below a cell, and its digits.
fn quad(scope: &Scope<'_>, node: &Node) -> Result<ConstraintItem, Fault> {
    let (first, rest) = node.first("a cell")?;
    let (row, column) = scope.cell(first)?;
    if row + 1 >= scope.board.rows || column + 1 >= scope.board.columns {
        let expected = "a cell with others right of and below it";
        return Err(Fault::word(first.column, &first.text, expected));
    }
    let cells = [
        (row, column),
        (row, column + 1),
        (row + 1, column),
        (row + 1, column + 1),
    ];
    let digits = rest.iter().map(|word| scope.digit(&word.text, word));
    let digits: Vec<i64> = digits.collect::<Result<_, _>>()?;
    if digits.is_empty() {
        return Err(node.fault("digits after the cell"));
    }
    let fields = json!({ "cells": names(&cells), "digits": digits });
    Ok(item("quadruple", fields))
}

/// Cells that say where the number of their column is in the row, or the other way.
fn indexing(scope: &Scope<'_>, node: &Node) -> Result<Vec<ConstraintItem>, Fault> {
    let (kind, rest) = node.first("R or C")?;
    let by_row = match kind.text.as_str() {
        "R" => true,
        "C" => false,
        _ => return Err(Fault::word(kind.column, &kind.text, "R or C")),
    };
    let index = |word: &Word| {
        let (row, column) = scope.cell(word)?;
        let (digit, line) = match by_row {
            true => (row + 1, ray(scope.board, (0, column), (1, 0))),
            false => (column + 1, ray(scope.board, (row, 0), (0, 1))),
        };
        let control = name((row, column));
        let fields = json!({ "control": control, "digit": digit, "cells": names(&line) });
        Ok(item("index", fields))
    };
    match rest.is_empty() {
        true => Err(node.fault("cells after R or C")),
        false => rest.iter().map(index).collect(),
    }
}

/// The row or column that is named R1 or C1.
fn line(scope: &Scope<'_>, node: &Node, word: &Word) -> Result<Vec<Place>, Fault> {
    if scope.is_moved {
        return Err(node.fault("no clues outside the grid within Replicate"));
    }
    let index = |text: &str, most: usize| {
        let number: usize = text.parse().ok()?;
        (1..=most).contains(&number).then(|| number - 1)
    };
    let board = scope.board;
    let found = match word.text.split_at_checked(1) {
        Some(("R", row)) => index(row, board.rows).map(|row| ray(board, (row, 0), (0, 1))),
        Some(("C", column)) => {
            index(column, board.columns).map(|column| ray(board, (0, column), (1, 0)))
        }
        _ => None,
    };
    let expected = "a row or a column, such as R1 or C1";
    found.ok_or_else(|| Fault::word(word.column, &word.text, expected))
}

fn clue(word: &Word) -> Result<i64, Fault> {
    let expected = "the number of a clue";
    word.text
        .parse()
        .map_err(|_| Fault::word(word.column, &word.text, expected))
}

/// A line, the clue at its beginning and the clue at its end, either perhaps empty.
fn from_both_ends(
    scope: &Scope<'_>,
    node: &Node,
    kind: &str,
    key: &str,
) -> Result<Vec<ConstraintItem>, Fault> {
    node.check_count(2..=3)?;
    let mut cells = line(scope, node, &node.args[0])?;
    let mut constraints = Vec::new();
    for word in &node.args[1..] {
        if !word.text.is_empty() {
            constraints.push(with_number(kind, &cells, key, clue(word)?));
        }
        cells.reverse();
    }
    match constraints.is_empty() {
        true => Err(node.fault("a clue at one end at least")),
        false => Ok(constraints),
    }
}

fn sandwich(scope: &Scope<'_>, node: &Node) -> Result<ConstraintItem, Fault> {
    node.check_count(2..=2)?;
    let cells = line(scope, node, &node.args[1])?;
    let digits = scope.board.max.abs_diff(scope.board.min) as usize + 1;
    // On a line without all digits, its own smallest and largest digit are meant.
    let kind = if cells.len() < digits {
        "lunchbox"
    } else {
        "sandwich"
    };
    Ok(with_number(kind, &cells, "sum", clue(&node.args[0])?))
}

fn little_killer(scope: &Scope<'_>, node: &Node) -> Result<ConstraintItem, Fault> {
    node.check_count(2..=2)?;
    if scope.is_moved {
        return Err(node.fault("no clues outside the grid within Replicate"));
    }
    let word = &node.args[1];
    let cells = diagonal(scope.board, scope.cell(word)?).ok_or_else(|| {
        let expected = "a cell at the edge where a diagonal of two cells or more begins";
        Fault::word(word.column, &word.text, expected)
    })?;
    Ok(with_number(
        "little-killer",
        &cells,
        "sum",
        clue(&node.args[0])?,
    ))
}

/// The diagonal that is named by this cell. At the left side it goes down to the right,
/// at the right side up to the left, at the top down to the left, at the bottom up to
/// the right; each diagonal has one name.
fn diagonal(board: &Description, cell: Place) -> Option<Vec<Place>> {
    let (rows, columns) = (board.rows, board.columns);
    let left = (0..rows - 1).map(|row| ((row, 0), (1, 1)));
    let right = (1..rows.max(2) - 1).map(|row| ((row, columns - 1), (-1, -1)));
    let top = (1..columns).map(|column| ((0, column), (1, -1)));
    let bottom = (1..columns.max(2) - 1).map(|column| ((rows - 1, column), (-1, 1)));
    let mut seen: Vec<Vec<Place>> = Vec::new();
    let mut found = None;
    for (start, step) in left.chain(right).chain(top).chain(bottom) {
        let cells = ray(board, start, step);
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        if cells.len() < 2 || seen.contains(&sorted) {
            continue;
        }
        seen.push(sorted);
        if start == cell {
            found = Some(cells);
        }
    }
    found
}
