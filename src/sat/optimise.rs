//! Optimisation: a model of minimum loss with a proof of optimality, by linear search
//! from above or by unsatisfiable cores from below.

use super::{SatSolver, SatVerdict};
use crate::cnf::totalizer::{Cluster, TooManySums, Totalizer, WeightedGroup};
use crate::cnf::{ClauseSink, Limited, Lit};
use crate::limits::Limits;
use crate::outcome::Reason;
use std::collections::BTreeMap;

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
    let ended = match strategy {
        Strategy::Linear => linear(solver, clusters, known, limits, visit, bound),
        Strategy::Cores => Cores::new(solver, clusters, limits)
            .and_then(|cores| cores.run(known, limits, visit, bound)),
    };
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

/// The size of the first window.
const WINDOW: u64 = 8;

fn linear(
    solver: &mut dyn SatSolver,
    clusters: &[Cluster],
    known: Option<u64>,
    limits: &Limits,
    visit: &mut dyn FnMut(&dyn SatSolver),
    report: &mut dyn FnMut(u64),
) -> Result<Minimum, Minimum> {
    let floor = clusters.iter().map(|cluster| cluster.at_least).sum::<u64>();
    let first = match known {
        Some(known) => known,
        None => match first_loss(solver, clusters, limits, visit) {
            Ok(Ok(loss)) => loss,
            Ok(Err(minimum)) => return Ok(minimum),
            Err(reason) => return Err(stopped(floor, reason)),
        },
    };
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

/// The state of a core-guided search.
struct Cores<'s> {
    solver: &'s mut dyn SatSolver,
    clusters: &'s [Cluster],
    /// The loss if a literal holds.
    soft: BTreeMap<Lit, u64>,
    /// For each output of a counter, the next one.
    next: BTreeMap<Lit, Lit>,
    /// No model loses less than this.
    bound: u64,
    /// The loss of the best model of the solver.
    found: u64,
}

impl<'s> Cores<'s> {
    fn new(
        solver: &'s mut dyn SatSolver,
        clusters: &'s [Cluster],
        limits: &Limits,
    ) -> Result<Cores<'s>, Minimum> {
        let mut cores = Cores {
            solver,
            clusters,
            soft: BTreeMap::new(),
            next: BTreeMap::new(),
            bound: 0,
            found: u64::MAX,
        };
        for group in clusters.iter().flat_map(|cluster| &cluster.groups) {
            let within = limits.check();
            within.map_err(|reason| stopped(cores.bound, reason))?;
            cores.add_group(group);
        }
        Ok(cores)
    }

    /// The smallest weight of a group is always lost; each step above it is lost if a
    /// member of at least that weight holds.
    fn add_group(&mut self, group: &WeightedGroup) {
        let mut weights: Vec<u64> = group.iter().map(|(_, weight)| *weight).collect();
        weights.sort_unstable();
        weights.dedup();
        self.bound += weights.first().copied().unwrap_or(0);
        for pair in weights.windows(2) {
            let (below, weight) = (pair[0], pair[1]);
            let members = group.iter().filter(|(_, each)| *each >= weight);
            let members: Vec<Lit> = members.map(|(lit, _)| *lit).collect();
            let holds = match members[..] {
                [only] => only,
                _ => {
                    let any = self.solver.new_var().positive();
                    for member in members {
                        self.solver.add_clause(&[!member, any]);
                    }
                    any
                }
            };
            *self.soft.entry(holds).or_default() += weight - below;
        }
    }

    fn run(
        mut self,
        known: Option<u64>,
        limits: &Limits,
        visit: &mut dyn FnMut(&dyn SatSolver),
        report: &mut dyn FnMut(u64),
    ) -> Result<Minimum, Minimum> {
        let mut least = known;
        if known.is_none() {
            // If there were no model, the last core would be empty.
            match self.solver.solve(limits) {
                SatVerdict::Unsat => return Ok(Minimum::Unsatisfiable),
                SatVerdict::Unknown(reason) => return Err(stopped(self.bound, reason)),
                SatVerdict::Sat => self.take_model(&mut least, visit),
            }
        }
        let mut stratum = self.stratum_below(u64::MAX);
        loop {
            if least.is_some_and(|least| self.bound >= least) {
                return Ok(Minimum::Proven);
            }
            let heavy = self.soft.iter().filter(|(_, weight)| **weight >= stratum);
            let avoided: Vec<Lit> = heavy.map(|(lit, _)| !*lit).collect();
            let are_all = avoided.len() == self.soft.len();
            self.solver.assume(&avoided);
            match self.solver.solve(limits) {
                SatVerdict::Unknown(reason) => return Err(stopped(self.bound, reason)),
                SatVerdict::Sat => {
                    self.take_model(&mut least, visit);
                    if are_all && least != Some(self.bound) {
                        let why = "the cores of the solver contradict its model".into();
                        return Err(stopped(0, Reason::Engine(why)));
                    }
                    stratum = self.stratum_below(stratum);
                }
                SatVerdict::Unsat => {
                    let core: Vec<Lit> = self.solver.core().iter().map(|&lit| !lit).collect();
                    if core.is_empty() {
                        let why = "the solver gave no core".into();
                        return Err(stopped(self.bound, Reason::Engine(why)));
                    }
                    let relaxed = self.relax(&core, limits);
                    relaxed.map_err(|reason| stopped(self.bound, reason))?;
                    self.exclude_heavier();
                    report(self.bound);
                }
            }
        }
    }

    /// The weight from which on losses are avoided next: about half of the largest below the last
    /// one. With all at once, many light losses would take part in the cores of heavy ones (C.
    /// Ansótegui, M. L. Bonet and J. Levy, "Improving WPM2 for (weighted) partial MaxSAT", CP 2013).
    fn stratum_below(&self, last: u64) -> u64 {
        let below = self.soft.values().filter(|weight| **weight < last);
        below.max().map_or(0, |heaviest| heaviest.div_ceil(2))
    }

    /// Shows the current model if it loses less than those before.
    fn take_model(&mut self, least: &mut Option<u64>, visit: &mut dyn FnMut(&dyn SatSolver)) {
        let loss = loss(self.solver, self.clusters);
        if least.is_none_or(|least| loss < least) {
            *least = Some(loss);
            visit(self.solver);
        }
        self.found = self.found.min(loss);
        self.exclude_heavier();
    }

    /// Excludes what alone loses more than the best model found.
    fn exclude_heavier(&mut self) {
        let most = self.found.saturating_sub(self.bound);
        let solver = &mut *self.solver;
        self.soft.retain(|lit, weight| {
            if *weight > most {
                solver.add_clause(&[!*lit]);
            }
            *weight <= most
        });
    }

    /// One of the core's literals must hold, which raises the bound; only a second one
    /// is a further loss.
    ///
    /// # Errors
    /// The limit that came first: a counter has as many clauses as there are pairs of literals.
    fn relax(&mut self, core: &[Lit], limits: &Limits) -> Result<(), Reason> {
        let weight = core.iter().filter_map(|lit| self.soft.get(lit)).min();
        let Some(&weight) = weight else {
            return Ok(());
        };
        self.bound += weight;
        for lit in core {
            if let Some(left) = self.soft.get_mut(lit) {
                *left -= weight;
                if *left == 0 {
                    self.soft.remove(lit);
                }
            }
            // The next output takes the place of an output of a counter.
            if let Some(&next) = self.next.get(lit) {
                *self.soft.entry(next).or_default() += weight;
            }
        }
        let mut solver = Limited::new(&mut *self.solver, limits);
        let outputs = counter(core, &mut solver);
        solver.add_clause(core);
        solver.finish()?;
        for pair in outputs.windows(2) {
            self.next.insert(pair[0], pair[1]);
        }
        if let [_, second, ..] = outputs[..] {
            *self.soft.entry(second).or_default() += weight;
        }
        Ok(())
    }
}

/// Outputs that hold if at least 1, 2, … of the literals do.
fn counter(lits: &[Lit], sink: &mut dyn ClauseSink) -> Vec<Lit> {
    let (left, right) = match lits {
        [] | [_] => return lits.to_vec(),
        _ => lits.split_at(lits.len() / 2),
    };
    let (left, right) = (counter(left, sink), counter(right, sink));
    let outputs: Vec<Lit> = lits.iter().map(|_| sink.new_var().positive()).collect();
    for pair in outputs.windows(2) {
        sink.add_clause(&[!pair[1], pair[0]]);
    }
    for one in 0..=left.len() {
        if sink.is_closed() {
            break;
        }
        for two in 0..=right.len() {
            if one + two == 0 {
                continue;
            }
            let first = one.checked_sub(1).map(|place| !left[place]);
            let second = two.checked_sub(1).map(|place| !right[place]);
            let inputs = first.into_iter().chain(second);
            let clause: Vec<Lit> = inputs.chain([outputs[one + two - 1]]).collect();
            sink.add_clause(&clause);
        }
    }
    outputs
}

#[cfg(test)]
mod tests;
