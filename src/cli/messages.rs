//! Messages on standard error. If it is closed, that is not an error.

use crate::cli::shown_line;
use crate::escape;
use std::fmt::Display;
use std::io::{self, Write};

/// What every message starts with.
pub const PREFIX: &str = "satoku: ";

/// Writes a message on one line, without control characters.
pub fn warn(text: impl Display) {
    warn_lines(&line(text));
}

/// A message as [`warn`] writes it.
pub fn line(text: impl Display) -> String {
    format!("{PREFIX}{}\n", escape::line(&text.to_string()))
}

/// Writes several lines that are already safe to show.
pub fn warn_lines(lines: &str) {
    shown_line::aside(|| {
        let _ = io::stderr().write_all(lines.as_bytes());
    });
}
