//! What cannot be answered, and where, as text and as JSON.

use crate::cli::advice::WithAdvice;
use crate::cli::exit::Exit;
use crate::escape;
use crate::grid::text::InputError;
use serde::Serialize;
use std::fmt;

/// What is wrong with a puzzle, or with what stands in its place.
#[derive(Serialize, Debug)]
pub struct Malformed {
    /// The message, which begins with the place.
    error: String,
    file: String,
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// From 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The number of a puzzle that could be read, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<u64>,
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
}

impl Malformed {
    /// What could not be read.
    pub fn input(error: &InputError) -> Malformed {
        let text = WithAdvice(error).to_string();
        let (file, line, column) = match error {
            InputError::Syntax { place, .. } => (&place.file, Some(place.line), place.column),
            InputError::Io { file, .. } => (file, None, None),
        };
        Malformed {
            error: text,
            file: file.to_string(),
            line,
            column,
            puzzle: None,
            name: String::new(),
        }
    }

    /// A puzzle that could be read, of this file, line and number, with what is wrong with it.
    pub fn puzzle((file, line, index): (&str, u64, u64), name: &str, error: String) -> Malformed {
        Malformed {
            error,
            file: file.to_owned(),
            line: Some(line),
            column: None,
            puzzle: Some(index),
            name: name.to_owned(),
        }
    }

    /// As a line among answers in text.
    pub fn line(&self) -> String {
        escape::line(&format!("error: {}", self.error)).into_owned()
    }

    /// The outcome, if this line among earlier answers, in text or JSON, reports the same.
    pub fn is_reported_by(&self, line: &[u8]) -> Option<Exit> {
        let is_json = || {
            let found: Option<serde_json::Value> = serde_json::from_slice(line).ok();
            found.is_some() && found == serde_json::to_value(self).ok()
        };
        (line == self.line().as_bytes() || is_json()).then_some(Exit::Usage)
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error)
    }
}

/// Whether a line among answers, in text or JSON, says what is wrong with a puzzle.
pub fn is_error(line: &[u8]) -> bool {
    line.starts_with(b"error: ") || line.starts_with(b"{\"error\":")
}
