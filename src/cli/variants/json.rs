//! Puzzles alone as JSON objects that can be read again.

use crate::cli::pipeline::present::puzzle_text;
use crate::escape;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::rules::Description;
use anyhow::Result;
use serde::Serialize;

#[derive(Serialize)]
struct ClassicJson<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    id: &'a str,
    #[serde(rename = "box")]
    box_shape: String,
    grid: String,
}

#[derive(Serialize)]
struct VariantJson<'a> {
    id: &'a str,
    puzzle: &'a Description,
}

/// A classic puzzle in the alphabet of a record; an empty name is left out.
pub fn classic_json(id: &str, record: &Record, puzzle: &Puzzle) -> Result<String> {
    Ok(escape::json(&ClassicJson {
        id,
        box_shape: puzzle.geometry().to_string(),
        grid: puzzle_text(record, puzzle),
    })?)
}

/// A variant; an empty name is left out.
pub fn variant_json(id: &str, puzzle: &Description) -> Result<String> {
    Ok(match id.is_empty() {
        true => escape::json(puzzle)?,
        false => escape::json(&VariantJson { id, puzzle })?,
    })
}
