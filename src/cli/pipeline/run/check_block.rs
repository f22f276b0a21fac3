//! Answers of the lock-step search for a second engine to check.

use crate::backend::Approach;
use crate::backend::cross_check::{Claim, Extent};
use crate::cli::pipeline::check::AnswerToCheck;
use crate::grid::text::blocks::{Block, CELLS};
use crate::grid::{Digit, Solution};
use crate::search::lockstep::{Answers, Question};
use std::time::Duration;

/// The first answers to a block, which took this long as a whole.
pub fn answers_to_check(
    block: &Block,
    answers: &Answers,
    question: Question,
    took: Duration,
    checks: u64,
) -> Vec<AnswerToCheck> {
    let answer = |puzzle| {
        let found = answers.found(puzzle);
        let solutions = answers.solutions(puzzle).iter();
        AnswerToCheck {
            record: block.record(puzzle),
            claim: Claim {
                found,
                extent: match found < question.limit {
                    true => Extent::All,
                    false => Extent::AtLeast,
                },
                solutions: solutions.map(solution).collect(),
            },
            first: "native".to_owned(),
            approach: Approach::Search,
            took,
        }
    };
    let checks = usize::try_from(checks).unwrap_or(usize::MAX);
    (0..block.puzzles.len().min(checks)).map(answer).collect()
}

fn solution(characters: &[u8; CELLS]) -> Solution {
    let digit = |character: &u8| Digit::from_index(usize::from(character.wrapping_sub(b'1')));
    Solution::new(characters.iter().map(digit).collect())
}
