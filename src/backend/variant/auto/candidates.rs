//! True candidates, by native search and SAT.

#[cfg(feature = "threads")]
mod race;

use super::VariantAuto;
use crate::backend::Approach;
use crate::limits::Limits;
use crate::rules::VariantPuzzle;
use crate::search::variant::{TrueCandidates, true_candidates};

impl VariantAuto {
    /// [`true_candidates`] by native search, with SAT beside it once it takes long, if it shares
    /// several threads.
    pub fn true_candidates(
        &mut self,
        puzzle: &VariantPuzzle,
        limit: u64,
        limits: &Limits,
    ) -> TrueCandidates {
        self.approach = Approach::Search;
        #[cfg(feature = "threads")]
        if let Some(threads) = self.several_threads(limits) {
            return self.candidates_beside(puzzle, limit, &threads, limits);
        }
        true_candidates(puzzle, limit, self.native.threads(), limits)
    }
}
