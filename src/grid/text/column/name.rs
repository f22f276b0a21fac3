//! The column of a table, as options name it.

use std::fmt;
use std::str::FromStr;

/// Which column holds the puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// The one with this number, from 1.
    Number(usize),
    /// The one with this name in the header.
    Name(String),
}

/// A text that does not name a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected the name of a column, or its number from 1")]
pub struct NoColumn;

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Number(number) => number.fmt(f),
            Column::Name(name) => f.write_str(name),
        }
    }
}

impl FromStr for Column {
    type Err = NoColumn;

    fn from_str(text: &str) -> Result<Column, NoColumn> {
        match text.parse() {
            Ok(0) => Err(NoColumn),
            Ok(number) => Ok(Column::Number(number)),
            Err(_) if text.trim().is_empty() => Err(NoColumn),
            Err(_) => Ok(Column::Name(text.trim().to_owned())),
        }
    }
}
