//! Checkers of proofs by other people.

use super::command::{Ended, FileCommand};
use super::verify::VerifyError;
use crate::budget::{Budget, Reason};
use std::path::Path;

/// A checker that is a program, or several in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checker {
    name: String,
    steps: Vec<FileCommand>,
}

/// Checkers by name, and the commands that they are. cake_lpr reads LRAT, into
/// which another checker translates.
pub const KNOWN: [(&str, &[&str]); 3] = [
    ("drat-trim", &["drat-trim {cnf} {proof}"]),
    ("rate", &["rate --skip-unit-deletions {cnf} {proof}"]),
    (
        "cake_lpr",
        &[
            "rate --skip-unit-deletions -L {lrat} {cnf} {proof}",
            "cake_lpr {cnf} {lrat}",
        ],
    ),
];

/// What a checker says of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// It is one.
    Verified,
    /// It is none; the checker's words.
    Rejected(String),
    /// Not known.
    Unknown(Reason),
}

impl Checker {
    /// The known checker of this name, or the command; `None` if it is empty.
    pub fn parse(text: &str) -> Option<Checker> {
        let known = KNOWN.iter().find(|(name, _)| *name == text.trim());
        let steps: Option<Vec<FileCommand>> = match known {
            Some((_, steps)) => steps.iter().map(|step| FileCommand::parse(step)).collect(),
            None => FileCommand::parse(text).map(|command| vec![command]),
        };
        let steps = steps?;
        let name = match known {
            Some((name, _)) => (*name).to_owned(),
            None => steps.last()?.name(),
        };
        Some(Checker { name, steps })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The programs that it needs.
    pub fn programs(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().map(FileCommand::program)
    }

    /// Asks it. A checker accepts a proof by the line `s VERIFIED`, with or without
    /// more words behind it.
    ///
    /// # Errors
    /// [`VerifyError::Checker`] if it crashes, or says neither yes nor no.
    pub fn ask(&self, cnf: &Path, proof: &Path, budget: &Budget) -> Result<Opinion, VerifyError> {
        let fault = |why: String| VerifyError::Checker(format!("{}: {why}", self.name));
        let folder = tempfile::tempdir().map_err(|error| fault(error.to_string()))?;
        let lrat = folder.path().join("proof.lrat");
        let files = [("{cnf}", cnf), ("{proof}", proof), ("{lrat}", &*lrat)];
        for step in &self.steps {
            let ended = step.run(&files, budget);
            let ended = ended.map_err(|error| fault(format!("it cannot be run: {error}")))?;
            let (status, printed, excerpt) = match ended {
                Ended::Stopped(reason) => return Ok(Opinion::Unknown(reason)),
                Ended::Exited {
                    status,
                    printed,
                    excerpt,
                } => (status, printed, excerpt),
            };
            let verdicts = printed
                .lines()
                .filter_map(|line| line.trim().strip_prefix("s "));
            let verdicts: Vec<&str> = verdicts.collect();
            if verdicts
                .iter()
                .any(|verdict| verdict.starts_with("NOT VERIFIED"))
            {
                return Ok(Opinion::Rejected(excerpt));
            }
            if status.code().is_none()
                || !verdicts
                    .iter()
                    .any(|v| v.split_whitespace().next() == Some("VERIFIED"))
            {
                return Err(fault(format!(
                    "it ended with {status} without a verdict and printed {excerpt}"
                )));
            }
        }
        Ok(Opinion::Verified)
    }
}
