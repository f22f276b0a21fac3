//! Real puzzles with their solutions, where they are at hand.

use crate::grid::{Digit, Solution};
use crate::rules::{Board, Description, Library, compile};
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Record {
    id: String,
    puzzle: Description,
    solutions: serde_json::Value,
    solution: Option<String>,
}

/// The folders with records: `SATOKU_VARIANTS`, and those of the repository.
fn files() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/variants");
    let folders = std::env::var_os("SATOKU_VARIANTS").map(PathBuf::from);
    let folders = folders.into_iter().chain([own]);
    let entries = folders.filter_map(|folder| std::fs::read_dir(folder).ok());
    let paths = entries.flatten().filter_map(Result::ok).map(|e| e.path());
    paths
        .filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        .collect()
}

fn digits(board: &Board, text: &str) -> Option<Vec<Digit>> {
    let words: Vec<String> = match text.contains(' ') {
        true => text.split(' ').map(str::to_owned).collect(),
        false => text.chars().map(String::from).collect(),
    };
    let digit = |word: &String| board.digit(word.parse().ok()?);
    words.iter().map(digit).collect()
}

/// Solutions are accepted, and what differs from the only one in two cells is not.
#[test]
fn published_solutions_obey_the_kernels() {
    for path in files() {
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let record: Record = serde_json::from_str(line).unwrap();
            let id = &record.id;
            let puzzle = compile(&record.puzzle, Library::built_in());
            let puzzle = puzzle.unwrap_or_else(|error| panic!("{id}: {error}"));
            let Some(text) = record.solution else {
                continue;
            };
            let board = puzzle.board();
            let digits = digits(board, &text).unwrap_or_else(|| panic!("{id}: {text}"));
            let grid = |digits: Vec<Digit>| Solution::new(digits);
            if let Err(violation) = puzzle.check(&grid(digits.clone())) {
                panic!("{id}: {violation}");
            }
            if record.solutions != 1 {
                continue;
            }
            for first in 0..digits.len() {
                for second in first + 1..digits.len() {
                    let mut other = digits.clone();
                    other.swap(first, second);
                    let is_same = other == digits;
                    assert_eq!(puzzle.check(&grid(other)).is_ok(), is_same, "{id}");
                }
            }
        }
    }
}
