//! Maximises a score with weights of your own: here the two diagonals count, the centre
//! twice.
//!
//! ```text
//! cargo run --release --example own_objective
//! ```

use satoku::backend::{self, NativeBackend, Optimum};
use satoku::grid::text::{PuzzleReader, ReadOptions};
use satoku::limits::Limits;
use satoku::objective::Objective;
use std::time::Duration;

const PUZZLE: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut reader = PuzzleReader::of_text(PUZZLE, "example", ReadOptions::default());
    let mut puzzle = reader.next().ok_or("no puzzle")??.puzzle;
    // With its last row empty, the puzzle has many solutions.
    let geometry = puzzle.geometry();
    let last_row = geometry
        .cells()
        .skip(geometry.cell_count() - geometry.side());
    last_row.for_each(|cell| puzzle.set(cell, None));

    let weights = geometry.cells().map(|cell| {
        let (row, column) = (geometry.row(cell), geometry.column(cell));
        i64::from(row == column) + i64::from(row + column == geometry.side() - 1)
    });
    let objective = Objective::new(geometry, weights.collect())?;

    let limits = Limits::unlimited().within(Duration::from_secs(60));
    let mut native = NativeBackend::default();
    match backend::maximise(&mut native, &puzzle, &objective, &limits)? {
        Optimum::Optimal { solution, score } => {
            println!("maximum {score}, proven:");
            for row in solution.cells().chunks(geometry.side()) {
                let digits = row.iter().map(ToString::to_string);
                println!("{}", digits.collect::<Vec<_>>().join(" "));
            }
        }
        Optimum::Feasible { score, reason, .. } => println!("{score} or more ({reason})"),
        Optimum::Unsatisfiable => println!("no solution"),
        Optimum::Unknown(reason) => println!("unknown: {reason}"),
    }
    Ok(())
}
