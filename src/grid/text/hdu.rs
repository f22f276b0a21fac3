//! HDU 1426, "Sudoku Killer": 9 rows of `1`–`9` or `?` separated by spaces, a blank
//! line between puzzles, until the end of the input. Answers are written the same way,
//! with a blank line between them and none after the last.

use super::error::InputError;
use super::lines::InputLines;
use super::rows::{self, CellStyle, ParsedPuzzle};
use super::words::Line;
use crate::grid::{Digit, Geometry};
use std::io::{self, Write};

pub const STYLE: CellStyle = CellStyle {
    empty: &["?"],
    expected: "a digit 1-{N} or ? for an empty cell",
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
    write_spaced(out, geometry, cells, "?")
}

/// Writes rows of numbers separated by single spaces.
pub fn write_spaced(
    out: &mut dyn Write,
    geometry: Geometry,
    cells: &[Option<Digit>],
    empty: &str,
) -> io::Result<()> {
    for row in cells.chunks(geometry.side()) {
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                out.write_all(b" ")?;
            }
            match cell {
                Some(digit) => write!(out, "{digit}")?,
                None => out.write_all(empty.as_bytes())?,
            }
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}
