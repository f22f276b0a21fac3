//! SAT solvers that are programs and refute the formula of a certificate.

use super::request::CertifyError;
use super::solver::{ProofLimits, SolverAnswer};
use crate::child::{Exited, FileCommand, OutputTooLarge, SizeLimit, Termination};
use crate::cnf::output::{self, OutputError, SolverOutput};
use crate::cnf::{Formula, model};
use crate::limits::Limits;
use crate::outcome::{Fault, Reason};
use crate::sat::process::proof::RESULT;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Lets a program refute a formula, which is also in a file.
pub fn refute(
    command: &FileCommand,
    clauses: &Formula,
    formula: &Path,
    proof: &Path,
    limits: ProofLimits<'_>,
) -> Result<SolverAnswer, CertifyError> {
    let name = command.name();
    let fault = |why| fault(&name, why);
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
    answer(&name, &mut exited, clauses, proof, limits.limits)
}

/// The answer of a solver that has ended on its own.
fn answer(
    name: &str,
    exited: &mut Exited,
    clauses: &Formula,
    proof: &Path,
    limits: &Limits,
) -> Result<SolverAnswer, CertifyError> {
    let fault = |why| fault(name, why);
    let status = exited.status;
    let answer = match exited.printed.stdout() {
        Ok(printed) => output::read(printed, limits),
        Err(error) => return Err(CertifyError::Engine(format!("{name}: {error}"))),
    };
    let excerpt = exited.printed.excerpt();
    let shown = format!("it ended with {} and printed {excerpt}", exited.ending());
    match (answer, status.code()) {
        (Ok(SolverOutput::Unsatisfiable), Some(0 | 20)) if is_result(proof) => fault(
            "it wrote its result where a proof was expected; name a solver that writes DRAT, such \
             as 'cadical -q'"
                .into(),
        ),
        (Ok(SolverOutput::Unsatisfiable), Some(0 | 20)) => Ok(SolverAnswer::Unsatisfiable),
        (Ok(SolverOutput::Satisfiable(model)), Some(0 | 10)) => {
            match model::check(clauses, &model) {
                Ok(()) => Ok(SolverAnswer::Satisfiable),
                Err(error) => fault(error.to_string()),
            }
        }
        (Err(OutputError::Stopped(reason)), _) => Ok(SolverAnswer::Unknown(reason)),
        (Ok(SolverOutput::Unknown), _) => gave_up(format!("{name} gave up")),
        // Some solvers give up without a word.
        (Err(OutputError::NoStatus { chatter: false }), Some(0)) => {
            gave_up(format!("{name} gave up: no status line; {shown}"))
        }
        _ => fault(shown),
    }
}

/// Whether a file is the result that minisat and its descendants write to a second file.
fn is_result(file: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(file).and_then(|file| file.take(16).read_to_end(&mut start));
    read.is_ok() && start == RESULT
}

/// The first of these files that does not exist.
pub fn first_missing<'f>(files: &[&'f Path]) -> Option<&'f Path> {
    files.iter().find(|file| !file.is_file()).copied()
}

fn fault(name: &str, why: String) -> Result<SolverAnswer, CertifyError> {
    let reason = Reason::Engine(format!("{name}: {why}"));
    Ok(SolverAnswer::Unknown(reason))
}

fn gave_up(why: String) -> Result<SolverAnswer, CertifyError> {
    Ok(SolverAnswer::Unknown(Reason::Fault(Fault::GaveUp, why)))
}
