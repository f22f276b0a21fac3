//! Streams a million puzzles through the lock-step search in constant memory: they are
//! generated on the fly, solved in batches, and only the counts are kept.
//!
//! ```text
//! cargo run --release --example stream
//! cargo run --release --example stream -- 50000
//! ```

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satoku::limits::Limits;
use satoku::search::lockstep::{CELLS, Lockstep, Question, Row};
use std::time::Instant;

/// A puzzle from which all others are made by renaming digits.
const PUZZLE: &[u8; CELLS] =
    b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Puzzles in one call: enough to keep all lanes of the vectors busy.
const BATCH: usize = 4096;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let argument = std::env::args().nth(1);
    let total: usize = argument.map_or(Ok(1_000_000), |text| text.parse())?;
    let lockstep = Lockstep::new()?;
    // Two solutions are enough to tell whether a puzzle has exactly one.
    let question = Question { limit: 2, show: 0 };
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut batch = vec![*PUZZLE; BATCH];
    let (mut done, mut proper) = (0, 0);
    let start = Instant::now();
    while done < total {
        let batch = &mut batch[..BATCH.min(total - done)];
        batch
            .iter_mut()
            .for_each(|text| *text = renamed(&mut random));
        let rows: Vec<Row> = batch.iter().filter_map(Row::new).collect();
        let answers = lockstep.answer(&rows, question, &Limits::unlimited())?;
        proper += (0..rows.len()).filter(|&k| answers.found(k) == 1).count();
        done += batch.len();
    }
    println!(
        "{done} puzzles, {proper} with exactly one solution, {:.2} s with {}",
        start.elapsed().as_secs_f64(),
        lockstep.simd()
    );
    Ok(())
}

/// The puzzle with its digits renamed at random.
fn renamed(random: &mut impl Rng) -> [u8; CELLS] {
    let mut names = *b"123456789";
    names.shuffle(random);
    PUZZLE.map(|character| match character {
        b'1'..=b'9' => names[usize::from(character - b'1')],
        empty => empty,
    })
}
