//! Any bytes as rows of 81 characters: all instruction sets say what the native
//! search says, whatever stands beside a puzzle.

#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::backend::NativeBackend;
use satoku::limits::Limits;
use satoku::search::lockstep::{CELLS, Lockstep, Question, Row, Simd};
use satoku_fuzz::{LIMIT, count};

/// More than there are lanes.
const MOST: usize = 40;

fuzz_target!(|bytes: &[u8]| {
    let (texts, _) = bytes.as_chunks::<CELLS>();
    let good = |text: &&[u8; CELLS]| text.iter().all(|c| matches!(c, b'0'..=b'9' | b'.'));
    let mut rows = Vec::new();
    for text in texts.iter().take(MOST) {
        let row = Row::new(text);
        assert_eq!(row.is_some(), good(&text));
        rows.extend(row);
    }
    let mut native = NativeBackend::default();
    let counted: Option<Vec<u64>> = rows
        .iter()
        .map(|row| count(&mut native, &row.to_puzzle()))
        .collect();
    let Some(expected) = counted else {
        return;
    };
    for simd in Simd::available() {
        for lockstep in [Lockstep::on(simd), Lockstep::on(simd).unchecked()] {
            for (limit, show) in (1..=LIMIT).flat_map(|limit| [(limit, 0), (limit, 1)]) {
                let question = Question { limit, show };
                let answers = lockstep.answer(&rows, question, &Limits::unlimited());
                let answers = answers.unwrap_or_else(|failure| panic!("{failure}"));
                for (index, expected) in expected.iter().enumerate() {
                    let expected = limit.min(*expected);
                    assert_eq!(answers.found(index), expected, "{simd}, puzzle {index}");
                }
            }
        }
    }
});
