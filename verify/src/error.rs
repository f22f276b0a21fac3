//! What is wrong with a formula or a proof.

use std::io;

/// Why a formula or a proof cannot be read or, in LRAT, does not follow.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Wrong contents.
    #[error("found {found}, expected {expected}")]
    Syntax {
        /// From 1; none in a binary proof.
        line: Option<u64>,
        /// What is there.
        found: String,
        /// What should be.
        expected: String,
    },
    /// A formula that does not fit in memory.
    #[error("the formula has more than {most} {noun}s, the most that are kept in memory")]
    TooLarge {
        /// What it has too many of.
        noun: &'static str,
        /// How many are kept.
        most: usize,
    },
    /// The system's error.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl ReadError {
    /// The line at fault, from 1.
    pub fn line(&self) -> Option<u64> {
        match self {
            ReadError::Syntax { line, .. } => *line,
            ReadError::TooLarge { .. } | ReadError::Io(_) => None,
        }
    }
}
