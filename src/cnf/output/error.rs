//! What is wrong with a solver's output.

use crate::cnf::dimacs::MAX_LINE;
use crate::outcome::Reason;
use std::io;

/// Output without an answer, or with contradictory ones.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// A malformed line.
    #[error("found {found}, expected {expected}")]
    Syntax {
        /// From 1.
        line: u64,
        /// What is there.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// There is no status line.
    #[error(
        "no status line: expected 's SATISFIABLE', 's UNSATISFIABLE' or minisat's SAT and UNSAT"
    )]
    NoStatus {
        /// Whether anything but comments was printed.
        chatter: bool,
    },
    /// A line longer than any answer.
    #[error("longer than {} MiB, expected a line of a solver's answer", MAX_LINE >> 20)]
    LongLine {
        /// From 1.
        line: u64,
    },
    /// No literals at all, or no 0 after the last.
    #[error(
        "no complete model: expected literals with 0 after the last \
         (minisat writes them to its result file, not to the terminal)"
    )]
    NoModel,
    /// A model that does not end with 0.
    #[error(
        "no complete model: found {found} literals, but no 0 after the last; expected 0, or a \
         literal for every variable up to {last}"
    )]
    CutOff {
        /// How many literals there are.
        found: usize,
        /// The last variable that the model must have.
        last: u32,
    },
    /// A model, and the status that there is none.
    #[error("found a model, but the status says that there is none")]
    ModelOfNone,
    /// A word of 0 and 1 that is too short.
    #[error("no complete model: found {found} values, expected at least {expected}")]
    FewValues {
        /// Its length.
        found: usize,
        /// The last variable that the model must have.
        expected: u32,
    },
    /// The system could not read it.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A limit came before its end.
    #[error("not read to its end: {0}")]
    Stopped(Reason),
}

impl OutputError {
    /// The line at fault, from 1, if there is one.
    pub fn line(&self) -> Option<u64> {
        match self {
            OutputError::Syntax { line, .. } | OutputError::LongLine { line } => Some(*line),
            _ => None,
        }
    }
}
