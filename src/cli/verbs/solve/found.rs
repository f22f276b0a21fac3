//! What `satoku solve` finds.

use crate::backend::cross_check::{Claim, Extent};
use crate::cli::exit::Exit;
use crate::cli::pipeline::run::PuzzleOutcome;
use crate::grid::Solution;
use crate::outcome::{End, Reason};

/// What was found.
pub struct Found {
    pub answer: Answer,
    pub solutions: Vec<Solution>,
}

impl Found {
    /// What is known if these solutions were found when up to `limit` were looked for.
    pub fn new(solutions: Vec<Solution>, end: End, limit: u64) -> Found {
        let answer = match (solutions.len(), end, limit) {
            (1.., _, 1) => Answer::Solved,
            (2.., _, _) => Answer::Several,
            (_, End::Stopped(reason), _) => Answer::Unknown(reason),
            (1, _, _) => Answer::One,
            (_, _, 1) => Answer::Unsatisfiable,
            _ => Answer::None,
        };
        Found { answer, solutions }
    }
}

/// What is known about the solutions of a puzzle.
pub enum Answer {
    /// It has the one that was found, perhaps among others.
    Solved,
    /// It has none.
    Unsatisfiable,
    /// It has none, says `--unique`.
    None,
    /// It has exactly one.
    One,
    /// It has at least two.
    Several,
    /// The engine could not tell.
    Unknown(Reason),
}

impl Answer {
    /// The word for it in the output.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Solved => "solved",
            Answer::Unsatisfiable => "unsatisfiable",
            Answer::None => "none",
            Answer::One => "one",
            Answer::Several => "several",
            Answer::Unknown(_) => "unknown",
        }
    }

    /// Whether the solutions found are all; `None` if the engine could not tell.
    pub fn extent(&self) -> Option<Extent> {
        match self {
            Answer::Solved | Answer::Several => Some(Extent::AtLeast),
            Answer::Unsatisfiable | Answer::None | Answer::One => Some(Extent::All),
            Answer::Unknown(_) => None,
        }
    }
}

impl PuzzleOutcome for Found {
    fn exit(&self) -> Exit {
        match &self.answer {
            Answer::Unknown(reason) => Exit::of_reason(reason),
            Answer::Unsatisfiable | Answer::None => Exit::Negative,
            Answer::Solved | Answer::One | Answer::Several => Exit::Answered,
        }
    }

    fn reason(&self) -> Option<&Reason> {
        match &self.answer {
            Answer::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    fn claim(&self) -> Option<Claim> {
        Some(Claim {
            found: self.solutions_checked(),
            extent: self.answer.extent()?,
            solutions: self.solutions.clone(),
        })
    }

    fn solutions_checked(&self) -> u64 {
        self.solutions.len() as u64
    }
}
