//! Puzzles, solutions, and the check of a solution against the rules.

use super::geometry::{Cell, Digit, Geometry, House};
use std::fmt;

/// Givens on a grid. Givens may clash: such a puzzle has no solution.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    geometry: Geometry,
    cells: Vec<Option<Digit>>,
}

/// A full grid. [`Solution::check`] says whether it obeys the rules.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Solution {
    cells: Vec<Digit>,
}

/// Two equal givens in one house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The house that holds the digit twice.
    pub house: House,
    /// The digit.
    pub digit: Digit,
    /// The earlier cell in reading order.
    pub first: Cell,
    /// The later cell.
    pub second: Cell,
}

/// What is wrong with a grid that claims to solve a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// The grid and the puzzle differ in size.
    #[error("the grid has {found} cells, the puzzle {expected}")]
    Size {
        /// Cells in the grid.
        found: usize,
        /// Cells in the puzzle.
        expected: usize,
    },
    /// A given was changed.
    #[error("{cell} holds {found}, but {given} was given")]
    Given {
        /// Name of the cell.
        cell: String,
        /// The digit in the grid.
        found: Digit,
        /// The digit in the puzzle.
        given: Digit,
    },
    /// A house lacks a digit.
    #[error("{house} has no {digit}")]
    Missing {
        /// The house.
        house: House,
        /// The missing digit.
        digit: Digit,
    },
    /// A digit exceeds the side.
    #[error("{cell} holds {found}, which is more than {side}")]
    Range {
        /// Name of the cell.
        cell: String,
        /// The digit in the grid.
        found: Digit,
        /// The largest digit.
        side: usize,
    },
}

impl Puzzle {
    /// A puzzle from its cells in reading order; `None` is an empty cell.
    /// Returns `None` unless there are `N²` cells with digits up to `N`.
    pub fn new(geometry: Geometry, cells: Vec<Option<Digit>>) -> Option<Puzzle> {
        let fits = |digit: &Digit| digit.index() < geometry.side();
        (cells.len() == geometry.cell_count() && cells.iter().flatten().all(fits))
            .then_some(Puzzle { geometry, cells })
    }

    /// The puzzle without any given.
    pub fn empty(geometry: Geometry) -> Puzzle {
        Puzzle {
            geometry,
            cells: vec![None; geometry.cell_count()],
        }
    }

    /// The shape of the grid.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The cells in reading order.
    pub fn cells(&self) -> &[Option<Digit>] {
        &self.cells
    }

    /// The given in a cell, if there is one.
    ///
    /// # Panics
    /// If the cell is off the grid.
    pub fn given(&self, cell: Cell) -> Option<Digit> {
        self.cells[cell.index()]
    }

    /// Sets or removes the given of a cell.
    ///
    /// # Panics
    /// If the digit is larger than the side or the cell is off the grid.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        assert!(digit.is_none_or(|d| d.index() < self.geometry.side()));
        self.cells[cell.index()] = digit;
    }

    /// The givens with their cells, in reading order.
    pub fn givens(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.geometry
            .cells()
            .zip(&self.cells)
            .filter_map(|(cell, digit)| digit.map(|digit| (cell, digit)))
    }

    /// The cells without a given, in reading order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.geometry
            .cells()
            .filter(|cell| self.given(*cell).is_none())
    }

    /// Every pair of equal givens in a house without a third one between them in reading
    /// order. Empty if and only if no givens clash.
    pub fn clashes(&self) -> Vec<Clash> {
        let mut clashes = Vec::new();
        let mut seen: Vec<Option<Cell>> = vec![None; self.geometry.side()];
        for house in self.geometry.houses() {
            seen.fill(None);
            for cell in self.geometry.house_cells(house) {
                let Some(digit) = self.given(cell) else {
                    continue;
                };
                if let Some(first) = seen[digit.index()].replace(cell) {
                    clashes.push(Clash {
                        house,
                        digit,
                        first,
                        second: cell,
                    });
                }
            }
        }
        clashes
    }
}

impl Clash {
    /// The clash in words, with the digit as `write` shows it: `r1c1 and r1c5 both hold 7 in
    /// row 1`.
    pub fn describe(&self, geometry: Geometry, write: impl Fn(Digit) -> String) -> String {
        let cells = [self.first, self.second].map(|cell| geometry.name(cell));
        clash_in_words(&cells, write(self.digit), self.house)
    }
}

/// Two equal givens in words: `r1c1 and r1c5 both hold 7 in row 1`.
pub(crate) fn clash_in_words(
    [first, second]: &[String; 2],
    digit: impl fmt::Display,
    house: impl fmt::Display,
) -> String {
    format!("{first} and {second} both hold {digit} in {house}")
}

impl Solution {
    /// A full grid from its digits in reading order.
    pub fn new(cells: Vec<Digit>) -> Solution {
        Solution { cells }
    }

    /// The digits in reading order.
    pub fn cells(&self) -> &[Digit] {
        &self.cells
    }

    /// The digit in a cell.
    ///
    /// # Panics
    /// If the grid has no such cell.
    pub fn digit(&self, cell: Cell) -> Digit {
        self.cells[cell.index()]
    }

    /// Checks the grid against the rules and the givens of `puzzle`.
    ///
    /// # Errors
    /// The first [`Flaw`] found. `Ok` means that the grid solves the puzzle,
    /// wherever it came from.
    pub fn check(&self, puzzle: &Puzzle) -> Result<(), Flaw> {
        let geometry = puzzle.geometry();
        let (found, expected) = (self.cells.len(), geometry.cell_count());
        if found != expected {
            return Err(Flaw::Size { found, expected });
        }
        let side = geometry.side();
        for cell in geometry.cells() {
            let found = self.digit(cell);
            if found.index() >= side {
                let cell = geometry.name(cell);
                return Err(Flaw::Range { cell, found, side });
            }
            if let Some(given) = puzzle.given(cell).filter(|&given| given != found) {
                let cell = geometry.name(cell);
                return Err(Flaw::Given { cell, found, given });
            }
        }
        self.check_houses(geometry)
    }

    fn check_houses(&self, geometry: Geometry) -> Result<(), Flaw> {
        let side = geometry.side();
        let words = side.div_ceil(64);
        let (rows, columns) = (geometry.box_rows(), geometry.box_columns());
        // For each house a bit for each digit, in the order of `Geometry::houses`.
        let mut present = vec![0_u64; 3 * side * words];
        for (row, digits) in self.cells.chunks_exact(side).enumerate() {
            let first_box = row / rows * rows;
            for (stack, digits) in digits.chunks_exact(columns).enumerate() {
                for (k, digit) in digits.iter().enumerate() {
                    let (word, bit) = (digit.index() / 64, digit.index() % 64);
                    let column = stack * columns + k;
                    for house in [row, side + column, 2 * side + first_box + stack] {
                        present[house * words + word] |= 1 << bit;
                    }
                }
            }
        }
        for (house, present) in geometry.houses().zip(present.chunks_exact(words)) {
            let count: u32 = present.iter().map(|word| word.count_ones()).sum();
            if count as usize != side {
                let is_missing = |index: &usize| present[index / 64] >> (index % 64) & 1 == 0;
                let index = (0..side).find(is_missing).unwrap_or(0);
                let digit = Digit::from_index(index);
                return Err(Flaw::Missing { house, digit });
            }
        }
        Ok(())
    }
}

impl From<&Solution> for Vec<Option<Digit>> {
    fn from(solution: &Solution) -> Self {
        solution.cells.iter().copied().map(Some).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{HouseKind, pattern};

    fn grid_of(text: &str) -> Solution {
        let digit = |c: char| Digit::new(c.to_digit(10).unwrap() as u16).unwrap();
        Solution::new(text.chars().map(digit).collect())
    }

    fn shape(text: &str) -> Geometry {
        text.parse().unwrap()
    }

    #[test]
    fn a_correct_grid_passes() {
        let puzzle = Puzzle::empty(shape("2x2"));
        assert_eq!(grid_of("1234341221434321").check(&puzzle), Ok(()));
    }

    #[test]
    fn each_flaw_is_named() {
        let mut puzzle = Puzzle::empty(shape("2x2"));
        puzzle.set(Cell(1), Digit::new(3));
        let flaw = |text: &str| grid_of(text).check(&puzzle).unwrap_err().to_string();
        assert_eq!(flaw("1234"), "the grid has 4 cells, the puzzle 16");
        assert_eq!(flaw("1234341221434321"), "r1c2 holds 2, but 3 was given");
        assert_eq!(flaw("1324341221434321"), "column 2 has no 2");
        assert_eq!(
            flaw("1354341221434321"),
            "r1c3 holds 5, which is more than 4"
        );
        assert_eq!(flaw("1322341221434321"), "row 1 has no 4");
        let boxes = "1324324124134132";
        assert_eq!(flaw(boxes), "box 1 has no 4");
    }

    /// Boxes of different shapes, and more digits than a word has bits.
    #[test]
    fn every_kind_of_house_is_checked_on_every_shape() {
        for name in ["2x3", "3x2", "3x3", "5x2", "8x8", "5x13", "9x9"] {
            let geometry = shape(name);
            let side = geometry.side();
            let puzzle = Puzzle::empty(geometry);
            let right = pattern(geometry);
            assert_eq!(right.check(&puzzle), Ok(()), "{name}");
            let missing = |cells: Vec<Digit>| match Solution::new(cells).check(&puzzle) {
                Err(Flaw::Missing { house, digit }) => (house.kind, house.index as usize, digit),
                other => panic!("{name}: {other:?}"),
            };
            let last = side * side - 1;
            let mut changed = right.cells().to_vec();
            changed[last] = changed[last - 1];
            let (row, lost) = (side - 1, right.cells()[last]);
            assert_eq!(missing(changed), (HouseKind::Row, row, lost), "{name}");
            // The rows hold every digit still.
            let mut changed = right.cells().to_vec();
            changed.swap(last, last - 1);
            let (column, lost) = (side - 2, right.cells()[last - 1]);
            assert_eq!(
                missing(changed),
                (HouseKind::Column, column, lost),
                "{name}"
            );
            // So do the columns, if whole rows of two bands change places.
            let mut changed = right.cells().to_vec();
            let (first, second) = changed.split_at_mut(last + 1 - side);
            first[..side].swap_with_slice(second);
            assert_eq!(missing(changed).0, HouseKind::Box, "{name}");
        }
    }

    #[test]
    fn clashing_givens_are_found_in_each_kind_of_house() {
        let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
        let seven = Digit::new(7);
        for cell in [0, 4, 36, 10] {
            puzzle.set(Cell(cell), seven);
        }
        let said: Vec<String> = puzzle
            .clashes()
            .iter()
            .map(|clash| clash.describe(Geometry::CLASSIC, |digit| digit.to_string()))
            .collect();
        assert_eq!(
            said,
            [
                "r1c1 and r1c5 both hold 7 in row 1",
                "r1c1 and r5c1 both hold 7 in column 1",
                "r1c1 and r2c2 both hold 7 in box 1"
            ]
        );
    }

    #[test]
    fn puzzles_of_the_wrong_size_are_refused() {
        assert!(Puzzle::new(Geometry::CLASSIC, vec![None; 80]).is_none());
        assert!(Puzzle::new(Geometry::CLASSIC, vec![Digit::new(10); 81]).is_none());
    }
}
