//! A checker of DRAT proofs, after drat-trim.
//!
//! It goes over the proof twice. The forward pass (`forward.rs`) adds every lemma
//! unchecked, until unit propagation alone leads to a contradiction. The backward pass
//! (`backward.rs`) undoes one step after the other and checks the lemmas from which the
//! contradiction, or a lemma checked before, was derived. Such a lemma must follow
//! from the clauses before it by unit propagation (RUP: if all its literals are false,
//! some clause has no literal left), or be a resolution asymmetric tautology on one of its
//! literals, the pivot (RAT: the same holds for its resolvent with each clause that has the
//! negation of the pivot). The first literal is tried as pivot before the others. What the
//! check of a lemma found, a few clauses, is followed once more by `follower.rs`, as in LRAT:
//! the search of `propagation.rs` is not trusted. See N. Wetzler, M. Heule and W. Hunt,
//! "DRAT-trim: efficient checking and trimming using expressive clausal proofs", SAT 2014.
//!
//! As in drat-trim, a clause that made a literal true for good, such as a unit clause, is
//! not deleted, so what follows once follows from then on. Steps after the contradiction
//! are read, as others will read them, and do nothing.
//!
//! The whole proof is kept in memory: 4 bytes for each literal, and for each step some 130 to
//! 210, most of them in the index by which clauses are found. Proofs beyond `MAX_LITERALS`,
//! `MAX_STEPS` or `MAX_VARIABLES`, each for itself, are not checked, as a small archive can hold a
//! huge one.

mod backward;
mod database;
mod end;
mod follower;
mod forward;
mod propagation;
#[cfg(test)]
mod tests;

use super::pace::Pace;
use super::steps::StepReader;
use super::{CheckResult, MAX_VARIABLES, ProofSystem, StopCheck, too_large};
use crate::error::ReadError;
use crate::formula::{Formula, MAX_LITERALS};
use crate::words::counted;
pub use database::Id;
use forward::{End, Loaded};
use std::io::BufRead;

/// The most steps that are kept: some 8 to 13 GiB.
const MAX_STEPS: usize = 1 << 26;

/// Steps that are read between two stop checks.
const STEPS: u64 = 64;

/// What a lemma follows from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// This variable has a value for good.
    Unit(i32),
    /// A clause.
    Clause(Id),
    /// The hints up to the next candidate are for the resolvent with this clause.
    Candidate(Id),
}

/// Receives what each checked lemma follows from, from the end of the proof to its start.
/// The clauses of the formula have the ids 0, 1 and so on; lemmas have larger ones. The
/// verdict does not depend on it.
pub trait Trace {
    /// This lemma follows from these hints; its pivot is in front if it is RAT, and otherwise its
    /// first literal. The empty clause that ends the proof has no id.
    fn lemma(&mut self, id: Option<Id>, clause: &[i32], hints: &[Hint]);

    /// A clause made a literal true for good, and the others of its literals are false
    /// for good.
    fn unit(&mut self, literal: i32, reason: Id, clause: &[i32]);

    /// A clause of this many literals is needed, and was not needed by later steps.
    fn needed(&mut self, id: Id, literals: usize);

    /// A step of the proof was undone.
    fn end_step(&mut self);
}

/// Checks that a proof refutes a formula.
///
/// # Errors
/// [`ReadError`] if the proof cannot be read.
pub fn check(
    formula: &Formula,
    proof: impl BufRead,
    stop: &StopCheck<'_>,
    trace: Option<&mut dyn Trace>,
) -> Result<CheckResult, ReadError> {
    check_steps(
        formula,
        StepReader::new(proof, ProofSystem::Drat)?,
        stop,
        trace,
    )
}

/// Checks that these steps refute a formula.
pub(super) fn check_steps(
    formula: &Formula,
    steps: StepReader<impl BufRead>,
    stop: &StopCheck<'_>,
    trace: Option<&mut dyn Trace>,
) -> Result<CheckResult, ReadError> {
    let most = [MAX_LITERALS, MAX_STEPS, MAX_VARIABLES];
    check_at_most(most, formula, steps, stop, trace)
}

/// Checks a proof within other limits on literals, steps and new variables.
fn check_at_most(
    most: [usize; 3],
    formula: &Formula,
    steps: StepReader<impl BufRead>,
    stop: &StopCheck<'_>,
    trace: Option<&mut dyn Trace>,
) -> Result<CheckResult, ReadError> {
    let Ok(mut loaded) = Loaded::new(formula, &mut Pace::new(stop)) else {
        return Ok(CheckResult::Stopped);
    };
    Ok(match loaded.read(steps, most, stop)? {
        End::Contradiction(clause) => backward::check(loaded, clause, stop, trace),
        End::Nothing => CheckResult::Flawed(format!(
            "the proof ends after {} without a contradiction",
            counted(loaded.stats.lemmas, "lemma")
        )),
        End::TooLarge(what, most) => too_large(what, most),
        End::Stopped => CheckResult::Stopped,
    })
}
