//! varisat 0.2, by Jannis Harder.
//!
//! It has no time limit and cannot be interrupted, but it stops when its proof cannot be
//! written. An interruptible solver therefore writes its proof into a sink that fails
//! when a limit is reached; the solver is unusable after that. Only varisat's own proof
//! format allows incremental solving.
//!
//! It tries false first for new variables, and that cannot be changed. On Sudoku, true
//! is the better guess, so all literals are negated on their way in and out unless
//! [`SatSolver::prefer`] asks for false.

use super::{SatSolver, SatVerdict};
use crate::cnf::{ClauseSink, Lit, Var};
use crate::limits::Limits;
use crate::outcome::Reason;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use varisat::{ExtendFormula, ProofFormat, Solver};

/// varisat as a [`SatSolver`].
pub struct Varisat {
    solver: Solver<'static>,
    sink: Option<LimitedSink>,
    dead: Option<Reason>,
    /// Whether literals are negated for varisat.
    negated: bool,
    /// How many variables were made.
    variables: usize,
    /// How many variables there are up to the last one in a clause.
    used: usize,
    values: Vec<Option<bool>>,
    core: Vec<Lit>,
    clause: Vec<varisat::Lit>,
}

/// A sink for the proof that fails when a limit is reached.
#[derive(Clone, Default)]
struct LimitedSink {
    limits: Rc<RefCell<Limits>>,
}

impl Varisat {
    /// A solver without clauses. Only an interruptible one respects limits.
    pub fn new(interruptible: bool) -> Varisat {
        let mut solver = Solver::new();
        let sink = interruptible.then(LimitedSink::default);
        if let Some(sink) = &sink {
            solver.write_proof(sink.clone(), ProofFormat::Varisat);
        }
        Varisat {
            solver,
            sink,
            dead: None,
            negated: true,
            variables: 0,
            used: 0,
            values: Vec::new(),
            core: Vec::new(),
            clause: Vec::new(),
        }
    }

    fn their_lit(&self, lit: Lit) -> varisat::Lit {
        varisat::Lit::from_index(lit.var().index(), lit.is_positive() != self.negated)
    }

    fn our_lit(&self, lit: varisat::Lit) -> Lit {
        let variable = Var::from_index(lit.index());
        match lit.is_positive() != self.negated {
            true => variable.positive(),
            false => variable.negative(),
        }
    }

    fn keep_model(&mut self) {
        self.values.clear();
        self.values.resize(self.used, None);
        for lit in self.solver.model().unwrap_or_default() {
            if let Some(value) = self.values.get_mut(lit.index()) {
                *value = Some(lit.is_positive() != self.negated);
            }
        }
    }
}

impl ClauseSink for Varisat {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if self.dead.is_some() {
            return;
        }
        for lit in clause {
            self.used = self.used.max(lit.var().index() + 1);
        }
        self.clause.clear();
        for lit in clause {
            let lit = self.their_lit(*lit);
            self.clause.push(lit);
        }
        self.solver.add_clause(&self.clause);
    }
}

impl SatSolver for Varisat {
    fn prefer(&mut self, value: bool) {
        if self.variables == 0 {
            self.negated = value;
        }
    }

    fn assume(&mut self, assumptions: &[Lit]) {
        if self.dead.is_none() {
            let assumptions: Vec<_> = assumptions.iter().map(|lit| self.their_lit(*lit)).collect();
            self.solver.assume(&assumptions);
        }
    }

    fn solve(&mut self, limits: &Limits) -> SatVerdict {
        self.values.clear();
        self.core.clear();
        if let Some(reason) = self.dead.clone().or_else(|| limits.exceeded()) {
            return SatVerdict::Unknown(reason);
        }
        if let Some(sink) = &self.sink {
            sink.limits.replace(limits.clone());
        }
        let answer = self.solver.solve();
        // Assumptions persist in varisat, but are to hold for one call.
        match answer {
            Ok(true) => {
                self.keep_model();
                self.solver.assume(&[]);
                SatVerdict::Sat
            }
            Ok(false) => {
                let core = self.solver.failed_core().unwrap_or_default();
                self.core = core.iter().map(|lit| self.our_lit(*lit)).collect();
                self.solver.assume(&[]);
                SatVerdict::Unsat
            }
            Err(error) => {
                let reason = limits
                    .exceeded()
                    .unwrap_or_else(|| Reason::Engine(format!("varisat: {error}")));
                self.dead = Some(reason.clone());
                SatVerdict::Unknown(reason)
            }
        }
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.values.get(var.index()).copied().flatten()
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }
}

impl Write for LimitedSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.limits.borrow().exceeded() {
            Some(reason) => Err(io::Error::other(reason.to_string())),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
