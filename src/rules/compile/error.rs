//! Why a description is rejected.

use crate::outcome::Reason;
use std::fmt;

/// Why a description was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleError {
    /// Where: a JSON pointer into the description, such as `/constraints/3/cells/1`.
    pub pointer: String,
    /// What is there.
    pub found: String,
    /// What may be there.
    pub expected: String,
    /// The kind of mistake.
    pub kind: RuleErrorKind,
}

/// The kinds of mistakes in a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RuleErrorKind {
    /// It is not written as the rule files ask for.
    Malformed,
    /// No rule file in use has this name.
    UnknownName,
    /// It means something that no digits satisfy.
    Impossible,
}

impl std::error::Error for RuleError {}

/// Why a description did not become a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompileError {
    /// It means nothing.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A limit came before it was known what it means.
    #[error("{0}")]
    Stopped(Reason),
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (found, expected) = (&self.found, &self.expected);
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        write!(f, "found {found}, expected {expected}")
    }
}

impl RuleError {
    pub(super) fn new(pointer: &str, found: String, expected: String) -> RuleError {
        RuleError {
            pointer: pointer.to_owned(),
            found,
            expected,
            kind: RuleErrorKind::Malformed,
        }
    }

    /// Whether it means something that no digits satisfy.
    pub fn is_impossible(&self) -> bool {
        self.kind == RuleErrorKind::Impossible
    }

    /// An error about something that no digits satisfy: a branch of several with it is false.
    pub(super) fn impossible(pointer: &str, found: String, expected: String) -> RuleError {
        RuleError {
            kind: RuleErrorKind::Impossible,
            ..RuleError::new(pointer, found, expected)
        }
    }
}

/// A key as part of a JSON pointer.
pub(super) fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Types that no composition of kernels can express.
pub(super) struct Refusal;

impl Refusal {
    /// Why a type is refused, if it is one of these.
    pub fn find(name: &str) -> Option<&'static str> {
        const CONNECTED: &str =
            "rules about single cells, pairs and lines: connected areas are beyond satoku";
        const CHAOS: &str =
            "regions as part of the puzzle: satoku cannot construct them while it solves";
        const EXTRA: &str = "constraints on the digits of cells: satoku has no other unknowns";
        const ORDER: &str = "constraints on few digits each: satoku does not order whole lines";
        let refused = [
            ("chaos-construction", CHAOS),
            ("deconstruction", CHAOS),
            ("connected", CONNECTED),
            ("connectivity", CONNECTED),
            ("yin-yang", CONNECTED),
            ("nurikabe", CONNECTED),
            ("loop", CONNECTED),
            ("cave", CONNECTED),
            ("fog", EXTRA),
            ("doubler", EXTRA),
            ("schrodinger", EXTRA),
            ("extra-cells", EXTRA),
            ("full-rank", ORDER),
        ];
        let mut refused = refused.iter();
        let found = refused.find(|(known, _)| *known == name);
        found.map(|&(_, reason)| reason)
    }
}
