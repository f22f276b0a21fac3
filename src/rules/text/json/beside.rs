//! Refuses fields of a record that would be ignored although they say something about its puzzle.

use super::classic::Cells;
use super::puzzle;
use crate::grid::place_named;
use crate::rules::Library;
use crate::rules::text::fault::{Fault, short};
use crate::rules::text::fpuzzles;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::sync::LazyLock;

/// What the fields of a record stand beside.
#[derive(Clone, Copy)]
pub enum Beside<'a> {
    /// The cells of a classic puzzle.
    Classic(&'a Cells<'a>),
    /// An object with the puzzle.
    Object,
    /// A puzzle of another program: an object, or a string.
    Foreign,
}

impl Beside<'_> {
    fn field(self) -> &'static str {
        match self {
            Beside::Classic(cells) => cells.field,
            Beside::Object | Beside::Foreign => "puzzle",
        }
    }

    fn expected(self) -> &'static str {
        match self {
            Beside::Classic(_) => {
                "a classic puzzle; variants have an object \"puzzle\" with all that they say"
            }
            Beside::Object => "it in that object",
            Beside::Foreign => "it in that puzzle",
        }
    }

    /// What to write instead of a field; `None` if it may stand there.
    fn instead(self, key: &str, value: &Value) -> Option<&'static str> {
        let is_classic = matches!(self, Beside::Classic(_));
        match meant(key) {
            Some("box") if is_classic && key != "box" => Some("the field box"),
            Some("box") if is_classic => None,
            Some("box") => Some("the regions in that puzzle"),
            // The rules of other programs are prose.
            Some("rules") if matches!(self, Beside::Foreign) && value.is_string() => None,
            Some(_) => Some(self.expected()),
            None if key == "puzzle" || key == self.field() => None,
            None if key == "grid" => Some("one of them"),
            None => {
                let is_label = is_classic && matches!(key, "variant" | "variants");
                let says = says_something(key, value) || is_label && names_a_variant(value);
                says.then(|| self.expected())
            }
        }
    }
}

/// Refuses fields of a puzzle, and constraints by whatever name.
pub fn check(record: &Map<String, Value>, beside: Beside<'_>) -> Result<(), Fault> {
    for (key, value) in record {
        if let Some(expected) = beside.instead(key, value) {
            let field = beside.field();
            let found = format!("the field {} beside the field {field}", short(key));
            return Err(Fault::new(found, expected));
        }
    }
    Ok(())
}

/// Sides that `size` may mean; other numbers may count givens, cells or the rows of a box.
const SIDES: std::ops::RangeInclusive<u64> = 4..=16;

/// Refuses a `size` that is not the side of the grid.
pub fn check_size(record: &Map<String, Value>, side: usize) -> Result<(), Fault> {
    let size = record.get("size").and_then(Value::as_u64);
    match size.filter(|size| SIDES.contains(size) && *size != side as u64) {
        Some(size) => {
            let expected = format!("{side}, the number of rows of the grid");
            Err(Fault::in_field("size", &Value::from(size), expected))
        }
        None => Ok(()),
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
const MAPS: [&str; 9] = [
    "areas",
    "blocks",
    "irregular",
    "jigsaw",
    "layout",
    "map",
    "regionmap",
    "shape",
    "zones",
];

/// Further names of rules and constraints.
const NAMES: [&str; 7] = [
    "consecutive",
    "greaterthan",
    "hypersudoku",
    "inequality",
    "maindiagonal",
    "sudokux",
    "xsudoku",
];

/// Names of constraints that mean other things as well: these count if they name cells.
const ORDINARY: [&str; 16] = [
    "between",
    "clone",
    "count",
    "counts",
    "difference",
    "distinct",
    "even",
    "index",
    "maximum",
    "minimum",
    "negative",
    "odd",
    "outside",
    "pairs",
    "ratio",
    "sum",
];

/// Words behind the name of a constraint.
const ENDINGS: [&str; 5] = ["sum", "dot", "line", "cage", "clue"];

/// The names of rules and constraints, here and in f-puzzles, without what separates their words.
static KNOWN: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let fields = fpuzzles::FIELDS.iter().chain(&MAPS).chain(&NAMES);
    let mut known: HashSet<String> = fields.map(|name| letters(name)).collect();
    Library::built_in().each_spelling(|name| {
        known.insert(letters(name));
    });
    known
});

/// Whether a field holds constraints or a rule, going by its name.
fn says_something(key: &str, value: &Value) -> bool {
    if !value_counts(value) {
        return false;
    }
    let Some(name) = known(&letters(key)) else {
        return false;
    };
    // One letter says as little as an ordinary word.
    if ORDINARY.contains(&name.as_str()) || name.len() == 1 || is_text(value) {
        let is_map = MAPS.contains(&name.as_str()) && value.as_str().is_some_and(is_map);
        return is_map || names_cells(value);
    }
    true
}

/// Whether a value may say that there is something.
fn value_counts(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is) => *is,
        Value::Number(number) => number.as_u64() == Some(1),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

/// Whether a value is text other than a truth value.
fn is_text(value: &Value) -> bool {
    let is_true = |text: &str| matches!(text.to_ascii_lowercase().as_str(), "true" | "yes" | "1");
    value.as_str().is_some_and(|text| !is_true(text))
}

/// Whether a text could be a map of regions: a character for each cell of a square.
fn is_map(text: &str) -> bool {
    let length = text.chars().count();
    length >= 16 && length.isqrt().pow(2) == length && !text.contains(char::is_whitespace)
}

/// Whether cells are named anywhere in a value.
fn names_cells(value: &Value) -> bool {
    match value {
        Value::String(text) => {
            let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
            words.any(|word| place_named(word).is_some())
        }
        Value::Array(items) => items.iter().any(names_cells),
        Value::Object(fields) => {
            let is_cells = |key: &String| matches!(key.as_str(), "cell" | "cells");
            fields.keys().any(is_cells) || fields.values().any(names_cells)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether a label names a rule or a type of constraint.
fn names_a_variant(value: &Value) -> bool {
    match value {
        Value::String(text) => known(&letters(text)).is_some(),
        Value::Array(items) => items.iter().any(names_a_variant),
        _ => false,
    }
}

/// The known name that is meant, perhaps in the plural or followed by a general word.
fn known(name: &str) -> Option<String> {
    let plural = ["", "s", "es", "ies"].into_iter();
    let singular = plural.filter_map(|ending| {
        let stem = name.strip_suffix(ending)?;
        Some(if ending == "ies" {
            format!("{stem}y")
        } else {
            stem.to_owned()
        })
    });
    let plurals = [format!("{name}s")];
    let mut spellings: Vec<String> = singular.chain(plurals).collect();
    for at in 0..spellings.len() {
        let stems = ENDINGS
            .iter()
            .filter_map(|end| spellings[at].strip_suffix(end));
        let stems: Vec<String> = stems.map(str::to_owned).collect();
        spellings.extend(stems);
    }
    spellings
        .into_iter()
        .find(|spelling| KNOWN.contains(spelling))
}

/// A name without what separates its words, in lower case.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|c| c.to_ascii_lowercase()).collect()
}
