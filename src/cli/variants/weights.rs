//! The objective of the command line, for boards of any form.

use crate::cli::objective::ObjectiveArgs;
use crate::objective::CellWeights;
use crate::rules::Board;
use anyhow::{Context, Result};

/// The weights that the arguments name: those of a file, or rings.
pub struct WeightsGiven {
    numbers: Option<(Vec<i64>, String)>,
    base: i64,
    /// Whether the lowest score is asked for.
    pub minimise: bool,
}

impl WeightsGiven {
    /// Reads the file of the weights, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds anything but integers.
    pub fn new(args: &ObjectiveArgs) -> Result<WeightsGiven> {
        Ok(WeightsGiven {
            numbers: args.numbers()?,
            base: args.base,
            minimise: args.minimise,
        })
    }

    /// The weights on this board.
    ///
    /// # Errors
    /// Weights for another number of cells, or too large ones.
    pub fn on(&self, board: &Board) -> Result<CellWeights> {
        match &self.numbers {
            Some((numbers, name)) => {
                CellWeights::new(board, numbers.clone()).with_context(|| name.clone())
            }
            None => CellWeights::pyramid_with_rim(board, self.base).context("--base"),
        }
    }

    /// The weights to maximise with: negative ones if the lowest score is asked for.
    ///
    /// # Errors
    /// As [`WeightsGiven::on`].
    pub fn to_maximise(&self, board: &Board) -> Result<CellWeights> {
        let plain = self.on(board)?;
        let sign = if self.minimise { -1 } else { 1 };
        let weights = plain.weights().iter().map(|weight| sign * weight);
        Ok(CellWeights::new(board, weights.collect())?)
    }

    /// The score as the user counts it.
    pub fn shown(&self, score: i64) -> i64 {
        if self.minimise { -score } else { score }
    }
}
