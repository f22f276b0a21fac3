//! Solvers that write the proof of a certificate.

use super::command::{FileCommand, missing};
use super::prove::ProveError;
use super::system::ProofSystem;
use crate::child::{OutputTooLarge, SizeLimit, Termination};
use crate::cnf::output::{self, OutputError, SolverOutput};
use crate::cnf::{Formula, Lit};
use crate::limits::Limits;
use crate::outcome::{Fault, Reason};
use std::cell::Cell;
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

/// What a refutation may cost.
#[derive(Clone, Copy)]
pub struct ProofLimits<'l> {
    /// How long it may take.
    pub limits: &'l Limits,
    /// The size of its proof in bytes.
    pub proof: u64,
}

impl<'l> ProofLimits<'l> {
    /// A limits, and proofs of any size.
    #[cfg(test)]
    pub fn of(limits: &'l Limits) -> ProofLimits<'l> {
        let proof = u64::MAX;
        ProofLimits { limits, proof }
    }

    /// Why to stop, with a proof of this size so far.
    fn exceeded(&self, size: u64) -> Option<Reason> {
        let too_large = || (size > self.proof).then_some(Reason::ProofSize(self.proof));
        self.limits.exceeded().or_else(too_large)
    }
}

/// A file that cannot be written any more when a limit is reached: the only way to
/// end varisat.
struct Guarded<'g> {
    file: File,
    size: &'g Cell<u64>,
    proof_limits: ProofLimits<'g>,
}

impl Write for Guarded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(reason) = self.proof_limits.exceeded(self.size.get()) {
            return Err(io::Error::other(reason.to_string()));
        }
        let written = self.file.write(bytes)?;
        self.size.set(self.size.get() + written as u64);
        Ok(written)
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
    proof_limits: ProofLimits<'_>,
) -> Result<Said, ProveError> {
    let size = Cell::new(0);
    let file = File::create(proof).map_err(|error| ProveError::io(proof, error))?;
    let guarded = Guarded {
        file,
        size: &size,
        proof_limits,
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
        (Err(error), _) | (_, Err(error)) => {
            Said::Unknown(match proof_limits.exceeded(size.get()) {
                Some(reason) => reason,
                None => Reason::Engine(format!("varisat: {error}")),
            })
        }
    })
}

/// Lets a program refute the formula, with a proof of at most so many bytes.
pub fn program(
    command: &FileCommand,
    formula: &Path,
    proof: &Path,
    proof_limits: ProofLimits<'_>,
) -> Result<Said, ProveError> {
    let name = command.name();
    let fault = |why: String| Ok(Said::Unknown(Reason::Engine(format!("{name}: {why}"))));
    // A solver that has nothing to say may leave no file.
    File::create(proof).map_err(|error| ProveError::io(proof, error))?;
    let size = SizeLimit {
        path: proof.to_owned(),
        name: "its proof".into(),
        most: proof_limits.proof,
    };
    let files = [("{cnf}", formula), ("{proof}", proof)];
    let mut exited = match command.run(&files, vec![size], proof_limits.limits) {
        Err(error) => return fault(error.to_string()),
        Ok(Termination::Stopped(reason)) => return Ok(Said::Unknown(reason)),
        Ok(Termination::OutputTooLarge(OutputTooLarge { limit })) if limit.path == proof => {
            return Ok(Said::Unknown(Reason::ProofSize(limit.most)));
        }
        Ok(Termination::OutputTooLarge(why)) => return fault(why.to_string()),
        Ok(Termination::Exited(exited)) => exited,
    };
    if let Some(file) = missing(&[formula, proof]) {
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        return fault(format!("it removed {file}, which it was given"));
    }
    let status = exited.status;
    let said = exited.printed.stdout().map(output::read);
    let said = said.map_err(|error| ProveError::Engine(format!("{name}: {error}")))?;
    let shown = |excerpt| format!("it ended with {status} and printed {excerpt}");
    match (said, status.code()) {
        (Ok(SolverOutput::Unsatisfiable), Some(0 | 20)) => Ok(Said::Unsatisfiable),
        (Ok(SolverOutput::Satisfiable(_)), Some(0 | 10)) => Ok(Said::Satisfiable),
        (Ok(SolverOutput::Unknown), _) => gave_up(format!("{name} gave up")),
        // Some solvers give up without a word.
        (Err(OutputError::NoStatus { chatter: false }), Some(0)) => {
            let shown = shown(exited.printed.excerpt());
            gave_up(format!("{name} gave up: no status line; {shown}"))
        }
        _ => fault(shown(exited.printed.excerpt())),
    }
}

fn gave_up(words: String) -> Result<Said, ProveError> {
    Ok(Said::Unknown(Reason::Fault(Fault::GaveUp, words)))
}
