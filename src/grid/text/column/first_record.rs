//! The first record of a table: the header, or the first puzzle.

use super::name::Column;
use crate::grid::text::advice::{Advice, Setting};
use crate::grid::text::error::quote;
use crate::grid::text::header;

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
    /// Finds the column in the first record of a table, which has these fields.
    pub fn find(column: &Column, fields: Vec<String>) -> Result<FirstRecord, Missing> {
        let name = match column {
            Column::Number(number) => {
                let index = number - 1;
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
