//! Solvers that write the proof of a certificate.

use super::command::{Ended, FileCommand};
use super::prove::ProveError;
use super::system::ProofSystem;
use crate::budget::{Budget, Reason};
use crate::cnf::output::{self, SolverOutput};
use crate::cnf::{Formula, Lit};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use varisat::{ExtendFormula, Solver};

/// The forms of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ProofFormat {
    /// DRAT as text, or as the solver likes.
    #[default]
    Text,
    /// Binary DRAT.
    Binary,
    /// LRAT as text.
    Lrat,
    /// Binary LRAT.
    BinaryLrat,
}

impl ProofFormat {
    /// The proof system.
    pub fn system(self) -> ProofSystem {
        match self {
            ProofFormat::Text | ProofFormat::Binary => ProofSystem::Drat,
            ProofFormat::Lrat | ProofFormat::BinaryLrat => ProofSystem::Lrat,
        }
    }
}

/// What a solver said of the formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// There is no model.
    Unsatisfiable,
    /// There is one.
    Satisfiable,
    /// Not known.
    Unknown(Reason),
}

/// A file that cannot be written any more when the budget is used up: the only
/// way to end varisat.
struct Guarded {
    file: File,
    budget: Budget,
}

impl Write for Guarded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.budget.exceeded() {
            Some(reason) => Err(io::Error::other(reason.to_string())),
            None => self.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Lets varisat refute the formula.
pub fn varisat(
    formula: &Formula,
    format: ProofFormat,
    proof: &Path,
    budget: &Budget,
) -> Result<Said, ProveError> {
    let file = File::create(proof).map_err(|error| ProveError::io(proof, error))?;
    let guarded = Guarded {
        file,
        budget: budget.clone(),
    };
    let mut solver = Solver::new();
    // Nothing may come before this.
    solver.write_proof(
        guarded,
        match format {
            ProofFormat::Text => varisat::ProofFormat::Drat,
            // LRAT is made of it.
            _ => varisat::ProofFormat::BinaryDrat,
        },
    );
    let foreign = |lit: &Lit| varisat::Lit::from_index(lit.var().index(), lit.is_positive());
    let mut clause: Vec<varisat::Lit> = Vec::new();
    for own in formula.clauses() {
        clause.clear();
        clause.extend(own.iter().map(foreign));
        solver.add_clause(&clause);
    }
    let said = solver.solve();
    let closed = solver.close_proof();
    Ok(match (said, closed) {
        (Ok(true), _) => Said::Satisfiable,
        (Ok(false), Ok(())) => Said::Unsatisfiable,
        (Err(error), _) | (_, Err(error)) => Said::Unknown(match budget.exceeded() {
            Some(reason) => reason,
            None => Reason::Engine(format!("varisat: {error}")),
        }),
    })
}

/// Lets a program refute the formula.
pub fn program(
    command: &FileCommand,
    formula: &Path,
    proof: &Path,
    budget: &Budget,
) -> Result<Said, ProveError> {
    let name = command.name();
    let fault = |why: String| Ok(Said::Unknown(Reason::Engine(format!("{name}: {why}"))));
    // A solver that has nothing to say may leave no file.
    File::create(proof).map_err(|error| ProveError::io(proof, error))?;
    let (status, printed, excerpt) =
        match command.run(&[("{cnf}", formula), ("{proof}", proof)], budget) {
            Err(error) => return fault(error.to_string()),
            Ok(Ended::Stopped(reason)) => return Ok(Said::Unknown(reason)),
            Ok(Ended::Exited {
                status,
                printed,
                excerpt,
            }) => (status, printed, excerpt),
        };
    let said = output::read(printed.as_bytes());
    match (said, status.code()) {
        (Ok(SolverOutput::Unsatisfiable), Some(0 | 20)) => Ok(Said::Unsatisfiable),
        (Ok(SolverOutput::Satisfiable(_)), Some(0 | 10)) => Ok(Said::Satisfiable),
        (Ok(SolverOutput::Unknown), _) => fault("it gave up".into()),
        _ => fault(format!("it ended with {status} and printed {excerpt}")),
    }
}
