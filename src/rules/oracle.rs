//! For tests: puzzles of kernels without rule files, and their solutions by brute force.

use super::{Board, Constraint, Kernel, Origin, VariantPuzzle};
use crate::grid::{Cell, Digit, Solution};

impl VariantPuzzle {
    /// This puzzle with one more constraint, of these kernels.
    pub(crate) fn with(mut self, kernels: Vec<Kernel>) -> VariantPuzzle {
        let (label, origin) = ("test".to_owned(), Origin::Rule("test".to_owned()));
        let added = self.add(Constraint {
            label,
            origin,
            kernels,
        });
        added.unwrap();
        self
    }

    /// All solutions, in order.
    pub(crate) fn by_brute_force(&self) -> Vec<Solution> {
        let mut fillings = self.board().fillings();
        fillings.retain(|filling| self.check(filling).is_ok());
        fillings
    }
}

impl Board {
    /// All fillings in which no house has a digit twice, in order.
    pub(crate) fn fillings(&self) -> Vec<Solution> {
        let mut found = Vec::new();
        self.fill(&mut Vec::new(), &mut found);
        found
    }

    fn fill(&self, digits: &mut Vec<Digit>, found: &mut Vec<Solution>) {
        let cell = Cell(digits.len() as u32);
        if digits.len() == self.cell_count() {
            found.push(Solution::new(digits.clone()));
            return;
        }
        for digit in (0..self.digit_count()).map(Digit::from_index) {
            let mut houses = self.houses().iter();
            let is_taken = houses.any(|house| {
                let mut cells = house.cells.iter();
                let is_taken = |other: &Cell| digits.get(other.index()) == Some(&digit);
                house.cells.contains(&cell) && cells.any(is_taken)
            });
            if !is_taken {
                digits.push(digit);
                self.fill(digits, found);
                digits.pop();
            }
        }
    }
}
