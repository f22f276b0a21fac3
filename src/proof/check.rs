//! A checker of DRAT proofs that shares nothing with any solver.
//!
//! It goes over the proof twice, as drat-trim does. Forwards it believes each lemma,
//! until unit propagation alone leads to a contradiction (`load`). Backwards from
//! there it takes one lemma after the other away again, and checks those that the
//! contradiction, or a lemma checked before, was derived from (`backward`). Such a
//! lemma must follow from the clauses before it by unit propagation (RUP: assume that
//! all its literals are false, and some clause has no literal left), or be a
//! resolution asymmetric tautology on its first literal (RAT: the same for its
//! resolvent with each clause that holds the negation of that literal). Lemmas that
//! nothing needs are not checked: the refutation stands without them. See N. Wetzler,
//! M. Heule and W. Hunt, "DRAT-trim: efficient checking and trimming using expressive
//! clausal proofs", SAT 2014.
//!
//! Deletions count as drat-trim reads them: a clause that made a literal true
//! for good, as every unit clause does, is not deleted. What follows once
//! therefore follows ever after. The check ends with the empty clause; what
//! stands behind it is not read.
//!
//! The whole proof is kept in memory, about 4 bytes for each literal and 60 for each
//! step.

mod backward;
mod load;

use super::hints::Recorder;
use super::numbers::ProofError;
use crate::cnf::Formula;
use crate::limits::Limits;
use crate::outcome::Reason;
use load::Ended;
pub(super) use load::Loaded;
use std::fmt;
use std::io::{BufRead, Write};

/// What a proof was found to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// The formula has no model.
    Refuted(Effort),
    /// It proves nothing, for this reason.
    Flawed(String),
    /// Checking was stopped.
    Unknown(Reason),
}

/// What a check went through.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Lemmas up to the contradiction.
    pub lemmas: u64,
    /// Those of them that were checked: in DRAT those that the contradiction needs, in
    /// LRAT all.
    pub needed: u64,
    /// Those of the needed ones that follow only as RAT.
    pub rat: u64,
    /// Clauses deleted.
    pub deletions: u64,
    /// Deletions not followed: of clauses that made a literal true, or that are
    /// not there.
    pub ignored: u64,
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} lemmas, ", self.lemmas)?;
        let of = match self.needed == self.lemmas {
            true => "them",
            false => {
                write!(f, "{} of them needed, ", self.needed)?;
                "these"
            }
        };
        let (rat, deletions) = (self.rat, self.deletions);
        write!(
            f,
            "{rat} of {of} RAT, and {deletions} deletions lead to a contradiction"
        )
    }
}

/// Lemmas between two looks at the limits.
const STRIDE: u64 = 64;

/// Checks that a proof refutes a formula.
///
/// # Errors
/// [`ProofError`] for what is no proof at all.
pub fn check(
    formula: &Formula,
    proof: impl BufRead,
    limits: &Limits,
) -> Result<Checked, ProofError> {
    check_loaded(&mut Loaded::new(formula), proof, limits, &mut None)
}

/// Checks that a proof refutes a formula, and, if it does, writes the lemmas that are
/// needed as LRAT.
///
/// # Errors
/// [`ProofError`] for what is no proof at all, or if LRAT cannot be written.
pub fn translate(
    formula: &Formula,
    proof: impl BufRead,
    limits: &Limits,
    lrat: &mut dyn Write,
    binary: bool,
) -> Result<Checked, ProofError> {
    let mut recorder = Some(Recorder::default());
    let mut loaded = Loaded::new(formula);
    let checked = check_loaded(&mut loaded, proof, limits, &mut recorder)?;
    if let (Checked::Refuted(_), Some(recorder)) = (&checked, recorder) {
        recorder.write(&loaded, formula.clause_count(), lrat, binary)?;
    }
    Ok(checked)
}

fn check_loaded(
    loaded: &mut Loaded,
    proof: impl BufRead,
    limits: &Limits,
    recorder: &mut Option<Recorder>,
) -> Result<Checked, ProofError> {
    Ok(match loaded.read(proof, limits)? {
        Ended::Contradiction(clause) => backward::check(loaded, clause, limits, recorder),
        Ended::Nothing => Checked::Flawed(format!(
            "the proof ends after {} lemmas without a contradiction",
            loaded.effort.lemmas
        )),
        Ended::Stopped(reason) => Checked::Unknown(reason),
    })
}

#[cfg(test)]
pub(super) mod tests;
