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
    /// The solver itself forgets its model with the next clause.
    values: Vec<Option<bool>>,
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
            values: Vec::new(),
        }
    }
}

impl ClauseSink for Cadical {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
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
        self.values.clear();
        let assumptions = std::mem::take(&mut self.assumptions);
        let stop = limits.is_limited().then(|| StopAtLimits(limits.clone()));
        self.solver.set_callbacks(stop);
        let numbers = assumptions.iter().map(|lit| lit.dimacs());
        match self.solver.solve_with(numbers) {
            Some(true) => {
                let numbers = 1..=self.solver.max_variable();
                self.values = numbers.map(|var| self.solver.value(var)).collect();
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
        self.values.get(var.index()).copied().flatten()
    }

    fn core(&mut self) -> &[Lit] {
        &self.core
    }
}
