//! The symmetries of Sudoku: relabelling digits, permuting bands, stacks, rows within
//! a band and columns within a stack, and transposing.
//!
//! They map solutions to solutions, so verdicts and counts are invariant (B. Felgenhauer
//! and F. Jarvis, "Enumerating possible Sudoku grids", 2005, section 2).

use super::geometry::{Cell, Digit, Geometry};
use super::puzzle::Puzzle;
use super::solution::Solution;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

/// A symmetry: where each cell of the image comes from, and what each digit becomes.
#[derive(Clone, Debug)]
pub struct Symmetry {
    source: Geometry,
    target: Geometry,
    source_of: Vec<Cell>,
    relabel: Vec<Digit>,
}

impl Symmetry {
    /// A uniformly random symmetry that keeps the box shape, so that only one with square boxes
    /// may transpose.
    pub fn random(geometry: Geometry, random: &mut impl Rng) -> Symmetry {
        let (rows, columns) = (geometry.box_rows(), geometry.box_columns());
        let row_of = shuffled_lines(columns, rows, random);
        let column_of = shuffled_lines(rows, columns, random);
        let transposes = rows == columns && random.random_bool(0.5);
        let source = |cell: Cell| {
            let row = row_of[geometry.row(cell)];
            let column = column_of[geometry.column(cell)];
            match transposes {
                true => geometry.cell(column, row),
                false => geometry.cell(row, column),
            }
        };
        let source_of = geometry.cells().map(source).collect();
        let mut relabel: Vec<Digit> = geometry.digits().collect();
        relabel.shuffle(random);
        Symmetry {
            source: geometry,
            target: geometry,
            source_of,
            relabel,
        }
    }

    /// Transposition: rows become columns, and box shapes turn as well.
    pub fn transpose(geometry: Geometry) -> Symmetry {
        let target = Geometry::new(geometry.box_columns(), geometry.box_rows())
            .expect("the same product has the same range");
        let source_of = target
            .cells()
            .map(|cell| geometry.cell(target.column(cell), target.row(cell)))
            .collect();
        Symmetry {
            source: geometry,
            target,
            source_of,
            relabel: geometry.digits().collect(),
        }
    }

    /// The shape of images.
    pub(crate) fn target(&self) -> Geometry {
        self.target
    }

    /// The symmetric image of a puzzle.
    ///
    /// # Panics
    /// If the puzzle is of another shape than the symmetry.
    pub fn puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        let (found, expected) = (puzzle.geometry(), self.source);
        assert!(
            found == expected,
            "a puzzle with boxes of {found}, expected {expected}"
        );
        let mut image = Puzzle::empty(self.target);
        for (cell, &source) in self.target.cells().zip(&self.source_of) {
            let digit = puzzle.given(source).map(|d| self.relabel[d.index()]);
            image.set(cell, digit);
        }
        image
    }

    /// The symmetric image of a solution.
    ///
    /// # Panics If the solution has more or fewer cells than the grid, or a digit larger than its
    /// side.
    pub fn solution(&self, solution: &Solution) -> Solution {
        let (found, expected) = (solution.cells().len(), self.source_of.len());
        assert!(
            found == expected,
            "a solution of {found} cells, expected {expected}"
        );
        let digit = |&source: &Cell| self.relabel[solution.digit(source).index()];
        Solution::new(self.source_of.iter().map(digit).collect())
    }
}

/// A random permutation of `groups × size` lines that permutes the groups and the lines
/// within each.
fn shuffled_lines(groups: usize, size: usize, random: &mut impl Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..groups).collect();
    order.shuffle(random);
    let mut lines = Vec::with_capacity(groups * size);
    for group in order {
        let mut inside: Vec<usize> = (group * size..(group + 1) * size).collect();
        inside.shuffle(random);
        lines.extend(inside);
    }
    lines
}

/// A solution for any box shape, made by shifting rows: row `r` of band `b` starts with
/// the digit `r·C + b + 1`.
pub fn pattern(geometry: Geometry) -> Solution {
    let (rows, columns, side) = (geometry.box_rows(), geometry.box_columns(), geometry.side());
    let digit = |cell| {
        let (row, column) = (geometry.row(cell), geometry.column(cell));
        Digit::from_index((row % rows * columns + row / rows + column) % side)
    };
    Solution::new(geometry.cells().map(digit).collect())
}

/// The [`pattern`] with digits exchanged so that it agrees with givens, as far as that goes:
/// an earlier given decides which digits are exchanged for it.
pub fn pattern_like(geometry: Geometry, givens: &[Option<Digit>]) -> Solution {
    let pattern = pattern(geometry);
    let mut image: Vec<usize> = (0..geometry.side()).collect();
    let mut is_bound = vec![false; geometry.side()];
    for (cell, given) in geometry.cells().zip(givens) {
        let from = pattern.digit(cell).index();
        let wanted = given.and_then(|digit| image.iter().position(|&to| to == digit.index()));
        if let Some(other) = wanted
            && !is_bound[from]
            && !is_bound[other]
        {
            image.swap(from, other);
            is_bound[from] = true;
        }
    }
    let digit = |cell| Digit::from_index(image[pattern.digit(cell).index()]);
    Solution::new(geometry.cells().map(digit).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_pattern_and_its_images_are_solutions() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        for shape in ["1x1", "1x5", "2x2", "2x3", "3x2", "3x3", "4x4", "3x5"] {
            let geometry: Geometry = shape.parse().unwrap();
            let solution = pattern(geometry);
            assert_eq!(solution.check(&Puzzle::empty(geometry)), Ok(()), "{shape}");
            let symmetry = Symmetry::random(geometry, &mut random);
            let image = symmetry.solution(&solution);
            assert_eq!(image.check(&Puzzle::empty(geometry)), Ok(()), "{shape}");
            let turned = Symmetry::transpose(geometry);
            let image = turned.solution(&solution);
            assert_eq!(image.check(&Puzzle::empty(turned.target)), Ok(()));
        }
    }

    /// None transposed.
    #[test]
    fn random_symmetries_of_square_boxes_transpose_half_the_time() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for (shape, is_square) in [("3x3", true), ("2x3", false)] {
            let geometry: Geometry = shape.parse().unwrap();
            let mut puzzle = Puzzle::empty(geometry);
            for column in 0..2 {
                puzzle.set(geometry.cell(0, column), Some(Digit::from_index(column)));
            }
            let turned = (0..200).filter(|_| {
                let image = Symmetry::random(geometry, &mut random).puzzle(&puzzle);
                let columns: Vec<usize> = image.givens().map(|(c, _)| geometry.column(c)).collect();
                columns[0] == columns[1]
            });
            let expected = if is_square { 70..=130 } else { 0..=0 };
            assert!(expected.contains(&turned.count()), "{shape}");
        }
    }

    #[test]
    fn the_pattern_agrees_with_givens_of_which_each_has_a_digit_to_itself() {
        let geometry: Geometry = "4x4".parse().unwrap();
        let mut puzzle = Puzzle::empty(geometry);
        for (column, digit) in [(0, 7), (3, 0), (9, 15), (12, 3)] {
            puzzle.set(geometry.cell(2, column), Some(Digit::from_index(digit)));
        }
        let solution = pattern_like(geometry, puzzle.cells());
        assert_eq!(solution.check(&puzzle), Ok(()));
    }

    #[test]
    #[should_panic(expected = "a puzzle with boxes of 2x2, expected 3x3")]
    fn symmetries_are_of_one_shape() {
        let puzzle = Puzzle::empty("2x2".parse().unwrap());
        Symmetry::transpose(Geometry::CLASSIC).puzzle(&puzzle);
    }

    #[test]
    #[should_panic(expected = "a solution of 81 cells, expected 16")]
    fn symmetries_take_no_solution_of_another_shape() {
        let larger = pattern(Geometry::CLASSIC);
        Symmetry::transpose("2x2".parse().unwrap()).solution(&larger);
    }
}
