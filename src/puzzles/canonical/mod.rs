//! The canonical (minlex) form of a puzzle: the smallest of its images under the
//! symmetries of the grid.
//!
//! Grids are compared cell by cell in reading order; an empty cell counts as 0. The
//! symmetries are those of [`crate::grid::symmetry`]: permutations of digits, bands,
//! stacks, rows of a band and columns of a stack, and transposition if boxes are
//! square.

mod classes;
mod columns;
mod rows;
mod search;

use crate::grid::Symmetry;
use crate::grid::{Digit, Geometry, Puzzle};
use crate::limits::Limits;
use crate::outcome::Reason;
pub use classes::{Classes, Novelty};
use columns::Columns;
use rows::Rows;
use search::SmallestImage;

/// Largest side, so that a row fits into an array.
const MAX_SIDE: usize = 9;

/// A number for each column, or for each digit from 1.
type Row = [u8; MAX_SIDE + 1];

/// The shape has too many symmetries to search.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "grids with boxes {0} have too many symmetries for a canonical form; \
     it is computed for boxes such as 2x2, 2x3, 2x4, 1x7 and 3x3"
)]
pub struct TooManyArrangements(pub Geometry);

impl TooManyArrangements {
    /// An error if this shape has no canonical form here.
    pub fn check(geometry: Geometry) -> Result<(), TooManyArrangements> {
        let is_small = geometry.side() <= MAX_SIDE;
        match is_small && columns::count(geometry) <= columns::MAX_ORDERS {
            true => Ok(()),
            false => Err(TooManyArrangements(geometry)),
        }
    }
}

/// The result of computing a canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Canonical {
    /// The canonical form.
    Puzzle(Puzzle),
    /// A limit was reached first.
    Unknown(Reason),
}

/// Computes canonical forms. Keeps the column permutations of the last shape.
#[derive(Default)]
pub struct Canonizer {
    columns: Option<(Geometry, Vec<Columns>)>,
}

impl Canonizer {
    /// The canonical (minlex) form of a puzzle.
    ///
    /// # Errors
    /// [`TooManyArrangements`] if the shape is too large.
    pub fn canonical(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
    ) -> Result<Canonical, TooManyArrangements> {
        let columns = self.columns(puzzle.geometry())?;
        Ok(match smallest_image(puzzle, columns, limits) {
            Ok(smallest) => Canonical::Puzzle(smallest),
            Err(reason) => Canonical::Unknown(reason),
        })
    }

    fn columns(&mut self, geometry: Geometry) -> Result<&[Columns], TooManyArrangements> {
        TooManyArrangements::check(geometry)?;
        let kept = self.columns.take().filter(|(of, _)| *of == geometry);
        let kept = kept.unwrap_or_else(|| (geometry, columns::all(geometry)));
        Ok(&self.columns.insert(kept).1)
    }
}

fn smallest_image(puzzle: &Puzzle, columns: &[Columns], limits: &Limits) -> Result<Puzzle, Reason> {
    let geometry = puzzle.geometry();
    let mut least = SmallestImage::new(limits);
    least.compare_all(&Rows::new(puzzle), columns)?;
    if geometry.box_rows() == geometry.box_columns() {
        let transposed = Symmetry::transpose(geometry).puzzle(puzzle);
        least.compare_all(&Rows::new(&transposed), columns)?;
    }
    let cells = least.cells(geometry.side());
    let cells = cells.map(|digit| Digit::new(u16::from(digit))).collect();
    // Cells and digits are those of the puzzle, so this is always a puzzle.
    Ok(Puzzle::new(geometry, cells).unwrap_or_else(|| puzzle.clone()))
}

#[cfg(test)]
mod tests;
