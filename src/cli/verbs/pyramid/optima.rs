//! More than one best solution: all of them, their number, the next best scores.

use super::{Objectives, PyramidArgs};
use crate::backend::{
    self, Backend, BestSolutions, Optimum, Presolve, Query, SatBackend, TopScores,
};
use crate::cli::pipeline::session;
use crate::grid::Puzzle;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::sat::Engine;
use anyhow::Result;

/// Solutions in addition to the best one.
#[derive(Default)]
pub struct Optima {
    /// For `--all` and `--count`.
    pub best: Option<BestSolutions>,
    /// For `--top`.
    pub top: Option<TopScores>,
}

impl Optima {
    /// Which parts a limit cut short, and why.
    pub fn stops(&self) -> impl Iterator<Item = (&'static str, &Reason)> {
        let best = self.best.as_ref().map(|best| ("the best grids", &best.end));
        let top = self.top.as_ref().map(|top| ("the next scores", &top.end));
        let ends = best.into_iter().chain(top);
        ends.filter_map(|(what, end)| match end {
            End::Stopped(reason) => Some((what, reason)),
            End::Exhausted | End::Enough => None,
        })
    }
}

/// Finds what the arguments ask for in addition to the maximum.
pub fn optima(
    args: &PyramidArgs,
    objectives: &Objectives,
    puzzle: &Puzzle,
    optimum: &Optimum,
    limits: &Limits,
) -> Result<Optima> {
    let mut optima = Optima::default();
    let Optimum::Optimal { solution: best, .. } = optimum else {
        return Ok(optima);
    };
    if !args.all && !args.count && args.top.is_none() {
        return Ok(optima);
    }
    let objective = &objectives.of(puzzle.geometry())?;
    let encoding = session::encoding(&args.encoding)?;
    let sat = &mut SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
    sat.supports(puzzle, &Query::Maximise(objective.clone()))?;
    if args.all || args.count {
        let found = backend::best_solutions(sat, puzzle, objective, best, args.limit, limits)?;
        optima.best = Some(found);
    }
    if let Some(count) = args.top {
        optima.top = Some(backend::top_scores(
            sat, puzzle, objective, best, count, limits,
        )?);
    }
    Ok(optima)
}
