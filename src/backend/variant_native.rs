//! The native search for variants as a backend.

use super::{Backend, End, NativeBackend, Optimum, Query, Unsupported, Visitor};
use crate::limits::Limits;
use crate::objective::{CellWeights, Objective, Progress};
use crate::rules::VariantPuzzle;
use crate::search::{Threads, variant};
use std::sync::Arc;

/// Answers all queries about variants by propagation and search. A puzzle that is a
/// classic one is left to [`NativeBackend`].
#[derive(Default)]
pub struct VariantNative {
    classic: NativeBackend,
    threads: Option<Arc<Threads>>,
}

impl VariantNative {
    /// Shares these threads with other searches if a puzzle takes long. Which of several
    /// solutions is shown first depends on the machine then; the best one does not.
    pub fn sharing(threads: Arc<Threads>) -> VariantNative {
        VariantNative {
            classic: NativeBackend::sharing(threads.clone()),
            threads: Some(threads),
        }
    }

    /// The threads that it shares.
    pub(super) fn threads(&self) -> Option<Arc<Threads>> {
        self.threads.clone()
    }
}

impl Backend<VariantPuzzle> for VariantNative {
    fn name(&self) -> &str {
        "native"
    }

    fn supports(&self, _: &VariantPuzzle, _: &Query<CellWeights>) -> Result<(), Unsupported> {
        Ok(())
    }

    fn search(
        &mut self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        match puzzle.to_classic() {
            Some(classic) => self.classic.search(&classic, limits, visitor),
            None => variant::enumerate_sharing(puzzle, self.threads.clone(), limits, visitor),
        }
    }

    fn maximise(
        &mut self,
        puzzle: &VariantPuzzle,
        objective: &CellWeights,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        let classic = puzzle.to_classic().and_then(|classic| {
            let weights = objective.weights().to_vec();
            let same = Objective::new(classic.geometry(), weights).ok()?;
            Some((classic, same))
        });
        match classic {
            Some((classic, same)) => self.classic.maximise(&classic, &same, limits, progress),
            None => {
                let threads = self.threads.clone();
                variant::maximise_sharing(puzzle, objective, threads, limits, progress)
            }
        }
    }
}
