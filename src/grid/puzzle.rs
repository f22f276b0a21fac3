//! Puzzles: a shape and its givens.

use super::geometry::{Cell, Digit, Geometry, House};
use std::fmt;

/// Givens on a grid. Givens may clash: such a puzzle has no solution.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    geometry: Geometry,
    cells: Vec<Option<Digit>>,
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

#[cfg(test)]
mod tests {
    use super::*;

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
