//! Solves every puzzle of a file, in any format that satoku reads, and prints one line
//! for each.
//!
//! ```text
//! cargo run --example solve_file -- tests/data/known/17clue.txt
//! ```

use satoku::backend::{self, NativeBackend, Verdict};
use satoku::grid::text::{PuzzleReader, ReadOptions, line_text};
use satoku::limits::Limits;
use std::fs::File;
use std::io::BufReader;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args()
        .nth(1)
        .ok_or("expected a file of puzzles")?;
    let input = BufReader::new(File::open(&path)?);
    let mut native = NativeBackend::default();
    for record in PuzzleReader::new(input, &path, ReadOptions::default()) {
        let record = record?;
        let limits = Limits::unlimited().within(Duration::from_secs(10));
        // Every solution is checked against the rules and the givens.
        let answer = match backend::first(&mut native, &record.puzzle, &limits)? {
            Verdict::Solved(solution) => {
                let cells: Vec<_> = (&solution).into();
                line_text(record.puzzle.geometry(), record.alphabet, &cells)
            }
            Verdict::Unsatisfiable => "no solution".to_owned(),
            Verdict::Unknown(reason) => format!("unknown: {reason}"),
        };
        println!("{}:{}: {answer}", record.file, record.line);
    }
    Ok(())
}
