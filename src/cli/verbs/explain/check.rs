//! A second engine checks explanations: that a contradiction has no solution, and which parts are
//! redundant.

use super::words::{Explained, labels};
use super::{Explanation, PuzzleWithSource, redundant_parts};
use crate::backend::Backend;
use crate::backend::cross_check::{Agreement, Claim, Difference, Extent, GiveUp, cross_check};
use crate::cli::pipeline::check::{CheckOutcome, PuzzleTexts};
use crate::cli::variants::{VariantAnswer, VariantSecond};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::puzzles::{Contradiction, PuzzlePart, Redundancy, VariantError, of_parts};
use crate::rules::{VariantPuzzle, Violation};
use std::time::Duration;

/// Checks an explanation; `None` if it says nothing, because a limit came first.
///
/// That a part of a minimal contradiction is needed is not checked here: a solution without it was
/// found, and checked against the rules.
pub fn check(
    second: &mut VariantSecond,
    answer: &VariantAnswer<Explained>,
    found: &Explanation,
) -> Option<CheckOutcome> {
    let puzzle = answer.instance.puzzle.whole().ok()?;
    match found {
        Explanation::Contradiction(found, _) => check_contradiction(second, answer, puzzle, found),
        Explanation::Redundancy(Redundancy::Unknown(_)) => None,
        Explanation::Redundancy(found) => Some(check_redundancy(second, answer, puzzle, found)),
    }
}

fn check_contradiction(
    second: &mut VariantSecond,
    answer: &VariantAnswer<Explained>,
    puzzle: &VariantPuzzle,
    found: &Contradiction,
) -> Option<CheckOutcome> {
    let (parts, extent) = match found {
        Contradiction::Minimal(parts) | Contradiction::Reduced(parts, _) => {
            (of_parts(puzzle, parts), Extent::All)
        }
        Contradiction::Satisfiable => (puzzle.clone(), Extent::AtLeast),
        Contradiction::Unknown(_) => return None,
    };
    let claim = Claim {
        found: u64::from(extent == Extent::AtLeast),
        extent,
        solutions: Vec::new(),
    };
    let shown = |texts: &PuzzleTexts<'_>, claim: &Claim| match (claim.found, extent) {
        (0, Extent::All) => "a contradiction".to_owned(),
        (_, Extent::All) => format!("no contradiction: {}", texts.claim(claim)),
        (_, Extent::AtLeast) => texts.claim(claim),
    };
    let check = |second: &mut dyn Backend<VariantPuzzle>, time, limits: &Limits| {
        cross_check(second, &parts, &claim, time, limits)
    };
    let texts = |rules: &[String]| answer.instance.texts(rules);
    Some(second.cross_check(&answer.by, &claim, texts, shown, check))
}

fn check_redundancy(
    second: &mut VariantSecond,
    answer: &VariantAnswer<Explained>,
    puzzle: &VariantPuzzle,
    found: &Redundancy,
) -> CheckOutcome {
    let asked = (puzzle, &*answer.instance);
    let shown = |_: &PuzzleTexts<'_>, found: &Redundancy| match found {
        Redundancy::Each(parts) if !parts.is_empty() => redundant(asked, parts),
        found => found.to_string(),
    };
    let check = |second: &mut dyn Backend<VariantPuzzle>, time: Duration, limits: &Limits| {
        let again = redundant_parts(asked, second, &limits.clone().within(time));
        compared(found, again)
    };
    let texts = |rules: &[String]| answer.instance.texts(rules);
    second.cross_check(&answer.by, found, texts, shown, check)
}

fn redundant(asked: PuzzleWithSource<'_>, parts: &[PuzzlePart]) -> String {
    let labels = labels(asked, parts).unwrap_or_default();
    format!("redundant: {}", labels.join("; "))
}

fn compared(
    found: &Redundancy,
    again: Result<Redundancy, VariantError>,
) -> Agreement<Redundancy, Violation> {
    match again {
        Ok(Redundancy::Unknown(reason)) => Agreement::GaveUp(GiveUp::Stopped(reason)),
        Ok(again) if again == *found => Agreement::Agree,
        Ok(again) => Agreement::Differ(Box::new(Difference::Answers(again))),
        Err(VariantError::Wrong(wrong)) => {
            Agreement::Differ(Box::new(Difference::SecondIsWrong(wrong.flaw)))
        }
        // The rules were read before.
        Err(VariantError::Rule(error)) => {
            Agreement::GaveUp(GiveUp::Stopped(Reason::Engine(error.to_string())))
        }
    }
}
