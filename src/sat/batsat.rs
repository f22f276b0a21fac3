//! batsat 0.6, by Masaki Hara, Simon Cruanes and others: MiniSat in Rust.

use super::{SatSolver, SatVerdict};
use crate::cnf::{ClauseSink, Lit, Var};
use crate::limits::Limits;
use batsat::{Callbacks, SolverInterface, lbool};
use std::cell::{Cell, RefCell};

/// Propagation rounds between two checks of the limits.
const ROUNDS_PER_CHECK: u32 = 256;

/// batsat as a [`SatSolver`].
pub struct Batsat {
    solver: batsat::Solver<StopAtLimits>,
    assumptions: Vec<batsat::Lit>,
    core: Vec<Lit>,
    clause: Vec<batsat::Lit>,
    has_model: bool,
}

/// Stops the search when a limit is reached. batsat asks once more on its way out, and goes on
/// unless it gets the same answer.
#[derive(Default)]
struct StopAtLimits {
    limits: RefCell<Limits>,
    rounds: Cell<u32>,
    is_over: Cell<bool>,
}

impl StopAtLimits {
    fn start(&self, limits: &Limits) {
        self.limits.replace(limits.clone());
        self.rounds.set(0);
        self.is_over.set(false);
    }
}

impl Callbacks for StopAtLimits {
    fn stop(&self) -> bool {
        let rounds = self.rounds.get();
        self.rounds.set(rounds.wrapping_add(1));
        if rounds.is_multiple_of(ROUNDS_PER_CHECK) && self.limits.borrow().exceeded().is_some() {
            self.is_over.set(true);
        }
        self.is_over.get()
    }
}

impl Default for Batsat {
    fn default() -> Batsat {
        Batsat {
            solver: batsat::Solver::new(batsat::SolverOpts::default(), StopAtLimits::default()),
            assumptions: Vec::new(),
            core: Vec::new(),
            clause: Vec::new(),
            has_model: false,
        }
    }
}

impl Batsat {
    fn batsat_lit(&mut self, lit: Lit) -> batsat::Lit {
        let var = self.solver.var_of_int(lit.var().index() as u32);
        batsat::Lit::new(var, lit.is_positive())
    }
}

fn from_batsat(lit: batsat::Lit) -> Lit {
    let var = Var::from_index(lit.var().idx() as usize);
    match lit.sign() {
        true => var.positive(),
        false => var.negative(),
    }
}

impl ClauseSink for Batsat {
    fn new_var(&mut self) -> Var {
        Var::from_index(self.solver.new_var_default().idx() as usize)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut foreign = std::mem::take(&mut self.clause);
        foreign.clear();
        foreign.extend(clause.iter().map(|&lit| self.batsat_lit(lit)));
        // The solver itself remembers a contradiction.
        self.solver.add_clause_reuse(&mut foreign);
        self.clause = foreign;
    }
}

impl SatSolver for Batsat {
    fn assume(&mut self, assumptions: &[Lit]) {
        self.assumptions = assumptions
            .iter()
            .map(|&lit| self.batsat_lit(lit))
            .collect();
    }

    fn solve(&mut self, limits: &Limits) -> SatVerdict {
        self.core.clear();
        self.has_model = false;
        let assumptions = std::mem::take(&mut self.assumptions);
        self.solver.cb_mut().start(limits);
        let answer = self.solver.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            self.has_model = true;
            SatVerdict::Sat
        } else if answer == lbool::FALSE {
            // Its core is the learnt clause, which negates the assumptions.
            let core = self.solver.unsat_core().iter();
            self.core = core.map(|&lit| !from_batsat(lit)).collect();
            SatVerdict::Unsat
        } else {
            SatVerdict::Unknown(super::stopped(limits, "batsat"))
        }
    }

    fn value(&self, var: Var) -> Option<bool> {
        let known = self.has_model && var.index() < self.solver.num_vars() as usize;
        let value = known.then(|| {
            self.solver
                .value_var(batsat::Var::unsafe_from_idx(var.index() as u32))
        })?;
        (value != lbool::UNDEF).then_some(value == lbool::TRUE)
    }

    fn core(&mut self) -> &[Lit] {
        &self.core
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.solver.num_conflicts())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_search_that_was_stopped_stays_stopped() {
        let stop = StopAtLimits::default();
        stop.start(&Limits::unlimited().within(Duration::ZERO));
        assert!(stop.stop());
        assert!(stop.stop());
        stop.start(&Limits::unlimited());
        assert!(!stop.stop());
    }
}
