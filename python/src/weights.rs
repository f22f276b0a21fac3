//! What is maximised.

use crate::error::{BadInput, Failure};
use satoku::Geometry;
use satoku::objective::{CellWeights, Objective};
use satoku::rules::Board;

/// The weights of the cells, for grids of any shape.
pub struct Weights {
    /// None are the pyramid.
    numbers: Option<Vec<i64>>,
    /// Whether the lowest score is asked for.
    pub minimise: bool,
}

fn bad(error: impl std::fmt::Display) -> Failure {
    BadInput::new(format!("weights: {error}")).into()
}

impl Weights {
    /// A weight for each cell, or for each digit of each cell; none for the pyramid.
    pub fn new(numbers: Option<Vec<i64>>, minimise: bool) -> Weights {
        Weights { numbers, minimise }
    }

    /// Refuses weights that fit no puzzle of a shape that is known before any puzzle is.
    ///
    /// # Errors
    /// Weights for another size, or too large ones.
    pub fn check(&self, shape: Option<Geometry>) -> Result<(), Failure> {
        shape.map_or(Ok(()), |shape| self.on_shape(shape).map(drop))
    }

    /// The objective to maximise on classic grids.
    ///
    /// # Errors
    /// Weights for another size, or too large ones.
    pub fn on_shape(&self, geometry: Geometry) -> Result<Objective, Failure> {
        let plain = match &self.numbers {
            Some(numbers) => Objective::new(geometry, numbers.clone()).map_err(bad)?,
            None => Objective::pyramid(geometry),
        };
        Ok(if self.minimise {
            plain.negated()
        } else {
            plain
        })
    }

    /// The weights as they were given, on a board of any form.
    ///
    /// # Errors
    /// Weights for another number of cells, or too large ones.
    pub fn plain_on_board(&self, board: &Board) -> Result<CellWeights, Failure> {
        match &self.numbers {
            Some(numbers) => CellWeights::new(board, numbers.clone()).map_err(bad),
            None => Ok(CellWeights::pyramid(board)),
        }
    }

    /// The weights to maximise with on a board of any form.
    ///
    /// # Errors
    /// Weights for another number of cells, or too large ones.
    pub fn on_board(&self, board: &Board) -> Result<CellWeights, Failure> {
        let plain = self.plain_on_board(board)?;
        if !self.minimise {
            return Ok(plain);
        }
        let negated = plain.weights().iter().map(|weight| -weight);
        CellWeights::new(board, negated.collect()).map_err(bad)
    }
}
