//! Exit codes, and errors that carry one.

use crate::backend::WrongAnswer;
use crate::cli::advice::advice;
use crate::cli::messages::{PREFIX, warn, warn_lines};
use crate::escape;
use crate::grid::Flaw;
use crate::outcome::{End, Fault, Reason, Tally};
use crate::rules::Violation;
use std::fmt;
use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

/// The signal that asked the program to end: 2 for Ctrl-C, unless another came.
pub static SIGNAL: AtomicU8 = AtomicU8::new(2);

/// The outcomes of a run, from the least serious; [`Exit::code`] is what the shell sees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Exit {
    /// Every puzzle was answered.
    #[default]
    Answered,
    /// Some answer is negative: no solution, a false claim, a rejected proof, a certificate that
    /// cannot be created, or a difference that `compare` found.
    Negative,
    /// An answer is unknown because of a limit.
    Unknown,
    /// Wrong usage or wrong input.
    Usage,
    /// An engine failed or gave a wrong answer.
    Fault,
    /// Ctrl-C, or another signal that asks a program to end.
    Interrupted,
    /// `sat`: there is a model.
    Satisfiable,
    /// `sat`: there is none.
    Unsatisfiable,
}

impl Exit {
    /// The exit code as a number.
    pub fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::Negative => 1,
            Exit::Usage => 2,
            Exit::Unknown => 3,
            Exit::Fault => 4,
            Exit::Satisfiable => 10,
            Exit::Unsatisfiable => 20,
            Exit::Interrupted => 128 + SIGNAL.load(Ordering::Relaxed),
        }
    }

    /// The outcome of a query without an answer.
    pub fn of_reason(reason: &Reason) -> Exit {
        match reason {
            Reason::Fault(Fault::GaveUp, _) => Exit::Unknown,
            Reason::Engine(_) | Reason::Fault(..) => Exit::Fault,
            Reason::Timeout
            | Reason::Interrupted
            | Reason::ModelLimit
            | Reason::NodeLimit
            | Reason::TooManySums
            | Reason::ProofSize(_)
            | Reason::TooLarge { .. } => Exit::Unknown,
        }
    }

    /// The outcome of counting or showing solutions.
    pub fn of_tally(tally: &Tally) -> Exit {
        match (&tally.end, tally.found) {
            (End::Stopped(reason), _) => Exit::of_reason(reason),
            (_, 0) => Exit::Negative,
            _ => Exit::Answered,
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

/// A signal asked the program to end.
#[derive(Debug)]
pub struct Interrupted;

impl std::error::Error for Interrupted {}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

/// Passes on why a query has no answer, unless a signal asked the program to end: verbs
/// end then, and show nothing.
///
/// # Errors
/// [`Interrupted`].
pub fn unless_interrupted(reason: Reason) -> Result<Reason, Interrupted> {
    match reason {
        Reason::Interrupted => Err(Interrupted),
        reason => Ok(reason),
    }
}

/// Two engines whose answers contradict each other, in several lines.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Differ(pub String);

/// A limit was reached before the answer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct LimitReached(pub String);

/// The error about a puzzle whose constraints were not compiled because of a limit.
pub fn not_compiled(reason: Reason) -> anyhow::Error {
    match unless_interrupted(reason) {
        Ok(reason) => {
            LimitReached(format!("compiling the constraints was stopped: {reason}")).into()
        }
        Err(interrupted) => interrupted.into(),
    }
}

/// An engine failed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct EngineFault(pub String);

/// An error with its causes, except those that its text names already, and with what to do about
/// it.
pub fn message(error: &anyhow::Error) -> String {
    let mut message = error.to_string();
    for cause in error.chain().skip(1).map(|cause| cause.to_string()) {
        if !message.ends_with(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    let input = error.chain().find_map(|cause| cause.downcast_ref());
    message + &input.map_or_else(String::new, advice)
}

/// An output that could not be written completely, as on a full disk.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{name}: cannot be written: {why}")]
pub struct OutputFault {
    name: String,
    why: String,
}

impl OutputFault {
    /// The failure of the output of this name.
    pub fn new(name: &str, error: &io::Error) -> OutputFault {
        OutputFault {
            name: name.to_owned(),
            why: error.to_string(),
        }
    }
}

/// The most serious outcome of what was presented so far, for runs that a closed pipe ends.
static PRESENTED: Mutex<Exit> = Mutex::new(Exit::Answered);

/// Remembers the outcome of what is presented. The run ends with the most serious one, if the
/// reader closes the pipe before it ends by itself.
pub fn presented(exit: Exit) {
    let mut worst = PRESENTED.lock().unwrap_or_else(PoisonError::into_inner);
    worst.raise(exit);
}

/// Passes on the error, unless the reader closed the pipe: an outcome that is known stands.
///
/// # Errors
/// All others.
pub fn unless_closed(written: anyhow::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if is_closed_pipe(&error) => Ok(()),
        written => written,
    }
}

/// Whether the error is that the reader of the output closed the pipe.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Reports an error and returns its exit code. A closed pipe is not an error: the reader
/// wants no more.
pub fn report(error: &anyhow::Error) -> Exit {
    if error.is::<Interrupted>() {
        return Exit::Interrupted;
    }
    if is_closed_pipe(error) {
        return *PRESENTED.lock().unwrap_or_else(PoisonError::into_inner);
    }
    // A full disk is not a usage error, whatever was being written.
    let full = |cause: &(dyn std::error::Error + 'static)| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|error| is_full(error.kind()))
    };
    let late = |cause: &(dyn std::error::Error + 'static)| cause.is::<LimitReached>();
    let text = format!("error: {}", message(error));
    if error.is::<Differ>() {
        warn_lines(&format!("{PREFIX}{}\n", escape::lines(&text)));
        return Exit::Fault;
    }
    warn(text);
    if error.chain().any(late) {
        Exit::Unknown
    } else if error.chain().any(is_wrong_answer)
        || error.is::<EngineFault>()
        || error.is::<OutputFault>()
        || error.chain().any(full)
    {
        Exit::Fault
    } else {
        Exit::Usage
    }
}

/// Whether a backend gave a wrong solution to a classic puzzle or to a variant.
fn is_wrong_answer(cause: &(dyn std::error::Error + 'static)) -> bool {
    cause.is::<WrongAnswer<Flaw>>() || cause.is::<WrongAnswer<Violation>>()
}

fn is_full(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::VariantError;
    use anyhow::Context;

    fn wrong<F>(flaw: F) -> WrongAnswer<F> {
        WrongAnswer {
            backend: "liar".to_owned(),
            flaw,
        }
    }

    #[test]
    fn a_wrong_answer_is_a_fault_for_variants_too() {
        let variant = || {
            wrong(Violation::Candidate {
                cell: "r1c1".to_owned(),
                value: 2,
            })
        };
        let size = Flaw::Size {
            found: 16,
            expected: 81,
        };
        let errors = [
            Err(wrong(size)).context("<stdin>:1"),
            Err(variant()).context("<stdin>:1"),
            Err(VariantError::from(variant())).context("<stdin>:1"),
        ];
        for error in errors {
            let error: anyhow::Result<()> = error;
            assert_eq!(report(&error.unwrap_err()), Exit::Fault);
        }
    }
}
