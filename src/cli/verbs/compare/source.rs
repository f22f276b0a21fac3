//! The puzzles of a comparison: first those of the input, then random ones.

use super::CompareArgs;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::{input, session};
use crate::compare::group::puzzle_line;
use crate::compare::{Instance, KnownCount};
use crate::grid::text::{Alphabet, Record};
use anyhow::Result;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where a puzzle comes from.
pub enum Source {
    /// A line or grid of the input.
    Puzzle(Box<Record>),
    /// The seed of a random puzzle.
    Seed(u64),
}

/// A puzzle, where it was found, and the command that replays it.
pub struct SourcedInstance {
    pub instance: Instance,
    pub place: String,
    pub replay: String,
}

/// Passes the puzzles after the first `done` to `give` until that breaks. `reading` is
/// set while this may wait for input.
pub fn feed(
    args: &CompareArgs,
    done: u64,
    output: &Output,
    reading: &AtomicBool,
    give: &mut dyn FnMut(Result<Source>) -> ControlFlow<()>,
) {
    let mut seen = 0;
    if args.reads() {
        reading.store(true, Ordering::Relaxed);
        let read = input::each_puzzle_until(&args.input, Some(output), |record| {
            session::check_interrupt()?;
            seen += 1;
            let old = seen <= done;
            Ok(old || give(Ok(Source::Puzzle(Box::new(record)))).is_continue())
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

impl Source {
    /// The puzzle itself.
    pub fn instance(&self, args: &CompareArgs) -> SourcedInstance {
        match self {
            Source::Puzzle(record) => SourcedInstance {
                instance: Instance {
                    known: known(record),
                    puzzle: record.puzzle.clone(),
                },
                place: session::place(record),
                replay: replay_puzzle(args, record),
            },
            Source::Seed(seed) => {
                let corpus = args.corpus();
                let instance = corpus.instance(*seed);
                let geometry = instance.puzzle.geometry();
                let replay = format!(
                    "satoku compare --random 1 --seed {seed} --box {geometry} --kinds {}{}",
                    corpus.kind(*seed),
                    args.shared_options()
                );
                SourcedInstance {
                    instance,
                    place: format!("seed {seed}"),
                    replay,
                }
            }
        }
    }
}

/// The number of solutions given in the line itself: `PUZZLE:COUNT` or
/// `PUZZLE:COUNT:SOLUTION`.
fn known(record: &Record) -> KnownCount {
    let fields = record.note.strip_prefix(':').unwrap_or_default();
    let count = fields.split(':').next().unwrap_or_default();
    count
        .trim()
        .parse()
        .map_or(KnownCount::Unknown, KnownCount::Exactly)
}

fn replay_puzzle(args: &CompareArgs, record: &Record) -> String {
    let geometry = record.puzzle.geometry();
    let alphabet = Alphabet::Digits.reaching(geometry.side());
    format!(
        "printf '%s\\n' '{}' | satoku compare --from line --box {geometry} \
         --alphabet {alphabet}{} -",
        puzzle_line(&record.puzzle, known(record)),
        args.shared_options()
    )
}
