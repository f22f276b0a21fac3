//! Optimisation: a model of minimum loss with a proof of optimality, by linear search
//! from above or by unsatisfiable cores from below.

mod cores;

use super::{SatSolver, SatVerdict};
use crate::cnf::totalizer::{Cluster, TooManySums, Totalizer, floor};
use crate::cnf::{Limited, Lit};
use crate::limits::Limits;
use crate::outcome::Reason;
use cores::Cores;

/// How to find the minimum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// From above: each model must lose less than the last one. Losses are counted within
    /// a window above the lower bound, which grows until it contains a model.
    Linear,
    /// From below: each core raises the lower bound (OLL; A. Morgado, C. Dodaro and
    /// J. Marques-Silva, "Core-guided MaxSAT with soft cardinality constraints",
    /// CP 2014).
    Cores,
    /// From above, or from below if more sums than are quickly written lie between the first models
    /// and the lower bound.
    Either,
}

/// How the search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Minimum {
    /// The last model has the minimum loss.
    Proven,
    /// There is no model.
    Unsatisfiable,
    /// A limit was reached; there may have been models.
    Stopped {
        /// No model loses less than this.
        bound: u64,
        /// Why it stopped.
        reason: Reason,
    },
}

/// Passes models of decreasing loss to `visit`, and increasing lower bounds to `bound`. If
/// the loss of a model is `known`, only those that lose less are of interest:
/// [`Minimum::Proven`] without any says that it is the minimum.
///
/// Every model must satisfy exactly one member of each group, whose weight it loses. The
/// solver cannot be used for anything else afterwards.
pub fn minimise(
    solver: &mut dyn SatSolver,
    clusters: &[Cluster],
    strategy: Strategy,
    known: Option<u64>,
    limits: &Limits,
    visit: &mut dyn FnMut(&dyn SatSolver),
    bound: &mut dyn FnMut(u64),
) -> Minimum {
    let most_sums = match strategy {
        Strategy::Linear => u64::MAX,
        Strategy::Either => MOST_SUMS,
        Strategy::Cores => {
            let cores = Cores::new(solver, clusters, limits);
            let ended = cores.and_then(|cores| cores.run(known, limits, visit, bound));
            return ended.unwrap_or_else(|stopped| stopped);
        }
    };
    let problem = (solver, clusters);
    let ended = from_first_models(problem, most_sums, known, limits, visit, bound);
    ended.unwrap_or_else(|stopped| stopped)
}

fn stopped(bound: u64, reason: Reason) -> Minimum {
    Minimum::Stopped { bound, reason }
}

/// A totalizer of the loss beyond the minimum losses of the clusters, up to `cap`.
///
/// # Errors
/// [`Reason::TooManySums`], or the limit that was reached first.
fn excess_totalizer(
    clusters: &[Cluster],
    cap: u64,
    solver: &mut dyn SatSolver,
    limits: &Limits,
) -> Result<Totalizer, Reason> {
    let mut limited = Limited::new(solver, limits);
    let totalizer = Totalizer::of_excess(clusters, cap, &mut limited);
    limited.finish()?;
    totalizer.map_err(|TooManySums| Reason::TooManySums)
}

/// The members of groups that hold in the current model, with their weights.
fn holding(solver: &dyn SatSolver, clusters: &[Cluster]) -> impl Iterator<Item = (Lit, u64)> {
    let groups = clusters.iter().flat_map(|cluster| &cluster.groups);
    let members = groups.flatten().copied();
    members.filter(|(lit, _)| solver.value(lit.var()) == Some(lit.is_positive()))
}

/// The loss of the current model.
fn loss(solver: &dyn SatSolver, clusters: &[Cluster]) -> u64 {
    holding(solver, clusters).map(|(_, weight)| weight).sum()
}

/// Looks for a model that differs from the current one in a member of a group.
fn solve_for_another(
    solver: &mut dyn SatSolver,
    clusters: &[Cluster],
    limits: &Limits,
) -> SatVerdict {
    let differs = solver.new_var().positive();
    let others = holding(solver, clusters).map(|(lit, _)| !lit);
    let clause: Vec<Lit> = others.chain([!differs]).collect();
    solver.add_clause(&clause);
    solver.assume(&[differs]);
    solver.solve(limits)
}

/// The smaller loss of two models, or the minimum if there are no two that differ.
///
/// # Errors
/// The limit that came first.
fn first_loss(
    solver: &mut dyn SatSolver,
    clusters: &[Cluster],
    limits: &Limits,
    visit: &mut dyn FnMut(&dyn SatSolver),
) -> Result<Result<u64, Minimum>, Reason> {
    match solver.solve(limits) {
        SatVerdict::Unsat => return Ok(Err(Minimum::Unsatisfiable)),
        SatVerdict::Unknown(reason) => return Err(reason),
        SatVerdict::Sat => visit(solver),
    }
    let first = loss(solver, clusters);
    // A proper puzzle needs no totalizer.
    match solve_for_another(solver, clusters, limits) {
        SatVerdict::Unsat => return Ok(Err(Minimum::Proven)),
        SatVerdict::Unknown(reason) => return Err(reason),
        SatVerdict::Sat => {}
    }
    let second = loss(solver, clusters);
    if second < first {
        visit(solver);
    }
    Ok(Ok(first.min(second)))
}

/// Most sums for a totalizer where there is a choice: its clauses are about as many as pairs of
/// them.
const MOST_SUMS: u64 = 1000;

/// From above if there are at most this many sums between the first models and the lower bound, and
/// from below otherwise.
fn from_first_models(
    (solver, clusters): (&mut dyn SatSolver, &[Cluster]),
    most_sums: u64,
    known: Option<u64>,
    limits: &Limits,
    visit: &mut dyn FnMut(&dyn SatSolver),
    report: &mut dyn FnMut(u64),
) -> Result<Minimum, Minimum> {
    let floor = floor(clusters);
    let first = match known {
        Some(known) => known,
        None => match first_loss(solver, clusters, limits, visit) {
            Ok(Ok(loss)) => loss,
            Ok(Err(minimum)) => return Ok(minimum),
            Err(reason) => return Err(stopped(floor, reason)),
        },
    };
    if first.saturating_sub(floor) <= most_sums {
        return linear(solver, clusters, first, limits, visit, report);
    }
    let mut cores = Cores::new(solver, clusters, limits)?;
    if known.is_none() {
        cores.has_found(first);
    }
    cores.run(Some(first), limits, visit, report)
}

/// The size of the first window.
const WINDOW: u64 = 8;

/// From above, where a model loses `first`.
fn linear(
    solver: &mut dyn SatSolver,
    clusters: &[Cluster],
    first: u64,
    limits: &Limits,
    visit: &mut dyn FnMut(&dyn SatSolver),
    report: &mut dyn FnMut(u64),
) -> Result<Minimum, Minimum> {
    let floor = floor(clusters);
    // Losses are counted from the floor; no model loses less than `least`.
    let (mut best, mut least) = (first.saturating_sub(floor), 0);
    let mut window = WINDOW;
    while least < best {
        let cap = window.min(best);
        let totalizer = excess_totalizer(clusters, cap, solver, limits)
            .map_err(|reason| stopped(floor + least, reason))?;
        let mut bound = cap;
        while least < bound {
            let assumed: Vec<Lit> = totalizer
                .at_least(bound)
                .map(|lit| !lit)
                .into_iter()
                .collect();
            solver.assume(&assumed);
            match solver.solve(limits) {
                SatVerdict::Unknown(reason) => return Err(stopped(floor + least, reason)),
                SatVerdict::Unsat => {
                    least = bound;
                    report(floor + least);
                }
                SatVerdict::Sat => {
                    best = loss(solver, clusters) - floor;
                    bound = best;
                    visit(solver);
                }
            }
        }
        window = window.saturating_mul(3);
    }
    Ok(Minimum::Proven)
}

#[cfg(test)]
mod tests;
