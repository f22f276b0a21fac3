//! Rows of numbers separated by spaces: HDU 1426 and the pyramid problem.

use super::error::InputError;
use super::lines::InputLines;
use super::rows::{self, CellStyle, ParsedPuzzle};
use super::words::Line;
use crate::grid::{Digit, Geometry};
use std::io::{self, Write};

/// HDU 1426, "Sudoku Killer": 9 rows of `1`–`9` or `?`, a blank line between puzzles, until
/// the end of the input. Answers are written the same way, with a blank line between them
/// and none after the last.
pub const HDU: CellStyle = CellStyle {
    empty: &["?"],
    expected: "a digit 1-{N} or ? for an empty cell",
};

/// The pyramid problem (NOIP 2009, "target sudoku"): 9 rows of 9 integers, `0` for an empty
/// cell.
pub const PYRAMID: CellStyle = CellStyle {
    empty: &["0"],
    expected: "an integer 0-{N}, 0 for an empty cell",
};

/// Reads the next puzzle.
pub fn read(
    lines: &mut InputLines<'_>,
    geometry: Geometry,
    style: &CellStyle,
) -> Result<Option<ParsedPuzzle>, InputError> {
    rows::read_rows(lines, geometry, style, Line::tokens)
}

/// Writes a grid.
pub fn write(
    out: &mut dyn Write,
    geometry: Geometry,
    cells: &[Option<Digit>],
    style: &CellStyle,
) -> io::Result<()> {
    for row in cells.chunks(geometry.side()) {
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                out.write_all(b" ")?;
            }
            match cell {
                Some(digit) => write!(out, "{digit}")?,
                None => out.write_all(style.empty[0].as_bytes())?,
            }
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}
