//! A second method for the maximum: SAT after search, search after SAT.

use super::{Method, PyramidArgs, backend_of, present};
use crate::backend::cross_check::{GiveUp, MAX_CLAUSES, formula_is_small, patience};
use crate::backend::{self, Approach, Backend, NativeBackend, Optimum, Query};
use crate::cli::pipeline::check::{CheckOutcome, both, option};
use crate::cli::pipeline::session;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use crate::limits::Limits;
use crate::objective::Objective;
use anyhow::Result;
use std::time::Duration;

/// What the first method says.
pub struct Maximum<'a> {
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
}

impl Second {
    /// SAT with the encoding that the arguments name.
    pub fn new(args: &PyramidArgs) -> Result<Second> {
        Ok(Second {
            native: NativeBackend::default(),
            sat: backend_of(args, Method::Sat)?,
        })
    }

    /// Looks for the maximum once more; `None` if nothing was said, or there is no
    /// time left.
    pub fn check(
        &mut self,
        args: &PyramidArgs,
        record: &Record,
        first: &Maximum<'_>,
    ) -> Option<CheckOutcome> {
        let left = match args.time.timeout {
            Some(timeout) => timeout.saturating_sub(first.took),
            None => Duration::MAX,
        };
        if matches!(first.optimum, Optimum::Unknown(_)) || left.is_zero() {
            return None;
        }
        let second: &mut dyn Backend = match first.approach {
            Approach::Search => &mut *self.sat,
            Approach::Clauses => &mut self.native,
        };
        let by = second.name().to_owned();
        let time = patience(first.took).min(left);
        let given_up = |why| CheckOutcome::GaveUp {
            by: by.clone(),
            place: session::place(record),
            why,
            time,
        };
        if let Err(why) = supports(second, &record.puzzle, first.objective) {
            return Some(given_up(GiveUp::Unsupported(why)));
        }
        let limits = Limits::unlimited()
            .stopped_by(session::stop_flag())
            .within(time);
        let found = backend::maximise(second, &record.puzzle, first.objective, &limits);
        let shown = |score: i64| {
            if args.objective.minimise {
                -score
            } else {
                score
            }
        };
        let said = match &found {
            Ok(optimum) if !compatible(first.optimum, optimum) => present::text(optimum, &shown),
            Ok(Optimum::Feasible { reason, .. } | Optimum::Unknown(reason)) => {
                return Some(given_up(GiveUp::Stopped(reason.clone())));
            }
            Ok(_) => return Some(CheckOutcome::Agreed { by }),
            Err(wrong) => format!("a wrong solution: {}", wrong.flaw),
        };
        let claimed = present::text(first.optimum, &shown);
        Some(CheckOutcome::Differ {
            record: Box::new(record.clone()),
            text: both(record, (first.backend, &claimed), Some((&by, &said))),
        })
    }
}

fn supports(second: &dyn Backend, puzzle: &Puzzle, objective: &Objective) -> Result<(), String> {
    if second.approach() == Approach::Clauses && !formula_is_small(puzzle) {
        return Err(format!("a formula of more than {MAX_CLAUSES} clauses"));
    }
    let query = Query::Maximise(objective.clone());
    second
        .supports(puzzle, &query)
        .map_err(|unsupported| unsupported.to_string())
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
    command + &option("model-limit", &args.model_limit.to_string())
}

/// The scores between which the maximum lies, as far as the answer tells;
/// `None` if there is no solution.
fn range(optimum: &Optimum) -> Option<(i64, i64)> {
    match optimum {
        Optimum::Optimal { score, .. } => Some((*score, *score)),
        Optimum::Feasible { score, bound, .. } => Some((*score, bound.unwrap_or(i64::MAX))),
        Optimum::Unsatisfiable => None,
        Optimum::Unknown(_) => Some((i64::MIN, i64::MAX)),
    }
}

/// Whether both can be right.
fn compatible(one: &Optimum, two: &Optimum) -> bool {
    let unknown = |optimum| matches!(optimum, &Optimum::Unknown(_));
    match (range(one), range(two)) {
        (None, None) => true,
        (Some(a), Some(b)) => a.0 <= b.1 && b.0 <= a.1,
        _ => unknown(one) || unknown(two),
    }
}
