//! Encoding files: any text is read or refused, and what is read is Sudoku.

#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::backend::{NativeBackend, Presolve, SatBackend};
use satoku::encoding::Encoding;
use satoku::grid::{Cell, Digit, Puzzle};
use satoku::sat::Engine;
use satoku_fuzz::{count, shape};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let encoding = match Encoding::parse(text, "fuzz.toml") {
        Ok(encoding) => encoding,
        Err(error) => {
            assert!(error.to_string().starts_with("fuzz.toml"));
            return;
        }
    };
    let mut backend = SatBackend::new(Engine::varisat(), encoding, Presolve::None);
    let mut native = NativeBackend::default();
    // None, one, two and many solutions.
    for givens in [
        "12..34..43..2...",
        "12..34..2...4...",
        "1...............",
        "12..3.........1.",
    ] {
        let mut puzzle = Puzzle::empty(shape("2x2"));
        for (cell, character) in (0..).zip(givens.chars()) {
            let value = character.to_digit(10).unwrap_or(0);
            puzzle.set(Cell(cell), Digit::new(value as u16));
        }
        assert_eq!(count(&mut backend, &puzzle), count(&mut native, &puzzle));
    }
});
