//! A description while a foreign format is read into it.

use crate::grid::place_name;
use crate::rules::{ConstraintItem, Description, MAX_DIGITS, region_map};
use serde_json::Value;
use std::collections::BTreeMap;

/// Row and column, from 0.
pub type Place = (usize, usize);

/// A description without constraints so far.
pub fn draft((rows, columns): (usize, usize), (min, max): (i32, i32)) -> Description {
    Description {
        rows,
        columns,
        min,
        max,
        regions: None,
        candidates: BTreeMap::new(),
        rules: Vec::new(),
        constraints: Vec::new(),
    }
}

/// A classic 9×9 grid.
pub fn classic() -> Description {
    let mut description = draft((9, 9), (1, 9));
    description.regions = region_map::boxes((9, 9), (3, 3));
    description
}

/// Whether rows, columns and digits are few enough to read on.
pub fn is_size(size: usize) -> bool {
    (1..=MAX_DIGITS).contains(&size)
}

/// The name of a cell.
pub fn name((row, column): Place) -> String {
    place_name(row, column)
}

/// The names of cells.
pub fn names(cells: &[Place]) -> Vec<String> {
    cells.iter().copied().map(name).collect()
}

/// A constraint of this type; `fields` is a JSON object.
pub fn item(kind: &str, fields: Value) -> ConstraintItem {
    let fields = match fields {
        Value::Object(fields) => fields,
        _ => serde_json::Map::new(),
    };
    ConstraintItem {
        kind: kind.into(),
        fields,
    }
}

/// A constraint of cells without parameters.
pub fn of_cells(kind: &str, cells: &[Place]) -> ConstraintItem {
    item(kind, serde_json::json!({ "cells": names(cells) }))
}

/// A constraint of cells with a number.
pub fn with_number(kind: &str, cells: &[Place], key: &str, number: i64) -> ConstraintItem {
    let mut item = of_cells(kind, cells);
    item.fields.insert(key.into(), number.into());
    item
}

/// A constraint by a table of pairs of digits; `kind` is `pairs` or `all-pairs`.
pub fn by_table(kind: &str, cells: &[Place], name: &str, table: &[[i64; 2]]) -> ConstraintItem {
    let cells = names(cells);
    item(
        kind,
        serde_json::json!({ "cells": cells, "name": name, "table": table }),
    )
}

/// Leaves a cell only these digits of those that it still has.
pub fn restrict(description: &mut Description, cell: Place, digits: &[i64]) {
    let digits_now = description
        .candidates
        .entry(name(cell))
        .or_insert_with(|| digits.to_vec());
    digits_now.retain(|digit| digits.contains(digit));
}

/// Adds a rule, once.
pub fn add_rule(description: &mut Description, rule: &str) {
    if !description.rules.iter().any(|known| known == rule) {
        description.rules.push(rule.into());
    }
}

/// Whether a cell is on the board.
pub fn is_inside(description: &Description, (row, column): Place) -> bool {
    row < description.rows && column < description.columns
}

/// The cell that many rows and columns away, if it is on the board.
pub fn offset(
    description: &Description,
    (row, column): Place,
    (down, right): (isize, isize),
) -> Option<Place> {
    let cell = (
        row.checked_add_signed(down)?,
        column.checked_add_signed(right)?,
    );
    is_inside(description, cell).then_some(cell)
}

/// The neighbours of a cell by an edge.
pub fn neighbours(description: &Description, cell: Place) -> impl Iterator<Item = Place> {
    let steps = [(-1, 0), (0, -1), (0, 1), (1, 0)];
    steps
        .into_iter()
        .filter_map(move |step| offset(description, cell, step))
}

/// The cells from here to the edge of the board.
pub fn ray(description: &Description, from: Place, step: (isize, isize)) -> Vec<Place> {
    let next = |cell: &Place| offset(description, *cell, step);
    let start = is_inside(description, from).then_some(from);
    std::iter::successors(start, next).collect()
}
