//! What a run over variants reports beside its answers.

use super::VariantItem;
use super::run::VariantAnswer;
use crate::cli::args::OnError;
use crate::cli::exit::Exit;
use crate::cli::messages::warn;
use crate::cli::pipeline::check::CheckLog;
use crate::cli::pipeline::present::{Presenter, error_line};
use crate::grid::text::error::counted;
use anyhow::Result;
use std::time::Instant;

/// Puzzles whose ignored fields are named.
const MOST_WARNINGS: u64 = 100;

/// What is known of a run so far.
pub(super) struct Report<'a> {
    log: CheckLog<'a>,
    on_error: OnError,
    start: Instant,
    puzzles: u64,
    unsolved: u64,
    bad: u64,
    /// Puzzles with fields that were ignored.
    ignoring: u64,
}

impl<'a> Report<'a> {
    /// A run that begins now.
    pub fn new(log: CheckLog<'a>, on_error: OnError) -> Report<'a> {
        Report {
            log,
            on_error,
            start: Instant::now(),
            puzzles: 0,
            unsolved: 0,
            bad: 0,
            ignoring: 0,
        }
    }

    /// Counts an answer, and returns the engines that agree with it.
    pub fn settle<T>(&mut self, answer: &mut VariantAnswer<T>) -> Result<Vec<String>> {
        self.puzzles += 1;
        answer.number = self.puzzles + self.bad;
        self.unsolved += u64::from(answer.exit == Exit::NoSolution);
        self.warn_of_ignored(&answer.instance.item);
        let checked = answer.checked.take().map(|checked| self.log.note(checked));
        Ok(checked.transpose()?.flatten().into_iter().collect())
    }

    fn warn_of_ignored(&mut self, item: &VariantItem) {
        if item.ignored.is_empty() {
            return;
        }
        self.ignoring += 1;
        if self.ignoring <= MOST_WARNINGS {
            let names = item.ignored.join(", ");
            warn(format_args!("{}: ignored: {names}", item.place()));
        }
    }

    /// Counts and reports what is no puzzle.
    pub fn bad(&mut self, out: &mut Presenter<'_>, error: &str) -> Result<()> {
        self.bad += 1;
        warn(format_args!("error: {error}"));
        if self.on_error == OnError::Report {
            match out.is_json() {
                true => out.json(&serde_json::json!({ "error": error }))?,
                false => out.wrong(&error_line(&error))?,
            }
        }
        Ok(())
    }

    /// Says how many puzzles with ignored fields were not named.
    pub fn finish_warnings(&self) {
        if let Some(more @ 1..) = self.ignoring.checked_sub(MOST_WARNINGS) {
            let puzzles = counted(more, "more puzzle");
            warn(format_args!("and {puzzles} with ignored fields"));
        }
    }

    /// Reports on stderr what the checks found.
    pub fn finish_checks(&self) {
        self.log.report();
    }

    /// Reports the figures on stderr.
    pub fn finish_figures(&self) {
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = self.puzzles as f64 / seconds.max(1e-9);
        warn(format_args!(
            "{} in {seconds:.3} s, {rate:.0} a second: {} without a solution, {} malformed",
            counted(self.puzzles, "puzzle"),
            self.unsolved,
            self.bad
        ));
    }
}
