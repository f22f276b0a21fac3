//! What comes of a check.

use crate::escape;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

/// The verdict on a certificate or a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It proves this.
    Verified(Proven),
    /// It proves nothing, for this reason.
    Rejected(String),
    /// It may prove what it claims, but a formula or a proof does not fit in memory.
    TooLarge(String),
    /// The check was stopped.
    Stopped,
}

/// What was proven, and about what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// The claim, a sentence.
    pub claim: String,
    /// The puzzle, if a certificate was verified.
    pub puzzle: Option<String>,
    /// The weights or values, if the claim is about a score.
    pub objective: Option<String>,
}

/// A check that was passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passed {
    /// The file.
    pub file: &'static str,
    /// What was found.
    pub found: String,
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// Not the folder of a certificate.
    #[error(
        "{}: is not a certificate: {why}; 'satoku prove' writes certificates",
        escape::path(folder)
    )]
    NoCertificate {
        /// The folder.
        folder: PathBuf,
        /// What is missing.
        why: String,
    },
    /// A formula that is not a certificate's, and not DIMACS.
    #[error("{0}")]
    Formula(String),
    /// A file that cannot be read.
    #[error("{}: cannot be read: {source}", escape::path(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// Why verification ends early.
#[derive(Debug)]
pub enum Stop {
    /// The certificate, or the proof, is wrong.
    Rejected(String),
    /// A formula or a proof does not fit in memory.
    TooLarge(String),
    /// The check was stopped.
    Stopped,
    /// There is no verdict.
    Failed(VerifyError),
}

/// Called with each check that is passed.
pub type Report<'r> = dyn FnMut(Passed) + 'r;

/// The verdict on what was checked.
///
/// # Errors
/// [`VerifyError`] if there is none.
pub fn verdict(checked: Result<Proven, Stop>) -> Result<Verdict, VerifyError> {
    match checked {
        Ok(proven) => Ok(Verdict::Verified(proven)),
        Err(Stop::Rejected(why)) => Ok(Verdict::Rejected(why)),
        Err(Stop::TooLarge(why)) => Ok(Verdict::TooLarge(why)),
        Err(Stop::Stopped) => Ok(Verdict::Stopped),
        Err(Stop::Failed(error)) => Err(error),
    }
}

pub(crate) fn rejected<T>(name: &str, why: impl Display) -> Result<T, Stop> {
    Err(Stop::Rejected(format!("{name}: {why}")))
}

/// A file cannot be read.
pub(crate) fn unreadable(path: &Path, source: io::Error) -> Stop {
    let path = path.to_owned();
    Stop::Failed(VerifyError::Io { path, source })
}
