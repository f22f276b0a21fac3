//! The minimum by unsatisfiable cores: each raises the lower bound.

use super::{Minimum, loss, stopped};
use crate::cnf::totalizer::{Cluster, WeightedGroup};
use crate::cnf::{ClauseSink, Limited, Lit};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::sat::{SatSolver, SatVerdict};
use std::collections::BTreeMap;

/// The state of a core-guided search.
pub struct Cores<'s> {
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
    /// No cores yet.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn new(
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

    /// The solver has found a model with this loss.
    pub fn has_found(&mut self, loss: u64) {
        self.found = loss;
    }

    /// Looks for a model of the least loss, or for one that loses less than a known one.
    ///
    /// # Errors
    /// The limit that came first, or a wrong answer of the solver.
    pub fn run(
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

    /// Losses of at least this weight are avoided next: half of the largest weight below the last
    /// stratum. With all at once, light losses would take part in the cores of heavy ones (C.
    /// Ansótegui, M. L. Bonet, J. Gabàs and J. Levy, "Improving SAT-based weighted MaxSAT solvers",
    /// CP 2012).
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

    /// Excludes what alone loses more than the best model of the solver.
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
