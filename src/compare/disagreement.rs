//! What can be wrong with answers.

use crate::outcome::Fault;
use std::fmt;

/// The name that stands for what is known by construction.
pub const KNOWN: &str = "known";

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
        for (k, (name, claim)) in self.claims.iter().enumerate() {
            let separator = if k == 0 { ": " } else { "; " };
            write!(f, "{separator}{name}: {claim}")?;
        }
        Ok(())
    }
}
