//! satoku's own JSON: a puzzle object, alone or in the field `puzzle` of a record, or a
//! classic puzzle as a record with its grid or as an array of rows.

mod classic;
mod documents;
mod puzzle;
mod rows;
mod strict;

pub use documents::Documents;
pub use strict::Strict;

use super::fault::{Fault, short, shown};
use super::{Parsed, VariantFormat, fpuzzles};
use crate::grid::text::InputError;
use crate::grid::text::lines::InputLines;
use crate::rules::Description;
use serde_json::{Map, Value};
use std::io::{self, Write};

/// Whose JSON it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// satoku's own.
    Satoku,
    /// That of f-puzzles.
    FPuzzles,
    /// Whichever it looks like.
    Either,
}

/// Reads documents of either dialect.
pub struct JsonReader {
    documents: Documents,
    dialect: Dialect,
}

impl JsonReader {
    /// Reads documents of this dialect.
    pub fn new(dialect: Dialect) -> JsonReader {
        JsonReader {
            documents: Documents::default(),
            dialect,
        }
    }

    /// The next puzzle.
    pub fn read(&mut self, lines: &mut InputLines<'_>) -> Result<Option<Parsed>, InputError> {
        let Some(document) = self.documents.read(lines)? else {
            return Ok(None);
        };
        let line = document.line;
        let parsed = parse(&document.value, line, self.dialect);
        parsed
            .map(Some)
            .map_err(|fault| fault.in_line(&lines.file(), line))
    }
}

/// Reads a document of this dialect.
pub fn parse(value: &Value, line: u64, dialect: Dialect) -> Result<Parsed, Fault> {
    let object = match value {
        Value::Object(object) => object,
        Value::Array(rows) if dialect != Dialect::FPuzzles => {
            return Ok(parsed(classic::of_rows(rows)?, String::new(), line));
        }
        _ => return Err(Fault::new(shown(value), "a puzzle as a JSON object")),
    };
    let cells = classic::cells(object);
    let is_fpuzzles = match dialect {
        Dialect::Satoku => false,
        Dialect::FPuzzles => true,
        Dialect::Either => {
            cells.is_none() && object.contains_key("grid") && !object.contains_key("puzzle")
        }
    };
    if is_fpuzzles {
        return fpuzzles::parse(object, line);
    }
    check_beside(object, cells.as_ref())?;
    let (description, name) = match (object.get("puzzle"), cells) {
        (_, Some(cells)) => (cells.description(object.get("box"))?, name(object)),
        (Some(number @ Value::Number(_)), None) => return Err(classic::no_puzzle(number)),
        (Some(puzzle), None) => (puzzle::description(puzzle, "/puzzle")?, name(object)),
        (None, None) => (puzzle::description(value, "")?, String::new()),
    };
    Ok(parsed(description, name, line))
}

fn parsed(description: Description, name: String, line: u64) -> Parsed {
    Parsed {
        description,
        name,
        line,
        format: VariantFormat::Json,
        ignored: Vec::new(),
    }
}

/// Refuses fields of a puzzle outside of the object `puzzle` of a record, where nobody would
/// read them.
fn check_beside(
    record: &Map<String, Value>,
    classic: Option<&classic::Cells<'_>>,
) -> Result<(), Fault> {
    let (beside, expected) = match (classic, record.get("puzzle")) {
        (Some(cells), _) => (
            cells.field,
            "a classic puzzle; variants have an object \"puzzle\" with all that they say",
        ),
        (None, Some(Value::Object(_))) => ("puzzle", "it in that object"),
        (None, _) => return Ok(()),
    };
    for key in record.keys() {
        let expected = match meant(key) {
            Some("box") if classic.is_some() && key != "box" => "the field box",
            Some("box") | None => continue,
            Some(_) => expected,
        };
        let found = format!("the field {} beside the field {beside}", short(key));
        return Err(Fault::new(found, expected));
    }
    Ok(())
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

/// The name of a record: its `id`, or else its `name`.
fn name(record: &Map<String, Value>) -> String {
    let text = |key: &str| match record.get(key)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    text("id").or_else(|| text("name")).unwrap_or_default()
}

/// Writes a puzzle as one line of JSON.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, description: &Description) -> io::Result<()> {
    serde_json::to_writer(&mut *out, description)?;
    writeln!(out)
}
