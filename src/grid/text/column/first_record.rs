//! The first record of a table: the header, or the first puzzle.

use super::name::Column;
use crate::grid::text::advice::{Advice, Setting};
use crate::grid::text::error::quote;
use crate::grid::text::{header, hint};

/// Maximum number of column names in a message.
const NAMES_SHOWN: usize = 12;

/// Where the puzzles are, and what the columns are called.
pub struct FirstRecord {
    /// The column of the puzzles, from 0.
    pub index: usize,
    /// The names, if the record is a header.
    pub header: Option<Vec<String>>,
}

/// Why the column cannot be found.
pub struct Missing {
    pub found: String,
    pub expected: String,
    pub advice: Option<Advice>,
}

impl FirstRecord {
    /// Whether a line that begins with `#` and has these fields is the first record all the
    /// same, and no comment.
    pub fn may_be(column: &Column, fields: &[String]) -> bool {
        match column {
            Column::Number(number) => {
                let Some(index) = number.checked_sub(1) else {
                    return false;
                };
                header::names_columns(fields, index)
                    || fields
                        .get(index)
                        .is_some_and(|field| hint::is_puzzle(field))
            }
            Column::Name(name) => fields.iter().any(|field| field.eq_ignore_ascii_case(name)),
        }
    }

    /// What to say about a header that was not asked for by name, unless it is certain.
    pub fn guess(&self, column: &Column) -> Option<String> {
        let name = &self.header.as_ref()?[self.index];
        let is_certain = matches!(column, Column::Name(_)) || header::is_name_of_puzzles(name);
        (!is_certain).then(|| {
            format!(
                "taken for the header of the table, since {} looks like the name of a column",
                quote(name)
            )
        })
    }

    /// Finds the column in the first record of a table, which has these fields.
    pub fn find(column: &Column, fields: Vec<String>) -> Result<FirstRecord, Missing> {
        let name = match column {
            Column::Number(number) => {
                let index = number.checked_sub(1).ok_or_else(|| Missing {
                    found: "column 0".into(),
                    expected: "a number from 1 on".into(),
                    advice: None,
                })?;
                let header = header::names_columns(&fields, index).then_some(fields);
                return Ok(FirstRecord { index, header });
            }
            Column::Name(name) => name,
        };
        let same = |(_, other): &(usize, &String)| other.eq_ignore_ascii_case(name);
        let mut places = fields.iter().enumerate().filter(same);
        match (places.next(), places.next()) {
            (Some((index, _)), None) => Ok(FirstRecord {
                index,
                header: Some(fields),
            }),
            (Some(_), Some(_)) => Err(Missing {
                found: format!("two columns called {}", quote(name)),
                expected: "one".into(),
                advice: Some(Advice::new(
                    "{} takes a number, too",
                    [Setting::Column(None)],
                )),
            }),
            (None, _) => {
                let shown = fields.iter().take(NAMES_SHOWN);
                let shown: Vec<String> = shown.map(|name| quote(name)).collect();
                Err(Missing {
                    found: format!("a header with {}", shown.join(", ")),
                    expected: format!("a column called {}", quote(name)),
                    advice: None,
                })
            }
        }
    }
}
