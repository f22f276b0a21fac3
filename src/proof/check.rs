//! A checker of DRAT proofs that shares nothing with any solver.
//!
//! It goes forward: each lemma must follow from the clauses before it by unit
//! propagation (RUP: assume that all its literals are false, and some clause has
//! no literal left), or be a resolution asymmetric tautology on its first
//! literal (RAT: the same for its resolvent with each clause that holds the
//! negation of that literal). See N. Wetzler, M. Heule and W. Hunt, "DRAT-trim:
//! efficient checking and trimming using expressive clausal proofs", SAT 2014.
//!
//! Deletions count as drat-trim reads them: a clause that made a literal true
//! for good, as every unit clause does, is not deleted. What follows once
//! therefore follows ever after. The check ends with the empty clause; what
//! stands behind it is not read.

use super::database::{Code, Id};
use super::drat::{Reader, Step};
use super::hints::{Trace, View};
use super::names::Names;
use super::numbers::ProofError;
use super::propagation::{Conflict, Left, Propagation};
use crate::budget::{Budget, Reason};
use crate::cnf::{Formula, Lit};
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
    /// Lemmas.
    pub lemmas: u64,
    /// Those of them that follow only as RAT.
    pub rat: u64,
    /// Clauses deleted.
    pub deletions: u64,
    /// Deletions not followed: of clauses that made a literal true, or that are
    /// not there.
    pub ignored: u64,
}

/// Lemmas between two looks at the budget.
const STRIDE: u64 = 64;

/// Checks that a proof refutes a formula.
///
/// # Errors
/// [`ProofError`] for what is no proof at all.
pub fn check(
    formula: &Formula,
    proof: impl BufRead,
    budget: &Budget,
) -> Result<Checked, ProofError> {
    run(&mut Checker::new(formula, None), proof, budget)
}

/// Checks that a proof refutes a formula, and writes it as LRAT, which is complete
/// if it does.
///
/// # Errors
/// [`ProofError`] for what is no proof at all, or if LRAT cannot be written.
pub fn translate(
    formula: &Formula,
    proof: impl BufRead,
    budget: &Budget,
    lrat: &mut dyn Write,
    binary: bool,
) -> Result<Checked, ProofError> {
    let trace = Trace::new(lrat, binary, formula.clause_count());
    let mut checker = Checker::new(formula, Some(trace));
    let checked = run(&mut checker, proof, budget)?;
    if let Some(clause) = checker.refuted {
        checker.conclude(clause);
    }
    if let Some(trace) = checker.trace {
        trace.finish()?;
    }
    Ok(checked)
}

fn run(
    checker: &mut Checker<'_>,
    proof: impl BufRead,
    budget: &Budget,
) -> Result<Checked, ProofError> {
    let mut reader = Reader::new(proof)?;
    let mut effort = Effort::default();
    let mut steps = 0;
    let mut clause = Vec::new();
    while checker.refuted.is_none() {
        if steps % STRIDE == 0
            && let Some(reason) = budget.exceeded()
        {
            return Ok(Checked::Unknown(reason));
        }
        steps += 1;
        let step = match reader.next_step(&mut clause) {
            Ok(step) => step,
            // Reading may have been what took too long.
            Err(error) => match budget.exceeded() {
                Some(reason) => return Ok(Checked::Unknown(reason)),
                None => return Err(error),
            },
        };
        match step {
            None => {
                return Ok(Checked::Flawed(format!(
                    "the proof ends after {} lemmas without a contradiction",
                    effort.lemmas
                )));
            }
            Some(Step::Delete) => match checker.delete(&clause) {
                true => effort.deletions += 1,
                false => effort.ignored += 1,
            },
            Some(Step::Add) => {
                effort.lemmas += 1;
                match checker.lemma(&clause) {
                    Justified::Propagation => {}
                    Justified::Rat => effort.rat += 1,
                    Justified::Not => return Ok(Checked::Flawed(refusal(effort.lemmas, &clause))),
                }
            }
        }
    }
    Ok(Checked::Refuted(effort))
}

fn refusal(number: u64, clause: &[Lit]) -> String {
    const SHOWN: usize = 8;
    let shown = clause.iter().take(SHOWN).map(|lit| format!("{lit} "));
    let more = if clause.len() > SHOWN { "… " } else { "" };
    format!(
        "lemma {number} ({}{more}0) does not follow, by unit propagation or as RAT",
        shown.collect::<String>()
    )
}

/// Why a lemma may be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Justified {
    Propagation,
    Rat,
    Not,
}

struct Checker<'w> {
    names: Names,
    known: Propagation,
    /// A clause that is a contradiction by what is settled.
    refuted: Option<Id>,
    /// Where LRAT goes, if it is wanted.
    trace: Option<Trace<'w>>,
}

impl<'w> Checker<'w> {
    fn new(formula: &Formula, trace: Option<Trace<'w>>) -> Checker<'w> {
        let mut checker = Checker {
            names: Names::new(formula),
            known: Propagation::default(),
            refuted: None,
            trace,
        };
        for (number, clause) in (1..).zip(formula.clauses()) {
            let mut codes = checker.codes(clause);
            if !is_tautology(&mut codes) {
                checker.insert(&mut codes, number);
            } else if let Some(trace) = &mut checker.trace {
                trace.delete(number);
            }
        }
        checker.propagate_for_good();
        checker
    }

    fn codes(&mut self, clause: &[Lit]) -> Vec<Code> {
        let mut codes = Vec::new();
        self.names.codes(clause, &mut codes);
        self.known.grow(self.names.count());
        codes
    }

    /// Adds a lemma if it may be added.
    fn lemma(&mut self, clause: &[Lit]) -> Justified {
        let mut codes = self.codes(clause);
        if let Some(trace) = &mut self.trace {
            trace.begin(self.names.count());
        }
        let justified = self.justify(&codes);
        if justified != Justified::Not && !is_tautology(&mut codes) {
            let number = match &mut self.trace {
                Some(trace) => trace.lemma(clause, codes.len()),
                None => 0,
            };
            self.insert(&mut codes, number);
            self.propagate_for_good();
        }
        justified
    }

    /// Whether the lemma may be added; nothing is kept of the attempt but hints.
    fn justify(&mut self, lemma: &[Code]) -> Justified {
        let settled = self.known.trail().len();
        let justified = match (self.known.contradicts(lemma), lemma.first()) {
            (Some(conflict), _) => {
                self.explain(conflict, &[lemma], settled);
                Justified::Propagation
            }
            (None, Some(&pivot)) if self.all_resolvents_follow(lemma, pivot ^ 1, settled) => {
                Justified::Rat
            }
            (None, _) => Justified::Not,
        };
        self.known.backtrack(settled);
        justified
    }

    /// Gives hints to the trace, if there is one.
    fn explain(&mut self, conflict: Conflict, assumed: &[&[Code]], settled: usize) {
        if let Some(trace) = &mut self.trace {
            let view = View {
                known: &self.known,
                names: &self.names,
                settled,
            };
            trace.explain(view, conflict, assumed);
        }
    }

    fn all_resolvents_follow(&mut self, lemma: &[Code], negation: Code, settled: usize) -> bool {
        let database = &self.known.database;
        let has = |id: &Id| database.clause(*id).contains(&negation);
        let mut clauses: Vec<Id> = database.ids().filter(has).collect();
        if let Some(trace) = &self.trace {
            clauses.sort_unstable_by_key(|id| trace.number(*id));
        }
        let level = self.known.trail().len();
        clauses.into_iter().all(|id| {
            let clause = self.known.database.clause(id).iter().copied();
            let others: Vec<Code> = clause.filter(|code| *code != negation).collect();
            let conflict = self.known.contradicts(&others);
            if let Some(trace) = &mut self.trace {
                trace.candidate(id);
            }
            // Where both cannot be false no hints are needed.
            let is_blocked = others.iter().any(|code| lemma.contains(&(code ^ 1)));
            if let Some(conflict) = conflict.filter(|_| !is_blocked) {
                self.explain(conflict, &[lemma, &others], settled);
            }
            self.known.backtrack(level);
            conflict.is_some()
        })
    }

    /// Adds a clause under its number in LRAT.
    fn insert(&mut self, clause: &mut [Code], number: i64) {
        let (id, left) = self.known.insert(clause);
        if left == Left::Nothing {
            self.refuted = Some(id);
        }
        if let Some(trace) = &mut self.trace {
            trace.store(id, number);
        }
    }

    /// Deletes a clause unless it made a literal true or is not there; whether it
    /// did.
    fn delete(&mut self, clause: &[Lit]) -> bool {
        let mut codes = self.codes(clause);
        if is_tautology(&mut codes) {
            return false;
        }
        let found = self.known.database.find(&codes);
        let Some(id) = found.filter(|id| !self.known.is_reason(*id, &codes)) else {
            return false;
        };
        if let Some(trace) = &mut self.trace {
            trace.delete(trace.number(id));
        }
        self.known.delete(id);
        true
    }

    /// Ends the trace, if there is one, with the empty clause.
    fn conclude(&mut self, clause: Id) {
        if let Some(trace) = &mut self.trace {
            trace.begin(self.names.count());
        }
        self.explain(Conflict::Clause(clause), &[], self.known.trail().len());
        if let Some(trace) = &mut self.trace {
            trace.lemma(&[], 0);
        }
    }

    fn propagate_for_good(&mut self) {
        self.refuted = self.refuted.or_else(|| self.known.propagate());
    }
}

/// Sorts a clause and takes repeated literals out; whether it is always true.
fn is_tautology(clause: &mut Vec<Code>) -> bool {
    clause.sort_unstable();
    clause.dedup();
    clause.windows(2).any(|pair| pair[0] ^ 1 == pair[1])
}

#[cfg(test)]
pub(super) mod tests;
