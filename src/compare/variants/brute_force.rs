//! Brute force: the oracle for the smallest boards.

use crate::backend::{Backend, Query, Unsupported, Visitor};
use crate::grid::{Cell, Digit, Solution};
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::outcome::End;
use crate::rules::{Kernel, VariantPuzzle};

/// The largest board, in cells.
const MAX_CELLS: usize = 16;

/// Tries every digit in every cell in reading order. A kernel is checked by its definition as
/// soon as its last cell has a digit. There is no other propagation, so boards must be small.
#[derive(Clone, Copy, Default, Debug)]
pub struct BruteForce;

struct Trial<'p, 'v, 'w> {
    puzzle: &'p VariantPuzzle,
    /// By cell: the kernels whose last cell it is.
    full: Vec<Vec<&'p Kernel>>,
    /// By cell: the earlier cells that must differ, those of its houses.
    differing: Vec<Vec<usize>>,
    digits: Vec<Digit>,
    limits: &'p Limits,
    visitor: &'v mut Visitor<'w>,
}

impl Backend<VariantPuzzle> for BruteForce {
    fn name(&self) -> &str {
        "brute-force"
    }

    fn supports(
        &self,
        puzzle: &VariantPuzzle,
        query: &Query<CellWeights>,
    ) -> Result<(), Unsupported> {
        match query {
            Query::Maximise(_) => Err(self.unsupported("it knows no objective")),
            _ if puzzle.board().cell_count() <= MAX_CELLS => Ok(()),
            _ => Err(self.unsupported(&format!("its boards have at most {MAX_CELLS} cells"))),
        }
    }

    fn search(
        &mut self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        let cells = puzzle.board().cell_count();
        let mut full: Vec<Vec<&Kernel>> = vec![Vec::new(); cells];
        let mut differing: Vec<Vec<usize>> = vec![Vec::new(); cells];
        for kernel in puzzle.kernels() {
            let last = kernel.cells().iter().map(|cell| cell.index()).max();
            // A kernel without cells is checked at the first cell.
            full[last.unwrap_or_default()].push(kernel);
        }
        for house in puzzle.board().houses() {
            for (place, cell) in house.cells.iter().enumerate() {
                let before = house.cells[..place].iter().map(|cell| cell.index());
                differing[cell.index()].extend(before);
            }
        }
        let mut trial = Trial {
            puzzle,
            full,
            differing,
            digits: vec![Digit::from_index(0); cells],
            limits,
            visitor,
        };
        trial.fill(0).map_or_else(|end| end, |()| End::Exhausted)
    }
}

impl Trial<'_, '_, '_> {
    fn fill(&mut self, cell: usize) -> Result<(), End> {
        if let Some(reason) = self.limits.exceeded() {
            return Err(End::Stopped(reason));
        }
        if cell == self.digits.len() {
            let solution = Solution::new(self.digits.clone());
            return match (self.visitor)(&solution).is_break() {
                true => Err(End::Enough),
                false => Ok(()),
            };
        }
        let candidates = self.puzzle.candidates()[Cell(cell as u32).index()];
        for index in 0..self.puzzle.board().digit_count() {
            self.digits[cell] = Digit::from_index(index);
            if candidates >> index & 1 == 1 && self.is_possible(cell) {
                self.fill(cell + 1)?;
            }
        }
        Ok(())
    }

    fn is_possible(&self, cell: usize) -> bool {
        let differs = |&other: &usize| self.digits[other] != self.digits[cell];
        let board = self.puzzle.board();
        let holds = |kernel: &&Kernel| kernel.holds(board, &self.digits);
        self.differing[cell].iter().all(differs) && self.full[cell].iter().all(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::enumerate;
    use crate::grid::Geometry;
    use crate::rules::Board;
    use std::ops::ControlFlow;

    /// 288 grids of 2×2 boxes, 576 Latin squares of order 4.
    #[test]
    fn known_counts() {
        let boxes = Board::classic(Geometry::new(2, 2).unwrap()).unwrap();
        let latin = Board::new((4, 4), (1, 4), None).unwrap();
        for (board, count) in [(boxes, 288), (latin, 576)] {
            let puzzle = VariantPuzzle::new(board);
            let all = &mut |_: &Solution| ControlFlow::Continue(());
            let limits = Limits::unlimited();
            let tally = enumerate(&mut BruteForce, &puzzle, u64::MAX, &limits, all).unwrap();
            assert_eq!((tally.found, tally.end), (count, End::Exhausted));
        }
    }

    #[test]
    fn large_boards_are_left_to_others() {
        let board = |shape: &str| Board::classic(shape.parse().unwrap()).unwrap();
        let is_taken = |shape| {
            let puzzle = VariantPuzzle::new(board(shape));
            BruteForce.supports(&puzzle, &Query::First).is_ok()
        };
        assert!(is_taken("2x2") && !is_taken("2x3"));
    }
}
