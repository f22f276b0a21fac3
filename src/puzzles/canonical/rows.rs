//! A puzzle as rows, and which of its rows and columns are equal: only one order of such
//! twins needs to be searched.

use super::Row;
use crate::grid::{Digit, Puzzle};

/// A puzzle as small numbers, 0 for an empty cell.
pub struct Rows {
    /// The rows.
    pub cells: Vec<Row>,
    /// Rows of a band.
    height: usize,
    /// Columns of a stack.
    width: usize,
    /// For each row, the equal earlier rows of its band, as bits.
    twins: Vec<u16>,
    /// For each row, the rows of earlier bands that equal its band, as bits.
    twin_bands: Vec<u16>,
    /// For each row that has all digits, the column of each digit.
    pub columns_of: Vec<Option<Row>>,
}

impl Rows {
    /// The rows of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Rows {
        let geometry = puzzle.geometry();
        let numbers = |cells: &[Option<Digit>]| {
            let mut row = Row::default();
            for (number, cell) in row.iter_mut().zip(cells) {
                *number = cell.map_or(0, |digit| digit.value() as u8);
            }
            row
        };
        let cells: Vec<Row> = puzzle
            .cells()
            .chunks(geometry.side())
            .map(numbers)
            .collect();
        let side = geometry.side();
        let mut rows = Rows {
            columns_of: cells.iter().map(|row| columns_of(&row[..side])).collect(),
            cells,
            height: geometry.box_rows(),
            width: geometry.box_columns(),
            twins: Vec::new(),
            twin_bands: Vec::new(),
        };
        rows.twins = (0..side).map(|row| rows.twins_of(row)).collect();
        rows.twin_bands = (0..side).map(|row| rows.twin_bands_of(row)).collect();
        rows
    }

    /// The side of the grid.
    pub fn side(&self) -> usize {
        self.cells.len()
    }

    /// The rows, as bits, that may follow `count` rows of which `last` is the last: those
    /// of the same band, or of any other band if it is complete.
    pub fn next(&self, taken: u16, count: usize, last: usize) -> u16 {
        let open = !count.is_multiple_of(self.height);
        let among = match open {
            true => self.band(last / self.height),
            false => ((1u32 << self.side()) - 1) as u16,
        };
        let mut next = among & !taken;
        for row in bits(next) {
            let earlier = match open {
                true => self.twins[row],
                false => self.twins[row] | self.twin_bands[row],
            };
            if earlier & !taken != 0 {
                next &= !(1 << row);
            }
        }
        next
    }

    /// Pairs of columns that need not be exchanged: equal columns of a stack, or the
    /// first columns of two equal stacks.
    pub fn twin_columns(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for second in 0..self.side() {
            for first in 0..second {
                let stacks = (first / self.width, second / self.width);
                let twins = match stacks.0 == stacks.1 {
                    true => self.same_column(first, second),
                    false => {
                        let starts = (stacks.0 * self.width, stacks.1 * self.width);
                        starts == (first, second)
                            && (0..self.width).all(|k| self.same_column(first + k, second + k))
                    }
                };
                if twins {
                    pairs.push((first, second));
                }
            }
        }
        pairs
    }

    fn same_column(&self, one: usize, other: usize) -> bool {
        self.cells.iter().all(|row| row[one] == row[other])
    }

    fn band(&self, band: usize) -> u16 {
        (((1u32 << self.height) - 1) << (band * self.height)) as u16
    }

    fn twins_of(&self, row: usize) -> u16 {
        let start = row / self.height * self.height;
        let twins = (start..row).filter(|&other| self.cells[other] == self.cells[row]);
        twins.fold(0, |bits, other| bits | 1 << other)
    }

    fn twin_bands_of(&self, row: usize) -> u16 {
        let bands: Vec<&[Row]> = self.cells.chunks(self.height).collect();
        let own = row / self.height;
        let twins = (0..own).filter(|&other| bands[other] == bands[own]);
        twins.fold(0, |bits, other| bits | self.band(other))
    }
}

/// The positions of the set bits.
pub fn bits(bits: u16) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)))
        .take_while(|bits| *bits != 0)
        .map(|bits| bits.trailing_zeros() as usize)
}

/// The column of each digit, if the row has all digits.
fn columns_of(row: &[u8]) -> Option<Row> {
    let mut columns = Row::default();
    let mut seen = 0u32;
    for (column, &digit) in row.iter().enumerate() {
        columns[usize::from(digit)] = column as u8;
        seen |= 1 << digit;
    }
    (seen.count_ones() as usize == row.len() && seen & 1 == 0).then_some(columns)
}
