//! Small puzzles: every way to count their solutions says the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::backend::{Backend, CdclBackend, NativeBackend, Presolve, SatBackend};
use satoku::encoding::Encoding;
use satoku::grid::{Geometry, Puzzle};
use satoku::limits::Limits;
use satoku::sat::Engine;
use satoku::search::lockstep::{CELLS, Lockstep, Question, Row, Simd};
use satoku_fuzz::{Bytes, LIMIT, count, puzzle, shape};
use std::sync::LazyLock;

const SHAPES: [&str; 6] = ["3x3", "2x2", "2x3", "3x2", "1x4", "3x3"];

/// Read once, not for each puzzle.
static ENCODINGS: LazyLock<[Encoding; 2]> =
    LazyLock::new(|| ["minimal", "extended"].map(|name| Encoding::named(name).expect("built in")));

fn varisat(encoding: &Encoding, presolve: Presolve) -> Box<dyn Backend> {
    Box::new(SatBackend::new(
        Engine::varisat(),
        encoding.clone(),
        presolve,
    ))
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let geometry = shape(bytes.choose(&SHAPES));
    let puzzle = puzzle(geometry, &mut bytes);
    let Some(expected) = count(&mut NativeBackend::default(), &puzzle) else {
        return;
    };
    let [minimal, extended] = &*ENCODINGS;
    let others = [
        Box::new(CdclBackend::new(7)) as Box<dyn Backend>,
        varisat(minimal, Presolve::None),
        varisat(extended, Presolve::Locked),
    ];
    for mut other in others {
        if let Some(found) = count(&mut *other, &puzzle) {
            assert_eq!(found, expected, "{}", other.name());
        }
    }
    if geometry == Geometry::CLASSIC {
        lockstep(&puzzle, expected);
    }
});

fn lockstep(puzzle: &Puzzle, expected: u64) {
    let mut text = [b'.'; CELLS];
    for (cell, digit) in puzzle.givens() {
        text[cell.index()] = b'0' + digit.value() as u8;
    }
    let row = Row::new(&text).expect("digits and dots only");
    let question = Question {
        limit: LIMIT,
        show: 2,
    };
    for simd in Simd::available() {
        // More of them than lanes: some wait for others.
        let puzzles = [row; 40];
        let answers = Lockstep::on(simd).answer(&puzzles, question, &Limits::unlimited());
        let answers = answers.unwrap_or_else(|failure| panic!("{failure}"));
        for puzzle in 0..puzzles.len() {
            assert_eq!(answers.found(puzzle), expected, "{simd}");
            let solutions = answers.solutions(puzzle);
            let repeats = (1..solutions.len()).any(|k| solutions[..k].contains(&solutions[k]));
            assert!(!repeats, "{simd} repeats a solution");
        }
    }
}
