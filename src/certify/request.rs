//! What a certificate is asked for, and what becomes of the request.

use super::certifiable::Certifiable;
use super::solver::{ProofFormat, ProofLimits};
use super::{MAX_SIDE, MAX_SOLUTIONS};
use crate::backend::WrongAnswer;
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::Directed;
use crate::outcome::Reason;
use satoku_verify::files::Memory;
use satoku_verify::verify::VerifyError;
use std::convert::Infallible;
use std::io;
use std::path::{Path, PathBuf};

/// What is to be proven.
#[derive(Clone, Debug)]
pub enum Assertion<O> {
    /// The puzzle has this many solutions.
    Solutions(u64),
    /// The score of the best solution is the one that is found.
    Best(Directed<O>),
    /// No solution scores better than a bound by prices, and this one has its score. If both are
    /// the same, that it is a best one.
    AtMost {
        /// What is scored.
        objective: Directed<O>,
        /// The solution.
        solution: Solution,
        /// A bound that a search has found, which may be nearer to the score than what prices
        /// alone show.
        bound: Option<i64>,
    },
}

/// A certificate to be made.
pub struct CertifyRequest<'r, P: Certifiable> {
    /// The puzzle.
    pub puzzle: &'r P,
    /// What is to be proven about it.
    pub assertion: &'r Assertion<P::Objective>,
    /// How.
    pub proof: ProofRequest<'r>,
}

/// How a proof is made.
#[derive(Clone, Copy, Debug)]
pub struct ProofRequest<'r> {
    /// The form of the proof. Another solver than varisat chooses between text and binary
    /// DRAT itself.
    pub format: ProofFormat,
    /// How long it may take.
    pub limits: &'r Limits,
    /// How large the proof may become, in bytes.
    pub max_proof: u64,
}

impl<'r> ProofRequest<'r> {
    pub(super) fn within(&self) -> ProofLimits<'r> {
        ProofLimits {
            limits: self.limits,
            most: self.max_proof,
        }
    }

    /// A proof in this form, at most [`MAX_PROOF`] bytes long.
    pub fn new(format: ProofFormat, limits: &'r Limits) -> ProofRequest<'r> {
        ProofRequest {
            format,
            limits,
            max_proof: MAX_PROOF,
        }
    }
}

/// The usual limit on a proof: 4 GiB.
pub const MAX_PROOF: u64 = 4 << 30;

/// A certificate that the verifier accepts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The claim, a sentence.
    pub claim: String,
    /// Its files.
    pub files: Memory,
}

/// What became of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certification<T = String> {
    /// There is a certificate, and the verifier accepts it.
    Proven(T),
    /// The assertion is false; the text says what is true instead.
    False(String),
    /// A limit was exceeded.
    Unknown(Reason),
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The place cannot be used.
    #[error("{}: {what}", folder.display())]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// What it is, and what was expected.
        what: &'static str,
    },
    /// A grid that is too large.
    #[error("side {0} is too large for a certificate, expected at most {MAX_SIDE}")]
    Side(usize),
    /// A variant whose formula is too large.
    #[error("{0}")]
    TooLarge(String),
    /// Prices that do not show which score is the best.
    #[error(
        "prices show that no score is beyond {bound}, which is not the best score, {score}; \
         choose another form of proof, or leave the choice to satoku: prices of cubes may prove it"
    )]
    Prices {
        /// The bound that they show.
        bound: i64,
        /// The best score.
        score: i64,
    },
    /// A proof by prices where there is none.
    #[error(
        "there are no prices: they need a score, a classic puzzle, and values that are not huge; \
         choose another form of proof"
    )]
    NoPrices,
    /// An objective of another shape than the puzzle, or a grid that does not solve it.
    #[error("{0}")]
    Assertion(String),
    /// Too many solutions to show.
    #[error("{0} solutions are too many for a certificate, expected at most {MAX_SOLUTIONS}")]
    Solutions(u64),
    /// A file that cannot be written or read.
    #[error("{}: cannot be written: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Native search broke the rules.
    #[error(transparent)]
    Native(#[from] WrongAnswer),
    /// The solver contradicts what is known, or its proof proves nothing.
    #[error("{0}")]
    Engine(String),
    /// What was written cannot be read.
    #[error(transparent)]
    Verify(#[from] VerifyError),
}

impl CertifyError {
    /// Whether the answer that was to be certified may be wrong.
    pub fn casts_doubt(&self) -> bool {
        match self {
            CertifyError::Native(_) | CertifyError::Engine(_) => true,
            CertifyError::Taken { .. }
            | CertifyError::Side(_)
            | CertifyError::TooLarge(_)
            | CertifyError::Prices { .. }
            | CertifyError::NoPrices
            | CertifyError::Assertion(_)
            | CertifyError::Solutions(_)
            | CertifyError::Io { .. }
            | CertifyError::Verify(_) => false,
        }
    }

    /// The system's error about a file.
    pub fn io(path: &Path, source: io::Error) -> CertifyError {
        let path = path.to_owned();
        CertifyError::Io { path, source }
    }
}

/// Why nothing is proven.
#[derive(Debug)]
pub enum NotProven {
    /// The assertion is false, or a limit was exceeded.
    Answered(Certification<Infallible>),
    /// There is no answer.
    Failed(CertifyError),
}

impl<E: Into<CertifyError>> From<E> for NotProven {
    fn from(error: E) -> NotProven {
        NotProven::Failed(error.into())
    }
}

pub fn unknown<T>(reason: Reason) -> Result<T, NotProven> {
    Err(NotProven::Answered(Certification::Unknown(reason)))
}

pub fn is_false<T>(truth: String) -> Result<T, NotProven> {
    Err(NotProven::Answered(Certification::False(truth)))
}

pub fn no_solution<T>() -> Result<T, NotProven> {
    is_false("the puzzle has no solution".into())
}
