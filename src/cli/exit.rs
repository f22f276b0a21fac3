//! How the command ends: its exit codes, and errors that carry one.

use super::output::tell;
use crate::backend::WrongAnswer;
use crate::budget::Reason;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// The exit codes, as the man page lists them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Exit {
    /// Every question was answered.
    #[default]
    Answered,
    /// Some puzzle has no solution, or answers differ.
    NoSolution,
    /// An answer is not known: a limit was reached first.
    Unknown,
    /// Wrong usage or wrong input.
    Usage,
    /// An engine gave a wrong answer, or failed.
    Fault,
    /// Ctrl-C.
    Interrupted,
    /// `sat`: there is a model.
    Satisfiable,
    /// `sat`: there is none.
    Unsatisfiable,
}

impl Exit {
    /// The number that the system sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::NoSolution => 1,
            Exit::Usage => 2,
            Exit::Unknown => 3,
            Exit::Fault => 4,
            Exit::Satisfiable => 10,
            Exit::Unsatisfiable => 20,
            Exit::Interrupted => 130,
        }
    }

    /// The outcome of a question that stayed open.
    pub fn of_reason(reason: &Reason) -> Exit {
        match reason {
            Reason::Engine(_) | Reason::Fault(..) => Exit::Fault,
            Reason::Timeout
            | Reason::Interrupted
            | Reason::ModelLimit
            | Reason::TooManySums
            | Reason::TooLarge { .. } => Exit::Unknown,
        }
    }

    /// Keeps the more serious of two outcomes.
    pub fn raise(&mut self, other: Exit) {
        *self = (*self).max(other);
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Ctrl-C, seen between two puzzles.
#[derive(Debug)]
pub struct Interrupted;

impl std::error::Error for Interrupted {}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

/// Two methods that gave answers which cannot both be right.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Differ(pub String);

/// A limit that came before the answer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct LimitReached(pub String);

/// An engine that broke its word.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct EngineFault(pub String);

/// The exit code of an error, after it was told to the user. A closed pipe is
/// no error: whoever read our output has seen enough.
pub fn report(error: &anyhow::Error) -> Exit {
    if error.is::<Interrupted>() {
        return Exit::Interrupted;
    }
    let closed = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(closed) {
        return Exit::Answered;
    }
    tell(format_args!("error: {error:#}"));
    let late = |cause: &(dyn std::error::Error + 'static)| cause.is::<LimitReached>();
    if error.chain().any(late) {
        Exit::Unknown
    } else if error.is::<Differ>() {
        Exit::NoSolution
    } else if error.is::<WrongAnswer>() || error.is::<EngineFault>() {
        Exit::Fault
    } else {
        Exit::Usage
    }
}
