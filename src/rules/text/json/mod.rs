//! satoku's own JSON: a puzzle object, alone or in the field `puzzle` of a record, or a
//! classic puzzle as a record with its grid or as an array of rows.

mod beside;
mod classic;
mod documents;
mod gathered;
mod look_ahead;
pub mod numpy;
mod puzzle;
mod rows;
mod strict;

pub use documents::{Documents, Next};
pub use strict::Strict;

use super::fault::{Fault, shown};
use super::{Parsed, VariantFormat, detect, fpuzzles, iss, sumocue};
use crate::grid::text::InputError;
use crate::grid::text::lines::InputLines;
use crate::rules::Description;
use beside::Beside;
use classic::ClassicGrid;
use serde_json::{Map, Number, Value};
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

    /// Whether what comes next is within a line or an array that was begun.
    pub fn is_within(&self) -> bool {
        self.documents.is_within()
    }

    /// The next puzzle.
    pub fn read(&mut self, lines: &mut InputLines<'_>) -> Result<Next<Parsed>, InputError> {
        let document = match self.documents.read(lines)? {
            Next::Document(document) => document,
            Next::ArrayEnd => return Ok(Next::ArrayEnd),
            Next::InputEnd => return Ok(Next::InputEnd),
        };
        let (line, column) = (document.line, document.column);
        let parsed = match &document.value {
            Value::String(text) => of_text(text, line, self.dialect),
            value => parse(value, line, self.dialect),
        };
        let error = |fault: Fault| match column {
            // All items may be on the same line.
            Some(column) => fault.or_column(column).in_line(&lines.file(), line),
            None => fault.in_line(&lines.file(), line),
        };
        parsed.map(Next::Document).map_err(error)
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
    if dialect != Dialect::Satoku
        && let Some(parsed) = of_other_program(object, line)
    {
        beside::check(object, Beside::Foreign)?;
        return Ok(parsed?.named(name(object)?));
    }
    let is_either = dialect == Dialect::Either;
    if dialect == Dialect::FPuzzles || is_either && cells.is_none() && is_of_fpuzzles(object) {
        return fpuzzles::parse(object, line);
    }
    match (&cells, object.get("puzzle")) {
        (Some(cells), _) => beside::check(object, Beside::Classic(cells))?,
        (None, Some(Value::Object(_))) => beside::check(object, Beside::Object)?,
        (None, _) => {}
    }
    let (description, name) = match (object.get("puzzle"), cells) {
        (_, Some(cells)) => {
            let ClassicGrid {
                description,
                alphabet,
            } = cells.read(object.get("box"))?;
            beside::check_size(object, description.rows)?;
            return Ok(parsed(description, name(object)?, line).written_in(alphabet));
        }
        (Some(number @ Value::Number(_)), None) => return Err(classic::no_puzzle(number)),
        (Some(puzzle), None) => (puzzle::description(puzzle, "/puzzle")?, name(object)?),
        (None, None) => (puzzle::description(value, "")?, String::new()),
    };
    Ok(parsed(description, name, line))
}

/// Whether an object is a puzzle of f-puzzles, whose cells are in `grid`.
fn is_of_fpuzzles(object: &Map<String, Value>) -> bool {
    object.contains_key("grid") && !object.contains_key("puzzle") && !object.contains_key("rows")
}

/// The puzzle in a record, if it is one of f-puzzles, a link, or in another format of one line.
fn of_other_program(record: &Map<String, Value>, line: u64) -> Option<Result<Parsed, Fault>> {
    let parsed = match record.get("puzzle")? {
        Value::Object(puzzle) if is_of_fpuzzles(puzzle) => fpuzzles::parse(puzzle, line),
        Value::String(text) => foreign_text(text, line)?,
        _ => return None,
    };
    Some(parsed.map_err(|fault| Fault {
        column: None,
        found: format!("{} at /puzzle", fault.found),
        ..fault
    }))
}

/// The puzzle in a text, if it is in a format of one line that other programs have.
fn foreign_text(text: &str, line: u64) -> Option<Result<Parsed, Fault>> {
    let parsed = match detect(text.as_bytes())? {
        VariantFormat::FPuzzles => fpuzzles::of_line(text, line),
        VariantFormat::Iss => iss::parse(text).map(|(description, ignored)| {
            Parsed::new(description, line, VariantFormat::Iss).ignoring(ignored)
        }),
        VariantFormat::SumoCue => sumocue::of_line(text, line),
        VariantFormat::Json | VariantFormat::Jigsaw => return None,
    };
    // Columns would be those of the text, not of the line.
    Some(parsed.map_err(|fault| Fault {
        column: None,
        ..fault
    }))
}

/// The puzzle that an item of an array holds as text.
fn of_text(text: &str, line: u64, dialect: Dialect) -> Result<Parsed, Fault> {
    match dialect {
        Dialect::FPuzzles => fpuzzles::of_line(text, line),
        Dialect::Satoku => {
            let ClassicGrid {
                description,
                alphabet,
            } = classic::of_text(text)?;
            Ok(parsed(description, String::new(), line).written_in(alphabet))
        }
        Dialect::Either => match foreign_text(text, line) {
            Some(parsed) => parsed,
            None => of_text(text, line, Dialect::Satoku),
        },
    }
}

fn parsed(description: Description, name: String, line: u64) -> Parsed {
    Parsed::new(description, line, VariantFormat::Json).named(name)
}

/// The name of a record: its `id`, or else its `name`.
fn name(record: &Map<String, Value>) -> Result<String, Fault> {
    for key in ["id", "name"] {
        match record.get(key) {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => return Ok(text.clone()),
            Some(Value::Number(number)) if is_exact(number) => return Ok(number.to_string()),
            Some(other) => {
                let expected = "a text, a whole number, or a fraction of at most 15 digits";
                return Err(Fault::at(&format!("/{key}"), other, expected));
            }
        }
    }
    Ok(String::new())
}

/// Whether a number was not rounded when it was read: others may differ and look the same.
fn is_exact(number: &Number) -> bool {
    let text = number.to_string();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    number.is_i64() || number.is_u64() || digits <= 16 && !text.contains('e')
}

/// Writes a puzzle as one line of JSON.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, description: &Description) -> io::Result<()> {
    serde_json::to_writer(&mut *out, description)?;
    writeln!(out)
}
