//! The native search for variants as a backend.

use crate::backend::{Backend, ByType, End, NativeBackend, Optimum, Query, Unsupported, Visitor};
use crate::limits::Limits;
use crate::objective::{CellWeights, Progress};
use crate::rules::VariantPuzzle;
use crate::search::{Threads, variant};
use std::sync::Arc;

/// Answers all queries about variants by propagation and search. A puzzle that is a
/// classic one is left to [`NativeBackend`].
pub type VariantNative = ByType<VariantSearch, NativeBackend>;

impl VariantNative {
    /// Shares these threads with other searches if a puzzle takes long. Which of several
    /// solutions is shown first depends on the machine then; the best one does not.
    pub fn sharing(threads: Arc<Threads>) -> VariantNative {
        let classic = NativeBackend::sharing(threads.clone());
        ByType::new(VariantSearch::sharing(threads), classic)
    }

    /// The threads that it shares.
    pub(super) fn threads(&self) -> Option<Arc<Threads>> {
        self.variants().0.clone()
    }
}

/// Native search for variants that, unlike [`VariantNative`], handles classic puzzles itself.
#[derive(Default)]
pub struct VariantSearch(Option<Arc<Threads>>);

impl VariantSearch {
    /// See [`VariantNative::sharing`].
    pub fn sharing(threads: Arc<Threads>) -> VariantSearch {
        VariantSearch(Some(threads))
    }
}

impl Backend<VariantPuzzle> for VariantSearch {
    fn name(&self) -> &str {
        "native"
    }

    fn supports(
        &self,
        puzzle: &VariantPuzzle,
        query: &Query<CellWeights>,
    ) -> Result<(), Unsupported> {
        self.check_objective(puzzle, query)
    }

    fn search(
        &mut self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        variant::enumerate(puzzle, self.0.clone(), limits, visitor)
    }

    fn maximise(
        &mut self,
        puzzle: &VariantPuzzle,
        weights: &CellWeights,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        variant::maximise(puzzle, weights, None, self.0.clone(), limits, progress)
    }
}
