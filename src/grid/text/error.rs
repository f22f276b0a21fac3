//! What is wrong with an input, where, and what was expected instead.

use super::advice::{Advice, Setting};
use crate::escape;
use std::fmt;
use std::sync::Arc;

/// A position in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file's name, or `<stdin>`.
    pub file: Arc<str>,
    /// From 1.
    pub line: u64,
    /// From 1, in characters; `None` for the whole line.
    pub column: Option<usize>,
}

/// An input that cannot be read as puzzles.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// Text that does not fit the format.
    #[error("{place}: found {found}, expected {expected}")]
    Syntax {
        /// Where.
        place: Location,
        /// What is there.
        found: String,
        /// What was expected.
        expected: String,
        /// Settings with which the input may be what was meant.
        advice: Option<Box<Advice>>,
    },
    /// The operating system could not read it.
    // The reason is not a `source`: error chains would print it twice.
    #[error("{file}: cannot be read: {reason}")]
    Io {
        /// The file's name.
        file: Arc<str>,
        /// The system's reason.
        reason: std::io::Error,
    },
}

impl InputError {
    pub(crate) fn syntax(
        file: &Arc<str>,
        (line, column): (u64, Option<usize>),
        found: String,
        expected: String,
    ) -> InputError {
        InputError::Syntax {
            place: Location {
                file: file.clone(),
                line,
                column,
            },
            found,
            expected,
            advice: None,
        }
    }

    /// This error with what to do about it.
    pub(crate) fn advise(mut self, new: impl Into<Option<Advice>>) -> InputError {
        if let (InputError::Syntax { advice, .. }, Some(new)) = (&mut self, new.into()) {
            *advice = Some(Box::new(new));
        }
        self
    }

    /// What to do about it, with the names that this front end has for settings; `None` if
    /// there is no advice, or none that the front end can follow.
    pub fn advice(&self, name: impl Fn(&Setting) -> Option<String>) -> Option<String> {
        match self {
            InputError::Syntax { advice, .. } => advice.as_ref()?.in_words(name),
            InputError::Io { .. } => None,
        }
    }

    /// Converts an I/O error. A reader that understands what it reads, such as
    /// [`ColumnReader`](super::ColumnReader), wraps an [`InputError`] in it, which is
    /// unwrapped again.
    pub fn of_reader(file: &Arc<str>, reason: std::io::Error) -> InputError {
        reason.downcast().unwrap_or_else(|reason| InputError::Io {
            file: file.clone(),
            reason,
        })
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        match self.column {
            Some(column) => write!(f, ":{column}"),
            None => Ok(()),
        }
    }
}

/// A piece of the input in quotes, short enough for a message.
pub fn quote(text: &str) -> String {
    escape::quoted(text, 24)
}
