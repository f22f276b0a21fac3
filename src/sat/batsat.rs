//! batsat 0.6, by Masaki Hara, Simon Cruanes and others: MiniSat in Rust.

use super::{SatSolver, SatVerdict};
use crate::cnf::{ClauseSink, Lit, Var};
use crate::limits::Limits;
use batsat::{Callbacks, SolverInterface, lbool};
use std::cell::{Cell, RefCell};

/// Propagation rounds between two looks at the limits.
const ROUNDS_PER_CHECK: u32 = 256;

/// batsat as a [`SatSolver`].
pub struct Batsat {
    solver: batsat::Solver<Guard>,
    assumptions: Vec<batsat::Lit>,
    core: Vec<Lit>,
    clause: Vec<batsat::Lit>,
    has_model: bool,
}

/// Stops the search when the limits is used up.
#[derive(Default)]
struct Guard {
    limits: RefCell<Limits>,
    rounds: Cell<u32>,
}

impl Callbacks for Guard {
    fn stop(&self) -> bool {
        let rounds = self.rounds.get();
        self.rounds.set(rounds.wrapping_add(1));
        rounds.is_multiple_of(ROUNDS_PER_CHECK) && self.limits.borrow().exceeded().is_some()
    }
}

impl Default for Batsat {
    fn default() -> Batsat {
        Batsat {
            solver: batsat::Solver::new(batsat::SolverOpts::default(), Guard::default()),
            assumptions: Vec::new(),
            core: Vec::new(),
            clause: Vec::new(),
            has_model: false,
        }
    }
}

impl Batsat {
    fn foreign(&mut self, lit: Lit) -> batsat::Lit {
        let var = self.solver.var_of_int(lit.var().index() as u32);
        batsat::Lit::new(var, lit.is_positive())
    }
}

fn own(lit: batsat::Lit) -> Lit {
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
        foreign.extend(clause.iter().map(|&lit| self.foreign(lit)));
        // A contradiction is remembered by the solver itself.
        self.solver.add_clause_reuse(&mut foreign);
        self.clause = foreign;
    }
}

impl SatSolver for Batsat {
    fn assume(&mut self, assumptions: &[Lit]) {
        self.assumptions = assumptions.iter().map(|&lit| self.foreign(lit)).collect();
    }

    fn solve(&mut self, limits: &Limits) -> SatVerdict {
        self.core.clear();
        self.has_model = false;
        let assumptions = std::mem::take(&mut self.assumptions);
        let guard = self.solver.cb_mut();
        guard.limits.replace(limits.clone());
        guard.rounds.set(0);
        let answer = self.solver.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            self.has_model = true;
            SatVerdict::Sat
        } else if answer == lbool::FALSE {
            // Its core is the clause that is learnt from the assumptions.
            let core = self.solver.unsat_core().iter();
            self.core = core.map(|&lit| !own(lit)).collect();
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

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.solver.num_conflicts())
    }
}
