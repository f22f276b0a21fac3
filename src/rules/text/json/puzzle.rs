//! A puzzle object, field by field, so that errors can point at them.

use super::super::VariantFormat;
use super::super::fault::{Fault, short, shown, token};
use super::classic;
use crate::grid::text::{Advice, Setting};
use crate::rules::board::FURTHEST_MIN;
use crate::rules::{ConstraintItem, Description, MAX_DIGITS};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The fields of a puzzle.
pub const FIELDS: [&str; 8] = [
    "rows",
    "columns",
    "min",
    "max",
    "regions",
    "candidates",
    "rules",
    "constraints",
];

/// The puzzle in `value`, which is at this JSON pointer.
pub fn description(value: &Value, pointer: &str) -> Result<Description, Fault> {
    let Some(fields) = value.as_object() else {
        return Err(Fault::at(pointer, value, "a puzzle as an object"));
    };
    let at = |key: &str| format!("{pointer}/{key}");
    let needed = |key: &str| match fields.get(key) {
        Some(value) => Ok(value),
        None if is_of_sudokupad(fields) => Err(Fault::new(
            format!("a puzzle in SudokuPad's own format{}", inside(pointer)),
            "a link with …/fpuzzles… at SudokuPad, or rows, columns, min and max: SudokuPad's own \
             puzzles hold no typed constraints",
        )),
        None => {
            let found = format!("no field {:?}{}", key, inside(pointer));
            // Where none of them is there, a record may have been meant.
            let is_bare = pointer.is_empty() && !FIELDS.iter().any(|key| fields.contains_key(*key));
            let expected = match is_bare {
                true => {
                    "a puzzle in the field \"puzzle\" or \"grid\", or rows, columns, min and max"
                }
                false => "rows, columns, min and max",
            };
            Err(Fault::new(found, expected).advise(advice(fields)))
        }
    };
    let mut description = Description {
        rows: size(needed("rows")?, &at("rows"))?,
        columns: size(needed("columns")?, &at("columns"))?,
        min: digit(needed("min")?, &at("min"), FURTHEST_MIN)?,
        max: digit(
            needed("max")?,
            &at("max"),
            FURTHEST_MIN + MAX_DIGITS as i32 - 1,
        )?,
        regions: None,
        candidates: BTreeMap::new(),
        rules: Vec::new(),
        constraints: Vec::new(),
    };
    for (key, value) in fields {
        let here = format!("{pointer}/{}", token(key));
        match key.as_str() {
            "rows" | "columns" | "min" | "max" => {}
            "regions" => description.regions = regions(value, &here)?,
            "candidates" => description.candidates = candidates(value, &here)?,
            "rules" => description.rules = rules(value, &here)?,
            "constraints" => description.constraints = constraints(value, &here)?,
            "id" => {
                let expected = "the name beside the puzzle: {\"id\": …, \"puzzle\": {…}}";
                return Err(Fault::new(format!("the field {here}"), expected));
            }
            _ => {
                let expected = format!("one of {} in a puzzle", FIELDS.join(", "));
                return Err(Fault::new(format!("the field {here}"), expected));
            }
        }
    }
    Ok(description)
}

fn inside(pointer: &str) -> String {
    match pointer {
        "" => String::new(),
        _ => format!(" in {pointer}"),
    }
}

/// Whether an object has the fields with which SudokuPad's own puzzles begin.
fn is_of_sudokupad(fields: &Map<String, Value>) -> bool {
    let others = ["cellSize", "metadata"];
    fields.contains_key("cells") && others.iter().any(|key| fields.contains_key(*key))
}

/// What to do about an object without the fields of a puzzle.
fn advice(fields: &Map<String, Value>) -> Option<Advice> {
    if fields.contains_key("grid") {
        let f_puzzles = Setting::Format(Some(VariantFormat::FPuzzles.name()));
        return Some(Advice::new(
            "for the JSON of f-puzzles, use {}",
            [f_puzzles],
        ));
    }
    let (name, _) = fields.iter().find(|(_, value)| classic::is_puzzle(value))?;
    // Braces would stand for settings.
    let name = short(name).replace(['{', '}'], "?");
    let text = format!("rename the field \"{name}\" to \"puzzle\" if that is the puzzle");
    Some(Advice::new(text, []))
}

fn size(value: &Value, pointer: &str) -> Result<usize, Fault> {
    let number = value.as_u64().and_then(|size| usize::try_from(size).ok());
    number.ok_or_else(|| Fault::at(pointer, value, "a number of rows or columns"))
}

fn digit(value: &Value, pointer: &str, most: i32) -> Result<i32, Fault> {
    let range = -FURTHEST_MIN..=most;
    let number = value.as_i64().and_then(|digit| i32::try_from(digit).ok());
    number.filter(|digit| range.contains(digit)).ok_or_else(|| {
        let expected = format!("a whole number from -{FURTHEST_MIN} to {most}");
        Fault::at(pointer, value, &expected)
    })
}

fn regions(value: &Value, pointer: &str) -> Result<Option<String>, Fault> {
    match value {
        Value::Null => Ok(None),
        Value::String(map) => Ok(Some(map.clone())),
        _ => Err(Fault::at(
            pointer,
            value,
            "a string with one character per cell, or null",
        )),
    }
}

fn candidates(value: &Value, pointer: &str) -> Result<BTreeMap<String, Vec<i64>>, Fault> {
    let Some(cells) = value.as_object() else {
        let expected = "an object such as {\"r1c1\": [5]}";
        return Err(Fault::at(pointer, value, expected));
    };
    let digits = |(cell, digits): (&String, &Value)| {
        let pointer = format!("{pointer}/{}", token(cell));
        let expected = "an array of digits, such as [5]";
        let Some(digits) = digits.as_array() else {
            return Err(Fault::at(&pointer, digits, expected));
        };
        let digit = |(place, digit): (usize, &Value)| {
            let fault = || Fault::at(&format!("{pointer}/{place}"), digit, "a digit");
            digit.as_i64().ok_or_else(fault)
        };
        let digits = digits
            .iter()
            .enumerate()
            .map(digit)
            .collect::<Result<_, _>>()?;
        Ok((cell.clone(), digits))
    };
    cells.iter().map(digits).collect()
}

fn rules(value: &Value, pointer: &str) -> Result<Vec<String>, Fault> {
    let expected = "an array of names of rules";
    let Some(names) = value.as_array() else {
        return Err(Fault::at(pointer, value, expected));
    };
    let name = |(place, name): (usize, &Value)| match name.as_str() {
        Some(name) => Ok(name.to_owned()),
        None => Err(Fault::at(
            &format!("{pointer}/{place}"),
            name,
            "the name of a rule",
        )),
    };
    names.iter().enumerate().map(name).collect()
}

fn constraints(value: &Value, pointer: &str) -> Result<Vec<ConstraintItem>, Fault> {
    let Some(items) = value.as_array() else {
        return Err(Fault::at(pointer, value, "an array of constraints"));
    };
    let item = |(place, item): (usize, &Value)| {
        let pointer = format!("{pointer}/{place}");
        let Some(mut fields) = item.as_object().cloned() else {
            let expected = "a constraint as an object with a type";
            return Err(Fault::at(&pointer, item, expected));
        };
        match fields.remove("type") {
            Some(Value::String(kind)) => Ok(ConstraintItem { kind, fields }),
            Some(other) => Err(Fault::at(
                &format!("{pointer}/type"),
                &other,
                "the name of a type",
            )),
            None => Err(Fault::new(
                format!("a constraint without a type at {pointer} ({})", shown(item)),
                "a field \"type\"",
            )),
        }
    };
    items.iter().enumerate().map(item).collect()
}
