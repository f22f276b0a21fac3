//! `--check`: which answers a second engine checks, and what it finds.
//!
//! The clauses of an encoding, solved by varisat, check the native search, and
//! the native search checks every SAT solver. Each worker has threads beside it
//! that check what it answered; nothing is shown before its check is done,
//! unless that takes longer than a second.

mod log;
mod replay;
mod thread;

pub use log::{Checked, Log};
pub use replay::{both, option};
pub use thread::{Checker, Item, Ticket};

use crate::cli::args::EngineArgs;
use crate::cli::pipeline::session;
use crate::encoding::Encoding;
use anyhow::Result;
use clap::Args;
use std::ffi::OsString;
use std::str::FromStr;
use std::time::Duration;

/// Which answers are checked.
#[derive(Args, Debug, Clone)]
pub struct CheckArgs {
    /// Have a second engine answer the first N puzzles of a run, too, or all, or
    /// none: SAT checks the native search, and the native search checks SAT
    #[arg(long, value_name = "all|none|N", default_value = "100")]
    pub check: Selection,
}

/// Puzzles, from the first of a run on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Every puzzle.
    All,
    /// No puzzle.
    None,
    /// So many.
    First(u64),
}

/// What the arguments say about checks.
pub struct Plan {
    selection: Selection,
    encoding: Encoding,
    timeout: Option<Duration>,
    /// The verb with its options, for the command that replays a difference.
    command: String,
}

/// Puzzles that are still to be checked.
pub struct Quota {
    left: u64,
}

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Selection, String> {
        match text {
            "all" => Ok(Selection::All),
            "none" => Ok(Selection::None),
            number => number
                .parse()
                .map(Selection::First)
                .map_err(|_| "expected all, none or a number of puzzles".into()),
        }
    }
}

impl Selection {
    /// Whether the puzzle of this number, from 1, is to be checked.
    pub fn includes(self, number: u64) -> bool {
        self.quota().left >= number
    }

    /// The puzzles to be checked.
    pub fn quota(self) -> Quota {
        Quota {
            left: match self {
                Selection::All => u64::MAX,
                Selection::None => 0,
                Selection::First(number) => number,
            },
        }
    }
}

impl Quota {
    /// How many of the next puzzles are to be checked.
    pub fn take(&mut self, puzzles: u64) -> u64 {
        let taken = self.left.min(puzzles);
        self.left -= taken;
        taken
    }
}

impl Plan {
    /// Checks for a verb, which is given with its options beside those of the
    /// engine.
    ///
    /// # Errors
    /// An encoding that does not exist.
    pub fn new(args: &CheckArgs, engine: &EngineArgs, verb: &str) -> Result<Plan> {
        Ok(Plan {
            selection: args.check,
            encoding: session::encoding(&engine.encoding)?,
            timeout: engine.time.timeout,
            command: format!("{verb}{}", replay::engine_options(engine)),
        })
    }

    /// The puzzles to be checked.
    pub fn quota(&self) -> Quota {
        self.selection.quota()
    }

    /// What the checks find; `waits` if no answer can be shown before its check
    /// is done.
    pub fn log(&self, waits: bool) -> Log<'_> {
        Log::new(&self.command, waits)
    }

    /// Whoever checks the answers of one worker.
    pub fn checker(&self) -> Checker {
        // With all to be checked, the workers share them already.
        let most = match self.selection {
            Selection::All => 1,
            Selection::None | Selection::First(_) => session::cores(),
        };
        Checker::new(self.encoding.clone(), self.timeout, most)
    }
}

/// The arguments with `all` behind a `--check` of `pyramid` that stands alone: what
/// follows may be a file.
pub fn with_value(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_none_or(|verb| verb != "pyramid") {
        return arguments;
    }
    let end = arguments.iter().position(|argument| argument == "--");
    for place in 2..end.unwrap_or(arguments.len()) {
        let next = arguments.get(place + 1).and_then(|next| next.to_str());
        let has_value = next.is_some_and(|next| next.parse::<Selection>().is_ok());
        if arguments[place] == "--check" && !has_value {
            arguments[place] = "--check=all".into();
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_of_pyramid_without_a_value_means_all() {
        let words = |text: &str| -> Vec<OsString> { text.split(' ').map(Into::into).collect() };
        for (given, meant) in [
            (
                "satoku pyramid --check a.in",
                "satoku pyramid --check=all a.in",
            ),
            (
                "satoku pyramid a.in --check",
                "satoku pyramid a.in --check=all",
            ),
            (
                "satoku pyramid --check 7 a.in",
                "satoku pyramid --check 7 a.in",
            ),
            ("satoku pyramid --check none", "satoku pyramid --check none"),
            ("satoku pyramid -- --check", "satoku pyramid -- --check"),
            ("satoku solve --check a.in", "satoku solve --check a.in"),
        ] {
            assert_eq!(with_value(words(given).into_iter()), words(meant));
        }
    }

    #[test]
    fn a_quota_ends_within_a_block() {
        let mut quota = Selection::First(5).quota();
        assert_eq!([3, 3, 3].map(|puzzles| quota.take(puzzles)), [3, 2, 0]);
        assert_eq!(Selection::None.quota().take(9), 0);
        assert_eq!(Selection::All.quota().take(9), 9);
    }
}
