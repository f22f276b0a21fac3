//! The board of a variant: its size, its digits and its houses.

mod error;

pub use error::BoardError;

use crate::grid::{Cell, Digit, Geometry, place_name, place_named};
use std::sync::Arc;

/// A set of digits: bit `i` stands for the digit with index `i`.
pub type Mask = u64;

/// The only digit of a set; `None` if it has none or several.
pub fn only_digit(set: Mask) -> Option<Digit> {
    let is_one = set.is_power_of_two();
    is_one.then(|| Digit::from_index(set.trailing_zeros() as usize))
}

/// The indices of the members of a set, from the lowest.
#[inline]
pub fn members(set: Mask) -> impl Iterator<Item = usize> + Clone {
    let mut left = set;
    std::iter::from_fn(move || {
        let lowest = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(lowest)
    })
}

/// Maximum number of digits, rows and columns of a board.
pub const MAX_DIGITS: usize = 64;

/// A rectangular board with digits `min..=max` and, perhaps, regions.
///
/// Unlike a [`Geometry`], its houses are a list: regions may have any form, rows and
/// columns may be shorter than there are digits, and digits may begin at any number.
/// Inside the library a digit is its index plus one ([`Digit`]); [`Board::value`]
/// is what people write. Clones share the houses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    rows: usize,
    columns: usize,
    min: i32,
    digits: usize,
    regions: Arc<[Option<u16>]>,
    houses: Arc<[BoardHouse]>,
}

/// Which kind of house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoardHouseKind {
    /// Cells from left to right.
    Row,
    /// Cells from top to bottom.
    Column,
    /// Cells with the same letter in the map of regions.
    Region,
}

impl BoardHouseKind {
    /// All kinds. Houses of one kind share no cell.
    pub const ALL: [BoardHouseKind; 3] = [
        BoardHouseKind::Row,
        BoardHouseKind::Column,
        BoardHouseKind::Region,
    ];

    /// The name, such as `row`.
    pub fn name(self) -> &'static str {
        match self {
            BoardHouseKind::Row => "row",
            BoardHouseKind::Column => "column",
            BoardHouseKind::Region => "region",
        }
    }
}

/// Cells that differ. With as many cells as the board has digits, they hold every digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardHouse {
    /// Row, column or region.
    pub kind: BoardHouseKind,
    /// Which one, from 0; regions in the order of their first cells.
    pub index: usize,
    /// The cells in reading order.
    pub cells: Vec<Cell>,
}

/// How far the smallest digit may be from 0: sums of a whole board stay far below the limits
/// of `i64`.
pub(super) const FURTHEST_MIN: i32 = 1_000_000;

impl Board {
    /// A board whose `regions`, if there are any, give each cell in reading order the
    /// number of its region, or none.
    ///
    /// # Errors
    /// [`BoardError`].
    pub fn new(
        (rows, columns): (usize, usize),
        (min, max): (i32, i32),
        regions: Option<Vec<Option<u16>>>,
    ) -> Result<Board, BoardError> {
        let size = 1..=MAX_DIGITS;
        if !size.contains(&rows) || !size.contains(&columns) {
            return Err(BoardError::Size(rows, columns));
        }
        if min > max {
            return Err(BoardError::Reversed(min, max));
        }
        let digits = max.abs_diff(min) as usize;
        if digits >= MAX_DIGITS {
            return Err(BoardError::Digits(min, max));
        }
        let digits = digits + 1;
        if !(-FURTHEST_MIN..=FURTHEST_MIN).contains(&min) {
            return Err(BoardError::Smallest(min));
        }
        let expected = rows * columns;
        let regions = regions.unwrap_or_else(|| vec![None; expected]);
        if regions.len() != expected {
            let found = regions.len();
            return Err(BoardError::Map { found, expected });
        }
        let mut board = Board {
            rows,
            columns,
            min,
            digits,
            regions: regions.into(),
            houses: Arc::default(),
        };
        board.houses = board.find_houses();
        let crowded = board.houses.iter().find(|h| h.cells.len() > board.digits);
        match crowded {
            None => Ok(board),
            Some(house) => Err(BoardError::Crowded {
                house: match house.kind {
                    BoardHouseKind::Region => {
                        format!(
                            "{}, which begins at {}",
                            house.name(),
                            board.name(house.cells[0])
                        )
                    }
                    _ => house.name(),
                },
                cells: house.cells.len(),
                digits: board.digits,
            }),
        }
    }

    /// The board of a classic puzzle, if it has at most [`MAX_DIGITS`] digits.
    pub fn classic(geometry: Geometry) -> Option<Board> {
        let side = geometry.side();
        let regions = geometry
            .cells()
            .map(|cell| Some(geometry.houses_of(cell)[2].index))
            .collect();
        let max = i32::try_from(side).ok()?;
        Board::new((side, side), (1, max), Some(regions)).ok()
    }

    fn find_houses(&self) -> Arc<[BoardHouse]> {
        let rows = (0..self.rows).map(|row| {
            let cells = (0..self.columns).map(|column| self.cell(row, column));
            BoardHouse::new(BoardHouseKind::Row, row, cells.collect())
        });
        let columns = (0..self.columns).map(|column| {
            let cells = (0..self.rows).map(|row| self.cell(row, column));
            BoardHouse::new(BoardHouseKind::Column, column, cells.collect())
        });
        let mut numbers: Vec<u16> = Vec::new();
        for &number in self.regions.iter().flatten() {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        let regions = numbers.iter().enumerate().map(|(index, &number)| {
            let in_region = |cell: &Cell| self.regions[cell.index()] == Some(number);
            BoardHouse::new(
                BoardHouseKind::Region,
                index,
                self.cells().filter(in_region).collect(),
            )
        });
        rows.chain(columns).chain(regions).collect()
    }

    /// Rows, from 1 to [`MAX_DIGITS`].
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns, from 1 to [`MAX_DIGITS`].
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// How many digits there are, from 1 to [`MAX_DIGITS`].
    pub fn digit_count(&self) -> usize {
        self.digits
    }

    /// The smallest value.
    pub fn min(&self) -> i32 {
        self.min
    }

    /// The largest value.
    pub fn max(&self) -> i32 {
        self.min + self.digits as i32 - 1
    }

    /// How many cells there are.
    pub fn cell_count(&self) -> usize {
        self.rows * self.columns
    }

    /// The cells in reading order.
    pub fn cells(
        &self,
    ) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator + Clone + use<> {
        (0..self.cell_count() as u32).map(Cell)
    }

    /// The cell in this row and column, both from 0; [`Board::cell_at`] checks that there is one.
    ///
    /// # Panics
    /// With debug assertions, if there is no such cell; without them, the result is another
    /// cell or none of the board.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        debug_assert!(row < self.rows && column < self.columns);
        Cell((row * self.columns + column) as u32)
    }

    /// The cell in this row and column, both from 0, if there is one.
    pub fn cell_at(&self, row: usize, column: usize) -> Option<Cell> {
        (row < self.rows && column < self.columns).then(|| self.cell(row, column))
    }

    /// The row of a cell, from 0.
    pub fn row(&self, cell: Cell) -> usize {
        cell.index() / self.columns
    }

    /// The column of a cell, from 0.
    pub fn column(&self, cell: Cell) -> usize {
        cell.index() % self.columns
    }

    /// The number of the region of a cell, as given to [`Board::new`].
    ///
    /// # Panics
    /// If the cell is off the board.
    pub fn region(&self, cell: Cell) -> Option<u16> {
        self.regions[cell.index()]
    }

    /// Rows, columns, regions.
    pub fn houses(&self) -> &[BoardHouse] {
        &self.houses
    }

    /// The houses of a kind.
    pub fn houses_of_kind(&self, kind: BoardHouseKind) -> impl Iterator<Item = &BoardHouse> {
        self.houses.iter().filter(move |house| house.kind == kind)
    }

    /// The houses of a kind that hold every digit.
    pub fn full_houses(&self, kind: BoardHouseKind) -> impl Iterator<Item = &BoardHouse> {
        let houses = self.houses_of_kind(kind);
        houses.filter(|house| house.cells.len() == self.digits)
    }

    /// Whether there are regions at all.
    pub fn has_regions(&self) -> bool {
        self.regions.iter().any(Option::is_some)
    }

    /// All digits as a set.
    pub fn all_digits(&self) -> Mask {
        Mask::MAX >> (MAX_DIGITS - self.digits)
    }

    /// The number that people write for a digit: [`Board::min`] for the first one.
    pub fn value(&self, digit: Digit) -> i32 {
        self.min + digit.index() as i32
    }

    /// The digit that people write as this value.
    pub fn digit(&self, value: i64) -> Option<Digit> {
        let index = usize::try_from(value.checked_sub(self.min.into())?).ok()?;
        (index < self.digits).then(|| Digit::from_index(index))
    }

    /// The name of a cell, such as `r1c1`.
    pub fn name(&self, cell: Cell) -> String {
        place_name(self.row(cell), self.column(cell))
    }

    /// The names of cells, with blanks between them.
    pub fn names(&self, cells: &[Cell]) -> String {
        let names: Vec<String> = cells.iter().map(|&cell| self.name(cell)).collect();
        names.join(" ")
    }

    /// The cell with this name, such as `r1c1` or `R1C1`.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let (row, column) = place_named(name)?;
        self.cell_at(row, column)
    }

    /// The box shape, if regions are the boxes of a classic grid with digits from 1.
    pub fn box_shape(&self) -> Option<Geometry> {
        let side = self.digits;
        if self.min != 1 || self.rows != side || self.columns != side {
            return None;
        }
        let last = self.houses.get(2 * side)?.cells.last()?;
        let shape = Geometry::new(self.row(*last) + 1, self.column(*last) + 1).ok()?;
        // Regions are in the order of their first cells, as boxes are.
        let is_box = |house: &BoardHouse| {
            let mut cells = house.cells.iter();
            house.cells.len() == side && cells.all(|&cell| shape.box_of(cell) == house.index)
        };
        let regions = &self.houses[2 * side..];
        let are_boxes = regions.len() == side && regions.iter().all(is_box);
        (shape.side() == side && are_boxes).then_some(shape)
    }
}

impl BoardHouse {
    fn new(kind: BoardHouseKind, index: usize, cells: Vec<Cell>) -> BoardHouse {
        BoardHouse { kind, index, cells }
    }

    /// The name, such as `row 1`.
    pub fn name(&self) -> String {
        format!("{} {}", self.kind.name(), self.index + 1)
    }
}

#[cfg(test)]
mod tests;
