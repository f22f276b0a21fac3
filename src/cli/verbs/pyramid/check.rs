//! A second method for the maximum: SAT checks search, and search checks SAT.

use super::PyramidArgs;
use crate::backend::{Backend, NativeBackend, Optimum, SatBackend};
use crate::cli::pipeline::check::{
    CheckOutcome, MaximumToCheck, PRESOLVE, PuzzleTexts, is_for_sat, option,
};
use crate::cli::pipeline::engines;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::sat::Engine;
use anyhow::Result;
use std::time::Duration;

/// Both methods; the one that did not answer checks.
pub struct Second {
    native: NativeBackend,
    sat: SatBackend,
}

impl Second {
    /// SAT with the encoding that the arguments name.
    pub fn new(args: &PyramidArgs) -> Result<Second> {
        Ok(Second {
            native: NativeBackend::default(),
            sat: SatBackend::new(
                Engine::varisat(),
                engines::encoding(&args.encoding)?,
                PRESOLVE,
            ),
        })
    }

    /// Looks for the maximum once more; `None` if there is nothing to check.
    pub fn check(
        &mut self,
        record: &Record,
        maximum: &MaximumToCheck<'_, Puzzle>,
        timeout: Option<Duration>,
        shown: impl Fn(&Optimum) -> String,
    ) -> Option<CheckOutcome> {
        let second: &mut dyn Backend = match is_for_sat(maximum.by.approach, &record.puzzle) {
            true => &mut self.sat,
            false => &mut self.native,
        };
        maximum.check(second, timeout, || PuzzleTexts::of(record), shown)
    }
}

/// The verb with the options that a replay needs.
pub fn command(args: &PyramidArgs) -> String {
    use clap::ValueEnum;
    let mut command = "pyramid".to_owned();
    if let Some(method) = args.method.to_possible_value() {
        command += &option("method", method.get_name());
    }
    match &args.objective.weights {
        Some(path) => command += &option("weights", &path.display().to_string()),
        None => command += &option("base", &args.objective.base.to_string()),
    }
    if args.objective.minimise {
        command += " --minimise";
    }
    if args.encoding != crate::encoding::DEFAULT {
        command += &option("encoding", &args.encoding);
    }
    if let Some(time) = args.time.timeout {
        command += &option("timeout", &time.as_secs_f64().to_string());
    }
    if let Some(most) = args.model_limit {
        command += &option("model-limit", &most.to_string());
    }
    command
}
