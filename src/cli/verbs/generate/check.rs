//! What SAT checks about a generated puzzle.

use crate::backend::cross_check::{Claim, Extent};
use crate::cli::pipeline::check::AnswerToCheck;
use crate::cli::pipeline::provenance::Provenance;
use crate::grid::Solution;
use crate::grid::text::Record;
use crate::puzzles::GeneratedPuzzle;
use std::time::Duration;

/// The question to which a generated puzzle is an answer, for the command that replays a
/// difference.
pub const REPLAY: &str = "solve --unique";

/// A puzzle for SAT to check, which was made in this time. `record` says what it is made of.
pub fn to_check(
    record: Record,
    number: u64,
    made: &GeneratedPuzzle,
    took: Duration,
) -> AnswerToCheck {
    let record = Record {
        puzzle: made.puzzle.clone(),
        index: number,
        ..record
    };
    AnswerToCheck {
        record,
        claim: only(&made.solution),
        by: Provenance::native(took),
    }
}

/// The only solution of a puzzle.
pub fn only(solution: &Solution) -> Claim {
    Claim {
        found: 1,
        extent: Extent::All,
        solutions: vec![solution.clone()],
    }
}
