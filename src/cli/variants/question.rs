//! A variant for a worker.

use super::VariantInstance;
use crate::limits::Limits;
use crate::outcome::{End, Reason, Tally};
use crate::rules::{Compiled, VariantPuzzle};
use anyhow::{Context, Result};
use std::sync::Arc;
use std::time::Instant;

/// A puzzle for a worker.
pub struct VariantQuestion {
    pub instance: Arc<VariantInstance<Compiled>>,
    /// Whether its answer is one of those that a second engine checks.
    pub is_checked: bool,
    /// When work on it began.
    pub start: Instant,
    /// The limits of its answer, whose time began then.
    pub limits: Limits,
}

impl VariantQuestion {
    /// The answer that `ask` finds, or the one that says which limit stopped compiling the
    /// puzzle.
    ///
    /// # Errors
    /// Those of `ask`, after the place of the puzzle.
    pub fn unless_stopped<T, E>(
        &self,
        stopped: impl FnOnce(Reason) -> T,
        ask: impl FnOnce(&VariantPuzzle, &Limits) -> Result<T, E>,
    ) -> Result<T>
    where
        Result<T, E>: Context<T, E>,
    {
        match self.instance.puzzle.whole() {
            Err(reason) => Ok(stopped(reason.clone())),
            Ok(puzzle) => {
                let answer = ask(puzzle, &self.limits);
                answer.with_context(|| self.instance.item.place())
            }
        }
    }

    /// [`VariantQuestion::unless_stopped`] for solutions that are shown one by one.
    ///
    /// # Errors
    /// Those of `ask`, after the place of the puzzle.
    pub fn tally<E>(
        &self,
        ask: impl FnOnce(&VariantPuzzle, &Limits) -> Result<Tally, E>,
    ) -> Result<Tally>
    where
        Result<Tally, E>: Context<Tally, E>,
    {
        let nothing = |reason| Tally {
            found: 0,
            end: End::Stopped(reason),
        };
        self.unless_stopped(nothing, ask)
    }
}
