//! Pictures are the same everywhere, are XML, and forget nothing.

mod apart;
mod cases;
mod goldens;
mod hostile;
mod laws;

use super::{Picture, Theme};
use crate::grid::text::{PuzzleReader, ReadOptions};
use crate::grid::{Digit, Puzzle, Solution};
use crate::rules::{Description, Library, VariantPuzzle, compile};

/// A puzzle from its text.
fn puzzle(text: &str) -> Puzzle {
    let mut reader = PuzzleReader::new(text.as_bytes(), "test", ReadOptions::default());
    reader.next().unwrap().unwrap().puzzle
}

/// A solution from digits of one character.
fn solution(text: &str) -> Solution {
    let digits = text.chars().filter_map(|c| c.to_digit(36));
    Solution::new(digits.map(|d| Digit::new(d as u16).unwrap()).collect())
}

/// A description from its JSON, and what it means.
fn variant(json: &str) -> (Description, VariantPuzzle) {
    let description: Description = serde_json::from_str(json).unwrap();
    let puzzle = compile(&description, Library::built_in()).unwrap();
    (description, puzzle)
}

/// A variant from its JSON.
fn picture(json: &str) -> Picture {
    let (description, puzzle) = variant(json);
    Picture::of_variant(&description, &puzzle, Library::built_in()).theme(Theme::Light)
}

/// A parsed document.
fn parsed(svg: &str) -> roxmltree::Document<'_> {
    roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"))
}
