//! `--check`: which answers a second engine checks, and what it finds.
//!
//! The clauses of an encoding, solved by varisat, check the native search and what presolving
//! answers alone, and the native search checks every SAT solver. On classic puzzles, each worker
//! has threads of its own that check its answers; no answer is shown before its check is done,
//! unless that takes longer than a second and the format is not JSON. Maxima and variants are
//! checked by the worker itself.

mod log;
mod maximum;
mod replay;
mod second;
mod thread;

pub use log::{CheckLog, CheckOutcome};
pub use maximum::MaximumToCheck;
pub use replay::{PuzzleTexts, Replay, command, option, quoted};
pub use second::ClassicSecond;
pub use thread::{AnswerChecker, AnswerToCheck, PendingCheck};

use crate::backend::cross_check::patience;
use crate::backend::{Approach, Presolve};
use crate::cli::args::{ENGINE, EngineArgs, natural};
use crate::cli::pipeline::{engines, session};
use crate::encoding::{self, Encoding};
use crate::grid::Puzzle;
use crate::limits::Limits;
use anyhow::Result;
use clap::Args;
use std::str::FromStr;
use std::time::Duration;

/// Which answers are checked.
#[derive(Args, Debug, Clone)]
pub struct CheckArgs {
    /// Cross-check the first N puzzles (or all, or none) with a second engine: SAT checks the
    /// native search, and the native search checks SAT
    ///
    /// A classic puzzle of up to 16×16 that presolving alone settles is checked by SAT, after
    /// removing only the candidates that the givens exclude.
    ///
    /// Lists of classic puzzles are checked in threads that --jobs does not count. With --jobs K,
    /// each of the K workers starts one checking thread for every 16 answers, at most K; with
    /// 'all', just one. So '--jobs 1' runs one more thread until the checks are done, and none with
    /// '--check none'.
    #[arg(long, value_name = "all|none|N", default_value = "100", help_heading = ENGINE)]
    pub check: CheckSelection,
}

/// Candidates for SAT that checks: those that the givens leave. Stronger reasoning comes from
/// the native search, which is to be checked: with it, SAT would never see easy puzzles.
pub const PRESOLVE: Presolve = Presolve::Givens;

/// Largest side on which SAT checks what presolving answered. Native search shares its
/// reasoning with presolving, but takes larger grids in time.
const LARGEST_PRESOLVED: usize = 16;

/// Whether SAT checks an answer to a classic puzzle, and not the native search.
pub fn is_for_sat(approach: Approach, puzzle: &Puzzle) -> bool {
    match approach {
        Approach::Search => true,
        Approach::Clauses => false,
        Approach::Presolve => puzzle.geometry().side() <= LARGEST_PRESOLVED,
    }
}

/// The time to check an answer that took `took`: its patience, but no more than what is left of the
/// puzzle's `timeout`.
pub fn allowed(took: Duration, timeout: Option<Duration>) -> Duration {
    let left = timeout.map_or(Duration::MAX, |timeout| timeout.saturating_sub(took));
    patience(took).min(left)
}

/// How many puzzles, from the start of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckSelection {
    /// Every puzzle.
    All,
    /// The first this many, perhaps none.
    First(u64),
}

/// What the arguments say about checks.
pub struct CheckPlan {
    selection: CheckSelection,
    encoding: Encoding,
    timeout: Option<Duration>,
    /// The limits of the run.
    limits: Limits,
    /// The verb with its options, for the command that replays a difference.
    command: String,
}

/// How many of the next puzzles to check.
pub struct Quota {
    left: u64,
}

impl FromStr for CheckSelection {
    type Err = String;

    fn from_str(text: &str) -> Result<CheckSelection, String> {
        match text {
            "all" => Ok(CheckSelection::All),
            "none" => Ok(CheckSelection::First(0)),
            number if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
                natural(number).map(CheckSelection::First)
            }
            _ => Err("expected all, none or a number of puzzles".into()),
        }
    }
}

impl CheckSelection {
    /// The puzzles to be checked.
    pub fn quota(self) -> Quota {
        Quota {
            left: match self {
                CheckSelection::All => u64::MAX,
                CheckSelection::First(number) => number,
            },
        }
    }
}

/// How the answers of a run are checked.
#[derive(Clone, Copy)]
pub enum Checks<'p> {
    /// Not at all: the verb has no `--check`.
    None,
    /// The selected ones, by the verb itself.
    ByVerb(CheckSelection),
    /// By threads of each worker.
    ByThreads(&'p CheckPlan),
}

impl<'p> Checks<'p> {
    /// The puzzles to be checked.
    pub fn quota(self) -> Quota {
        match self {
            Checks::None => CheckSelection::First(0).quota(),
            Checks::ByVerb(selection) => selection.quota(),
            Checks::ByThreads(plan) => plan.quota(),
        }
    }

    /// The plan of the threads, if there are any.
    pub fn plan(self) -> Option<&'p CheckPlan> {
        match self {
            Checks::ByThreads(plan) => Some(plan),
            Checks::None | Checks::ByVerb(_) => None,
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

impl CheckPlan {
    /// Checks for a verb, given with its options.
    ///
    /// # Errors
    /// An encoding that does not exist.
    pub fn new(args: &CheckArgs, engine: &EngineArgs, command: String) -> Result<CheckPlan> {
        Ok(CheckPlan {
            selection: args.check,
            encoding: engines::encoding(&engine.encoding)?,
            timeout: engine.time.timeout,
            limits: session::interrupts(),
            command,
        })
    }

    /// Checks of the native search for a verb without other engines, given with its options. No
    /// puzzle may take longer than `timeout`, its first answer included.
    ///
    /// # Errors
    /// None in practice: the default encoding exists.
    pub fn of_native(
        selection: CheckSelection,
        timeout: Option<Duration>,
        command: String,
    ) -> Result<CheckPlan> {
        Ok(CheckPlan {
            selection,
            encoding: engines::encoding(encoding::DEFAULT)?,
            timeout,
            limits: session::interrupts(),
            command,
        })
    }

    /// The same checks within the limits of the whole run.
    #[must_use]
    pub fn within(self, limits: Limits) -> CheckPlan {
        CheckPlan { limits, ..self }
    }

    /// The puzzles to be checked.
    pub fn quota(&self) -> Quota {
        self.selection.quota()
    }

    /// What the checks find.
    pub fn log(&self) -> CheckLog<'_> {
        CheckLog::new(&self.command)
    }

    /// Checks the answers of one of `jobs` workers.
    pub fn checker(&self, jobs: usize) -> AnswerChecker {
        // If all are checked, the workers share them already.
        let most = match self.selection {
            CheckSelection::All => 1,
            CheckSelection::First(_) => jobs,
        };
        AnswerChecker::new(
            self.encoding.clone(),
            self.timeout,
            self.limits.clone(),
            most,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_ends_within_a_block() {
        let mut quota = CheckSelection::First(5).quota();
        assert_eq!([3, 3, 3].map(|puzzles| quota.take(puzzles)), [3, 2, 0]);
        assert_eq!(CheckSelection::First(0).quota().take(9), 0);
        assert_eq!(CheckSelection::All.quota().take(9), 9);
    }
}
