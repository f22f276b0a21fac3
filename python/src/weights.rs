//! What is maximised.

use crate::error::{BadInput, Failure};
use satoku::Geometry;
use satoku::objective::{CellWeights, Directed, Direction, Objective};
use satoku::rules::Board;

/// The weights of the cells, for grids of any shape.
pub struct Weights {
    /// None are the pyramid.
    numbers: Option<Vec<i64>>,
    /// Which score is asked for.
    pub direction: Direction,
}

fn bad(error: impl std::fmt::Display) -> Failure {
    BadInput::new(format!("weights: {error}")).into()
}

impl Weights {
    /// A weight for each cell, or for each digit of each cell; none for the pyramid.
    pub fn new(numbers: Option<Vec<i64>>, minimise: bool) -> Weights {
        Weights {
            numbers,
            direction: Direction::lowest_if(minimise),
        }
    }

    /// Refuses weights that fit no puzzle of a shape that is known before any puzzle is.
    ///
    /// # Errors
    /// Weights for another size, or too large ones.
    pub fn check(&self, shape: Option<Geometry>) -> Result<(), Failure> {
        shape.map_or(Ok(()), |shape| self.on_shape(shape).map(drop))
    }

    /// The objective on classic grids.
    ///
    /// # Errors
    /// Weights for another size, or too large ones.
    pub fn on_shape(&self, geometry: Geometry) -> Result<Directed<Objective>, Failure> {
        let plain = match &self.numbers {
            Some(numbers) => Objective::new(geometry, numbers.clone()).map_err(bad)?,
            None => Objective::pyramid(geometry),
        };
        Ok(Directed::new(plain, self.direction))
    }

    /// The objective on a board of any form.
    ///
    /// # Errors
    /// Weights for another number of cells, or too large ones.
    pub fn on_board(&self, board: &Board) -> Result<Directed<CellWeights>, Failure> {
        let plain = match &self.numbers {
            Some(numbers) => CellWeights::new(board, numbers.clone()).map_err(bad)?,
            None => CellWeights::pyramid(board),
        };
        Ok(Directed::new(plain, self.direction))
    }
}
