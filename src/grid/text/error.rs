//! What is wrong with an input, where, and what was expected instead.

use crate::escape;
use std::fmt;
use std::sync::Arc;

/// A place in an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file's name, or `<stdin>`.
    pub file: Arc<str>,
    /// From 1.
    pub line: u64,
    /// From 1, in characters; `None` for a whole line.
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
        /// What stands there.
        found: String,
        /// What should stand there, and what to do about it.
        expected: String,
    },
    /// The operating system could not read it.
    // The reason is no source: whoever shows sources would show it twice.
    #[error("{file}: cannot be read: {reason}")]
    Io {
        /// The file's name.
        file: Arc<str>,
        /// The system's reason.
        reason: std::io::Error,
    },
}

impl InputError {
    /// An error of a reader. One that carries a message about the input, because
    /// the reader knows what it reads, becomes that message.
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

/// A piece of input, quoted and cut to a length that fits a message.
pub fn quote(text: &str) -> String {
    escape::quoted(text, 24)
}
