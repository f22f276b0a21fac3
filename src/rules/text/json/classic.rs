//! A classic puzzle: a record with its grid, as satoku's own answers have it, or an array of rows.

use super::super::fault::{Fault, shown, shown_exactly};
use super::rows::{self, plain_rows};
use crate::grid::text::{Advice, Alphabet, Format, InputError, PuzzleReader, ReadOptions, Setting};
use crate::grid::{Geometry, Puzzle};
use crate::rules::{Description, MAX_DIGITS};
use serde_json::{Map, Value};

/// Where the cells of a classic puzzle are, and how they are written.
pub struct Cells<'a> {
    /// The field, which is also its JSON pointer after `/`.
    pub field: &'static str,
    written: Written<'a>,
}

/// A classic puzzle as it was written.
pub struct ClassicGrid {
    pub description: Description,
    /// None up to 9×9, and in arrays.
    pub alphabet: Option<Alphabet>,
}

enum Written<'a> {
    /// In the format `line`.
    Line(&'a str),
    Rows(&'a [Value]),
}

/// The cells of a record, if it is one of a classic puzzle.
pub fn cells(record: &Map<String, Value>) -> Option<Cells<'_>> {
    let field = match record.get("puzzle") {
        Some(puzzle) if !puzzle.is_number() => "puzzle",
        _ => "grid",
    };
    let written = match record.get(field)? {
        Value::String(line) => Written::Line(line),
        other => Written::Rows(plain_rows(other)?),
    };
    Some(Cells { field, written })
}

impl Cells<'_> {
    /// The puzzle, with boxes of the shape in the field `box`, if there is one.
    pub fn read(&self, shape: Option<&Value>) -> Result<ClassicGrid, Fault> {
        let geometry = shape.map(geometry).transpose()?;
        let pointer = format!("/{}", self.field);
        match self.written {
            Written::Line(text) => of_line(text, geometry, &pointer)?.described(&pointer),
            Written::Rows(rows) => {
                let puzzle = rows::puzzle(rows, geometry, &pointer)?;
                Ok(ClassicGrid {
                    description: description(&puzzle, &pointer)?,
                    alphabet: None,
                })
            }
        }
    }
}

/// The puzzle with these rows, which are all that there is.
pub fn of_rows(rows: &[Value]) -> Result<Description, Fault> {
    description(&rows::puzzle(rows, None, "")?, "")
}

/// Whether a value of a field that is not known is a puzzle, and no full grid, which may be the
/// solution of another field.
pub fn is_puzzle(value: &Value) -> bool {
    let puzzle = match value {
        Value::String(text) => of_line(text, None, "").map(|grid| grid.puzzle).ok(),
        rows => plain_rows(rows).and_then(|rows| rows::puzzle(rows, None, "").ok()),
    };
    puzzle.is_some_and(|puzzle| puzzle.empty_cells().next().is_some())
}

/// The fewest characters of an item of an array that is a puzzle: shorter ones may be rows.
const FEWEST: usize = 36;

/// The puzzle that an item of an array holds as text, in the format `line`.
pub fn of_text(text: &str) -> Result<ClassicGrid, Fault> {
    if text.chars().count() < FEWEST {
        let found = shown_exactly(&Value::from(text));
        let expected = "a puzzle of at least 36 cells; a smaller one is {\"grid\": \"…\"}, and rows \
                        are {\"grid\": [[…], …]}";
        return Err(Fault::new(found, expected));
    }
    of_line(text, None, "")?.described("")
}

/// A puzzle in the format `line`.
struct LineGrid {
    puzzle: Puzzle,
    alphabet: Alphabet,
}

impl LineGrid {
    fn described(&self, pointer: &str) -> Result<ClassicGrid, Fault> {
        Ok(ClassicGrid {
            description: description(&self.puzzle, pointer)?,
            alphabet: (self.puzzle.geometry().side() > 9).then_some(self.alphabet),
        })
    }
}

fn of_line(text: &str, geometry: Option<Geometry>, pointer: &str) -> Result<LineGrid, Fault> {
    let options = ReadOptions {
        format: Some(Format::Line),
        geometry,
        ..ReadOptions::default()
    };
    let mut puzzles = PuzzleReader::of_text(text, "", options);
    let expected = "the cells of one puzzle, row by row, such as 81 characters";
    let only = || {
        let found = format!("{}{}", shown_exactly(&Value::from(text)), rows::at(pointer));
        Fault::new(found, expected)
    };
    let first = puzzles.next().ok_or_else(only)?;
    let record = first.map_err(|error| fault(error, pointer))?;
    if puzzles.next().is_some() || !record.note.is_empty() {
        return Err(only());
    }
    Ok(LineGrid {
        puzzle: record.puzzle,
        alphabet: record.alphabet,
    })
}

fn description(puzzle: &Puzzle, pointer: &str) -> Result<Description, Fault> {
    Description::of_classic(puzzle).ok_or_else(|| {
        let side = puzzle.geometry().side();
        Fault::new(
            format!("a grid of side {side}{}", rows::at(pointer)),
            format!("side {MAX_DIGITS} or less"),
        )
    })
}

fn geometry(shape: &Value) -> Result<Geometry, Fault> {
    let expected = "the rows and columns of a box, such as \"2x3\"";
    let fault = || Fault::at("/box", shape, expected);
    let text = shape.as_str().ok_or_else(fault)?;
    text.parse().map_err(|_| fault())
}

/// The same mistake, with its place in the grid instead of a line.
fn fault(error: InputError, pointer: &str) -> Fault {
    match error {
        InputError::Syntax {
            place,
            found,
            expected,
            advice,
        } => {
            let place = match place.column {
                Some(column) if pointer.is_empty() => format!(" at character {column}"),
                Some(column) => format!(" at {pointer}, character {column}"),
                None => rows::at(pointer),
            };
            Fault::new(format!("{found}{place}"), expected).advise(advice.map(|a| *a))
        }
        InputError::Io { reason, .. } => {
            Fault::new(reason.to_string(), format!("a grid at {pointer}"))
        }
    }
}

/// What is in place of a puzzle in answers that have neither a puzzle nor a grid.
pub fn no_puzzle(number: &Value) -> Fault {
    let found = format!("{} at /puzzle", shown(number));
    let json = Setting::Shell("--to json".into());
    Fault::new(found, "a puzzle as an object").advise(Advice::new(
        "in answers of satoku, its number is there: pass on what was written without {}",
        [json],
    ))
}
