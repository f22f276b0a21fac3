//! The shape of a Sudoku and the names of its parts.
//!
//! A box has `R` rows and `C` columns; the grid has side `N = R·C` and the
//! digits `1..=N`. Indices in code are 0-based; everything shown to people
//! (`r1c1`, digits) is 1-based.

use super::names::{place_name, place_named};
use super::text::integer::is_unsigned;
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

/// Largest supported side. A full candidate index (`N³`) still fits `u32`.
pub const MAX_SIDE: usize = 1024;

/// The shape of a grid: boxes of `rows × columns` cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Geometry {
    box_rows: u16,
    box_columns: u16,
}

/// Why a box shape is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeometryError {
    /// A box side of zero or a grid side above [`MAX_SIDE`].
    #[error("boxes of {0}x{1} cells do not make a side from 1 to {MAX_SIDE}")]
    Side(usize, usize),
    /// No natural box shape: the side is a prime above 3.
    #[error("side {0} has no usual box shape")]
    NoBox(usize),
    /// A number of rows or columns that does not fit in a `usize`.
    #[error("boxes of {0} cells do not make a side from 1 to {MAX_SIDE}")]
    Huge(String),
    /// Text that is not `RxC`.
    #[error("'{0}' is not a box shape: write rows x columns of one box, such as 3x3 or 2x3")]
    Text(String),
}

/// A cell, counted row by row from 0 to `N² − 1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u32);

/// A digit from 1 to `N`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Digit(NonZeroU16);

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

/// The three kinds of house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// `N` cells from left to right.
    Row,
    /// `N` cells from top to bottom.
    Column,
    /// `R × C` cells.
    Box,
}

/// A row, column or box; `index` runs from 0 to `N − 1`, boxes row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct House {
    /// Row, column or box.
    pub kind: HouseKind,
    /// Which one, from 0.
    pub index: u16,
}

impl Cell {
    /// The index of the cell in an array of all cells.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Digit {
    /// The digit with this value, or `None` for 0.
    pub fn new(value: u16) -> Option<Digit> {
        NonZeroU16::new(value).map(Digit)
    }

    /// The digit whose 0-based index is `index`: 0 is the digit 1.
    ///
    /// # Panics
    /// If `index + 1` does not fit in 16 bits. Sides are far smaller.
    pub fn from_index(index: usize) -> Digit {
        let value = u16::try_from(index + 1).expect("digits stay below MAX_SIDE");
        Digit(NonZeroU16::new(value).expect("one more than an index is not zero"))
    }

    /// The value, from 1.
    pub fn value(self) -> u16 {
        self.0.get()
    }

    /// The 0-based index: the digit 1 has index 0.
    pub fn index(self) -> usize {
        self.value() as usize - 1
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl HouseKind {
    /// Row, column, box.
    pub const ALL: [HouseKind; 3] = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
}

impl fmt::Display for HouseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        })
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.index + 1)
    }
}

impl Geometry {
    /// The classic 9×9 grid with 3×3 boxes.
    pub const CLASSIC: Geometry = Geometry {
        box_rows: 3,
        box_columns: 3,
    };

    /// Boxes of `rows × columns` cells.
    ///
    /// # Errors
    /// [`GeometryError::Side`] unless `1 <= rows·columns <= MAX_SIDE`.
    pub fn new(rows: usize, columns: usize) -> Result<Geometry, GeometryError> {
        let error = GeometryError::Side(rows, columns);
        match rows.checked_mul(columns) {
            Some(side) if (1..=MAX_SIDE).contains(&side) => Ok(Geometry {
                box_rows: rows as u16,
                box_columns: columns as u16,
            }),
            _ => Err(error),
        }
    }

    /// The rows and columns of the squarest box for a side from 1, wider than high if need be
    /// (6 → 2×3); a row if the side is prime.
    pub(crate) fn squarest_box(side: usize) -> (usize, usize) {
        let is_height = |rows: &usize| side.is_multiple_of(*rows);
        let rows = (1..=side.isqrt()).rev().find(is_height).unwrap_or(1);
        (rows, side / rows)
    }

    /// The usual box shape for a side: the one closest to a square, and wider than high (2×3 for
    /// 6).
    ///
    /// # Errors
    /// [`GeometryError::NoBox`] for primes above 3, [`GeometryError::Side`]
    /// out of range.
    pub fn from_side(side: usize) -> Result<Geometry, GeometryError> {
        match Geometry::squarest_box(side) {
            _ if !(1..=MAX_SIDE).contains(&side) => Err(GeometryError::Side(1, side)),
            (1, 4..) => Err(GeometryError::NoBox(side)),
            (rows, columns) => Geometry::new(rows, columns),
        }
    }

    /// Rows of one box, at least 1.
    pub fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// Columns of one box, at least 1.
    pub fn box_columns(self) -> usize {
        self.box_columns as usize
    }

    /// Cells along one side, which is also the largest digit.
    pub fn side(self) -> usize {
        self.box_rows() * self.box_columns()
    }

    /// Cells in the grid, `side²`.
    pub fn cell_count(self) -> usize {
        self.side() * self.side()
    }

    /// Every cell, row by row.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone {
        (0..self.cell_count() as u32).map(Cell)
    }

    /// Every digit, from 1.
    pub fn digits(self) -> impl DoubleEndedIterator<Item = Digit> + ExactSizeIterator + Clone {
        (0..self.side()).map(Digit::from_index)
    }

    /// The cell in this row and column, both from 0; [`Geometry::cell_at`] checks that there is
    /// one.
    ///
    /// # Panics
    /// With debug assertions, if there is no such cell; without them, the result is another
    /// cell or none of the grid.
    pub fn cell(self, row: usize, column: usize) -> Cell {
        debug_assert!(row < self.side() && column < self.side());
        Cell((row * self.side() + column) as u32)
    }

    /// The cell in this row and column, both from 0, if there is one.
    pub fn cell_at(self, row: usize, column: usize) -> Option<Cell> {
        let is_there = row < self.side() && column < self.side();
        is_there.then(|| self.cell(row, column))
    }

    /// The cell with this name, such as `r1c1` or `R1C1`, if there is one.
    pub fn cell_named(self, name: &str) -> Option<Cell> {
        let (row, column) = place_named(name)?;
        self.cell_at(row, column)
    }

    /// Row of the cell, from 0.
    pub fn row(self, cell: Cell) -> usize {
        cell.index() / self.side()
    }

    /// Column of the cell, from 0.
    pub fn column(self, cell: Cell) -> usize {
        cell.index() % self.side()
    }

    /// Box of the cell, from 0, counted row by row.
    pub fn box_of(self, cell: Cell) -> usize {
        let (row, column) = (self.row(cell), self.column(cell));
        row / self.box_rows() * self.box_rows() + column / self.box_columns()
    }

    /// Every house: rows, then columns, then boxes.
    pub fn houses(self) -> impl Iterator<Item = House> + Clone {
        HouseKind::ALL
            .into_iter()
            .flat_map(move |kind| self.houses_of_kind(kind))
    }

    /// The houses of one kind.
    pub fn houses_of_kind(self, kind: HouseKind) -> impl Iterator<Item = House> + Clone {
        (0..self.side() as u16).map(move |index| House { kind, index })
    }

    /// The three houses of a cell: its row, column and box.
    pub fn houses_of(self, cell: Cell) -> [House; 3] {
        let house = |kind, index: usize| House {
            kind,
            index: index as u16,
        };
        [
            house(HouseKind::Row, self.row(cell)),
            house(HouseKind::Column, self.column(cell)),
            house(HouseKind::Box, self.box_of(cell)),
        ]
    }

    /// The `N` cells of a house, in reading order.
    ///
    /// # Panics
    /// With debug assertions, if there is no such house; without them, the cells are others or
    /// none of the grid.
    pub fn house_cells(self, house: House) -> impl Iterator<Item = Cell> + Clone {
        let (side, index) = (self.side(), house.index as usize);
        debug_assert!(index < side, "there is no {house} on a grid of {side} rows");
        let (rows, columns) = (self.box_rows(), self.box_columns());
        (0..side).map(move |k| match house.kind {
            HouseKind::Row => self.cell(index, k),
            HouseKind::Column => self.cell(k, index),
            HouseKind::Box => self.cell(
                index / rows * rows + k / columns,
                index % rows * columns + k % columns,
            ),
        })
    }

    /// The other cells that share a house with this one, each once, in
    /// reading order.
    ///
    /// # Panics
    /// With debug assertions, if the cell is not on the grid; without them, the result means
    /// nothing.
    pub fn peers(self, cell: Cell) -> Vec<Cell> {
        let mut peers: Vec<Cell> = self
            .houses_of(cell)
            .into_iter()
            .flat_map(|house| self.house_cells(house))
            .filter(|&other| other != cell)
            .collect();
        peers.sort_unstable();
        peers.dedup();
        peers
    }

    /// The usual name of a cell: `r1c1` is the top left one.
    pub fn name(self, cell: Cell) -> String {
        place_name(self.row(cell), self.column(cell))
    }

    /// The name of a candidate: `r1c1=5`.
    pub fn candidate_name(self, candidate: Candidate) -> String {
        format!("{}={}", self.name(candidate.cell), candidate.digit)
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_columns)
    }
}

impl FromStr for Geometry {
    type Err = GeometryError;

    fn from_str(text: &str) -> Result<Geometry, GeometryError> {
        let error = || GeometryError::Text(text.to_owned());
        let (rows, columns) = text.split_once(['x', 'X', '×']).ok_or_else(error)?;
        let (rows, columns) = (rows.trim(), columns.trim());
        // A number may have a sign for `parse`.
        if ![rows, columns].into_iter().all(is_unsigned) {
            return Err(error());
        }
        match (rows.parse(), columns.parse()) {
            (Ok(rows), Ok(columns)) => Geometry::new(rows, columns),
            _ => Err(GeometryError::Huge(format!("{rows}x{columns}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_lies_in_its_three_houses_and_nowhere_else() {
        for shape in ["1x1", "2x2", "2x3", "3x2", "3x3", "1x4", "4x4"] {
            let geometry: Geometry = shape.parse().unwrap();
            for cell in geometry.cells() {
                let own = geometry.houses_of(cell);
                for house in geometry.houses() {
                    let inside = geometry.house_cells(house).any(|other| other == cell);
                    assert_eq!(inside, own.contains(&house), "{shape} {house}");
                }
            }
        }
    }

    #[test]
    fn a_classic_cell_has_twenty_peers() {
        let geometry = Geometry::CLASSIC;
        assert!(geometry.cells().all(|c| geometry.peers(c).len() == 20));
    }

    #[test]
    fn box_shapes_are_inferred_from_the_side() {
        let shape = |side| Geometry::from_side(side).map(|g| g.to_string());
        assert_eq!(shape(9).unwrap(), "3x3");
        assert_eq!(shape(6).unwrap(), "2x3");
        assert_eq!(shape(12).unwrap(), "3x4");
        assert_eq!(shape(3).unwrap(), "1x3");
        assert_eq!(shape(225).unwrap(), "15x15");
        assert_eq!(shape(7), Err(GeometryError::NoBox(7)));
        assert!(shape(0).is_err() && shape(MAX_SIDE + 1).is_err());
    }

    #[test]
    fn box_shapes_are_read_and_refused() {
        assert_eq!("2x3".parse::<Geometry>().unwrap().side(), 6);
        for wrong in [
            "",
            "3",
            "0x3",
            "3x",
            "axb",
            "99999x99999",
            "-1x3",
            "+3x3",
            "3x+3",
        ] {
            assert!(wrong.parse::<Geometry>().is_err(), "{wrong}");
        }
    }
}
