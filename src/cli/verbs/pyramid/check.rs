//! A second method for the maximum: SAT checks search, and search checks SAT.

use super::{Method, PyramidArgs, backend_of, present};
use crate::backend::cross_check::{cross_check_maximum, patience};
use crate::backend::{Approach, Backend, NativeBackend, Optimum, SatBackend};
use crate::cli::pipeline::check::{
    CheckOutcome, PRESOLVE, PuzzleTexts, Replay, is_for_sat, option,
};
use crate::cli::pipeline::engines;
use crate::cli::pipeline::session;
use crate::cli::pipeline::signals;
use crate::grid::text::Record;
use crate::limits::Limits;
use crate::objective::Objective;
use crate::sat::Engine;
use anyhow::Result;
use std::time::Duration;

/// The answer of the first method.
pub struct First<'a> {
    pub optimum: &'a Optimum,
    pub objective: &'a Objective,
    pub backend: &'a str,
    pub approach: Approach,
    pub took: Duration,
}

/// Both methods; the one that did not answer checks.
pub struct Second {
    native: NativeBackend,
    sat: Box<dyn Backend>,
    /// For what presolving answered.
    bare_sat: SatBackend,
}

impl Second {
    /// SAT with the encoding that the arguments name.
    pub fn new(args: &PyramidArgs) -> Result<Second> {
        Ok(Second {
            native: NativeBackend::default(),
            sat: backend_of(args, Method::Sat)?,
            bare_sat: SatBackend::new(
                Engine::varisat(),
                engines::encoding(&args.encoding)?,
                PRESOLVE,
            ),
        })
    }

    /// Looks for the maximum once more; `None` if there is nothing to check.
    pub fn check(
        &mut self,
        args: &PyramidArgs,
        record: &Record,
        first: &First<'_>,
    ) -> Option<CheckOutcome> {
        let left = match args.time.timeout {
            Some(timeout) => timeout.saturating_sub(first.took),
            None => Duration::MAX,
        };
        if matches!(first.optimum, Optimum::Unknown(_)) {
            return None;
        }
        let second: &mut dyn Backend = match first.approach {
            Approach::Search => &mut *self.sat,
            Approach::Presolve if is_for_sat(first.approach, &record.puzzle) => &mut self.bare_sat,
            Approach::Clauses | Approach::Presolve => &mut self.native,
        };
        let by = second.name().to_owned();
        let time = patience(first.took).min(left);
        let limits = Limits::unlimited().stopped_by(signals::stop_flag());
        let puzzle = &record.puzzle;
        let agreement = cross_check_maximum(
            second,
            puzzle,
            first.objective,
            first.optimum,
            time,
            &limits,
        );
        let shown = |score: i64| match args.objective.minimise {
            true => -score,
            false => score,
        };
        let place = || session::place(record);
        let outcome = CheckOutcome::of(agreement, (by, time), place, |by, found| {
            let text = |optimum: &Optimum| present::text(optimum, &shown);
            let first = (first.backend, first.optimum);
            let texts = PuzzleTexts::of(record);
            let text = texts.difference_in(first, by, found, text);
            (text, Replay::of(record))
        });
        Some(outcome)
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
