//! A record with the grid of a classic puzzle, as satoku's own answers have it.

use super::super::fault::{Fault, shown};
use crate::grid::Geometry;
use crate::grid::text::{Advice, Format, InputError, PuzzleReader, ReadOptions, Setting};
use crate::rules::{Description, MAX_DIGITS};
use serde_json::Value;

/// The puzzle whose cells are in the field `grid`, in the format `line`, with boxes of the
/// shape in the field `box`, if there is one.
pub fn description(grid: &str, shape: Option<&Value>) -> Result<Description, Fault> {
    let options = ReadOptions {
        format: Some(Format::Line),
        geometry: shape.map(geometry).transpose()?,
        ..ReadOptions::default()
    };
    let mut puzzles = PuzzleReader::of_text(grid, "", options);
    let expected = "the cells of one puzzle, row by row, such as 81 characters";
    let only = || Fault::at("/grid", &Value::from(grid), expected);
    let record = puzzles.next().ok_or_else(only)?.map_err(fault)?;
    if puzzles.next().is_some() || !record.note.is_empty() {
        return Err(only());
    }
    Description::of_classic(&record.puzzle).ok_or_else(|| {
        let side = record.puzzle.geometry().side();
        Fault::new(
            format!("a grid of side {side} at /grid"),
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
fn fault(error: InputError) -> Fault {
    match error {
        InputError::Syntax {
            place,
            found,
            expected,
            advice,
        } => {
            let place = match place.column {
                Some(column) => format!(", character {column}"),
                None => String::new(),
            };
            Fault::new(format!("{found} at /grid{place}"), expected).advise(advice.map(|a| *a))
        }
        InputError::Io { reason, .. } => Fault::new(reason.to_string(), "a grid at /grid"),
    }
}

/// The grid of a record, if it is one of a classic puzzle: that of f-puzzles is an array.
pub fn grid(record: &serde_json::Map<String, Value>) -> Option<&str> {
    match record.get("puzzle") {
        Some(puzzle) if !puzzle.is_number() => None,
        _ => record.get("grid")?.as_str(),
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
