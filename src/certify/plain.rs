//! Formulas and proofs as every checker can read them: one clause or step a line, with
//! nothing else. Checkers differ in which comments, signs, blanks and line ends they take.

use super::hints;
use super::lrat::{self, LratForm};
use crate::child::temporary::TemporaryFile;
use satoku_verify::error::ReadError;
use satoku_verify::formula::Formula;
use satoku_verify::proof::steps::{Action, Step, StepReader};
use satoku_verify::proof::{ProofSystem, START, StopCheck};
use satoku_verify::verify::OpenProof;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

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
        // The reader stops by itself.
        (false, ProofSystem::Drat) => drop(drat_as_text(proof, output, &|| false)?),
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

/// Leaves out the comments of a DRAT proof in a file, as a certificate holds none; false if it
/// was stopped. A file that is no proof stays as it is.
///
/// # Errors
/// If it cannot be read or written.
pub fn drop_comments(path: &Path, stop: &StopCheck<'_>) -> io::Result<bool> {
    if !has_comments(path)? {
        return Ok(true);
    }
    let beside = path.with_extension("plain");
    let written = drat_as_text(
        detectable(path)?,
        BufWriter::new(File::create(&beside)?),
        stop,
    );
    match written {
        Ok(true) => std::fs::rename(&beside, path).map(|()| true),
        Ok(false) => std::fs::remove_file(&beside).map(|()| false),
        Err(error) => {
            std::fs::remove_file(&beside)?;
            match error {
                ReadError::Io(error) => Err(error),
                // The verifier says what is wrong.
                ReadError::Syntax { .. } | ReadError::TooLarge { .. } => Ok(true),
            }
        }
    }
}

/// Whether a DRAT proof is in text and has the letter that begins comments, which steps do not.
fn has_comments(path: &Path) -> io::Result<bool> {
    let mut proof = detectable(path)?;
    if ProofSystem::Drat.is_binary(proof.fill_buf()?) {
        return Ok(false);
    }
    loop {
        let bytes = proof.fill_buf()?;
        if bytes.is_empty() || bytes.contains(&b'c') {
            return Ok(!bytes.is_empty());
        }
        let length = bytes.len();
        proof.consume(length);
    }
}

/// A file whose start is read at once, so that it is taken for text or binary as the verifier
/// does.
fn detectable(path: &Path) -> io::Result<BufReader<File>> {
    Ok(BufReader::with_capacity(START as usize, File::open(path)?))
}

/// Writes the steps of a proof; false if it was stopped.
fn drat_as_text(
    proof: impl BufRead,
    mut text: impl Write,
    stop: &StopCheck<'_>,
) -> Result<bool, ReadError> {
    /// Steps between two stop checks.
    const STRIDE: u64 = 1 << 12;
    let mut steps = StepReader::new(proof, ProofSystem::Drat)?;
    let (mut step, mut number) = (Step::default(), 0u64);
    while let Some(action) = steps.next(&mut step)? {
        number += 1;
        if number.is_multiple_of(STRIDE) && stop() {
            return Ok(false);
        }
        if action == Action::Delete {
            write!(text, "d ")?;
        }
        write_clause(&mut text, &step.clause)?;
    }
    text.flush()?;
    Ok(true)
}

fn write_clause(output: &mut impl Write, clause: &[i32]) -> io::Result<()> {
    clause
        .iter()
        .try_for_each(|literal| write!(output, "{literal} "))?;
    writeln!(output, "0")
}
