//! Messages on standard error. That nobody reads them is not an error.

use crate::escape;
use std::fmt::Display;
use std::io::{self, Write};

/// What every message starts with.
pub const PREFIX: &str = "satoku: ";

/// Writes a message on one line, without characters that a terminal would obey.
pub fn warn(text: impl Display) {
    warn_lines(&line(text));
}

/// A message as [`warn`] writes it.
pub fn line(text: impl Display) -> String {
    format!("{PREFIX}{}\n", escape::line(&text.to_string()))
}

/// Writes several lines at once, which are safe to show already.
pub fn warn_lines(lines: &str) {
    let _ = io::stderr().write_all(lines.as_bytes());
}
