//! The formats by name.

use super::{Alphabet, grid, line, poj, spaced, sudokusat};
use crate::grid::{Digit, Geometry};
use std::fmt;
use std::io::{self, Write};

/// A text format that puzzles are read from and solutions written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Rows of digits with spaces, `?` for an empty cell, as in HDU 1426.
    Hdu,
    /// A count, then rows of nine digits, `0` for an empty cell, as in POJ 2676.
    Poj,
    /// Rows of digits with spaces, `0` for an empty cell, as in the pyramid problem.
    Pyramid,
    /// One puzzle per line.
    Line,
    /// One row per line, drawn or not.
    Grid,
    /// One row per line and nothing but its cells. Read like [`Format::Grid`].
    Rows,
    /// A university course's format for large grids.
    Sudokusat,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 7] = [
        Format::Hdu,
        Format::Poj,
        Format::Pyramid,
        Format::Line,
        Format::Grid,
        Format::Rows,
        Format::Sudokusat,
    ];

    /// The name for `--from` and `--to`.
    pub fn name(self) -> &'static str {
        match self {
            Format::Hdu => "hdu",
            Format::Poj => "poj",
            Format::Pyramid => "pyramid",
            Format::Line => "line",
            Format::Grid => "grid",
            Format::Rows => "rows",
            Format::Sudokusat => "sudokusat",
        }
    }

    /// What it is, in a line.
    pub fn summary(self) -> &'static str {
        match self {
            Format::Hdu => "HDU 1426: rows of 1-9 and ? separated by spaces",
            Format::Poj => "POJ 2676: a count, then rows of 9 digits, 0 empty",
            Format::Pyramid => "NOIP 2009: rows of integers separated by spaces, 0 empty",
            Format::Line => "One puzzle per line, as in POJ 3074: 81 characters for 9×9",
            Format::Grid => "Rows as people paste them, with or without drawn lines",
            Format::Rows => "Rows of nothing but cells, as in POJ 3076: no spaces, no drawn lines",
            Format::Sudokusat => "Large grids, drawn, with header lines",
        }
    }

    /// How a text in this format begins.
    pub fn sample(self) -> &'static str {
        match self {
            Format::Hdu => "7 1 2 ? 6 ? 3 5 8\n? 6 5 2 ? 7 1 ? 4",
            Format::Poj => "1\n103000509",
            Format::Pyramid => "7 0 0 9 0 0 0 0 1",
            Format::Line => {
                "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
            }
            Format::Grid => "5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .",
            Format::Rows => "--A----C-----O-I\n-J--A-B-P-CGF-H-",
            Format::Sudokusat => concat!(
                "puzzle size: 16x16\n",
                "+-------------+-------------+\n",
                "| __ __ __  5 | __ __ __ __ |"
            ),
        }
    }

    /// Largest side that the format can write.
    pub fn max_side(self) -> usize {
        match self {
            Format::Poj => poj::MAX_SIDE,
            Format::Rows => Alphabet::Digits.max_side(),
            _ => crate::grid::geometry::MAX_SIDE,
        }
    }

    /// Whether puzzles in the format can be written in an alphabet.
    pub(super) fn has_alphabet(self, alphabet: Alphabet) -> bool {
        match self {
            Format::Hdu | Format::Pyramid | Format::Sudokusat => alphabet.is_usual(),
            Format::Poj | Format::Line | Format::Grid | Format::Rows => true,
        }
    }

    /// Whether a blank line separates two grids.
    pub fn blank_between(self) -> bool {
        matches!(self, Format::Hdu | Format::Grid | Format::Rows)
    }

    /// Whether a puzzle shows its box shape.
    pub fn shows_boxes(self) -> bool {
        matches!(self, Format::Grid | Format::Sudokusat)
    }

    /// Whether a grid is one line.
    pub fn is_one_line(self) -> bool {
        self == Format::Line
    }

    /// Writes a grid of at most [`Format::max_side`]. `index` counts the puzzles from 1, for
    /// [`Format::Sudokusat`]; `alphabet` is for formats that do not have one of their own.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(
        self,
        out: &mut dyn Write,
        geometry: Geometry,
        alphabet: Alphabet,
        index: u64,
        cells: &[Option<Digit>],
    ) -> io::Result<()> {
        match self {
            Format::Hdu => spaced::write(out, geometry, cells, &spaced::HDU),
            Format::Poj => poj::write(out, geometry, cells),
            Format::Pyramid => spaced::write(out, geometry, cells, &spaced::PYRAMID),
            Format::Line => line::write(out, geometry, alphabet, cells),
            Format::Grid => grid::write(out, geometry, alphabet, cells),
            Format::Rows => grid::write_rows(out, geometry, alphabet, cells),
            Format::Sudokusat => sudokusat::write(out, geometry, index, cells),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
