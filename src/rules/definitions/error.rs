//! Why a rule file is rejected.

use std::fmt;

/// A file that is no rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleFileError {
    /// The file's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl std::error::Error for RuleFileError {}

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = (self.line, self.column);
        write!(f, "{}:{line}:{column}: {}", self.file, self.message)
    }
}

impl RuleFileError {
    /// The error at a byte offset of the text.
    pub(crate) fn at(file: &str, text: &str, offset: usize, message: String) -> RuleFileError {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        RuleFileError {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message,
        }
    }
}
