//! The smallest of all grids that are the same but for a symmetry.
//!
//! Two grids are compared as the line of their cells in reading order, an empty
//! cell as 0: the smaller digit at the first difference makes the smaller grid
//! ("minlex"). The symmetries are those of [`crate::grid::symmetry`]: digits
//! renamed, bands, stacks, rows in a band and columns in a stack exchanged, and
//! rows turned into columns where boxes are square.

mod classes;
mod columns;
mod rows;
mod search;

use crate::grid::symmetry::Symmetry;
use crate::grid::{Digit, Geometry, Puzzle};
pub use classes::{Classes, Met};
use columns::Columns;
use rows::Rows;
use search::Least;

/// Largest side, so that a row fits an array.
const MAX_SIDE: usize = 9;

/// A number for each place of a row, or for each digit from 1.
type Row = [u8; MAX_SIDE + 1];

/// A grid whose shape has too many symmetries to go through.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "boxes of {0} cells have too many arrangements to find the smallest; \
     this is done for boxes such as 2x2, 2x3, 2x4, 1x7 and 3x3"
)]
pub struct TooManyArrangements(pub Geometry);

/// Finds canonical forms. It keeps the column orders of the last geometry.
#[derive(Default)]
pub struct Canonizer {
    columns: Option<(Geometry, Vec<Columns>)>,
}

impl Canonizer {
    /// The canonical (minlex) form of a puzzle.
    ///
    /// # Errors
    /// [`TooManyArrangements`] if the shape is too large.
    pub fn canonical(&mut self, puzzle: &Puzzle) -> Result<Puzzle, TooManyArrangements> {
        let geometry = puzzle.geometry();
        let columns = self.columns(geometry)?;
        let mut least = Least::default();
        least.compare_all(&Rows::new(puzzle), columns);
        if geometry.box_rows() == geometry.box_columns() {
            let turned = Symmetry::transpose(geometry).puzzle(puzzle);
            least.compare_all(&Rows::new(&turned), columns);
        }
        let cells = least.cells(geometry.side());
        let cells = cells.map(|digit| Digit::new(u16::from(digit))).collect();
        // There are as many cells as before, and no more digits.
        Ok(Puzzle::new(geometry, cells).unwrap_or_else(|| puzzle.clone()))
    }

    fn columns(&mut self, geometry: Geometry) -> Result<&[Columns], TooManyArrangements> {
        if geometry.side() > MAX_SIDE || columns::count(geometry) > columns::MAX_ORDERS {
            return Err(TooManyArrangements(geometry));
        }
        let kept = self.columns.take().filter(|(of, _)| *of == geometry);
        let kept = kept.unwrap_or_else(|| (geometry, columns::all(geometry)));
        Ok(&self.columns.insert(kept).1)
    }
}

#[cfg(test)]
mod tests;
