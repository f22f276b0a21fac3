//! Solutions from the models of SAT solvers. `read` turns the values of variables into a solution;
//! a model that is not a solution is a fault of the engine.

use super::losses::Losses;
use crate::cnf::{Lit, Var};
use crate::encoding::NotAGrid;
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::{Improvement, Progress};
use crate::outcome::{End, Optimum, Reason};
use crate::sat::SatSolver;
use crate::sat::enumerate::{Blocking, enumerate};
use crate::sat::optimise::{Minimum, Strategy, minimise};
use std::ops::ControlFlow;

/// Shows the solution of every model under these assumptions to `visit`, which returns a clause
/// that excludes it.
pub(crate) fn each_solution(
    solver: &mut dyn SatSolver,
    assumptions: &[Lit],
    blocking: Blocking,
    limits: &Limits,
    read: impl Fn(&dyn Fn(Var) -> bool) -> Result<Solution, Reason>,
    mut visit: impl FnMut(Solution) -> ControlFlow<(), Vec<Lit>>,
) -> End {
    let mut broken = None;
    let end = enumerate(solver, assumptions, blocking, limits, |model| {
        match read(&|var| model.value(var).unwrap_or(false)) {
            Ok(solution) => visit(solution),
            Err(fault) => {
                broken = Some(fault);
                ControlFlow::Break(())
            }
        }
    });
    broken.map_or(end, End::Stopped)
}

/// The best solution, which loses least. If one is known, only better ones are looked for. The
/// solver cannot be used for anything else afterwards.
pub(crate) fn best_solution(
    solver: &mut dyn SatSolver,
    losses: &Losses,
    strategy: Strategy,
    known: Option<(i64, Solution)>,
    limits: &Limits,
    read: impl Fn(&dyn Fn(Var) -> bool) -> Result<(i64, Solution), Reason>,
    progress: Progress<'_>,
) -> Optimum {
    let lost = known.as_ref().map(|(score, _)| losses.loss(*score));
    let (mut best, mut broken) = (known, None);
    let keep = &mut |model: &dyn SatSolver| match read(&|var| model.value(var).unwrap_or(false)) {
        Ok((score, solution)) => {
            progress.report(Improvement::Score(score));
            best = Some((score, solution));
        }
        Err(fault) => broken = Some(fault),
    };
    let bound = &mut |loss| progress.report(Improvement::Bound(losses.score(loss)));
    let clusters = &losses.clusters;
    let ended = minimise(solver, clusters, strategy, lost, limits, keep, bound);
    match (broken, ended) {
        (Some(reason), _) => Optimum::Unknown(reason),
        (None, Minimum::Unsatisfiable) => Optimum::Unsatisfiable,
        (None, Minimum::Proven) => optimum(best, None),
        (None, Minimum::Stopped { bound, reason }) => {
            optimum(best, Some((losses.score(bound), reason)))
        }
    }
}

/// The outcome of a search that found `best`, with the bound and the reason if it was
/// stopped.
pub(crate) fn optimum(best: Option<(i64, Solution)>, stopped: Option<(i64, Reason)>) -> Optimum {
    match (best, stopped) {
        (None, None) => Optimum::Unsatisfiable,
        (None, Some((_, reason))) => Optimum::Unknown(reason),
        (Some((score, solution)), None) => Optimum::Optimal { solution, score },
        (Some((score, solution)), Some((bound, reason))) => Optimum::Feasible {
            solution,
            score,
            bound: Some(bound),
            reason,
        },
    }
}

/// The fault of an engine whose model is no grid.
pub(crate) fn engine_fault(engine: &str, error: &NotAGrid) -> Reason {
    Reason::Engine(format!("{engine}: {error}"))
}
