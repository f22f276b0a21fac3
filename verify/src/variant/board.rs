//! A board of any size, its cells and its digits.

use crate::escape;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Maximum number of rows, columns, and digits.
const MAX_SIDE: i64 = 64;

/// Maximum number of candidates of all cells; as many as a grid of side 36 has.
const MAX_CANDIDATES: usize = 46_656;

/// Largest absolute value of the least digit.
const MAX_VALUE: i64 = 1_000_000;

/// Rows, columns, and the values that cells may hold.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub rows: usize,
    pub columns: usize,
    pub min: i64,
    pub max: i64,
}

/// A cell, written `r1c1`; both numbers count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Debug)]
#[serde(try_from = "String", into = "String")]
pub struct Cell {
    row: usize,
    column: usize,
}

impl TryFrom<String> for Cell {
    type Error = String;

    fn try_from(text: String) -> Result<Cell, String> {
        let numbers = text.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let number = |text: &str| text.parse::<usize>().ok().filter(|number| *number > 0);
        let cell = numbers.and_then(|(row, column)| {
            let (row, column) = (number(row)?, number(column)?);
            Some(Cell { row, column })
        });
        let found = || escape::quoted(&text, 24);
        cell.ok_or_else(|| format!("found {}, expected a cell such as r1c1", found()))
    }
}

impl From<Cell> for String {
    fn from(cell: Cell) -> String {
        cell.to_string()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row, self.column)
    }
}

impl Board {
    /// What is wrong with its size.
    pub fn flaw(&self) -> Result<(), String> {
        let side = 1..=MAX_SIDE as usize;
        if !side.contains(&self.rows) || !side.contains(&self.columns) {
            let (rows, columns) = (self.rows, self.columns);
            return Err(format!(
                "{rows}x{columns} cells, expected 1 to {MAX_SIDE} rows and columns"
            ));
        }
        let (min, max) = (self.min, self.max);
        let is_small = min.unsigned_abs() <= MAX_VALUE as u64;
        if !is_small || !(min..min + MAX_SIDE).contains(&max) {
            return Err(format!(
                "digits from {min} to {max}, expected 1 to {MAX_SIDE} of them, the least from \
                 -{MAX_VALUE} to {MAX_VALUE}"
            ));
        }
        match self.cells() * self.digits() {
            0..=MAX_CANDIDATES => Ok(()),
            candidates => Err(format!(
                "{candidates} candidates in all cells, expected at most {MAX_CANDIDATES}"
            )),
        }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Number of digits.
    pub fn digits(&self) -> usize {
        (self.max - self.min + 1) as usize
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = i64> + use<> {
        self.min..=self.max
    }

    /// The place of a cell in reading order, from 0.
    pub fn place(&self, cell: Cell) -> usize {
        (cell.row - 1) * self.columns + cell.column - 1
    }

    /// The name of the cell in this place.
    pub fn name(&self, place: usize) -> Cell {
        Cell {
            row: place / self.columns + 1,
            column: place % self.columns + 1,
        }
    }

    /// The variable "this cell holds this value".
    pub fn variable(&self, place: usize, value: i64) -> i32 {
        (place * self.digits()) as i32 + (value - self.min) as i32 + 1
    }

    pub fn require(&self, cell: Cell) -> Result<(), String> {
        match cell.row <= self.rows && cell.column <= self.columns {
            true => Ok(()),
            false => Err(format!(
                "{cell}, which is not on the board of {}x{} cells",
                self.rows, self.columns
            )),
        }
    }

    pub fn require_value(&self, value: i64) -> Result<(), String> {
        match (self.min..=self.max).contains(&value) {
            true => Ok(()),
            false => Err(format!("{value}, expected {} to {}", self.min, self.max)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_names_are_inverse() {
        let board = Board {
            rows: 3,
            columns: 4,
            min: 1,
            max: 4,
        };
        let name = board.name(6);
        assert_eq!((name.row, name.column), (2, 3));
        assert!((0..board.cells()).all(|place| board.place(board.name(place)) == place));
    }
}
