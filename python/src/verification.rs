//! The verifier's opinion as Python sees it.

use crate::pickle::{Reduced, reduced};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The verifier's opinion of a certificate.
#[pyclass(module = "satoku", frozen, get_all, eq)]
#[derive(PartialEq, Eq, Hash)]
pub struct Verification {
    /// 'verified', 'rejected' or 'unknown'.
    pub verdict: &'static str,
    /// What was proven.
    pub claim: Option<String>,
    /// The puzzle.
    pub puzzle: Option<String>,
    /// The weights, if the claim is about a score.
    pub objective: Option<String>,
    /// Why it was rejected, or why there is no verdict.
    pub reason: Option<String>,
}

/// What a verifier may say.
const OPINIONS: [&str; 3] = ["verified", "rejected", "unknown"];

impl Verification {
    /// An opinion by its attributes, if the verdict is one.
    pub fn restored(
        verdict: &str,
        claim: Option<String>,
        puzzle: Option<String>,
        objective: Option<String>,
        reason: Option<String>,
    ) -> Option<Verification> {
        Some(Verification {
            verdict: OPINIONS.into_iter().find(|known| *known == verdict)?,
            claim,
            puzzle,
            objective,
            reason,
        })
    }

    /// No opinion, or a bad one, and why.
    pub fn without(verdict: &'static str, reason: String) -> Verification {
        Verification {
            verdict,
            claim: None,
            puzzle: None,
            objective: None,
            reason: Some(reason),
        }
    }
}

#[pymethods]
impl Verification {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let (claim, puzzle) = (&self.claim, &self.puzzle);
        let (objective, reason) = (&self.objective, &self.reason);
        reduced(
            py,
            "_verification",
            (self.verdict, claim, puzzle, objective, reason),
        )
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let (name, text) = match (&self.claim, &self.reason) {
            (Some(claim), _) => ("claim", claim.as_str()),
            (None, reason) => ("reason", reason.as_deref().unwrap_or_default()),
        };
        format!("Verification(verdict='{}', {name}='{text}')", self.verdict)
    }
}
