//! The board as pictures see it: classic or variant, of any size.

use super::frame::CELL;
use crate::grid::text::Alphabet;
use crate::grid::{Cell, Digit, Geometry};
use crate::rules::Board;

/// Rows, columns, regions, and how digits are written.
#[derive(Clone, Debug)]
pub struct Grid {
    pub rows: usize,
    pub columns: usize,
    regions: Vec<Option<u16>>,
    /// The text of each digit.
    digits: Vec<String>,
    /// Columns of candidates in a cell.
    pub note_columns: usize,
}

/// A point in user units.
pub type Point = (f64, f64);

impl Grid {
    pub fn classic(geometry: Geometry, alphabet: Alphabet) -> Grid {
        let side = geometry.side();
        let regions = geometry.cells().map(|cell| geometry.box_of(cell) as u16);
        let mut grid = Grid {
            rows: side,
            columns: side,
            regions: regions.map(Some).collect(),
            digits: Vec::new(),
            note_columns: geometry.box_columns(),
        };
        // Boxes of one row would make candidates tiny.
        if geometry.box_columns() > 2 * geometry.box_rows()
            || geometry.box_rows() > 2 * geometry.box_columns()
        {
            grid.note_columns = ceil_sqrt(side);
        }
        grid.write_digits(alphabet);
        grid
    }

    pub fn variant(board: &Board) -> Grid {
        let values = 0..board.digit_count();
        let text = |index| number_text(board.value(Digit::from_index(index)).into());
        Grid {
            rows: board.rows(),
            columns: board.columns(),
            regions: board.cells().map(|cell| board.region(cell)).collect(),
            digits: values.map(text).collect(),
            note_columns: ceil_sqrt(board.digit_count()),
        }
    }

    /// Writes the digits from 1 in this alphabet, or as numbers if it has too few.
    pub fn write_digits(&mut self, alphabet: Alphabet) {
        let alphabet = alphabet.reaching(self.rows);
        let digits = (0..self.rows).map(Digit::from_index);
        self.digits = digits.map(|digit| alphabet.write(Some(digit))).collect();
    }

    pub fn cell_count(&self) -> usize {
        self.rows * self.columns
    }

    pub fn cells(&self) -> impl Iterator<Item = Cell> + Clone + use<> {
        (0..self.cell_count() as u32).map(Cell)
    }

    pub fn digit_count(&self) -> usize {
        self.digits.len()
    }

    /// The text of a digit.
    pub fn text(&self, digit: Digit) -> &str {
        self.digits.get(digit.index()).map_or("?", String::as_str)
    }

    /// Characters of the longest digit.
    pub fn longest(&self) -> usize {
        let lengths = self.digits.iter().map(|text| text.chars().count());
        lengths.max().unwrap_or(1)
    }

    pub fn row(&self, cell: Cell) -> usize {
        cell.index() / self.columns
    }

    pub fn column(&self, cell: Cell) -> usize {
        cell.index() % self.columns
    }

    pub fn region(&self, row: usize, column: usize) -> Option<u16> {
        self.regions[row * self.columns + column]
    }

    /// The cell in this row and column, if it is on the board.
    pub fn cell(&self, row: i64, column: i64) -> Option<Cell> {
        let inside = |index: i64, size: usize| (0..size as i64).contains(&index);
        let is_cell = inside(row, self.rows) && inside(column, self.columns);
        is_cell.then(|| Cell((row as usize * self.columns + column as usize) as u32))
    }

    /// The top left corner of a cell.
    pub fn corner(&self, cell: Cell) -> Point {
        let (row, column) = (self.row(cell), self.column(cell));
        (CELL * column as f64, CELL * row as f64)
    }

    /// The centre of a cell.
    pub fn centre(&self, cell: Cell) -> Point {
        let (x, y) = self.corner(cell);
        (x + CELL / 2.0, y + CELL / 2.0)
    }
}

/// The smallest side of a square with this many places.
fn ceil_sqrt(count: usize) -> usize {
    let root = count.isqrt();
    root + usize::from(root * root < count)
}

/// A number with a proper minus sign.
pub fn number_text(number: i64) -> String {
    number.to_string().replace('-', "\u{2212}")
}
