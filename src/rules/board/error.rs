//! What is wrong with a board.

use super::{FURTHEST_MIN, MAX_DIGITS};
use crate::words::counted;
use std::fmt;

/// What is wrong with a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardError {
    /// No row, no column, or more than [`MAX_DIGITS`].
    Size(usize, usize),
    /// More than [`MAX_DIGITS`] digits.
    Digits(i32, i32),
    /// The smallest digit is above the largest.
    Reversed(i32, i32),
    /// The smallest digit is further from 0 than a million.
    Smallest(i32),
    /// The map of regions has another number of cells than the board.
    Map {
        /// Cells in the map.
        found: usize,
        /// Cells on the board.
        expected: usize,
    },
    /// A house with more cells than digits.
    Crowded {
        /// Name of the house.
        house: String,
        /// Its cells.
        cells: usize,
        /// Digits of the board.
        digits: usize,
    },
}

impl BoardError {
    /// What is there.
    pub fn found(&self) -> String {
        match self {
            BoardError::Size(rows, columns) => format!("a board of {rows}×{columns} cells"),
            BoardError::Digits(min, max) => format!("digits from {min} to {max}"),
            BoardError::Reversed(min, max) => {
                format!("{min} as the smallest digit, above the largest, {max}")
            }
            BoardError::Smallest(min) => format!("{min} as the smallest digit"),
            BoardError::Map { found, expected } => {
                let found = counted(*found as u64, "cell");
                format!("a map of {found} for a board of {expected}")
            }
            BoardError::Crowded {
                house,
                cells,
                digits,
            } => {
                let digits = counted(*digits as u64, "digit");
                format!("{cells} cells in {house}, more than the {digits}")
            }
        }
    }

    /// What may be there.
    pub fn expected(&self) -> String {
        match self {
            BoardError::Size(..) => format!("1 to {MAX_DIGITS} rows and columns"),
            BoardError::Digits(..) => format!("1 to {MAX_DIGITS} digits"),
            BoardError::Reversed(_, max) => format!("at most {max}"),
            BoardError::Smallest(_) => format!("one from -{FURTHEST_MIN} to {FURTHEST_MIN}"),
            BoardError::Map { expected, .. } => {
                let characters = counted(*expected as u64, "character");
                format!("{characters}, one for each cell, `.` for none")
            }
            BoardError::Crowded { digits, .. } => {
                format!("at most {} in a house", counted(*digits as u64, "cell"))
            }
        }
    }
}

impl std::error::Error for BoardError {}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected {}", self.found(), self.expected())
    }
}
