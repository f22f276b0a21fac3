//! Writing marks in cells, of which f-puzzles names only the cell: smallest and largest
//! digits among neighbours, and indexers.

use super::super::draft::{Place, is_inside, ray};
use super::marks::compared;
use super::write::{places, upper};
use crate::grid::place_named;
use crate::rules::{ConstraintItem, Description, region_map};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The cells with marks of smallest and largest digits.
#[derive(Default)]
pub struct Marked {
    minimum: HashSet<Place>,
    maximum: HashSet<Place>,
}

impl Marked {
    pub fn of(description: &Description) -> Marked {
        let mut marked = Marked::default();
        for item in &description.constraints {
            let cells = match item.kind.as_str() {
                "minimum" => &mut marked.minimum,
                "maximum" => &mut marked.maximum,
                _ => continue,
            };
            cells.extend(item.fields.get("cells").and_then(first_place));
        }
        marked
    }
}

fn first_place(cells: &Value) -> Option<Place> {
    places(cells)?.first().copied()
}

/// The field and the item of a mark.
pub fn constraint(
    item: &ConstraintItem,
    description: &Description,
    marked: &Marked,
) -> Option<(&'static str, Value)> {
    match item.kind.as_str() {
        "minimum" => Some(("minimum", extreme(item, description, &marked.minimum)?)),
        "maximum" => Some(("maximum", extreme(item, description, &marked.maximum)?)),
        "index" => indexer(item, description),
        _ => None,
    }
}

/// A cell that is compared with the cells around it that have no such mark themselves.
fn extreme(
    item: &ConstraintItem,
    description: &Description,
    marked: &HashSet<Place>,
) -> Option<Value> {
    let cells = places(item.fields.get("cells")?).filter(|_| item.fields.len() == 1)?;
    let (&cell, others) = cells.split_first()?;
    let mut others = others.to_vec();
    let mut expected = compared(description, cell, marked);
    others.sort_unstable();
    expected.sort_unstable();
    (is_inside(description, cell) && others == expected).then(|| json!({ "cell": upper(cell) }))
}

fn indexer(item: &ConstraintItem, description: &Description) -> Option<(&'static str, Value)> {
    let is_known = |key: &String| ["control", "digit", "cells"].contains(&key.as_str());
    let control = place_named(item.fields.get("control")?.as_str()?)?;
    if !item.fields.keys().all(is_known) || !is_inside(description, control) {
        return None;
    }
    let digit = usize::try_from(item.fields.get("digit")?.as_i64()?).ok()?;
    let cells = places(item.fields.get("cells")?)?;
    let (row, column) = control;
    let map = description.regions.as_deref().unwrap_or_default();
    let mut regions = region_map::cells(map, description.columns).into_iter();
    let region = regions.find(|region| region.contains(&control));
    let is_box = |region: &Vec<Place>| {
        *region == cells
            && digit.checked_sub(1).and_then(|place| region.get(place)) == Some(&control)
    };
    let field = if digit == row + 1 && cells == ray(description, (0, column), (1, 0)) {
        "rowindexer"
    } else if digit == column + 1 && cells == ray(description, (row, 0), (0, 1)) {
        "columnindexer"
    } else if region.as_ref().is_some_and(is_box) {
        "boxindexer"
    } else {
        return None;
    };
    Some((field, json!({ "cells": [upper(control)] })))
}
