//! Objectives for boards of any form: the sum of value × weight.

use super::{Negate, PYRAMID_BASE};
use crate::grid::{Cell, Solution};
use crate::rules::Board;

/// A weight for each cell of a [`Board`]; a solution scores Σ value × weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellWeights {
    weights: Vec<i64>,
}

/// Weights that do not fit a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CellWeightsError {
    /// Another number of weights than cells.
    #[error("found {found} weights, expected one for each of the {expected} cells")]
    Count {
        /// Weights.
        found: usize,
        /// Cells.
        expected: usize,
    },
    /// Scores could overflow.
    #[error("the weight {0} is too large; weights go from -{MAX_WEIGHT} to {MAX_WEIGHT}")]
    Large(i64),
}

/// Largest absolute weight. With values up to a million and 64×64 cells, scores stay
/// below 2⁶³.
const MAX_WEIGHT: i64 = 1_000_000_000;

impl CellWeights {
    /// The weights of the cells in reading order.
    ///
    /// # Errors
    /// [`CellWeightsError`].
    pub fn new(board: &Board, weights: Vec<i64>) -> Result<CellWeights, CellWeightsError> {
        let weights = CellWeights { weights };
        weights.fit(board)?;
        let range = -MAX_WEIGHT..=MAX_WEIGHT;
        match weights.weights.iter().find(|each| !range.contains(each)) {
            Some(&weight) => Err(CellWeightsError::Large(weight)),
            None => Ok(weights),
        }
    }

    /// # Errors
    /// [`CellWeightsError::Count`] if there are more or fewer weights than cells.
    pub(crate) fn fit(&self, board: &Board) -> Result<(), CellWeightsError> {
        let (found, expected) = (self.weights.len(), board.cell_count());
        match found == expected {
            true => Ok(()),
            false => Err(CellWeightsError::Count { found, expected }),
        }
    }

    /// # Panics
    /// If there are more or fewer weights than cells.
    pub(crate) fn assert_fit(&self, board: &Board) {
        if let Err(why) = self.fit(board) {
            panic!("{why}");
        }
    }

    /// The pyramid of NOIP 2009: 6 on the rim, and one more for each ring inwards.
    pub fn pyramid(board: &Board) -> CellWeights {
        let weights = rings(board, PYRAMID_BASE);
        CellWeights { weights }
    }

    /// The pyramid whose rim weighs `rim`, with one more for each ring inwards.
    ///
    /// # Errors
    /// [`CellWeightsError::Large`].
    pub fn pyramid_with_rim(board: &Board, rim: i64) -> Result<CellWeights, CellWeightsError> {
        CellWeights::new(board, rings(board, rim))
    }

    /// The weights in reading order.
    pub fn weights(&self) -> &[i64] {
        &self.weights
    }

    /// The weight of a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn weight(&self, cell: Cell) -> i64 {
        self.weights[cell.index()]
    }

    /// Σ value × weight.
    ///
    /// # Panics
    /// If there are not as many weights, and digits in the solution, as the board has cells.
    pub fn score(&self, board: &Board, solution: &Solution) -> i64 {
        self.assert_fit(board);
        let (found, expected) = (solution.cells().len(), board.cell_count());
        assert!(
            found == expected,
            "a solution of {found} cells, expected {expected}"
        );
        let cells = board.cells().zip(solution.cells());
        let scores = cells.map(|(cell, &digit)| self.weight(cell) * i64::from(board.value(digit)));
        scores.sum()
    }
}

impl Negate for CellWeights {
    fn negated(&self) -> CellWeights {
        let weights = self.weights.iter().map(|weight| -weight).collect();
        CellWeights { weights }
    }
}

/// `rim` on the rim, and one more for each ring inwards.
fn rings(board: &Board, rim: i64) -> Vec<i64> {
    let (rows, columns) = (board.rows(), board.columns());
    let ring = |cell: Cell| {
        let (row, column) = (board.row(cell), board.column(cell));
        let to_rim = row
            .min(column)
            .min(rows - 1 - row)
            .min(columns - 1 - column);
        rim.saturating_add(to_rim as i64)
    };
    board.cells().map(ring).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pyramids_whose_weights_are_too_large_are_refused() {
        let board = Board::new((3, 5), (1, 5), None).unwrap();
        let pyramid = CellWeights::pyramid(&board);
        assert_eq!(pyramid.weights()[5..10], [6, 7, 7, 7, 6]);
        for rim in [i64::MIN, i64::MAX] {
            let refused = CellWeights::pyramid_with_rim(&board, rim);
            assert_eq!(refused, Err(CellWeightsError::Large(rim)));
        }
    }

    #[test]
    #[should_panic(expected = "a solution of 4 cells, expected 15")]
    fn solutions_of_another_board_have_no_score() {
        let board = Board::new((3, 5), (1, 5), None).unwrap();
        let solution = Solution::new(vec![crate::grid::Digit::from_index(0); 4]);
        CellWeights::pyramid(&board).score(&board, &solution);
    }
}
