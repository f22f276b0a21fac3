//! The pyramid problem (NOIP 2009, "target sudoku"): 9 rows of 9 integers separated
//! by spaces, `0` for an empty cell.

use super::error::InputError;
use super::hdu;
use super::lines::InputLines;
use super::rows::{self, CellStyle, ParsedPuzzle};
use super::words::Line;
use crate::grid::{Digit, Geometry};
use std::io::{self, Write};

pub const STYLE: CellStyle = CellStyle {
    empty: &["0"],
    expected: "an integer 0-{N}, 0 for an empty cell",
};

/// Reads the next puzzle.
pub fn read(
    lines: &mut InputLines<'_>,
    geometry: Geometry,
) -> Result<Option<ParsedPuzzle>, InputError> {
    rows::read_rows(lines, geometry, &STYLE, Line::tokens)
}

/// Writes a grid.
pub fn write(out: &mut dyn Write, geometry: Geometry, cells: &[Option<Digit>]) -> io::Result<()> {
    hdu::write_spaced(out, geometry, cells, "0")
}
