//! Explanations in words.

use super::{Explanation, PuzzleWithSource};
use crate::cli::exit::Exit;
use crate::cli::pipeline::present;
use crate::cli::pipeline::run::PuzzleOutcome;
use crate::grid::Cell;
use crate::outcome::Reason;
use crate::puzzles::{Contradiction, NotSmallest, PuzzlePart, Redundancy};
use crate::words::counted;

/// An explanation in words.
pub struct Explained {
    pub verdict: &'static str,
    /// What to say in text before, or instead of, the parts.
    pub sentence: Option<String>,
    pub parts: Option<Vec<String>>,
    /// `parts`, for pictures.
    pub marked: Vec<PuzzlePart>,
    /// How many parts every contradiction has, if this one may not be the smallest.
    pub at_least: Option<usize>,
    pub reason: Option<Reason>,
    pub exit: Exit,
}

impl Explained {
    /// A contradiction that may not be the smallest.
    fn perhaps_larger(self, open: NotSmallest) -> Explained {
        let NotSmallest { at_least, reason } = open;
        let count = counted(at_least as u64, "part");
        Explained {
            sentence: Some(format!(
                "perhaps not the smallest: {reason}; every contradiction has at least {count}"
            )),
            at_least: Some(at_least),
            exit: Exit::of_reason(&reason),
            reason: Some(reason),
            ..self
        }
    }

    /// A verdict without parts.
    fn verdict(verdict: &'static str, exit: Exit) -> Explained {
        Explained {
            verdict,
            sentence: None,
            parts: None,
            marked: Vec::new(),
            at_least: None,
            reason: None,
            exit,
        }
    }
}

impl PuzzleOutcome for Explained {
    fn exit(&self) -> Exit {
        self.exit
    }

    fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }
}

pub fn in_words(asked: PuzzleWithSource<'_>, found: &Explanation) -> Explained {
    match found {
        Explanation::Contradiction(found, None) => contradiction_in_words(asked, found.clone()),
        Explanation::Contradiction(found, Some(open)) => {
            contradiction_in_words(asked, found.clone()).perhaps_larger(open.clone())
        }
        Explanation::Redundancy(found) => redundancy_in_words(asked, found.clone()),
    }
}

/// The parts in words, with digits as they were read.
pub fn labels(
    (puzzle, instance): PuzzleWithSource<'_>,
    parts: &[PuzzlePart],
) -> Option<Vec<String>> {
    let label = |part: &PuzzlePart| part.label_with(puzzle, |digit| instance.digit_text(digit));
    Some(parts.iter().map(label).collect())
}

/// The clash of two givens in words.
fn clash((puzzle, instance): PuzzleWithSource<'_>, first: Cell, second: Cell) -> Option<String> {
    let clash = puzzle.clash(first, second)?;
    Some(clash.describe(instance.digit_text(puzzle.given(first)?)))
}

fn contradiction_in_words(asked: PuzzleWithSource<'_>, found: Contradiction) -> Explained {
    let mut explained = Explained::verdict("contradiction", Exit::Answered);
    match found {
        Contradiction::Minimal(parts) => {
            explained.sentence = match &parts[..] {
                [] => Some("the board alone has no solution".to_owned()),
                [PuzzlePart::Cell(first), PuzzlePart::Cell(second)] => {
                    clash(asked, *first, *second)
                }
                _ => None,
            };
            explained.parts = labels(asked, &parts);
            explained.marked = parts;
        }
        Contradiction::Reduced(parts, reason) => {
            explained.sentence = Some(format!("perhaps not minimal: {reason}"));
            explained.parts = labels(asked, &parts);
            explained.marked = parts;
            explained.exit = Exit::of_reason(&reason);
            explained.reason = Some(reason);
        }
        Contradiction::Satisfiable => {
            explained.verdict = "satisfiable";
            explained.sentence = Some("the puzzle has a solution".to_owned());
        }
        Contradiction::Unknown(reason) => return unknown(reason),
    }
    explained
}

fn redundancy_in_words(asked: PuzzleWithSource<'_>, found: Redundancy) -> Explained {
    let sentence = match &found {
        Redundancy::Each(parts) if !parts.is_empty() => None,
        found => Some(found.to_string()),
    };
    let (verdict, marked, exit) = match found {
        Redundancy::Each(parts) => ("redundant", Some(parts), Exit::Answered),
        Redundancy::Unsatisfiable => ("unsatisfiable", None, Exit::Negative),
        Redundancy::SeveralSolutions => ("several", None, Exit::Negative),
        Redundancy::Unknown(reason) => return unknown(reason),
    };
    Explained {
        sentence,
        parts: marked.as_deref().and_then(|parts| labels(asked, parts)),
        marked: marked.unwrap_or_default(),
        ..Explained::verdict(verdict, exit)
    }
}

pub fn unknown(reason: Reason) -> Explained {
    Explained {
        sentence: Some(present::unknown(&reason)),
        reason: Some(reason.clone()),
        ..Explained::verdict("unknown", Exit::of_reason(&reason))
    }
}
