//! Which objective the arguments name.

use crate::cli::args::number;
use crate::cli::pipeline::input;
use crate::grid::Geometry;
use crate::objective::{Objective, PYRAMID_BASE, text};
use anyhow::Result;
use clap::Args;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Largest file of weights, in bytes: enough for each digit of each cell of the largest
/// grids that can be maximised.
const MAX_WEIGHTS: u64 = 1 << 28;

/// The objective.
#[derive(Args, Debug, Clone)]
pub struct ObjectiveArgs {
    /// Read weights from FILE: an integer for each cell or, for classic puzzles, for each
    /// digit of each cell, separated by spaces or commas. Classic puzzles: no score may be
    /// beyond ±2^57; variants: weights are at most ±1000000000
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,

    /// Weight of the rim of the pyramid; each ring inwards weighs one more
    #[arg(long, value_name = "N", default_value_t = PYRAMID_BASE, conflicts_with = "weights",
          allow_negative_numbers = true, value_parser = number)]
    pub base: i64,

    /// Minimise the sum instead of maximising it
    #[arg(long, visible_alias = "minimize")]
    pub minimise: bool,

    /// What was read: a pipe can be read only once.
    #[arg(skip)]
    pub known: OnceLock<(Vec<i64>, String)>,
}

impl ObjectiveArgs {
    /// The integers of the file of weights and its name, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds anything but integers.
    pub fn numbers(&self) -> Result<Option<(Vec<i64>, String)>> {
        let Some(path) = &self.weights else {
            return Ok(None);
        };
        if self.known.get().is_none() {
            let name = path.display().to_string();
            let content = input::read_text(&name, MAX_WEIGHTS)?;
            let _ = self.known.set((text::numbers(&content, &name)?, name));
        }
        Ok(self.known.get().cloned())
    }
}

/// Objectives by geometry, as the arguments say.
pub struct Objectives {
    numbers: Option<(Vec<i64>, String)>,
    base: i64,
    /// Whether scores are those of the negated weights.
    pub minimise: bool,
    known: Mutex<HashMap<Geometry, Objective>>,
}

impl Objectives {
    /// Reads the file of the weights, if there is one.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds anything but integers.
    pub fn new(args: &ObjectiveArgs) -> Result<Objectives> {
        Ok(Objectives {
            numbers: args.numbers()?,
            base: args.base,
            minimise: args.minimise,
            known: Mutex::default(),
        })
    }

    /// Whether a score may be negative, so that -1 cannot stand for "no solution".
    pub fn may_be_negative(&self) -> bool {
        self.numbers.is_some() || self.base < 0
    }

    /// The objective to maximise on grids of this shape.
    ///
    /// # Errors
    /// Weights for another size, or too large ones.
    pub fn of(&self, geometry: Geometry) -> Result<Objective> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(objective) = known.get(&geometry) {
            return Ok(objective.clone());
        }
        let plain = match &self.numbers {
            Some((numbers, name)) => text::objective(numbers, name, geometry)?,
            None if self.base == PYRAMID_BASE => Objective::pyramid(geometry),
            None => Objective::pyramid_with_rim(geometry, self.base)?,
        };
        let objective = if self.minimise {
            plain.negated()
        } else {
            plain
        };
        known.insert(geometry, objective.clone());
        Ok(objective)
    }

    /// The score as the user counts it.
    pub fn shown(&self, score: i64) -> i64 {
        if self.minimise { -score } else { score }
    }
}
