//! What follows from single candidates, for one puzzle: its model is built only once.

use super::engine::{Engine, Fixpoint};
use super::search::Search;
use crate::grid::Cell;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::{Mask, VariantPuzzle};

/// Propagates from candidates that a propagation has left.
pub struct LookAhead {
    engine: Engine,
}

impl LookAhead {
    /// `None` for a contradiction.
    ///
    /// # Errors
    /// The limit that was exceeded.
    pub fn new(puzzle: &VariantPuzzle, limits: &Limits) -> Result<Option<LookAhead>, Reason> {
        let search = Search::new(puzzle, limits)?;
        Ok(search.map(|search| LookAhead {
            engine: search.engine,
        }))
    }

    /// What is left of the candidates `left`, a mask for each cell, if a cell has only those in
    /// `mask`; `None` for a contradiction.
    ///
    /// # Errors
    /// The limit that was exceeded.
    ///
    /// # Panics
    /// If `left` lacks the cell.
    pub fn restricted(
        &mut self,
        left: &[Mask],
        (cell, mask): (Cell, Mask),
        limits: &Limits,
    ) -> Result<Option<Vec<Mask>>, Reason> {
        limits.check()?;
        let store = &mut self.engine.store;
        store.reset(left);
        if store.restrict(cell.0, mask).is_err() {
            return Ok(None);
        }
        match self.engine.propagate(limits) {
            Fixpoint::Reached => Ok(Some(self.engine.store.masks().to_vec())),
            Fixpoint::Failed => Ok(None),
            Fixpoint::Stopped(reason) => Err(reason),
        }
    }

    /// The work of all propagation, in microseconds, roughly, but the same on every machine.
    pub fn work(&self) -> u64 {
        self.engine.total_work()
    }
}
