//! What is written is read back: puzzles in each format and alphabet, and a
//! formula with its key.

#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::cnf::{self, Syntax};
use satoku::encoding::{self, Encoding, ExportOptions, ModelKey, VarMap};
use satoku::grid::text::{Alphabet, Format, PuzzleReader, ReadOptions};
use satoku::grid::{Geometry, Puzzle};
use satoku::limits::Limits;
use satoku_fuzz::{Bytes, puzzle, shape};
use std::sync::LazyLock;

const SHAPES: [&str; 12] = [
    "3x3", "2x2", "2x3", "3x2", "1x1", "1x4", "2x5", "3x4", "4x4", "1x9", "5x5", "6x6",
];

/// Read once, not for each puzzle.
static MINIMAL: LazyLock<Encoding> =
    LazyLock::new(|| Encoding::named("minimal").expect("built in"));

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let geometry = shape(bytes.choose(&SHAPES));
    let format = bytes.choose(&Format::ALL);
    let alphabet = bytes.choose(&Alphabet::ALL);
    let puzzles: Vec<Puzzle> = (0..bytes.byte() % 4)
        .map(|_| puzzle(geometry, &mut bytes))
        .collect();
    if let Some(first) = puzzles.first() {
        formula(first);
    }
    text(geometry, format, alphabet, &puzzles);
});

fn text(geometry: Geometry, format: Format, alphabet: Alphabet, puzzles: &[Puzzle]) {
    let side = geometry.side();
    // Numbers on a line are told from a line with a gap by their count.
    let few = format == Format::Line && alphabet.has_spaces() && side < 4;
    if side > format.max_side().min(alphabet.max_side()) || few {
        return;
    }
    let mut text = match format {
        Format::Poj => format!("{}\n", puzzles.len()).into_bytes(),
        _ => Vec::new(),
    };
    for (index, puzzle) in (1..).zip(puzzles) {
        if index > 1 && format.blank_between() {
            text.push(b'\n');
        }
        let written = format.write(&mut text, geometry, alphabet, index, puzzle.cells());
        written.expect("memory takes everything");
    }
    // These are written in their own digits.
    let of_judges = [Format::Hdu, Format::Poj, Format::Pyramid, Format::Sudokusat];
    let options = ReadOptions {
        format: Some(format),
        geometry: Some(geometry),
        alphabet: Some(alphabet).filter(|_| !of_judges.contains(&format)),
        ..ReadOptions::default()
    };
    let reader = PuzzleReader::of_text(&text, "fuzz", options);
    let read: Vec<Puzzle> = reader
        .map(|record| match record {
            Ok(record) => record.puzzle,
            Err(error) => panic!("{error}\n{}", String::from_utf8_lossy(&text)),
        })
        .collect();
    assert_eq!(read, puzzles, "{}", String::from_utf8_lossy(&text));
}

fn formula(puzzle: &Puzzle) {
    if puzzle.geometry().side() > 9 {
        return;
    }
    let encoding = &*MINIMAL;
    let map = VarMap::full(puzzle.geometry());
    let wish = ExportOptions {
        syntax: Syntax::Cnf,
        objective: None,
        show: true,
        limits: &Limits::unlimited(),
    };
    let mut file = Vec::new();
    encoding::write_formula(encoding, puzzle, &map, wish, &mut file)
        .expect("memory takes everything");
    let cnf = cnf::read_cnf(&file[..]).unwrap_or_else(|error| panic!("{error}"));
    let key = ModelKey::from_comments(&cnf.comments).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(key.puzzle(), puzzle);
    let counted = encoding.count(puzzle, &map);
    assert_eq!(cnf.formula.clause_count() as u64, counted.clauses);
    assert_eq!(cnf.formula.variables(), counted.variables);
}
