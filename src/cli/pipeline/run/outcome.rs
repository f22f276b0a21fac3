//! Answer types that are generic over what was found.

use super::{BackendAnswer, PuzzleAnswer};
use crate::backend::cross_check::Claim;
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::AnswerToCheck;
use crate::grid::Solution;
use crate::grid::text::Record;
use crate::outcome::{End, Reason, Tally};
use std::borrow::Borrow;

/// What may be found about a puzzle.
pub trait PuzzleOutcome: Send {
    /// The outcome.
    fn exit(&self) -> Exit;

    /// Why the puzzle stayed unanswered, if it did.
    fn reason(&self) -> Option<&Reason>;

    /// What a second engine is to check about the solutions; `None` if it cannot, or if the
    /// puzzle was not answered.
    fn claim(&self) -> Option<Claim> {
        None
    }

    /// How many solutions were checked against the rules and the givens.
    fn solutions_checked(&self) -> u64 {
        0
    }

    /// Whether some may have been counted together with others, of which one was checked.
    fn counts_together(&self) -> bool {
        false
    }
}

impl<T: PuzzleOutcome, R: Borrow<Record> + Send> PuzzleAnswer for BackendAnswer<T, R> {
    fn record(&self) -> &Record {
        self.record.borrow()
    }

    fn found(&self) -> &dyn PuzzleOutcome {
        &self.found
    }

    fn to_check(&self) -> Option<AnswerToCheck> {
        Some(AnswerToCheck {
            record: self.record().clone(),
            claim: self.found.claim()?,
            by: self.by.clone(),
        })
    }
}

/// What was found about a puzzle, by an engine that is not named.
pub struct Answered<T> {
    pub record: Record,
    pub found: T,
}

impl<T: PuzzleOutcome> PuzzleAnswer for Answered<T> {
    fn record(&self) -> &Record {
        &self.record
    }

    fn found(&self) -> &dyn PuzzleOutcome {
        &self.found
    }
}

/// How an enumeration ended.
pub struct Enumeration {
    pub tally: Tally,
    /// The first solutions, if a second engine is to check them.
    pub kept: Vec<Solution>,
    /// Whether solutions may have been counted together with others.
    pub counts_together: bool,
}

impl PuzzleOutcome for Enumeration {
    fn exit(&self) -> Exit {
        Exit::of_tally(&self.tally)
    }

    fn reason(&self) -> Option<&Reason> {
        match &self.tally.end {
            End::Stopped(reason) => Some(reason),
            End::Exhausted | End::Enough => None,
        }
    }

    fn claim(&self) -> Option<Claim> {
        Claim::of(&self.tally, self.kept.clone())
    }

    fn solutions_checked(&self) -> u64 {
        self.tally.found
    }

    fn counts_together(&self) -> bool {
        self.counts_together
    }
}
