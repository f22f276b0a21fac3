//! What the targets share: small puzzles from arbitrary bytes.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use satoku::backend::{self, Backend};
use satoku::grid::{Digit, Geometry, Puzzle, Solution};
use satoku::grid::{Symmetry, pattern};
use satoku::limits::Limits;
use satoku::outcome::End;
use std::ops::ControlFlow;
use std::time::Duration;

/// Solutions that are counted, at most.
pub const LIMIT: u64 = 3;

/// What is left of the bytes, from the front.
pub struct Bytes<'b>(pub &'b [u8]);

impl Bytes<'_> {
    /// The next byte; 0 after the end.
    pub fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    /// One of these.
    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::from(self.byte()) % from.len()]
    }
}

/// The shape of this name.
pub fn shape(name: &str) -> Geometry {
    name.parse().expect("the targets name shapes only")
}

/// A puzzle near a random solution: each byte leaves a cell empty, gives it the
/// solution's digit, or gives it any digit.
pub fn puzzle(geometry: Geometry, bytes: &mut Bytes<'_>) -> Puzzle {
    let seed = u64::from(bytes.byte()) << 8 | u64::from(bytes.byte());
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let solution = Symmetry::random(geometry, &mut random).solution(&pattern(geometry));
    let sparse = bytes.byte();
    let mut puzzle = Puzzle::empty(geometry);
    for cell in geometry.cells() {
        let any = |byte: u8| Digit::from_index(usize::from(byte) % geometry.side());
        let given = match bytes.byte() {
            byte @ 248.. => Some(any(byte)),
            byte if byte > sparse => None,
            0 => None,
            _ => Some(solution.digit(cell)),
        };
        puzzle.set(cell, given);
    }
    puzzle
}

/// How many solutions a backend counts; `None` if it takes too long.
pub fn count(backend: &mut dyn Backend, puzzle: &Puzzle) -> Option<u64> {
    let limits = Limits::unlimited().within(Duration::from_millis(500));
    let mut seen: Vec<Solution> = Vec::new();
    let tally = backend::enumerate(backend, puzzle, LIMIT, &limits, &mut |solution| {
        assert!(!seen.contains(solution), "a solution twice");
        seen.push(solution.clone());
        ControlFlow::Continue(())
    });
    let tally = tally.unwrap_or_else(|wrong| panic!("{wrong}"));
    match tally.end {
        End::Stopped(_) => None,
        End::Exhausted | End::Enough => Some(tally.found),
    }
}
