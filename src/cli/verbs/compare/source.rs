//! Where the cases come from: puzzles that are read, then random ones.

use super::CompareArgs;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::{input, session};
use crate::compare::group::line_of;
use crate::compare::{Case, Known};
use crate::grid::text::{Alphabet, Record};
use anyhow::Result;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// What becomes a case.
pub enum Item {
    /// A puzzle that was read.
    Puzzle(Box<Record>),
    /// A random one.
    Seed(u64),
}

/// A case, where it is from, and the command that replays it.
pub struct Sourced {
    pub case: Case,
    pub place: String,
    pub replay: String,
}

/// Gives the items after the first `done` until there are no more or `give` has
/// enough. `reading` says whether it may wait for input.
pub fn feed(
    args: &CompareArgs,
    done: u64,
    output: &Output,
    reading: &AtomicBool,
    give: &mut dyn FnMut(Result<Item>) -> ControlFlow<()>,
) {
    let mut seen = 0;
    if args.reads() {
        reading.store(true, Ordering::Relaxed);
        let read = input::each_puzzle_until(&args.input, Some(output), |record| {
            session::check_interrupt()?;
            seen += 1;
            let old = seen <= done;
            Ok(old || give(Ok(Item::Puzzle(Box::new(record)))).is_continue())
        });
        reading.store(false, Ordering::Relaxed);
        if let Err(error) = read {
            // Nobody listens any more only if another error was told.
            let _ = give(Err(error));
            return;
        }
    }
    if !args.is_random() {
        return;
    }
    let first = done.saturating_sub(seen);
    for k in first..args.random.unwrap_or(u64::MAX) {
        if give(Ok(Item::Seed(args.seed.wrapping_add(k)))).is_break() {
            return;
        }
    }
}

impl Item {
    /// The case.
    pub fn case(&self, args: &CompareArgs) -> Sourced {
        match self {
            Item::Puzzle(record) => Sourced {
                case: Case {
                    known: known(record),
                    puzzle: record.puzzle.clone(),
                },
                place: session::place(record),
                replay: replay_puzzle(args, record),
            },
            Item::Seed(seed) => {
                let specimen = args.corpus().specimen(*seed);
                let geometry = specimen.puzzle.geometry();
                let replay = format!(
                    "satoku compare --random 1 --seed {seed} --box {geometry} --kinds {}{}",
                    specimen.sort,
                    args.shared_options()
                );
                Sourced {
                    case: Case {
                        puzzle: specimen.puzzle,
                        known: specimen.known,
                    },
                    place: format!("seed {seed}"),
                    replay,
                }
            }
        }
    }
}

/// The number of solutions that the line itself tells: `PUZZLE:COUNT` or
/// `PUZZLE:COUNT:SOLUTION`.
fn known(record: &Record) -> Known {
    let fields = record.note.strip_prefix(':').unwrap_or_default();
    let count = fields.split(':').next().unwrap_or_default();
    count.trim().parse().map_or(Known::Nothing, Known::Exactly)
}

fn replay_puzzle(args: &CompareArgs, record: &Record) -> String {
    let geometry = record.puzzle.geometry();
    let alphabet = Alphabet::Digits.reaching(geometry.side());
    format!(
        "printf '%s\\n' '{}' | satoku compare --from line --box {geometry} \
         --alphabet {alphabet}{} -",
        line_of(&record.puzzle, known(record)),
        args.shared_options()
    )
}
