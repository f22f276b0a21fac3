//! Checking that a proof refutes a formula.

pub mod drat;
mod lexer;
pub mod lrat;
mod pace;
pub mod steps;
mod variables;

use crate::error::ReadError;
use crate::file;
use crate::formula::Formula;
use crate::words::counted;
use serde::Deserialize;
use std::ffi::OsStr;
use std::fmt;
use std::io::BufRead;
use std::path::Path;
use steps::StepReader;

/// Bytes at the start of a proof from which its system and encoding are detected.
pub const START: u64 = 1 << 20;

/// Returns whether to stop. Polled now and then; once true, it stays true.
pub type StopCheck<'s> = dyn Fn() -> bool + 's;

/// The format of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ProofSystem {
    /// DRAT: lemmas without reasons.
    #[default]
    Drat,
    /// LRAT: lemmas name the clauses that they follow from, so that checking needs no search.
    Lrat,
}

impl ProofSystem {
    /// The file of a certificate that holds such a proof.
    pub fn file(self) -> &'static str {
        match self {
            ProofSystem::Drat => file::DRAT,
            ProofSystem::Lrat => file::LRAT,
        }
    }

    /// The system of a proof, by the ending of its file or else by its start;
    /// `clauses` is the number of clauses of the formula.
    pub fn detect(path: &Path, start: &[u8], clauses: usize) -> ProofSystem {
        let by_start = || match steps::is_lrat(start, clauses) {
            true => ProofSystem::Lrat,
            false => ProofSystem::Drat,
        };
        ProofSystem::named(path).unwrap_or_else(by_start)
    }

    /// The system of a proof by the ending of its file, if that tells.
    pub(crate) fn named(path: &Path) -> Option<ProofSystem> {
        let ending = |path: &Path| path.extension().and_then(OsStr::to_str).map(str::to_owned);
        let named = match ending(path).as_deref() {
            // Whoever opens the file may decompress it.
            Some("gz" | "xz" | "zst") => ending(&path.with_extension("")),
            _ => ending(path),
        };
        match named.as_deref() {
            Some("drat") => Some(ProofSystem::Drat),
            Some("lrat") => Some(ProofSystem::Lrat),
            _ => None,
        }
    }

    /// Whether a proof that starts like this is binary.
    pub fn is_binary(self, start: &[u8]) -> bool {
        match (self, start.first()) {
            (ProofSystem::Drat, first) => first == Some(&b'a') || start.contains(&0),
            (ProofSystem::Lrat, first) => matches!(first, Some(b'a' | b'd')),
        }
    }
}

/// Whether a proof refutes its formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// The formula has no model.
    Refuted(CheckStats),
    /// The proof proves nothing, for this reason.
    Flawed(String),
    /// The proof may be right, but does not fit in memory.
    TooLarge(String),
    /// The check was stopped.
    Stopped,
}

/// The most variables of a proof, beyond those that were reserved, that are kept: some 12 GiB.
const MAX_VARIABLES: usize = 1 << 26;

/// A proof has more of these than this.
fn too_large(what: &str, most: usize) -> CheckResult {
    CheckResult::TooLarge(format!(
        "the proof has more than {most} {what}, the most that are kept in memory"
    ))
}

/// What a check counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CheckStats {
    /// Lemmas up to the contradiction.
    pub lemmas: u64,
    /// Lemmas that were checked: in DRAT those that the contradiction needs, in LRAT all.
    pub needed: u64,
    /// Those of the needed ones that follow only as RAT.
    pub rat: u64,
    /// Clauses deleted.
    pub deletions: u64,
    /// Deletions ignored: of unit clauses and reasons, or of missing clauses.
    pub ignored: u64,
}

impl fmt::Display for CheckStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheckStats {
            lemmas,
            needed,
            rat,
            deletions,
            ..
        } = self;
        if *lemmas == 0 {
            let why = "unit propagation alone refutes the formula; no lemma of the file is needed";
            return f.write_str(why);
        }
        let needed = match needed == lemmas {
            true => format!("{rat} by RAT"),
            false => format!("{needed} needed, {rat} by RAT"),
        };
        let lemmas = counted(*lemmas, "lemma");
        let deletions = counted(*deletions, "deletion");
        write!(
            f,
            "derives a contradiction in {lemmas} ({needed}), with {deletions}"
        )
    }
}

/// Checks that a proof refutes a formula.
///
/// # Errors
/// [`ReadError`] if the proof cannot be read, or if an LRAT lemma does not follow.
pub fn check(
    system: ProofSystem,
    formula: &Formula,
    proof: impl BufRead,
    stop: &StopCheck<'_>,
) -> Result<CheckResult, ReadError> {
    check_steps(formula, StepReader::new(proof, system)?, stop)
}

/// Checks that the steps of a proof refute a formula.
///
/// # Errors
/// [`ReadError`] if they cannot be read, or if an LRAT lemma does not follow.
pub fn check_steps(
    formula: &Formula,
    steps: StepReader<impl BufRead>,
    stop: &StopCheck<'_>,
) -> Result<CheckResult, ReadError> {
    match steps.system() {
        ProofSystem::Drat => drat::check_steps(formula, steps, stop, None),
        ProofSystem::Lrat => lrat::check_steps(formula, steps, stop),
    }
}

#[cfg(test)]
mod examples;
