//! The JSON of f-puzzles.com: plain, compressed, or in a link.
//!
//! The fields are those that f-puzzles and the solvers that read it agree on
//! (<https://github.com/dclamage/SudokuSolver>, `FPuzzlesBoard.cs`; SudokuPad's
//! `fpuzzlesdecoder.js`). Fields that only draw are listed as ignored; a field that
//! nobody here knows is an error.

mod clues;
mod fields;
mod grid;
mod items;
pub(super) mod lines;
mod marks;
mod out_clues;
mod out_marks;
mod unwritable;
mod write;

pub use write::{NotWritten, link, write};

use super::draft::{self, add_rule};
use super::fault::{Fault, short};
use super::json::{self, Dialect, Strict};
use super::{Parsed, VariantFormat};
use super::{links, lz};
use crate::grid::text::InputError;
use crate::grid::text::lines::InputLines;
use crate::rules::Description;
use serde_json::{Map, Value};

/// The next puzzle, a link or compressed text.
pub fn read(lines: &mut InputLines<'_>) -> Result<Option<Parsed>, InputError> {
    let Some(line) = lines.take_content()? else {
        return Ok(None);
    };
    let column = line.text.chars().take_while(|c| c.is_whitespace()).count() + 1;
    of_line(&line.text, line.number)
        .map(Some)
        .map_err(|fault| fault.or_column(column).in_line(&lines.file(), line.number))
}

/// The puzzle of a link, or of compressed text alone, in the line of this number.
pub fn of_line(text: &str, line: u64) -> Result<Parsed, Fault> {
    let text = links::payload(text.trim())?;
    let json = lz::decompress(&text)
        .map_err(|error| Fault::new(error.to_string(), "a puzzle that f-puzzles exported"))?;
    let Strict(value) = serde_json::from_str(&json).map_err(|error| {
        let found = format!("compressed text that is not JSON ({error})");
        Fault::new(found, "a puzzle that f-puzzles exported")
    })?;
    json::parse(&value, line, Dialect::FPuzzles)
}

/// Fields with rules and constraints.
pub const FIELDS: [&str; 41] = [
    "antiking",
    "antiknight",
    "arrow",
    "betweenline",
    "boxindexer",
    "clone",
    "columnindexer",
    "diagonal+",
    "diagonal-",
    "difference",
    "disjointgroups",
    "doublearrow",
    "dutchwhispers",
    "entropicline",
    "even",
    "extraregion",
    "germanwhispers",
    "killercage",
    "littlekillersum",
    "lockout",
    "maximum",
    "minimum",
    "modularline",
    "nabner",
    "negative",
    "nonconsecutive",
    "odd",
    "palindrome",
    "quadruple",
    "ratio",
    "regionsumline",
    "renban",
    "rowindexer",
    "sandwichsum",
    "skyscraper",
    "slowthermometer",
    "thermometer",
    "whispers",
    "xsum",
    "xv",
    "zipperline",
];

/// Fields that say something about the puzzle, or draw, or steer a program.
const IGNORED: [&str; 17] = [
    "author",
    "cage",
    "circle",
    "disabledlogic",
    "foglight",
    "fogofwar",
    "highlightConflicts",
    "line",
    "metadata",
    "msgcorrect",
    "rectangle",
    "ruleset",
    "rules",
    "solution",
    "successMessage",
    "text",
    "truecandidatesoptions",
];

/// What is read so far.
struct Import {
    description: Description,
    ignored: Vec<String>,
    /// Nonconsecutive, which means something else if white dots are given.
    is_nonconsecutive: bool,
}

impl Import {
    /// An empty board with sides of this size.
    fn new(size: usize) -> Import {
        Import {
            description: draft::draft((size, size), (1, size as i32)),
            ignored: Vec::new(),
            is_nonconsecutive: false,
        }
    }

    /// Lists something as ignored, once.
    fn ignore(&mut self, what: &str) {
        if !self.ignored.iter().any(|known| known == what) {
            self.ignored.push(what.into());
        }
    }
}

/// Reads the puzzle object of f-puzzles.
pub fn parse(object: &Map<String, Value>, line: u64) -> Result<Parsed, Fault> {
    let size = grid::size(object)?;
    let mut import = Import::new(size);
    grid::read(object, &mut import)?;
    for (key, value) in object {
        let is_title = key == "title" && value.is_string();
        let is_size = grid::SIZES.contains(&key.as_str());
        if is_size || key == "grid" || is_title || is_empty(value) {
            continue;
        }
        if key == "title" {
            return Err(Fault::in_field(key, value, "text"));
        }
        // What a known list says is checked, even if it is an empty object.
        let is_blank = value.as_object().is_some_and(Map::is_empty);
        if IGNORED.contains(&key.as_str()) {
            if !is_blank {
                import.ignore(key);
            }
            continue;
        }
        let is_known =
            fields::global(key, value, &mut import)? || fields::listed(key, value, &mut import)?;
        if !is_known && !is_blank {
            let found = format!("the field {}", short(key));
            return Err(Fault::new(found, "a field of f-puzzles that satoku knows"));
        }
    }
    if import.is_nonconsecutive {
        marks::nonconsecutive(object, &mut import.description);
    }
    grid::drop_rows(&mut import.description);
    marks::check_negative(object, &import.description)?;
    let title = object.get("title").and_then(Value::as_str);
    let name = title.unwrap_or_default().trim().to_owned();
    let parsed = Parsed::new(import.description, line, VariantFormat::FPuzzles).named(name);
    Ok(parsed.ignoring(import.ignored))
}

/// Whether a field is there but says nothing, whatever it is about.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(yes) => !yes,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(_) | Value::Number(_) => false,
    }
}

/// Rules for the whole grid and their names here.
const RULES: [(&str, &str); 5] = [
    ("diagonal+", "diagonal-up"),
    ("diagonal-", "diagonal-down"),
    ("antiknight", "anti-knight"),
    ("antiking", "anti-king"),
    ("disjointgroups", "disjoint-groups"),
];

impl Import {
    fn rule(&mut self, name: &str) {
        add_rule(&mut self.description, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_is_read() {
        for field in FIELDS {
            // What is malformed is known, too.
            let malformed = Value::from(vec![Value::Null]);
            let import = &mut Import::new(9);
            let is_rule = fields::global(field, &malformed, import) != Ok(false);
            let is_listed = fields::listed(field, &malformed, import) != Ok(false);
            assert!(is_rule || is_listed, "{field}");
        }
    }
}
