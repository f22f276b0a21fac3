//! Random full grids for random puzzles, without any engine that is to be tested.

use crate::grid::{Cell, Digit, Solution};
use crate::rules::{Kernel, Mask, VariantPuzzle};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A random grid that obeys the houses and the kernels of a puzzle, if one is found
/// within this many nodes.
pub fn random_filling(
    puzzle: &VariantPuzzle,
    nodes: u32,
    random: &mut ChaCha8Rng,
) -> Option<Solution> {
    let cells = puzzle.board().cell_count();
    let mut kernels: Vec<Vec<(usize, &Kernel)>> = vec![Vec::new(); cells];
    let mut missing = Vec::new();
    for (index, kernel) in puzzle.kernels().enumerate() {
        let mut about = kernel.cells();
        about.sort_unstable();
        about.dedup();
        missing.push(about.len());
        for cell in about {
            kernels[cell.index()].push((index, kernel));
        }
    }
    let mut seen: Vec<Vec<usize>> = vec![Vec::new(); cells];
    for house in puzzle.board().houses() {
        for cell in &house.cells {
            let others = house.cells.iter().filter(|other| *other != cell);
            seen[cell.index()].extend(others.map(|other| other.index()));
        }
    }
    let mut filling = Filling {
        puzzle,
        kernels,
        missing,
        seen,
        digits: vec![Digit::from_index(0); cells],
        free: vec![true; cells],
        left: nodes,
        random,
    };
    filling.fill().then(|| Solution::new(filling.digits))
}

struct Filling<'a> {
    puzzle: &'a VariantPuzzle,
    /// By cell: the kernels about it, with their numbers.
    kernels: Vec<Vec<(usize, &'a Kernel)>>,
    /// By kernel: how many of its cells are free.
    missing: Vec<usize>,
    /// By cell: the other cells of its houses.
    seen: Vec<Vec<usize>>,
    digits: Vec<Digit>,
    free: Vec<bool>,
    left: u32,
    random: &'a mut ChaCha8Rng,
}

impl Filling<'_> {
    fn fill(&mut self) -> bool {
        let cells = (0..self.digits.len()).filter(|&cell| self.free[cell]);
        let masks = cells.map(|cell| (self.candidates(cell), cell));
        let Some((mut mask, cell)) = masks.min_by_key(|(mask, _)| mask.count_ones()) else {
            return true;
        };
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.occupy(cell);
        while mask != 0 {
            let skipped = self.random.random_range(0..mask.count_ones());
            let rest = (0..skipped).fold(mask, |rest, _| rest & (rest - 1));
            let digit = rest.trailing_zeros() as usize;
            mask &= !(1 << digit);
            self.digits[cell] = Digit::from_index(digit);
            if self.holds(cell) && self.fill() {
                return true;
            }
        }
        self.release(cell);
        false
    }

    fn occupy(&mut self, cell: usize) {
        self.free[cell] = false;
        for (kernel, _) in &self.kernels[cell] {
            self.missing[*kernel] -= 1;
        }
    }

    fn release(&mut self, cell: usize) {
        self.free[cell] = true;
        for (kernel, _) in &self.kernels[cell] {
            self.missing[*kernel] += 1;
        }
    }

    fn candidates(&self, cell: usize) -> Mask {
        let others = self.seen[cell].iter().filter(|&&other| !self.free[other]);
        let used = others.fold(0, |used, &other| used | 1 << self.digits[other].index());
        self.puzzle.candidates()[Cell(cell as u32).index()] & !used
    }

    /// Whether the kernels about a cell that have no free cell hold.
    fn holds(&self, cell: usize) -> bool {
        let mut full = self.kernels[cell].iter();
        let board = self.puzzle.board();
        full.all(|(index, kernel)| self.missing[*index] > 0 || kernel.holds(board, &self.digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Geometry;
    use crate::rules::Board;
    use rand::SeedableRng;

    #[test]
    fn fillings_obey_the_houses_and_repeat() {
        let board = Board::classic(Geometry::CLASSIC).unwrap();
        let puzzle = VariantPuzzle::new(board);
        let of = |seed| random_filling(&puzzle, 5000, &mut ChaCha8Rng::seed_from_u64(seed));
        let filled: Vec<_> = (0..20).filter_map(of).collect();
        assert!(filled.len() > 10, "{}", filled.len());
        for filling in &filled {
            assert_eq!(puzzle.check(filling), Ok(()));
        }
        assert_eq!(of(3), of(3));
        assert_ne!(filled[0], filled[1]);
    }
}
