//! A progress line on stderr.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Runs shorter than this show no progress.
const MOMENT: Duration = Duration::from_secs(1);

/// A line that shows how far a run is, once it takes longer than a moment and if stderr
/// is a terminal.
pub struct ProgressLine {
    bar: ProgressBar,
    /// When it appears, unless it is shown already or never will be.
    due: Option<Instant>,
}

impl ProgressLine {
    /// Counts items of this kind.
    pub fn of(things: &str) -> ProgressLine {
        let template = format!("{{human_pos}} {things} in {{elapsed}}, {{per_sec}}");
        ProgressLine::with(&template, None)
    }

    /// Counts puzzles out of an estimated total, and estimates the time left.
    pub fn up_to(total: u64) -> ProgressLine {
        let template =
            "{human_pos} puzzles of about {human_len} in {elapsed}, {per_sec}, {eta} left";
        ProgressLine::with(template, Some(total))
    }

    fn with(template: &str, total: Option<u64>) -> ProgressLine {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(template);
        let is_wanted = io::stderr().is_terminal();
        ProgressLine {
            bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())),
            due: is_wanted.then(|| Instant::now() + MOMENT),
        }
    }

    /// Adds to the count; `show` prints the answers while the line is hidden.
    pub fn step(&mut self, count: u64, show: impl FnOnce()) {
        if self.due.is_some_and(|due| Instant::now() > due) {
            self.due = None;
            let target = ProgressDrawTarget::stderr_with_hz(4);
            self.bar.set_draw_target(target);
        }
        self.bar.suspend(show);
        self.bar.inc(count);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
