//! Whether a finding is seen on a small puzzle every time, and the formula that shows it.

use super::case::Case;
use super::diagnose::Finding;
use super::formulas::{self, REPETITIONS};
use crate::cnf::Formula;

/// How often a finding was seen on a small puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    /// Every time, or on a backend without chance.
    EveryTime,
    /// Not every time: chance has a part in it.
    NotEveryTime,
    /// The diagnosis ended before it was known.
    Undecided,
}

/// What further runs say of a finding.
pub(super) struct Confirmed {
    pub seen: Seen,
    /// The smallest formula found, if a SAT solver is to blame: one of the small puzzle or, if
    /// none shows the finding, of the original, perhaps as it was when that was compared.
    pub formula: Option<Formula>,
}

/// Looks for a formula of a small puzzle, and asks `shows` again whether the puzzle shows the
/// finding.
pub(super) fn confirm(
    original: &dyn Case,
    small: &dyn Case,
    finding: &Finding,
    shows: &mut dyn FnMut() -> bool,
) -> Confirmed {
    let mut formula = formulas::of_finding(small, finding);
    let is_reproduced = formula.as_ref().is_none_or(|found| found.is_reproduced);
    let mut is_seen = || is_reproduced && (0..REPETITIONS).all(|_| shows());
    let seen = match original.is_about_a_program(&finding.accused) && !is_seen() {
        false => Seen::EveryTime,
        true if original.has_ended() => Seen::Undecided,
        true => Seen::NotEveryTime,
    };
    if seen != Seen::EveryTime {
        formula = formula.or_else(|| formulas::of_finding(original, finding));
    }
    let formula = formula.map(|found| found.formula);
    // Chance may have shown it only in the comparison.
    let at_first = || finding.formula.clone().filter(|_| seen != Seen::EveryTime);
    Confirmed {
        seen,
        formula: formula.or_else(at_first),
    }
}
