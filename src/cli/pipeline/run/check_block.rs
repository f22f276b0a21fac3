//! Answers of the lock-step search for a second engine to check.

use crate::backend::cross_check::{Claim, Extent};
use crate::cli::pipeline::check::AnswerToCheck;
use crate::cli::pipeline::provenance::Provenance;
use crate::grid::Solution;
use crate::grid::text::Block;
use crate::search::lockstep::Answers;
use std::time::Duration;

/// The answer to a puzzle of a block, which took this long as a whole. If it has `limit`
/// solutions, there may be more.
pub fn claim(
    block: &Block,
    answers: &Answers,
    puzzle: usize,
    limit: u64,
    took: Duration,
) -> AnswerToCheck {
    let found = answers.found(puzzle);
    let solutions = answers.solutions(puzzle).iter();
    AnswerToCheck {
        record: block.record(puzzle),
        claim: Claim {
            found,
            extent: match found < limit {
                true => Extent::All,
                false => Extent::AtLeast,
            },
            solutions: solutions.map(Solution::of_row).collect(),
        },
        by: Provenance::native(took),
    }
}
