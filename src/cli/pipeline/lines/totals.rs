//! What a run did, in figures.

use super::{Lines, OnError, Shown};
use crate::cli::exit::Exit;
use crate::cli::pipeline::output::{tell, tell_lines};
use crate::cli::pipeline::present::Presenter;
use crate::escape;
use crate::grid::text::InputError;
use anyhow::Result;

/// What stands in the place of an answer to a line that is no puzzle.
pub fn reported(error: &InputError) -> String {
    escape::line(&format!("error: {error}")).into_owned()
}

/// Figures of a run.
#[derive(Default)]
pub struct Totals {
    puzzles: u64,
    unsolved: u64,
    bad: u64,
    checked: u64,
}

impl Totals {
    /// Shows the answers to a block.
    pub fn lines(&mut self, presenter: &mut Presenter<'_>, lines: &Lines) -> Result<(Exit, u64)> {
        tell_lines(&lines.clashes);
        presenter.lines(&lines.text)?;
        self.puzzles += lines.puzzles;
        self.unsolved += lines.unsolved;
        self.checked += lines.checked;
        let exit = match lines.unsolved {
            0 => Exit::Answered,
            _ => Exit::NoSolution,
        };
        Ok((exit, lines.puzzles))
    }

    /// Counts a puzzle that was shown.
    pub fn puzzle(&mut self, shown: &Shown) -> Result<(Exit, u64)> {
        self.puzzles += 1;
        self.unsolved += u64::from(shown.exit == Exit::NoSolution);
        self.checked += shown.checked;
        Ok((shown.exit, 1))
    }

    /// Tells a line that is no puzzle.
    pub fn bad(
        &mut self,
        presenter: &mut Presenter<'_>,
        error: &InputError,
        on_error: OnError,
    ) -> Result<(Exit, u64)> {
        self.bad += 1;
        tell(format_args!("error: {error}"));
        if on_error == OnError::Report {
            match presenter.is_json() {
                true => presenter.json(&serde_json::json!({ "error": error.to_string() }))?,
                false => presenter.wrong(&reported(error))?,
            }
        }
        Ok((Exit::Usage, 1))
    }

    /// Tells all figures on stderr.
    pub fn tell(&self, seconds: f64) {
        let rate = self.puzzles as f64 / seconds.max(1e-9);
        tell(format_args!(
            "{} puzzles in {seconds:.3} s, {rate:.0} a second: {} without a solution, {} lines \
             that are no puzzles, {} solutions checked",
            self.puzzles, self.unsolved, self.bad, self.checked
        ));
    }
}
