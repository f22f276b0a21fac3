//! Solutions, and their check against the rules and the givens.

use super::geometry::{Cell, Digit, Geometry, House};
use super::puzzle::Puzzle;

/// A full grid. [`Solution::check`] says whether it obeys the rules.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Solution {
    cells: Vec<Digit>,
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

/// The largest side whose digits fit into a word of bits.
const WORD: usize = 32;

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
        if self.obeys(puzzle) {
            return Ok(());
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

    /// Whether a grid of the right size, up to [`WORD`] digits, has no flaw. Larger grids are
    /// left to the loops that name flaws.
    fn obeys(&self, puzzle: &Puzzle) -> bool {
        let geometry = puzzle.geometry();
        let side = geometry.side();
        let is_given = |(found, given): (&Digit, &Option<Digit>)| {
            found.index() < side && given.is_none_or(|given| given == *found)
        };
        if side > WORD || !self.cells.iter().zip(puzzle.cells()).all(is_given) {
            return false;
        }
        let all = u32::MAX >> (WORD - side);
        let (rows, columns) = (geometry.box_rows(), geometry.box_columns());
        let mut in_columns = [0; WORD];
        for band in self.cells.chunks_exact(side * rows) {
            let mut in_boxes = [0; WORD];
            for row in band.chunks_exact(side) {
                let mut in_row = 0;
                let stacks = row.chunks_exact(columns);
                let stacks = stacks.zip(in_columns.chunks_exact_mut(columns));
                for ((digits, in_columns), in_box) in stacks.zip(&mut in_boxes) {
                    let mut here = 0;
                    for (digit, in_column) in digits.iter().zip(in_columns) {
                        let bit = 1_u32 << (digit.index() % WORD);
                        *in_column |= bit;
                        here |= bit;
                    }
                    *in_box |= here;
                    in_row |= here;
                }
                if in_row != all {
                    return false;
                }
            }
            if in_boxes[..side / columns].iter().any(|&here| here != all) {
                return false;
            }
        }
        in_columns[..side].iter().all(|&here| here == all)
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
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

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
    fn a_digit_beyond_the_largest_side_of_a_word_is_refused() {
        let geometry = shape("4x8");
        let right = pattern(geometry);
        let one = Digit::from_index(0);
        let too_large = |digit: &Digit| match *digit == one {
            true => Digit::from_index(WORD),
            false => *digit,
        };
        let grid = Solution::new(right.cells().iter().map(too_large).collect());
        let flaw = grid.check(&Puzzle::empty(geometry)).unwrap_err();
        assert!(matches!(flaw, Flaw::Range { side: 32, .. }), "{flaw}");
    }

    /// The quick check of small grids, and the one that names flaws.
    #[test]
    fn grids_with_one_or_two_changed_cells_are_refused() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for name in ["2x2", "2x3", "3x3", "3x2", "2x5", "4x4", "4x8"] {
            let geometry = shape(name);
            let puzzle = Puzzle::empty(geometry);
            let right = pattern(geometry);
            assert!(right.obeys(&puzzle));
            for round in 0..300 {
                let mut cells = right.cells().to_vec();
                for _ in 0..=round % 2 {
                    let cell = random.random_range(0..cells.len());
                    cells[cell] = Digit::from_index(random.random_range(0..geometry.side() + 1));
                }
                let grid = Solution::new(cells);
                assert_eq!(grid.obeys(&puzzle), grid == right, "{name}: {grid:?}");
                assert_eq!(
                    grid.check(&puzzle).is_ok(),
                    grid == right,
                    "{name}: {grid:?}"
                );
            }
            let mut given = puzzle.clone();
            given.set(Cell(1), Some(right.digit(Cell(0))));
            assert!(!right.obeys(&given));
        }
    }
}
