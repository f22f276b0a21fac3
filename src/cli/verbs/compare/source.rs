//! The puzzles of a comparison: first those of the input, then random ones.

use super::CompareArgs;
use super::campaign::PuzzleFamily;
use super::state::{Before, Done};
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::session;
use crate::compare::Instance;
use anyhow::Result;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where a puzzle comes from.
pub enum Source<R> {
    /// The input.
    Read(Box<R>),
    /// The seed of a random puzzle.
    Seed(u64),
}

/// A puzzle, where it was found, and the command that replays it.
pub struct Sourced<P> {
    pub instance: Instance<P>,
    pub place: String,
    pub replay: String,
}

/// How far the input is read.
#[derive(Default)]
pub struct Reading {
    /// Whether it is being read, which may wait.
    pub goes_on: AtomicBool,
    /// How many puzzles there are, once its end is reached.
    total: OnceLock<u64>,
}

impl Reading {
    /// Whether the input has more puzzles than these, as far as is known.
    pub fn is_more_than(&self, done: u64) -> bool {
        self.total.get().is_none_or(|total| done < *total)
    }
}

/// Passes the puzzles after those that are `done` to `give` until that breaks. An input that does
/// not begin with these is an error.
pub fn feed<K: PuzzleFamily>(
    args: &CompareArgs,
    kind: &K,
    before: &Before,
    output: &Output,
    reading: &Reading,
    give: &mut dyn FnMut(Result<Source<K::Read>>) -> ControlFlow<()>,
) {
    let done = before.done.puzzles;
    let mut skipped = Done::default();
    let mut seen = 0;
    if args.reads() {
        reading.goes_on.store(true, Ordering::Relaxed);
        let mut is_cut = false;
        let read = kind.each(output, &mut |puzzle| {
            session::check_interrupt()?;
            seen += 1;
            if seen <= done {
                skipped.add(Some(&K::text(&puzzle)?));
                if seen == done {
                    before.check(&skipped)?;
                }
                return Ok(true);
            }
            is_cut = give(Ok(Source::Read(Box::new(puzzle)))).is_break();
            Ok(!is_cut)
        });
        reading.goes_on.store(false, Ordering::Relaxed);
        let read = read.and_then(|()| match seen < done {
            true => before.check(&skipped),
            false => Ok(()),
        });
        if let Err(error) = read {
            // `give` breaks only if another error was reported.
            let _ = give(Err(error));
            return;
        }
        if is_cut {
            return;
        }
        // Nobody else sets it.
        let _ = reading.total.set(seen);
    }
    if !args.is_random() {
        return;
    }
    let first = done.saturating_sub(seen);
    for k in first..args.random.unwrap_or(u64::MAX) {
        if give(Ok(Source::Seed(args.seed.wrapping_add(k)))).is_break() {
            return;
        }
    }
}
