//! What can be wrong with answers.

use crate::outcome::Fault;
use std::collections::BTreeMap;
use std::fmt;

/// The name that stands for what is known by construction.
pub const KNOWN: &str = "known";

/// From this many backends on, a common claim is shown once, for 'all others'.
const MANY: usize = 3;

/// What is wrong, or slow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// Whether there is a solution.
    Verdict,
    /// The number of solutions.
    Count,
    /// A solution that breaks the rules, or that another backend misses.
    Solution,
    /// The maximum.
    Maximum,
    /// A solver calls a formula unsatisfiable that has a model.
    WrongUnsat,
    /// A solver crashed, printed garbage or contradicted itself.
    Fault(Fault),
    /// A limit was reached before an answer. This is not a wrong answer.
    TimeOut,
    /// A solver gave no answer within several times its limit.
    Hang,
}

impl FindingKind {
    /// Whether something is wrong rather than slow.
    pub fn is_wrong(self) -> bool {
        !matches!(self, FindingKind::TimeOut | FindingKind::Hang)
    }
}

/// Answers that cannot all be right, or a single one that cannot be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// What the answers are about.
    pub kind: FindingKind,
    /// Names and their claims; what is known by construction is one of them.
    pub claims: Vec<(String, String)>,
    /// The backends refuted by a checked solution or outvoted by the majority.
    pub accused: Vec<String>,
    /// A backend whose answer contradicts the accused.
    pub witness: Option<String>,
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingKind::Verdict => f.write_str("verdict"),
            FindingKind::Count => f.write_str("count"),
            FindingKind::Solution => f.write_str("solution"),
            FindingKind::Maximum => f.write_str("maximum"),
            FindingKind::WrongUnsat => f.write_str("wrong-unsat"),
            FindingKind::Fault(fault) => fault.fmt(f),
            FindingKind::TimeOut => f.write_str("time-out"),
            FindingKind::Hang => f.write_str("hang"),
        }
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            FindingKind::Verdict
            | FindingKind::Count
            | FindingKind::Solution
            | FindingKind::Maximum => write!(f, "{} differs", self.kind)?,
            kind => kind.fmt(f)?,
        }
        let common = self.common_claim();
        let special = self.claims.iter();
        let special = special.filter(|(_, claim)| Some(claim.as_str()) != common);
        let listed = special.map(|(name, claim)| (name.as_str(), claim.as_str()));
        let shown = listed.chain(common.map(|claim| ("all others", claim)));
        for (k, (name, claim)) in shown.enumerate() {
            let separator = if k == 0 { ": " } else { "; " };
            write!(f, "{separator}{name}: {claim}")?;
        }
        Ok(())
    }
}

impl Disagreement {
    /// The claim of so many engines that listing their names would say nothing.
    fn common_claim(&self) -> Option<&str> {
        let is_said_by_all = matches!(
            self.kind,
            FindingKind::Verdict | FindingKind::Count | FindingKind::Maximum
        );
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, claim) in self.claims.iter().filter(|_| is_said_by_all) {
            *counts.entry(claim).or_default() += 1;
        }
        let (claim, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        (count >= MANY && count < self.claims.len()).then_some(claim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_agree_are_not_named() {
        let shown = |kind, claims: &[(&str, &str)]| {
            let claims = claims.iter();
            let claims = claims.map(|(name, claim)| ((*name).to_owned(), (*claim).to_owned()));
            let (claims, accused, witness) = (claims.collect(), Vec::new(), None);
            let disagreement = Disagreement {
                kind,
                claims,
                accused,
                witness,
            };
            disagreement.to_string()
        };
        let claims = [
            ("native", "1"),
            ("mine", "0"),
            ("known", "1"),
            ("cdcl", "1"),
        ];
        let count = FindingKind::Count;
        assert_eq!(
            shown(count, &claims),
            "count differs: mine: 0; all others: 1"
        );
        assert_eq!(
            shown(count, &claims[..2]),
            "count differs: native: 1; mine: 0"
        );
        let sets = ["a", "b", "c"].map(|name| (name, "1 solution not in common with native"));
        let sets = shown(FindingKind::Solution, &sets);
        assert!(sets.contains("a: 1 solution"), "{sets}");
    }
}
