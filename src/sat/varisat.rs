//! varisat 0.2, by Jannis Harder.
//!
//! It has no time limit and no way to be interrupted. What it has is a proof
//! writer, and it stops when writing fails. So a solver that is to look at its
//! limits while it solves writes its proof into a sink that does so, and that
//! fails when one is reached; the solver is dead after that. The native proof
//! format is the only one that allows incremental solving.
//!
//! It decides fresh variables false first and has no way to say otherwise. "This
//! cell holds that digit" is worth more than "it does not", so every literal is
//! handed over negated, unless [`SatSolver::prefer`] says otherwise: on
//! `hardest_11plus_2k` that takes a tenth off the whole run (14 % with the product
//! encoding), and costs nothing elsewhere.
//!
//! Its failed cores may lack assumptions: it marks variables while it looks for a core, and does
//! not clear the marks of those that unit clauses have taken off its trail, so that a later search
//! ends early. What it learns does not depend on these marks. So each core is solved once more,
//! with the assumptions that a model of it breaks, until it has none.

use super::{LimitChecks, SatSolver, SatVerdict};
use crate::cnf::{ClauseSink, Lit, Var};
use crate::limits::Limits;
use crate::outcome::Reason;
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::rc::Rc;
use varisat::{ExtendFormula, ProofFormat, Solver};

/// varisat as a [`SatSolver`].
pub struct Varisat {
    solver: Solver<'static>,
    guard: Option<ProofGuard>,
    dead: Option<Reason>,
    /// The value to try first. Where it is true, varisat's variables mean the opposite of ours.
    preferred: bool,
    /// Variables made.
    variables: usize,
    /// Variables that occur in clauses and assumptions, up to the last of them.
    used: usize,
    values: Vec<Option<bool>>,
    /// The assumptions of the last call.
    assumptions: Vec<Lit>,
    core: Vec<Lit>,
    /// Whether the core is known to be one.
    is_core_checked: bool,
    clause: Vec<varisat::Lit>,
}

/// Stops varisat: writing its proof fails once a limit is exceeded.
#[derive(Clone)]
pub(crate) struct ProofGuard {
    limits: Rc<RefCell<Limits>>,
    /// Bytes written, and how many may be.
    written: Rc<Cell<u64>>,
    most: u64,
}

/// A writer of a proof under guard.
pub(crate) struct GuardedProof<W> {
    guard: ProofGuard,
    output: W,
}

impl ProofGuard {
    /// Limits, and the most bytes of a proof.
    pub(crate) fn new(limits: Limits, most: u64) -> ProofGuard {
        ProofGuard {
            limits: Rc::new(RefCell::new(limits)),
            written: Rc::default(),
            most,
        }
    }

    /// Guards the writing of a proof.
    pub(crate) fn writer<W: Write>(&self, output: W) -> GuardedProof<W> {
        let guard = self.clone();
        GuardedProof { guard, output }
    }

    /// Why to stop, if there is a reason.
    pub(crate) fn exceeded(&self) -> Option<Reason> {
        let is_too_large = self.written.get() > self.most;
        let too_large = || is_too_large.then_some(Reason::ProofSize(self.most));
        self.limits.borrow().exceeded().or_else(too_large)
    }
}

impl Varisat {
    /// A solver without clauses.
    pub fn new(checks: LimitChecks) -> Varisat {
        let mut solver = Solver::new();
        let is_guarded = checks == LimitChecks::WhileSolving;
        let guard = is_guarded.then(|| ProofGuard::new(Limits::unlimited(), u64::MAX));
        if let Some(guard) = &guard {
            solver.write_proof(guard.writer(io::sink()), ProofFormat::Varisat);
        }
        Varisat {
            solver,
            guard,
            dead: None,
            preferred: true,
            variables: 0,
            used: 0,
            values: Vec::new(),
            assumptions: Vec::new(),
            core: Vec::new(),
            is_core_checked: true,
            clause: Vec::new(),
        }
    }

    fn their_lit(&self, lit: Lit) -> varisat::Lit {
        varisat::Lit::from_index(lit.var().index(), lit.is_positive() != self.preferred)
    }

    fn our_lit(&self, lit: varisat::Lit) -> Lit {
        let variable = Var::from_index(lit.index());
        match lit.is_positive() != self.preferred {
            true => variable.positive(),
            false => variable.negative(),
        }
    }

    fn use_variables(&mut self, literals: &[Lit]) {
        for lit in literals {
            self.used = self.used.max(lit.var().index() + 1);
        }
    }

    /// Sets the assumptions of varisat, which persist.
    fn assume_now(&mut self, assumptions: &[Lit]) {
        let assumptions: Vec<_> = assumptions.iter().map(|lit| self.their_lit(*lit)).collect();
        self.solver.assume(&assumptions);
    }

    /// Why varisat failed: the limit that stopped it, or what it says.
    fn why_stopped(&self, error: &impl std::fmt::Display) -> Reason {
        let limit = self.guard.as_ref().and_then(ProofGuard::exceeded);
        limit.unwrap_or_else(|| Reason::Engine(format!("varisat: {error}")))
    }

    /// Adds assumptions to the core until there is no model.
    fn complete_core(&mut self) {
        while !self.core.is_empty() && self.core.len() < self.assumptions.len() {
            let core = std::mem::take(&mut self.core);
            self.assume_now(&core);
            self.core = core;
            match self.solver.solve() {
                Ok(false) => break,
                Ok(true) => self.keep_model(),
                Err(error) => {
                    self.dead = Some(self.why_stopped(&error));
                    self.core.clone_from(&self.assumptions);
                    return;
                }
            }
            let holds = |lit: &Lit| self.value(lit.var()) == Some(lit.is_positive());
            let broken = self.assumptions.iter().filter(|lit| !holds(lit));
            let broken: Vec<Lit> = broken.copied().collect();
            match broken.is_empty() {
                true => self.core.clone_from(&self.assumptions),
                false => self.core.extend(broken),
            }
        }
        self.values.clear();
        self.solver.assume(&[]);
    }

    fn keep_model(&mut self) {
        self.values.clear();
        self.values.resize(self.used, None);
        for lit in self.solver.model().unwrap_or_default() {
            if let Some(value) = self.values.get_mut(lit.index()) {
                *value = Some(lit.is_positive() != self.preferred);
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
        self.use_variables(clause);
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
            self.preferred = value;
        }
    }

    fn assume(&mut self, assumptions: &[Lit]) {
        if self.dead.is_none() {
            self.use_variables(assumptions);
            self.assumptions = assumptions.to_vec();
            self.assume_now(assumptions);
        }
    }

    fn solve(&mut self, limits: &Limits) -> SatVerdict {
        self.values.clear();
        self.core.clear();
        self.is_core_checked = true;
        if let Some(reason) = self.dead.clone() {
            return SatVerdict::Unknown(reason);
        }
        if let Some(reason) = limits.exceeded() {
            self.solver.assume(&[]);
            return SatVerdict::Unknown(reason);
        }
        if let Some(guard) = &self.guard {
            guard.limits.replace(limits.clone());
        }
        let answer = self.solver.solve();
        // The assumptions of varisat persist; ours hold for one call.
        match answer {
            Ok(true) => {
                self.keep_model();
                self.solver.assume(&[]);
                SatVerdict::Sat
            }
            Ok(false) => {
                let core = self.solver.failed_core().unwrap_or_default();
                self.core = core.iter().map(|lit| self.our_lit(*lit)).collect();
                self.is_core_checked = false;
                self.solver.assume(&[]);
                SatVerdict::Unsat
            }
            Err(error) => {
                let reason = self.why_stopped(&error);
                self.dead = Some(reason.clone());
                SatVerdict::Unknown(reason)
            }
        }
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.values.get(var.index()).copied().flatten()
    }

    fn core(&mut self) -> &[Lit] {
        if !std::mem::replace(&mut self.is_core_checked, true) {
            self.complete_core();
        }
        &self.core
    }
}

impl<W: Write> Write for GuardedProof<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(reason) = self.guard.exceeded() {
            return Err(io::Error::other(reason.to_string()));
        }
        let count = self.output.write(bytes)?;
        let written = &self.guard.written;
        written.set(written.get() + count as u64);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
