//! The puzzles of a comparison: first those of the input, then random ones.

use super::CompareArgs;
use super::campaign::Kind;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::session;
use anyhow::Result;
use std::ops::ControlFlow;
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
    pub puzzle: P,
    pub place: String,
    pub replay: String,
}

/// Passes the puzzles after the first `done` to `give` until that breaks. `reading` is
/// set while this may wait for input.
pub fn feed<K: Kind>(
    args: &CompareArgs,
    kind: &K,
    done: u64,
    output: &Output,
    reading: &AtomicBool,
    give: &mut dyn FnMut(Result<Source<K::Read>>) -> ControlFlow<()>,
) {
    let mut seen = 0;
    if args.reads() {
        reading.store(true, Ordering::Relaxed);
        let read = kind.each(output, &mut |puzzle| {
            session::check_interrupt()?;
            seen += 1;
            let old = seen <= done;
            Ok(old || give(Ok(Source::Read(Box::new(puzzle)))).is_continue())
        });
        reading.store(false, Ordering::Relaxed);
        if let Err(error) = read {
            // `give` breaks only if another error was reported.
            let _ = give(Err(error));
            return;
        }
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
