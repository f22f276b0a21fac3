//! The check of a maximum.

use super::{CheckOutcome, PuzzleTexts, allowed};
use crate::backend::cross_check::cross_check_maximum;
use crate::backend::{Backend, Optimum, Problem};
use crate::cli::pipeline::provenance::Provenance;
use crate::cli::pipeline::session;
use std::time::Duration;

/// A maximum to be checked.
pub struct MaximumToCheck<'a, P: Problem> {
    pub puzzle: &'a P,
    pub objective: &'a P::Objective,
    pub optimum: &'a Optimum,
    /// The engine that found it.
    pub by: &'a Provenance,
}

impl<P: Problem> MaximumToCheck<'_, P> {
    /// Has a second engine look for it, in the time that the timeout leaves; `None` if there
    /// is nothing to check.
    pub fn check<'t>(
        &self,
        second: &mut dyn Backend<P>,
        timeout: Option<Duration>,
        texts: impl FnOnce() -> PuzzleTexts<'t>,
        shown: impl Fn(&Optimum) -> String,
    ) -> Option<CheckOutcome> {
        if matches!(self.optimum, Optimum::Unknown(_)) {
            return None;
        }
        let (by, time) = (second.name().to_owned(), allowed(self.by.took, timeout));
        let agreement = cross_check_maximum(
            second,
            self.puzzle,
            self.objective,
            self.optimum,
            time,
            &session::interrupts(),
        );
        let first = (&*self.by.engine, self.optimum);
        let shown = |_: &PuzzleTexts<'_>, optimum: &Optimum| shown(optimum);
        Some(CheckOutcome::of(agreement, by, time, first, texts, shown))
    }
}
