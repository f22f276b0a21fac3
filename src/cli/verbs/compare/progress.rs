//! The progress line of a comparison.

use crate::compare::Figures;
use crate::grid::text::error::counted;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Shorter runs show no progress.
const MOMENT: Duration = Duration::from_secs(1);

/// A line on stderr, if that is a terminal.
pub struct CampaignProgress {
    bar: ProgressBar,
    start: Instant,
}

impl CampaignProgress {
    /// A line that is not shown yet.
    pub fn new() -> CampaignProgress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{msg} in {elapsed}, {per_sec}");
        CampaignProgress {
            bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())),
            start: Instant::now(),
        }
    }

    /// Counts one more puzzle; `show` may print while the line is hidden.
    pub fn step(&mut self, figures: Figures, show: impl FnOnce()) {
        if self.bar.is_hidden() && io::stderr().is_terminal() && self.start.elapsed() > MOMENT {
            self.bar
                .set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
        }
        self.bar.suspend(show);
        self.bar.set_message(shown(figures));
        self.bar.inc(1);
    }
}

impl Drop for CampaignProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn shown(figures: Figures) -> String {
    format!(
        "{}, {}, {} with disagreement",
        counted(figures.puzzles, "puzzle"),
        counted(figures.answers, "answer"),
        figures.disagreements
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_the_figures() {
        let figures = Figures {
            puzzles: 3,
            answers: 20,
            open: 1,
            disagreements: 2,
        };
        assert_eq!(shown(figures), "3 puzzles, 20 answers, 2 with disagreement");
    }
}
