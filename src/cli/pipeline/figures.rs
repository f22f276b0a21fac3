//! What a run did, in figures.

use crate::cli::args::OnError;
use crate::cli::exit::Exit;
use crate::cli::messages::warn;
use crate::cli::pipeline::malformed::Malformed;
use crate::cli::pipeline::present::Presenter;
use crate::words::counted;
use anyhow::Result;
use std::time::Instant;

/// How many puzzles there were, and what came of them.
pub struct RunFigures {
    start: Instant,
    pub puzzles: u64,
    pub unsolved: u64,
    pub malformed: u64,
    /// Solutions that were checked against the rules and the givens.
    pub checked: u64,
    /// Whether some may have been counted together with others, of which one was checked.
    pub counts_together: bool,
}

impl RunFigures {
    /// Those of a run that begins now.
    pub fn new() -> RunFigures {
        RunFigures {
            start: Instant::now(),
            puzzles: 0,
            unsolved: 0,
            malformed: 0,
            checked: 0,
            counts_together: false,
        }
    }

    /// Counts the answer to a puzzle.
    pub fn add(&mut self, exit: Exit, checked: u64, counts_together: bool) {
        self.puzzles += 1;
        self.unsolved += u64::from(exit == Exit::Negative);
        self.checked += checked;
        self.counts_together |= counts_together;
    }

    /// Counts what is no puzzle, and reports it on stderr and, if asked to, in its place.
    pub fn add_malformed(
        &mut self,
        out: &mut Presenter<'_>,
        on_error: OnError,
        error: &Malformed,
    ) -> Result<()> {
        self.malformed += 1;
        report_malformed(out, on_error, error)
    }

    /// Reports the figures on stderr.
    pub fn report(&self) {
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = self.puzzles as f64 / seconds.max(1e-9);
        warn(format_args!(
            "{} in {seconds:.3} s, {rate:.0} a second: {} without a solution, {} malformed, {} \
             checked{}",
            counted(self.puzzles, "puzzle"),
            self.unsolved,
            self.malformed,
            counted(self.checked, "solution"),
            match self.counts_together {
                true => " or counted together with a checked one",
                false => "",
            }
        ));
    }
}

/// Reports on stderr and, if asked to, in its place what cannot be answered.
pub fn report_malformed(
    out: &mut Presenter<'_>,
    on_error: OnError,
    error: &Malformed,
) -> Result<()> {
    warn(format_args!("error: {error}"));
    match on_error {
        OnError::Report if out.is_json() => out.json(error),
        OnError::Report => out.error_line(&error.line()),
        OnError::Stop | OnError::Skip => Ok(()),
    }
}
