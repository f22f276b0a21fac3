//! SAT solvers that refute the formula of a certificate.

use super::manifest::Evidence;
use crate::cnf::{Formula, Lit};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::sat::varisat::ProofGuard;
use std::io::Write;
use varisat::{ExtendFormula, Solver};

/// The forms of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ProofFormat {
    /// Prices for scores of large grids, if they suffice; otherwise as [`ProofFormat::Text`]. Where
    /// the sums of weights are too many for clauses, prices of cubes.
    #[default]
    Auto,
    /// DRAT as text, or in whatever form another solver writes.
    Text,
    /// Binary DRAT.
    Binary,
    /// LRAT as text.
    Lrat,
    /// Binary LRAT.
    BinaryLrat,
    /// Prices that bound all scores.
    Prices,
}

impl ProofFormat {
    /// What such a proof is for the manifest.
    pub fn evidence(self) -> Evidence {
        match self {
            ProofFormat::Auto | ProofFormat::Text | ProofFormat::Binary => Evidence::Drat,
            ProofFormat::Lrat | ProofFormat::BinaryLrat => Evidence::Lrat,
            ProofFormat::Prices => Evidence::Prices,
        }
    }
}

/// What a solver answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverAnswer {
    /// The formula has no model.
    Unsatisfiable,
    /// It has one.
    Satisfiable,
    /// The solver could not tell.
    Unknown(Reason),
}

/// What a refutation may cost.
#[derive(Clone, Copy, Debug)]
pub struct ProofLimits<'l> {
    /// How long it may take.
    pub limits: &'l Limits,
    /// Bytes of the proof.
    pub most: u64,
}

/// Lets varisat refute the formula.
pub fn varisat(
    formula: &Formula,
    format: ProofFormat,
    proof: impl Write,
    limits: ProofLimits<'_>,
) -> SolverAnswer {
    let guard = ProofGuard::new(limits.limits.clone(), limits.most);
    let format = match format {
        ProofFormat::Auto | ProofFormat::Text => varisat::ProofFormat::Drat,
        // LRAT is made of it.
        _ => varisat::ProofFormat::BinaryDrat,
    };
    let mut solver = Solver::new();
    // This must come first.
    solver.write_proof(guard.writer(proof), format);
    let foreign = |lit: &Lit| varisat::Lit::from_index(lit.var().index(), lit.is_positive());
    let mut clause: Vec<varisat::Lit> = Vec::new();
    for own in formula.clauses() {
        clause.clear();
        clause.extend(own.iter().map(foreign));
        solver.add_clause(&clause);
    }
    let answer = solver.solve();
    let closed = solver.close_proof();
    match (answer, closed) {
        (Ok(true), _) => SolverAnswer::Satisfiable,
        (Ok(false), Ok(())) => SolverAnswer::Unsatisfiable,
        (Err(error), _) | (_, Err(error)) => {
            let failed = || Reason::Engine(format!("varisat: {error}"));
            SolverAnswer::Unknown(guard.exceeded().unwrap_or_else(failed))
        }
    }
}
