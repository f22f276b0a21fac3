//! What is found about the scores of a puzzle.

use super::optima::Optima;
use crate::backend::Optimum;
use crate::cli::exit::Exit;
use crate::cli::pipeline::run::PuzzleOutcome;
use crate::outcome::Reason;

/// The best score, and what else was asked for.
pub struct Found {
    pub optimum: Optimum,
    pub optima: Optima,
}

impl PuzzleOutcome for Found {
    fn exit(&self) -> Exit {
        match (self.reason(), &self.optimum) {
            (Some(reason), _) => Exit::of_reason(reason),
            (None, Optimum::Unsatisfiable) => Exit::Negative,
            (None, _) => Exit::Answered,
        }
    }

    fn reason(&self) -> Option<&Reason> {
        if let Some((_, reason)) = self.optima.stops().next() {
            return Some(reason);
        }
        self.optimum.reason()
    }
}
