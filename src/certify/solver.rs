//! SAT solvers that refute the formula of a certificate.

use super::manifest::ProofSystem;
use super::prove::CertifyError;
use crate::child::FileCommand;
use crate::child::{OutputTooLarge, SizeLimit, Termination};
use crate::cnf::output::{self, OutputError, SolverOutput};
use crate::cnf::{Formula, Lit};
use crate::limits::Limits;
use crate::outcome::{Fault, Reason};
use crate::sat::varisat::ProofGuard;
use std::fs::File;
use std::path::Path;
use varisat::{ExtendFormula, Solver};

/// The forms of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ProofFormat {
    /// DRAT as text, or as another solver likes.
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

/// What a solver answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverAnswer {
    Unsatisfiable,
    Satisfiable,
    Unknown(Reason),
}

/// What a refutation may cost.
#[derive(Clone, Copy)]
pub struct ProofLimits<'l> {
    pub limits: &'l Limits,
    /// Bytes of the proof.
    pub most: u64,
}

/// Lets varisat refute the formula.
pub fn varisat(
    formula: &Formula,
    format: ProofFormat,
    proof: &Path,
    limits: ProofLimits<'_>,
) -> Result<SolverAnswer, CertifyError> {
    let guard = ProofGuard::new(limits.limits.clone(), limits.most);
    let file = File::create(proof).map_err(|error| CertifyError::io(proof, error))?;
    let format = match format {
        ProofFormat::Text => varisat::ProofFormat::Drat,
        // LRAT is made of it.
        _ => varisat::ProofFormat::BinaryDrat,
    };
    let mut solver = Solver::new();
    // This must come first.
    solver.write_proof(guard.writer(file), format);
    let foreign = |lit: &Lit| varisat::Lit::from_index(lit.var().index(), lit.is_positive());
    let mut clause: Vec<varisat::Lit> = Vec::new();
    for own in formula.clauses() {
        clause.clear();
        clause.extend(own.iter().map(foreign));
        solver.add_clause(&clause);
    }
    let answer = solver.solve();
    let closed = solver.close_proof();
    Ok(match (answer, closed) {
        (Ok(true), _) => SolverAnswer::Satisfiable,
        (Ok(false), Ok(())) => SolverAnswer::Unsatisfiable,
        (Err(error), _) | (_, Err(error)) => {
            let failed = || Reason::Engine(format!("varisat: {error}"));
            SolverAnswer::Unknown(guard.exceeded().unwrap_or_else(failed))
        }
    })
}

/// Lets a program refute the formula in a file.
pub fn program(
    command: &FileCommand,
    formula: &Path,
    proof: &Path,
    limits: ProofLimits<'_>,
) -> Result<SolverAnswer, CertifyError> {
    let name = command.name();
    let fault = |why: String| {
        Ok(SolverAnswer::Unknown(Reason::Engine(format!(
            "{name}: {why}"
        ))))
    };
    // A solver that has nothing to write may leave no file.
    File::create(proof).map_err(|error| CertifyError::io(proof, error))?;
    let size = SizeLimit {
        path: proof.to_owned(),
        name: "its proof".into(),
        most: limits.most,
    };
    let files = [("{cnf}", formula), ("{proof}", proof)];
    let mut exited = match command.run(&files, vec![size], limits.limits) {
        Err(error) => return fault(error.to_string()),
        Ok(Termination::Stopped(reason)) => return Ok(SolverAnswer::Unknown(reason)),
        Ok(Termination::OutputTooLarge(OutputTooLarge { limit })) if limit.path == proof => {
            return Ok(SolverAnswer::Unknown(Reason::ProofSize(limit.most)));
        }
        Ok(Termination::OutputTooLarge(why)) => return fault(why.to_string()),
        Ok(Termination::Exited(exited)) => exited,
    };
    if let Some(file) = first_missing(&[formula, proof]) {
        let file = file.file_name().unwrap_or_default().to_string_lossy();
        return fault(format!("it removed {file}, which it was given"));
    }
    let status = exited.status;
    let answer = exited.printed.stdout().map(output::read);
    let answer = answer.map_err(|error| CertifyError::Engine(format!("{name}: {error}")))?;
    let excerpt = exited.printed.excerpt();
    let shown = format!("it ended with {status} and printed {excerpt}");
    match (answer, status.code()) {
        (Ok(SolverOutput::Unsatisfiable), Some(0 | 20)) => Ok(SolverAnswer::Unsatisfiable),
        (Ok(SolverOutput::Satisfiable(_)), Some(0 | 10)) => Ok(SolverAnswer::Satisfiable),
        (Ok(SolverOutput::Unknown), _) => gave_up(format!("{name} gave up")),
        // Some solvers give up without a word.
        (Err(OutputError::NoStatus { chatter: false }), Some(0)) => {
            gave_up(format!("{name} gave up: no status line; {shown}"))
        }
        _ => fault(shown),
    }
}

/// The first of these files that does not exist.
pub fn first_missing<'f>(files: &[&'f Path]) -> Option<&'f Path> {
    files.iter().find(|file| !file.is_file()).copied()
}

fn gave_up(why: String) -> Result<SolverAnswer, CertifyError> {
    Ok(SolverAnswer::Unknown(Reason::Fault(Fault::GaveUp, why)))
}
