//! More than one best solution: all of them, their number, the next best scores.

use super::{Method, Objectives, PyramidArgs};
use crate::backend::{
    self, AutoBackend, Backend, BestSolutions, NativeBackend, Optimum, Presolve, Query, SatBackend,
    TopScores, VariantNative, variant_best_solutions, variant_top_scores,
};
use crate::cli::pipeline::engines;
use crate::grid::{Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::outcome::{End, Reason};
use crate::rules::VariantPuzzle;
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
    /// The scores below the maximum.
    pub fn next_scores(&self) -> impl Iterator<Item = &(i64, Solution)> {
        self.top.iter().flat_map(|top| top.scores.iter().skip(1))
    }

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
    let objective = objectives.on_grid(puzzle.geometry())?;
    let objective = objective.to_maximise();
    let encoding = engines::encoding(&args.encoding)?;
    let mut sat = SatBackend::new(Engine::varisat(), encoding, Presolve::Locked);
    let query = Query::Maximise(objective.clone());
    if args.all || args.count {
        sat.supports(puzzle, &query)?;
        let limit = args.limit;
        let found = backend::best_solutions(&mut sat, puzzle, objective, best, limit, limits)?;
        optima.best = Some(found);
    }
    if let Some(count) = args.top {
        let found = match args.method {
            Method::Native => {
                let mut native = NativeBackend::default();
                native.top_scores(puzzle, objective, best, count, limits)
            }
            Method::Auto => {
                AutoBackend::new(sat).top_scores(puzzle, objective, best, count, limits)
            }
            Method::Sat | Method::Cores | Method::Project | Method::Enumerate => {
                sat.supports(puzzle, &query)?;
                backend::top_scores(&mut sat, puzzle, objective, best, count, limits)
            }
        };
        optima.top = Some(found?);
    }
    Ok(optima)
}

/// All best grids, their number, or the top scores of a variant, as the arguments ask.
pub fn of_variant(
    args: &PyramidArgs,
    native: &VariantNative,
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    optimum: &Optimum,
    limits: &Limits,
) -> Result<Optima> {
    let mut optima = Optima::default();
    let Optimum::Optimal { solution: best, .. } = optimum else {
        return Ok(optima);
    };
    if args.all || args.count {
        let found = variant_best_solutions(native, puzzle, weights, best, args.limit, limits)?;
        optima.best = Some(found);
    }
    if let Some(count) = args.top {
        let top = variant_top_scores(native, puzzle, weights, best, count, limits)?;
        optima.top = Some(top);
    }
    Ok(optima)
}
