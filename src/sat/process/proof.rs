//! Proofs that external solvers write, checked by the verifier.

use crate::cnf::verified::for_verifier;
use crate::cnf::{Formula, Lit};
use crate::limits::Limits;
use crate::outcome::Reason;
use satoku_verify::error::ReadError;
use satoku_verify::proof::{self, CheckResult, ProofSystem};
use std::fs::{File, symlink_metadata};
use std::io::{BufReader, Read};
use std::path::Path;

/// Limit on the size of a proof.
pub const MAX_PROOF: u64 = 4 << 30;

/// What minisat and its descendants write to the second file of their command.
pub(crate) const RESULT: &[u8] = b"UNSAT\n";

/// What the verifier says of a proof.
pub enum ProofCheck {
    /// It refutes the formula.
    Refuted,
    /// It does not, for this reason.
    Wrong(String),
    /// It may, but cannot be read or does not fit in memory.
    Unchecked(String),
    /// A limit was reached first.
    Stopped(Reason),
}

/// Checks that a proof, as DRAT or LRAT, refutes a formula with these assumptions.
pub fn check(formula: &Formula, assumptions: &[Lit], path: &Path, limits: &Limits) -> ProofCheck {
    // Whoever opens a pipe may wait for ever.
    if !symlink_metadata(path).is_ok_and(|data| data.is_file()) {
        return ProofCheck::Wrong("it is not a file".into());
    }
    let mut formula = for_verifier(formula);
    for assumption in assumptions {
        formula.add([assumption.dimacs()]);
    }
    let stop = || limits.exceeded().is_some();
    let stopped = || ProofCheck::Stopped(limits.reason());
    let checked = started(path).and_then(|(start, rest)| {
        if start == RESULT {
            let why = "it wrote its result in place of a proof";
            return Ok(CheckResult::Flawed(why.into()));
        }
        let system = ProofSystem::detect(Path::new(""), &start, formula.len());
        let proof = BufReader::new(start.chain(rest));
        proof::check(system, &formula, proof, &stop)
    });
    match checked {
        Ok(CheckResult::Refuted(_)) => ProofCheck::Refuted,
        Ok(CheckResult::Flawed(why)) => ProofCheck::Wrong(why),
        Ok(CheckResult::TooLarge(why)) => ProofCheck::Unchecked(why),
        Ok(CheckResult::Stopped) => stopped(),
        Err(error @ ReadError::Io(_)) => ProofCheck::Unchecked(format!("it {error}")),
        Err(error) => ProofCheck::Wrong(match error.line() {
            Some(line) => format!("line {line}: {error}"),
            None => error.to_string(),
        }),
    }
}

/// The start of a file, and what follows.
fn started(path: &Path) -> Result<(Vec<u8>, File), ReadError> {
    let mut file = File::open(path)?;
    let mut start = Vec::new();
    file.by_ref().take(proof::START).read_to_end(&mut start)?;
    Ok((start, file))
}
