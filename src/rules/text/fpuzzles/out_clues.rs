//! Writing clues outside the grid: where they stand follows from their cells.

use super::super::draft::{Place, name};
use crate::grid::place_named;
use crate::rules::{ConstraintItem, Description};
use serde_json::{Value, json};

/// The field and the item of a clue.
pub fn constraint(
    item: &ConstraintItem,
    description: &Description,
) -> Option<(&'static str, Value)> {
    let (field, key) = match item.kind.as_str() {
        "sandwich" => ("sandwichsum", "sum"),
        "x-sum" => ("xsum", "sum"),
        "skyscraper" => ("skyscraper", "visible"),
        "little-killer" => ("littlekillersum", "sum"),
        _ => return None,
    };
    let is_known = |field: &String| field == key || field == "cells";
    if !item.fields.keys().all(is_known) {
        return None;
    }
    let value = item.fields.get(key)?.as_i64()?;
    // For little killers, 0 is read as no sum.
    if item.kind == "little-killer" && value == 0 {
        return None;
    }
    let value = value.to_string();
    let names = item.fields.get("cells")?.as_array()?.iter();
    let cells: Option<Vec<Place>> = names.map(|name| place_named(name.as_str()?)).collect();
    let cells = cells?;
    let (down, right) = step(&cells, description)?;
    let (row, column) = *cells.first()?;
    let (row, column) = (row as i64 + 1 - down, column as i64 + 1 - right);
    let cell = format!("R{row}C{column}");
    let is_diagonal = down != 0 && right != 0;
    match (item.kind == "little-killer", is_diagonal) {
        (true, true) => {
            let vertical = if down > 0 { 'D' } else { 'U' };
            let horizontal = if right > 0 { 'R' } else { 'L' };
            let direction = format!("{vertical}{horizontal}");
            let cells: Vec<String> = cells
                .iter()
                .map(|&cell| name(cell).to_uppercase())
                .collect();
            let fields =
                json!({ "cell": cell, "cells": cells, "direction": direction, "value": value });
            Some((field, fields))
        }
        (false, false) => Some((field, json!({ "cell": cell, "value": value }))),
        _ => None,
    }
}

/// The step of a straight line that goes from edge to edge.
fn step(cells: &[Place], description: &Description) -> Option<(i64, i64)> {
    let (rows, columns) = (description.rows as i64, description.columns as i64);
    let signed = |&(row, column): &Place| (row as i64, column as i64);
    let is_inside =
        |(row, column): (i64, i64)| (0..rows).contains(&row) && (0..columns).contains(&column);
    let first = signed(cells.first()?);
    let last = signed(cells.last()?);
    let steps: Vec<(i64, i64)> = match cells {
        // Of the diagonals of a single cell, any that begins at the edge.
        [_] => vec![(1, 1), (1, -1), (-1, 1), (-1, -1)],
        [_, second, ..] => {
            let second = signed(second);
            vec![(second.0 - first.0, second.1 - first.1)]
        }
        [] => return None,
    };
    let fits = |&(down, right): &(i64, i64)| {
        let unit = down.abs() <= 1 && right.abs() <= 1 && (down, right) != (0, 0);
        let on_line = |(place, cell): (usize, &Place)| {
            let place = place as i64;
            signed(cell) == (first.0 + place * down, first.1 + place * right)
        };
        unit && cells.iter().enumerate().all(on_line)
            && !is_inside((first.0 - down, first.1 - right))
            && !is_inside((last.0 + down, last.1 + right))
    };
    steps.into_iter().find(fits)
}
