//! The maximum through clauses: models one by one, or a search that knows the objective.

use super::losses::Losses;
use super::models::{best_solution, engine_fault, optimum};
use super::sat::{SatBackend, settled};
use super::{Backend, End, Optimum};
use crate::cnf::{Limited, Var};
use crate::encoding::{Term, VarMap, decode};
use crate::grid::{Cell, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{Negate, Objective, Progress};
use crate::outcome::Reason;
use crate::sat::SatSolver;
use crate::sat::optimise::Strategy;
use std::ops::ControlFlow;

/// How a SAT engine finds the maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaximumMethod {
    /// All models, each excluded by a blocking clause.
    Enumerate,
    /// Models that differ in cells which the smallest equivalent objective counts.
    Project,
    /// A totalizer over the smallest equivalent objective, each model better than the
    /// last; cores where it would have too many sums.
    Linear,
    /// From the upper bound downwards: each unsatisfiable core lowers it.
    Cores,
}

/// Where and how [`SatBackend::optimise`] searches.
#[derive(Clone, Copy)]
pub(super) struct Region<'s> {
    pub strategy: Strategy,
    /// Only solutions that score less than this, if it is given.
    pub below: Option<i64>,
    /// A solution that is known, if any: only better ones are looked for.
    pub known: Option<&'s Solution>,
}

impl Region<'_> {
    /// All solutions.
    pub fn whole(strategy: Strategy) -> Region<'static> {
        Region {
            strategy,
            below: None,
            known: None,
        }
    }
}

impl SatBackend {
    /// The best of all models, up to the limit on models. Models that agree on the cells
    /// that `matters` picks count once.
    pub(super) fn best_of_all(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        matters: impl Fn(Cell) -> bool,
    ) -> Optimum {
        let mut best: Option<(i64, Solution)> = None;
        let mut models = 0;
        let end = self.models(puzzle, limits, matters, |solution| {
            models += 1;
            let score = objective.score(&solution);
            if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
                best = Some((score, solution));
            }
            match limits.models().is_none_or(|limit| models < limit) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        let reason = match end {
            End::Exhausted => None,
            End::Enough => Some(Reason::ModelLimit),
            End::Stopped(reason) => Some(reason),
        };
        let bound = || objective.bound(|cell| puzzle.given(cell));
        optimum(best, reason.map(|reason| (bound(), reason)))
    }

    /// Searches with the objective in clauses for the best solution of a region.
    pub(super) fn optimise(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        region: Region<'_>,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        let map = match self.variables(puzzle, limits) {
            Ok(map) => map,
            Err(End::Stopped(reason)) => return Optimum::Unknown(reason),
            Err(End::Exhausted | End::Enough) => return Optimum::Unsatisfiable,
        };
        let Region {
            strategy,
            below,
            known,
        } = region;
        if map.is_empty() {
            return settled_optimum(objective, &map, below);
        }
        let ready = live_losses(objective, &map, limits).and_then(|losses| {
            let mut solver = self.for_maxima(puzzle, &map, limits)?;
            if let Some(below) = below {
                // Below is above by the negated objective.
                stay_above(-below, &objective.negated(), &map, &mut *solver, limits)?;
            }
            Ok((losses, solver))
        });
        let (losses, mut solver) = match ready {
            Ok(ready) => ready,
            Err(reason) => return Optimum::Unknown(reason),
        };
        let scored = |solution: Solution| (objective.score(&solution), solution);
        let known = known.cloned().map(scored);
        let fault = |error| engine_fault(self.name(), &error);
        let read = |value: &dyn Fn(Var) -> bool| decode(&map, value).map(scored).map_err(fault);
        best_solution(
            &mut *solver,
            &losses,
            strategy,
            known,
            limits,
            read,
            progress,
        )
    }

    /// Shows every solution that scores `score` or more.
    pub(super) fn scoring_at_least(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        score: i64,
        limits: &Limits,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        let map = match self.variables(puzzle, limits) {
            Ok(map) => map,
            Err(end) => return end,
        };
        let visit = &mut |solution: Solution| match objective.score(&solution) >= score {
            true => visit(&solution),
            false => ControlFlow::Continue(()),
        };
        if map.is_empty() {
            return settled(&map, visit);
        }
        let ready = self
            .for_maxima(puzzle, &map, limits)
            .and_then(|mut solver| {
                stay_above(score - 1, objective, &map, &mut *solver, limits)?;
                Ok(solver)
            });
        match ready {
            Ok(solver) => self.all_models(puzzle, &map, solver, limits, visit),
            Err(reason) => End::Stopped(reason),
        }
    }
}

/// The losses of the candidates that have a term, by the smallest equivalent objective.
fn live_losses(objective: &Objective, map: &VarMap, limits: &Limits) -> Result<Losses, Reason> {
    let reduced = objective.reduced();
    let is_candidate = |cell, digit| map.term(cell, digit) != Term::False;
    let matters = |cell, _: &_| reduced.objective.matters(cell);
    Losses::classic(reduced, map, is_candidate, matters, limits)
}

/// Forbids solutions that score `above` or less.
fn stay_above(
    above: i64,
    objective: &Objective,
    map: &VarMap,
    solver: &mut dyn SatSolver,
    limits: &Limits,
) -> Result<(), Reason> {
    let losses = live_losses(objective, map, limits)?;
    let mut limited = Limited::new(solver, limits);
    let added = losses.require_above(above, &mut limited);
    limited.finish().and(added)
}

/// The outcome where presolving left no variable: the one solution, if there is one and
/// its score is below the limit.
fn settled_optimum(objective: &Objective, map: &VarMap, below: Option<i64>) -> Optimum {
    let mut best = None;
    settled(map, |solution| {
        let score = objective.score(&solution);
        let counts = below.is_none_or(|below| score < below);
        best = counts.then_some((score, solution));
        ControlFlow::Continue(())
    });
    optimum(best, None)
}
