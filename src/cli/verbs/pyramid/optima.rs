//! What there is beside one best solution: all of them, their number, the next
//! best scores.

use super::{Objectives, PyramidArgs};
use crate::backend::{Backend, Query};
use crate::backend::{End, Optimum, Presolve, SatBackend, Unsupported};
use crate::cli::pipeline::session;
use crate::grid::{Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::Reason;
use crate::sat::Engine;
use crate::sat::optimise::Strategy;
use anyhow::Result;
use std::ops::ControlFlow;

/// Solutions beside the best one.
#[derive(Default)]
pub struct Optima {
    /// Solutions that are worth the maximum, and whether these are all.
    pub best: Option<(Vec<Solution>, Complete)>,
    /// The best scores, each with a solution, and whether these are all.
    pub top: Option<(Vec<(i64, Solution)>, Complete)>,
}

/// Whether everything was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Complete {
    /// All of it.
    Yes,
    /// As many as were asked for; there may be more.
    Enough,
    /// A limit came first.
    Stopped(Reason),
}

/// Looks for what the arguments ask beside the maximum.
pub fn optima(
    args: &PyramidArgs,
    objectives: &Objectives,
    puzzle: &Puzzle,
    optimum: &Optimum,
    limits: &Limits,
) -> Result<Optima> {
    let mut optima = Optima::default();
    let Optimum::Optimal { score, solution } = optimum else {
        return Ok(optima);
    };
    if !args.all && !args.count && args.top.is_none() {
        return Ok(optima);
    }
    let objective = objectives.of(puzzle.geometry())?;
    let encoding = session::encoding(&args.encoding)?;
    let mut sat = SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
    let fits: Result<(), Unsupported> = sat.supports(puzzle, &Query::Maximise(objective.clone()));
    fits?;
    if args.all || args.count {
        // One is known; a break says that there is one more than asked for.
        let mut found = vec![solution.clone()];
        let end = sat.worth_at_least(puzzle, &objective, *score, limits, &mut |each| {
            if each == solution {
                return ControlFlow::Continue(());
            }
            if found.len() as u64 == args.limit {
                return ControlFlow::Break(());
            }
            found.push(each.clone());
            ControlFlow::Continue(())
        });
        optima.best = Some((found, complete(end)));
    }
    if let Some(count) = args.top {
        let first = (*score, solution.clone());
        optima.top = Some(top(&mut sat, puzzle, &objective, first, count, limits));
    }
    Ok(optima)
}

fn complete(end: End) -> Complete {
    match end {
        End::Exhausted => Complete::Yes,
        End::Enough => Complete::Enough,
        End::Stopped(reason) => Complete::Stopped(reason),
    }
}

/// Each next score is the best below the last.
fn top(
    sat: &mut SatBackend,
    puzzle: &Puzzle,
    objective: &Objective,
    first: (i64, Solution),
    count: u64,
    limits: &Limits,
) -> (Vec<(i64, Solution)>, Complete) {
    let mut below = first.0;
    let mut found = vec![first];
    while (found.len() as u64) < count {
        match sat.optimise(puzzle, objective, Strategy::Linear, Some(below), limits) {
            Optimum::Optimal { score, solution } => {
                below = score;
                found.push((score, solution));
            }
            Optimum::Unsatisfiable => return (found, Complete::Yes),
            Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => {
                return (found, Complete::Stopped(reason));
            }
        }
    }
    (found, Complete::Enough)
}
