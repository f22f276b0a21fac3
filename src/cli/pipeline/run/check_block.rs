//! Answers of the lock-step search for a second engine to check.

use crate::backend::cross_check::{Claim, Extent};
use crate::cli::pipeline::check::AnswerToCheck;
use crate::cli::pipeline::provenance::Provenance;
use crate::grid::row::CELLS;
use crate::grid::text::Block;
use crate::grid::{Digit, Solution};
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
            solutions: solutions.map(solution).collect(),
        },
        by: Provenance::native(took),
    }
}

fn solution(characters: &[u8; CELLS]) -> Solution {
    let digit = |character: &u8| Digit::from_index(usize::from(character.wrapping_sub(b'1')));
    Solution::new(characters.iter().map(digit).collect())
}
