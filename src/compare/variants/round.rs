//! The queries about a variant.

use super::roster::VariantBackend;
use crate::compare::roster::BackendSet;
use crate::compare::round::Round;
use crate::compare::{Depth, Disagreement, Figures, KnownCount, QuerySet};
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::rules::VariantPuzzle;

/// What to ask each backend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariantDepth {
    /// Which queries. The maximum is left out where there are more solutions than `limit`.
    pub queries: QuerySet,
    /// Count and enumerate at most this many solutions.
    pub limit: u64,
    /// How many solutions there are known to be.
    pub known: KnownCount,
}

/// Asks all backends about a puzzle and returns the answers that cannot all be right.
/// `limits` makes a fresh limit for each query.
pub fn compare_variants(
    puzzle: &VariantPuzzle,
    backends: &mut [VariantBackend],
    depth: VariantDepth,
    limits: &dyn Fn() -> Limits,
    figures: &mut Figures,
) -> Vec<Disagreement> {
    compared(puzzle, backends, depth, limits, &|| false, figures)
}

impl BackendSet<VariantPuzzle> {
    /// Like [`compare_variants`]. A solver that times out is asked once more.
    pub fn compare(
        &mut self,
        puzzle: &VariantPuzzle,
        depth: VariantDepth,
        limits: &dyn Fn() -> Limits,
        figures: &mut Figures,
    ) -> Vec<Disagreement> {
        let another_chance = || self.trips.give_another_chance();
        let backends = &mut self.backends;
        compared(puzzle, backends, depth, limits, &another_chance, figures)
    }
}

fn compared(
    puzzle: &VariantPuzzle,
    backends: &mut [VariantBackend],
    depth: VariantDepth,
    limits: &dyn Fn() -> Limits,
    another_chance: &dyn Fn() -> bool,
    figures: &mut Figures,
) -> Vec<Disagreement> {
    let VariantDepth {
        queries,
        limit,
        known,
    } = depth;
    let round = Round {
        puzzle,
        known,
        queries,
        depth: Depth::up_to(limit),
        objective: &|| CellWeights::pyramid(puzzle.board()),
        limits,
        another_chance,
    };
    round.compare(backends, figures)
}
