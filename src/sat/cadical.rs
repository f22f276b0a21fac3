//! CaDiCaL, by Armin Biere and others, linked into the program.

use super::{SatSolver, SatVerdict};
use crate::cnf::{ClauseSink, Lit, Var};
use crate::limits::Limits;
use cadical::Callbacks;

/// CaDiCaL as a [`SatSolver`].
pub struct Cadical {
    solver: cadical::Solver<StopAtLimits>,
    variables: usize,
    assumptions: Vec<Lit>,
    core: Vec<Lit>,
    has_model: bool,
}

/// Stops the search when a limit is reached.
struct StopAtLimits(Limits);

impl Callbacks for StopAtLimits {
    fn terminate(&mut self) -> bool {
        self.0.exceeded().is_some()
    }
}

impl Default for Cadical {
    fn default() -> Cadical {
        Cadical {
            solver: cadical::Solver::new(),
            variables: 0,
            assumptions: Vec::new(),
            core: Vec::new(),
            has_model: false,
        }
    }
}

impl ClauseSink for Cadical {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.has_model = false;
        self.solver
            .add_clause(clause.iter().map(|lit| lit.dimacs()));
    }
}

impl SatSolver for Cadical {
    fn assume(&mut self, assumptions: &[Lit]) {
        self.assumptions = assumptions.to_vec();
    }

    fn solve(&mut self, limits: &Limits) -> SatVerdict {
        self.core.clear();
        self.has_model = false;
        let assumptions = std::mem::take(&mut self.assumptions);
        let stop = limits.is_limited().then(|| StopAtLimits(limits.clone()));
        self.solver.set_callbacks(stop);
        let numbers = assumptions.iter().map(|lit| lit.dimacs());
        match self.solver.solve_with(numbers) {
            Some(true) => {
                self.has_model = true;
                SatVerdict::Sat
            }
            Some(false) => {
                let failed = |lit: &Lit| self.solver.failed(lit.dimacs());
                self.core = assumptions.into_iter().filter(failed).collect();
                SatVerdict::Unsat
            }
            None => SatVerdict::Unknown(super::stopped(limits, "cadical")),
        }
    }

    fn value(&self, var: Var) -> Option<bool> {
        let known = self.has_model && var.number() as i32 <= self.solver.max_variable();
        known.then(|| self.solver.value(var.number() as i32))?
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }
}
