//! Fields beside a puzzle in its record, which nobody reads.

use super::classic::Cells;
use super::puzzle;
use crate::rules::Library;
use crate::rules::text::fault::{Fault, short};
use crate::rules::text::fpuzzles;
use serde_json::{Map, Value};

/// Refuses fields of a puzzle, and constraints by whatever name, outside of the object `puzzle` of
/// a record.
pub fn check(record: &Map<String, Value>, classic: Option<&Cells<'_>>) -> Result<(), Fault> {
    let (beside, expected) = match (classic, record.get("puzzle")) {
        (Some(cells), _) => (
            cells.field,
            "a classic puzzle; variants have an object \"puzzle\" with all that they say",
        ),
        (None, Some(Value::Object(_))) => ("puzzle", "it in that object"),
        (None, Some(_)) => ("puzzle", "it in that puzzle"),
        (None, None) => return Ok(()),
    };
    for (key, value) in record {
        let expected = match meant(key) {
            Some("box") if classic.is_some() && key != "box" => "the field box",
            Some(name) if name != "box" => expected,
            None if key != "puzzle" && key != "grid" && is_of_variants(key, value) => expected,
            _ => continue,
        };
        let found = format!("the field {} beside the field {beside}", short(key));
        return Err(Fault::new(found, expected));
    }
    Ok(())
}

/// Refuses a `size` that is not the side of the grid.
pub fn check_size(record: &Map<String, Value>, side: usize) -> Result<(), Fault> {
    match record.get("size").and_then(Value::as_u64) {
        Some(size) if size != side as u64 => {
            let expected = format!("{side}, the number of rows of the grid");
            Err(Fault::in_field("size", &Value::from(size), expected))
        }
        _ => Ok(()),
    }
}

/// The field of a puzzle, or `box`, that a key names, perhaps in capitals or in the singular.
fn meant(key: &str) -> Option<&'static str> {
    match key.to_ascii_lowercase().as_str() {
        "box" | "boxes" => Some("box"),
        "candidate" => Some("candidates"),
        "constraint" => Some("constraints"),
        "region" => Some("regions"),
        "rule" => Some("rules"),
        name => puzzle::FIELDS.into_iter().find(|field| *field == name),
    }
}

/// Maps of regions, which may be text.
const MAPS: [&str; 2] = ["jigsaw", "layout"];

/// Whether a field holds constraints, going by its name here or in f-puzzles. Numbers and text are
/// no constraints, nor is what says nothing.
fn is_of_variants(key: &str, value: &Value) -> bool {
    let name = letters(key);
    let singular = name.strip_suffix('s').unwrap_or(&name);
    let is = |known: &str| known == name || known == singular;
    match value {
        Value::Bool(true) => {}
        Value::Array(items) if !items.is_empty() => {}
        Value::Object(fields) if !fields.is_empty() => {}
        Value::String(text) => return MAPS.iter().any(|map| is(map)) && !text.is_empty(),
        _ => return false,
    }
    let named = MAPS.iter().any(|map| is(map));
    named || Library::built_in().any_spelling(|known| is(&letters(known))) || fpuzzles::knows(key)
}

/// A name without what separates its words, in lower case.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}
