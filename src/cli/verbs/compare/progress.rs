//! The progress line of a comparison.

use crate::cli::pipeline::progress::{QUIET, is_shown, style, target};
use crate::cli::shown_line::ShownLine;
use crate::compare::Figures;
use crate::words::counted;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::time::Instant;

/// A line on stderr, if that is a terminal.
pub struct CampaignProgress {
    bar: ProgressBar,
    _shown: ShownLine,
    start: Instant,
}

impl CampaignProgress {
    /// A line that is not shown yet.
    pub fn new() -> CampaignProgress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let bar = bar.with_style(style("{msg} in {elapsed}, {rate}"));
        CampaignProgress {
            _shown: ShownLine::new(&bar),
            bar,
            start: Instant::now(),
        }
    }

    /// Counts one more puzzle.
    pub fn step(&mut self, figures: &Figures) {
        if self.bar.is_hidden() && is_shown() && self.start.elapsed() > QUIET {
            self.bar.set_draw_target(target());
        }
        self.bar.set_message(shown(figures));
        self.bar.inc(1);
    }
}

impl Drop for CampaignProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn shown(figures: &Figures) -> String {
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
            ..Figures::default()
        };
        assert_eq!(
            shown(&figures),
            "3 puzzles, 20 answers, 2 with disagreement"
        );
    }
}
