//! The line that shows the best score and the bound of a long search.

use crate::cli::pipeline::progress::{QUIET, is_shown, style};
use crate::cli::shown_line::ShownLine;
use crate::objective::Improvement;
use indicatif::ProgressBar;
use std::cell::Cell;
use std::time::Instant;

/// The line, for one search at a time.
pub struct BestSoFar {
    bar: ProgressBar,
    _shown: ShownLine,
    start: Instant,
    state: Cell<State>,
}

#[derive(Clone, Copy, Default)]
struct State {
    best: Option<i64>,
    bound: Option<i64>,
}

impl BestSoFar {
    /// A line on stderr, if that is a terminal and only one search runs.
    pub fn on_terminal(jobs: usize) -> Option<BestSoFar> {
        (jobs == 1 && is_shown()).then(|| {
            let bar = ProgressBar::new_spinner();
            bar.set_style(style("{msg} after {elapsed}"));
            BestSoFar {
                _shown: ShownLine::new(&bar),
                bar,
                start: Instant::now(),
                state: Cell::default(),
            }
        })
    }

    /// Starts anew, for the next search.
    pub fn reset(&mut self) {
        self.bar.set_message("");
        self.bar.reset();
        self.start = Instant::now();
        self.state.take();
    }

    /// Shows an improvement; `shown` turns scores into the user's.
    pub fn show(&self, improvement: Improvement, shown: impl Fn(i64) -> i64) {
        let mut state = self.state.get();
        match improvement {
            Improvement::Score(score) => state.best = state.best.max(Some(score)),
            Improvement::Bound(bound) => {
                state.bound = Some(state.bound.map_or(bound, |old| old.min(bound)));
            }
        }
        self.state.set(state);
        if self.start.elapsed() > QUIET {
            self.bar.set_message(line(&state, shown));
            self.bar.tick();
        }
    }
}

impl Drop for BestSoFar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn line(state: &State, shown: impl Fn(i64) -> i64) -> String {
    match (state.best, state.bound) {
        (Some(best), Some(bound)) => {
            let gap = bound.saturating_sub(best);
            format!("best {}, bound {}, gap {gap}", shown(best), shown(bound))
        }
        (Some(best), None) => format!("best {}", shown(best)),
        (None, Some(bound)) => format!("bound {}", shown(bound)),
        (None, None) => "no solution yet".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_best_bound_and_gap() {
        let state = |best, bound| State { best, bound };
        assert_eq!(
            line(&state(Some(5), Some(9)), |score| score),
            "best 5, bound 9, gap 4"
        );
        assert_eq!(
            line(&state(Some(-9), Some(-5)), |score| -score),
            "best 9, bound 5, gap 4"
        );
        assert_eq!(line(&state(None, None), |score| score), "no solution yet");
    }
}
