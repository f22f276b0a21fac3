//! The native search checks explanations of other engines.

use super::{PuzzleWithSource, redundant_parts};
use crate::backend::{self, VariantNative};
use crate::limits::Limits;
use crate::outcome::Verdict;
use crate::puzzles::{Contradiction, Redundancy, of_parts};
use crate::rules::VariantPuzzle;
use std::time::Duration;

/// How long native search looks for what another engine denies.
const NATIVE_CHECK_TIME: Duration = Duration::from_secs(2);

/// Whether native search finds a solution.
fn has_solution(puzzle: &VariantPuzzle, limits: &Limits) -> bool {
    let limits = limits.clone().within(NATIVE_CHECK_TIME);
    let found = backend::first(&mut VariantNative::default(), puzzle, &limits);
    matches!(found, Ok(Verdict::Solved(_)))
}

pub fn refutes_contradiction(
    puzzle: &VariantPuzzle,
    found: &Contradiction,
    limits: &Limits,
) -> bool {
    match found {
        Contradiction::Minimal(parts) | Contradiction::Reduced(parts, _) => {
            has_solution(&of_parts(puzzle, parts), limits)
        }
        Contradiction::Satisfiable | Contradiction::Unknown(_) => false,
    }
}

pub fn refutes_redundancy(
    asked: PuzzleWithSource<'_>,
    found: &Redundancy,
    limits: &Limits,
) -> bool {
    match found {
        Redundancy::Unsatisfiable => has_solution(asked.0, limits),
        Redundancy::Each(_) => {
            let limits = limits.clone().within(NATIVE_CHECK_TIME);
            let again = redundant_parts(asked, &mut VariantNative::default(), &limits);
            again.is_ok_and(|again| matches!(again, Redundancy::Each(_)) && again != *found)
        }
        Redundancy::SeveralSolutions | Redundancy::Unknown(_) => false,
    }
}
