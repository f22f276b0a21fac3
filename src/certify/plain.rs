//! Formulas and proofs as every checker can read them: one clause or step a line, with
//! nothing else. Checkers differ in which comments, signs, blanks and line ends they take.

use super::hints;
use super::lrat::{self, LratForm};
use crate::child::temporary::TemporaryFile;
use satoku_verify::error::ReadError;
use satoku_verify::formula::Formula;
use satoku_verify::proof::steps::{Action, Step, StepReader};
use satoku_verify::proof::{ProofSystem, StopCheck};
use satoku_verify::verify::OpenProof;
use std::io::{self, BufRead, BufWriter, Write};

/// A formula in a file.
///
/// # Errors
/// If it cannot be written.
pub fn formula(formula: &Formula) -> io::Result<TemporaryFile> {
    let file = TemporaryFile::new()?;
    let mut output = BufWriter::new(file.reopen()?);
    writeln!(output, "p cnf {} {}", formula.variables, formula.len())?;
    for clause in formula.clauses() {
        write_clause(&mut output, clause)?;
    }
    output.flush()?;
    Ok(file)
}

/// A proof in a file. One in binary has no plainer form.
///
/// # Errors
/// [`ReadError`] if it cannot be read or written.
pub fn proof(proof: OpenProof<'_>) -> Result<TemporaryFile, ReadError> {
    let file = TemporaryFile::new()?;
    let mut output = BufWriter::new(file.reopen()?);
    let (system, binary) = (proof.system, proof.binary);
    let mut proof = proof.into_reader();
    match (binary, system) {
        (true, _) => {
            io::copy(&mut proof, &mut output)?;
            output.flush()?;
        }
        (false, ProofSystem::Lrat) => lrat::as_text(proof, output)?,
        (false, ProofSystem::Drat) => drat_as_text(proof, output)?,
    }
    Ok(file)
}

/// A proof that the verifier accepted, as LRAT in text.
///
/// # Errors
/// [`ReadError`] if it cannot be read or written.
pub fn lrat_text(
    formula: &Formula,
    proof: OpenProof<'_>,
    stop: &StopCheck<'_>,
) -> Result<TemporaryFile, ReadError> {
    let file = TemporaryFile::new()?;
    let mut output = BufWriter::new(file.reopen()?);
    let system = proof.system;
    let proof = proof.into_reader();
    match system {
        ProofSystem::Lrat => lrat::as_text(proof, output)?,
        ProofSystem::Drat => {
            hints::translate(formula, proof, stop, &mut output, LratForm::Text)?;
            output.flush()?;
        }
    }
    Ok(file)
}

fn drat_as_text(proof: impl BufRead, mut text: impl Write) -> Result<(), ReadError> {
    let mut steps = StepReader::new(proof, ProofSystem::Drat)?;
    let mut step = Step::default();
    while let Some(action) = steps.next(&mut step)? {
        if action == Action::Delete {
            write!(text, "d ")?;
        }
        write_clause(&mut text, &step.clause)?;
    }
    Ok(text.flush()?)
}

fn write_clause(output: &mut impl Write, clause: &[i32]) -> io::Result<()> {
    clause
        .iter()
        .try_for_each(|literal| write!(output, "{literal} "))?;
    writeln!(output, "0")
}
