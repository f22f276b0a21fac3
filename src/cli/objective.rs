//! Which objective the arguments name.

use crate::cli::args::number;
use crate::cli::pipeline::input;
use crate::grid::Geometry;
use crate::objective::{CellWeights, Directed, Direction, Objective, PYRAMID_BASE, text};
use crate::rules::Board;
use anyhow::{Context, Result};
use clap::Args;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Largest file of weights, in bytes: enough for each digit of each cell of the largest
/// grids that can be maximised.
const MAX_WEIGHTS: u64 = 1 << 28;

/// The options that choose the weights.
#[derive(Args, Debug, Clone)]
pub struct ObjectiveArgs {
    /// Read weights from FILE: an integer for each cell or, for classic puzzles, for each digit of
    /// each cell, separated by spaces or commas
    ///
    /// No score of a classic puzzle may be beyond ±2^57, and no weight of a variant beyond
    /// ±1000000000.
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Weight of the rim of the pyramid; each ring further in weighs one more
    #[arg(long, value_name = "N", default_value_t = PYRAMID_BASE, conflicts_with = "weights",
          allow_negative_numbers = true, value_parser = number)]
    pub base: i64,

    /// Minimise the sum instead of maximising it
    #[arg(long, visible_alias = "minimize")]
    pub minimise: bool,
}

impl ObjectiveArgs {
    /// Which score is asked for.
    pub fn direction(&self) -> Direction {
        Direction::lowest_if(self.minimise)
    }
}

/// Objectives of grids and boards, as the arguments say.
pub struct Objectives {
    /// The integers of the file of weights and its name, if there is one.
    numbers: Option<(Vec<i64>, String)>,
    base: i64,
    /// Which score is asked for.
    pub direction: Direction,
    known: Mutex<HashMap<Geometry, Directed<Objective>>>,
}

impl Objectives {
    /// Reads the file of the weights, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds anything but integers.
    pub fn new(args: &ObjectiveArgs) -> Result<Objectives> {
        let read = |path: &PathBuf| -> Result<_> {
            let name = path.display().to_string();
            let content = input::read_text(&name, MAX_WEIGHTS)?;
            Ok((text::numbers(&content, &name)?, name))
        };
        Ok(Objectives {
            numbers: args.weights.as_ref().map(read).transpose()?,
            base: args.base,
            direction: args.direction(),
            known: Mutex::default(),
        })
    }

    /// Whether a score may be negative, so that -1 cannot stand for "no solution".
    pub fn may_be_negative(&self) -> bool {
        self.numbers.is_some() || self.base < 0
    }

    /// The objective on grids of this shape.
    ///
    /// # Errors
    /// Weights for another size, or too large ones.
    pub fn on_grid(&self, geometry: Geometry) -> Result<Directed<Objective>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(objective) = known.get(&geometry) {
            return Ok(objective.clone());
        }
        let plain = match &self.numbers {
            Some((numbers, name)) => text::objective(numbers, name, geometry)?,
            None if self.base == PYRAMID_BASE => Objective::pyramid(geometry),
            None => Objective::pyramid_with_rim(geometry, self.base)?,
        };
        let objective = Directed::new(plain, self.direction);
        known.insert(geometry, objective.clone());
        Ok(objective)
    }

    /// The objective on this board.
    ///
    /// # Errors
    /// Weights for another number of cells, or too large ones.
    pub fn on_board(&self, board: &Board) -> Result<Directed<CellWeights>> {
        let plain = match &self.numbers {
            Some((numbers, name)) => {
                CellWeights::new(board, numbers.clone()).with_context(|| name.clone())
            }
            None => CellWeights::pyramid_with_rim(board, self.base).context("--base"),
        };
        Ok(Directed::new(plain?, self.direction))
    }

    /// Which score is asked for, in words.
    pub fn question(&self) -> String {
        let which = self.direction.name();
        match &self.numbers {
            None => format!("{which} score of the pyramid from {}", self.base),
            Some((numbers, _)) => {
                let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
                format!("{which} score of {}", words.join(" "))
            }
        }
    }
}
