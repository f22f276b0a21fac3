//! Lines: which field is which type of constraint.

use super::super::draft::{Place, of_cells, with_number};
use super::super::fault::Fault;
use super::Import;
use super::items::{Item, items};
use super::write::{cells, places};
use crate::rules::{ConstraintItem, Description};
use serde_json::{Value, json};

/// A parameter, and the number that it is where a field names none, by the size of the board.
type Number = (&'static str, fn(i64) -> i64);

/// Fields and their types, with a number or without. A type is written in the first of its
/// fields.
pub const LINES: [(&str, &str, Option<Number>); 15] = [
    ("thermometer", "thermo", None),
    ("palindrome", "palindrome", None),
    ("renban", "renban", None),
    ("regionsumline", "region-sum", None),
    ("betweenline", "between", None),
    ("entropicline", "entropic", None),
    ("zipperline", "zipper", None),
    ("doublearrow", "double-arrow", None),
    ("slowthermometer", "slow-thermo", None),
    ("nabner", "nabner", None),
    ("whispers", "whisper", Some(("difference", half))),
    ("germanwhispers", "whisper", Some(("difference", half))),
    (
        "dutchwhispers",
        "whisper",
        Some(("difference", |size| half(size) - 1)),
    ),
    ("modularline", "modular", Some(("modulus", |_| 3))),
    ("lockout", "lockout", Some(("difference", |size| size / 2))),
];

fn half(size: i64) -> i64 {
    (size + 1) / 2
}

/// Reads a list of lines; whether the field is one.
pub(super) fn read(key: &str, value: &Value, import: &mut Import) -> Result<bool, Fault> {
    let Some((_, kind, number)) = LINES.iter().find(|(field, ..)| *field == key) else {
        return Ok(false);
    };
    let size = import.description.rows as i64;
    for item in items(key, value, &["lines", "value"])? {
        for mut cells in lines_of(&item, import)? {
            if key == "regionsumline" {
                cells.retain(|&cell| has_region(&import.description, cell));
            }
            // They say nothing, and editors leave them behind.
            if cells.len() < 2 || key == "betweenline" && cells.len() == 2 {
                import.ignore(&too_short(key));
                continue;
            }
            let constraint = match number {
                None => of_cells(kind, &cells),
                Some((parameter, usual)) => {
                    let number = item.value()?.unwrap_or_else(|| usual(size));
                    with_number(kind, &cells, parameter, number)
                }
            };
            import.description.constraints.push(constraint);
        }
        if number.is_none() && item.value()?.is_some() {
            return Err(item.fault("value", "no value"));
        }
    }
    Ok(true)
}

/// The field and the item of a line. A number is always written: the programs that read
/// f-puzzles do not agree on what it is where there is none.
pub(super) fn written(
    item: &ConstraintItem,
    description: &Description,
) -> Option<(&'static str, Value)> {
    let (field, kind, number) = LINES.iter().find(|(_, kind, _)| *kind == item.kind)?;
    let mut fields = json!({ "lines": [cells(item.fields.get("cells")?)?] });
    let parameter = number.map(|(parameter, _)| parameter);
    if let Some((parameter, usual)) = number {
        let number = match item.fields.get(*parameter) {
            Some(number) => number.as_i64()?,
            // Here, it is the same on boards of all sizes.
            None if *kind == "whisper" => 5,
            None => usual(description.rows as i64),
        };
        fields["value"] = number.to_string().into();
    }
    if *kind == "region-sum" && !is_in_regions(item, description) {
        return None;
    }
    let is_known = |key: &String| key == "cells" || parameter.is_some_and(|known| key == known);
    item.fields.keys().all(is_known).then_some((field, fields))
}

/// Whether all cells of a constraint are in regions.
pub(super) fn is_in_regions(item: &ConstraintItem, description: &Description) -> bool {
    let cells = item.fields.get("cells").and_then(places);
    cells.is_some_and(|cells| cells.iter().all(|&cell| has_region(description, cell)))
}

/// The note on lines of one cell or none.
pub(super) fn too_short(key: &str) -> String {
    format!("lines of {key} that are too short to say anything")
}

/// The lines of an item; editors sometimes leave items without lines behind.
pub(super) fn lines_of(item: &Item<'_>, import: &mut Import) -> Result<Vec<Vec<Place>>, Fault> {
    let lines = match item.has("lines") {
        true => item.lines(&import.description)?,
        false => Vec::new(),
    };
    if lines.is_empty() {
        import.ignore(&format!("items of {} without lines", item.key()));
    }
    Ok(lines)
}

/// Whether a cell is in a region. Lines of region sums pass over others.
fn has_region(description: &Description, (row, column): Place) -> bool {
    let regions = description.regions.as_deref();
    let region = regions.and_then(|map| map.chars().nth(row * description.columns + column));
    region.is_some_and(|region| region != '.')
}
