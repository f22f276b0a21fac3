//! Any text, read by detection and as each format.

#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::grid::Puzzle;
use satoku::grid::text::{Alphabet, Format, InputError, PuzzleReader, ReadOptions};

fn read(text: &[u8], options: ReadOptions) -> (Vec<(Format, Puzzle)>, Option<InputError>) {
    let mut puzzles = Vec::new();
    for record in PuzzleReader::of_text(text, "fuzz", options) {
        match record {
            Ok(record) => puzzles.push((record.format, record.puzzle)),
            Err(error) => return (puzzles, Some(error)),
        }
    }
    (puzzles, None)
}

fuzz_target!(|text: &[u8]| {
    let (found, error) = read(text, ReadOptions::default());
    if let Some((format, _)) = found.first() {
        let named = ReadOptions {
            format: Some(*format),
            ..ReadOptions::default()
        };
        let (again, other) = read(text, named);
        assert_eq!(found, again, "detection and the name of the format differ");
        assert_eq!(
            error.map(|e| e.to_string()),
            other.map(|e| e.to_string()),
            "messages differ"
        );
    }
    for format in Format::ALL {
        for alphabet in [None, Some(Alphabet::Hex), Some(Alphabet::Numbers)] {
            for shape in [None, Some("2x2"), Some("3x2")] {
                let options = ReadOptions {
                    format: Some(format),
                    geometry: shape.map(satoku_fuzz::shape),
                    alphabet,
                    ..ReadOptions::default()
                };
                for (_, puzzle) in read(text, options).0 {
                    let shape = shape.map(satoku_fuzz::shape);
                    assert!(shape.is_none_or(|shape| shape == puzzle.geometry()));
                }
            }
        }
    }
});
