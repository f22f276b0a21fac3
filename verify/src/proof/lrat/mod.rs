//! A checker of LRAT proofs, which follows hints and never searches.
//!
//! A lemma follows if, once all its literals are false, its hints lead to a clause with no
//! literal left: each hint, in order, is a clause with one literal that is not false,
//! which is made true, and the last one a clause with none. Otherwise the hints go on with
//! the number of each clause that has the negation of the lemma's first literal, negative
//! and in increasing order; after each come the hints that lead to a contradiction once
//! the other literals of that clause are false, too. Numbers of lemmas increase. A
//! deletion of a clause that is not there does nothing. Steps after the empty clause are
//! read, as others will read them, and do nothing.
//!
//! The clauses that are not deleted are kept in memory. Proofs that need more than
//! `MAX_CLAUSES`, `MAX_LITERALS` and `MAX_VARIABLES` at once are not checked, as a small
//! archive can hold a huge one.

#[cfg(test)]
mod tests;

use super::pace::{Pace, Stopped};
use super::steps::{Action, Step, StepReader};
use super::variables::{Code, VariableMap};
use super::{CheckResult, CheckStats, MAX_VARIABLES, ProofSystem, StopCheck, too_large};
use crate::error::ReadError;
use crate::formula::{Formula, MAX_CLAUSES, MAX_LITERALS};
use crate::words::counted;
use std::collections::HashMap;
use std::io::BufRead;

/// Why the check ends at a step.
enum End {
    /// What was found, and what was expected.
    Flaw(String, &'static str),
    /// There are more of these than this.
    TooLarge(&'static str, usize),
    Stopped,
}

impl From<Stopped> for End {
    fn from(_: Stopped) -> End {
        End::Stopped
    }
}

/// What assumptions have led to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Contradiction,
}

const THERE: &str = "the number of a clause that is there";
const UNIT: &str = "a clause with one literal left, or none";
const FALSE: &str = "hints that end with a clause without a literal left";
const NOTHING: &str = "no more of them";
const CANDIDATE: &str =
    "increasing numbers of clauses that hold the negation of the lemma's first literal";
const ALL: &str = "a contradiction, or hints for all of them";

/// Checks that a proof refutes a formula.
///
/// # Errors
/// [`ReadError`] for the first step that cannot be read, or that does not follow.
pub fn check(
    formula: &Formula,
    proof: impl BufRead,
    stop: &StopCheck<'_>,
) -> Result<CheckResult, ReadError> {
    check_steps(formula, StepReader::new(proof, ProofSystem::Lrat)?, stop)
}

/// Checks that these steps refute a formula.
pub(super) fn check_steps(
    formula: &Formula,
    steps: StepReader<impl BufRead>,
    stop: &StopCheck<'_>,
) -> Result<CheckResult, ReadError> {
    let most = [MAX_CLAUSES, MAX_LITERALS, MAX_VARIABLES];
    check_at_most(most, formula, steps, stop)
}

/// Checks a proof within other limits on clauses, literals and new variables.
fn check_at_most(
    most: [usize; 3],
    formula: &Formula,
    mut steps: StepReader<impl BufRead>,
    stop: &StopCheck<'_>,
) -> Result<CheckResult, ReadError> {
    let Ok(mut checker) = Checker::new(formula, stop) else {
        return Ok(CheckResult::Stopped);
    };
    let mut step = Step::default();
    let mut state = State::Open;
    loop {
        let checked = match steps.next(&mut step) {
            Ok(None) if state == State::Contradiction => {
                return Ok(CheckResult::Refuted(checker.stats));
            }
            Ok(None) => break,
            Ok(Some(_)) if state == State::Contradiction => checker
                .visit(step.clause.len() + step.hints.len())
                .map(|()| state),
            Ok(Some(Action::Add)) => checker
                .lemma(&step)
                .and_then(|reached| checker.require_size(most).map(|()| reached)),
            Ok(Some(Action::Delete)) => checker.delete(&step.hints),
            // Reading may have been stopped.
            Err(_) if stop() => Err(End::Stopped),
            Err(error) => return Err(error),
        };
        match checked {
            Ok(reached) => state = reached,
            Err(End::Flaw(found, expected)) => return Err(steps.wrong(found, expected)),
            Err(End::TooLarge(what, most)) => return Ok(too_large(what, most)),
            Err(End::Stopped) => return Ok(CheckResult::Stopped),
        }
    }
    let lemmas = counted(checker.stats.lemmas, "lemma");
    Ok(CheckResult::Flawed(format!(
        "the proof ends after {lemmas} without the empty clause"
    )))
}

struct Checker<'s> {
    pace: Pace<'s>,
    stats: CheckStats,
    variables: VariableMap,
    /// By number, without repeated literals.
    clauses: HashMap<u64, Vec<Code>>,
    /// How many literals they have.
    literals: usize,
    /// By literal: how many clauses have it.
    occurrences: Vec<u32>,
    /// By literal: 1 is true, -1 false, 0 unassigned.
    values: Vec<i8>,
    /// Literals that are true.
    trail: Vec<Code>,
    /// The number of the last lemma, or of the formula's last clause.
    last: u64,
}

impl<'s> Checker<'s> {
    fn new(formula: &Formula, stop: &'s StopCheck<'s>) -> Result<Checker<'s>, Stopped> {
        let mut checker = Checker {
            pace: Pace::new(stop),
            stats: CheckStats::default(),
            variables: VariableMap::new(formula),
            clauses: HashMap::new(),
            literals: 0,
            occurrences: Vec::new(),
            values: Vec::new(),
            trail: Vec::new(),
            last: 0,
        };
        for (number, clause) in (1..).zip(formula.clauses()) {
            checker.pace.visit(1 + clause.len())?;
            let codes = checker.codes(clause);
            checker.add(number, codes);
        }
        Ok(checker)
    }

    fn codes(&mut self, clause: &[i32]) -> Vec<Code> {
        let mut codes = Vec::new();
        self.variables.codes(clause, &mut codes);
        self.occurrences.resize(2 * self.variables.len(), 0);
        self.values.resize(2 * self.variables.len(), 0);
        codes
    }

    fn add(&mut self, number: u64, mut clause: Vec<Code>) {
        clause.sort_unstable();
        clause.dedup();
        for &code in &clause {
            self.occurrences[code as usize] += 1;
        }
        self.literals += clause.len();
        self.clauses.insert(number, clause);
        self.last = number;
    }

    /// Deletes the clauses that are there.
    fn delete(&mut self, numbers: &[i64]) -> Result<State, End> {
        for number in numbers {
            let Some(clause) = self.clauses.remove(&number.unsigned_abs()) else {
                self.stats.ignored += 1;
                continue;
            };
            self.stats.deletions += 1;
            self.literals -= clause.len();
            for code in clause {
                self.occurrences[code as usize] -= 1;
            }
        }
        self.visit(numbers.len())?;
        Ok(State::Open)
    }

    fn require_size(&self, most: [usize; 3]) -> Result<(), End> {
        let kept = [
            (self.clauses.len(), "clauses"),
            (self.literals, "literals"),
            (self.variables.new_ones(), "new variables"),
        ];
        let beyond = kept
            .into_iter()
            .zip(most)
            .find(|((kept, _), most)| kept > most);
        match beyond {
            Some(((_, what), most)) => Err(End::TooLarge(what, most)),
            None => Ok(()),
        }
    }

    /// Counts a clause of this many literals.
    fn visit(&mut self, literals: usize) -> Result<(), End> {
        Ok(self.pace.visit(1 + literals)?)
    }

    /// Adds a lemma if it follows; a contradiction if it is the empty clause.
    fn lemma(&mut self, step: &Step) -> Result<State, End> {
        self.stats.lemmas += 1;
        self.stats.needed += 1;
        self.stats.rat += u64::from(step.hints.iter().any(|hint| *hint < 0));
        self.visit(step.clause.len() + step.hints.len())?;
        let (number, last) = (step.number, self.last);
        if number <= last {
            let found = format!("the number {number} for a lemma after clause {last}");
            return Err(End::Flaw(found, "a larger one"));
        }
        let clause = self.codes(&step.clause);
        let state = self.assume(clause.iter().copied());
        let candidates = step.hints.iter().position(|hint| *hint < 0);
        let candidates = candidates.unwrap_or(step.hints.len());
        let (hints, candidates) = step.hints.split_at(candidates);
        match (self.follow(state, hints)?, candidates, clause.first()) {
            (State::Contradiction, [], _) => {}
            (State::Open, _, Some(&pivot)) => self.resolve(pivot ^ 1, candidates)?,
            (State::Open, _, None) => {
                let found = format!("{} hints without a contradiction", hints.len());
                return Err(End::Flaw(found, FALSE));
            }
            (State::Contradiction, [first, ..], _) => {
                let found = format!("hint {first} after a contradiction");
                return Err(End::Flaw(found, NOTHING));
            }
        }
        self.backtrack(0);
        self.add(number, clause);
        Ok(match step.clause.is_empty() {
            true => State::Contradiction,
            false => State::Open,
        })
    }

    /// Makes these literals false.
    fn assume(&mut self, clause: impl IntoIterator<Item = Code>) -> State {
        let mut state = State::Open;
        for code in clause {
            match self.values[code as usize] {
                0 => self.assign(code ^ 1),
                1 => state = State::Contradiction,
                _ => {}
            }
        }
        state
    }

    fn assign(&mut self, code: Code) {
        self.values[code as usize] = 1;
        self.values[(code ^ 1) as usize] = -1;
        self.trail.push(code);
    }

    fn backtrack(&mut self, length: usize) {
        for code in self.trail.drain(length..) {
            self.values[code as usize] = 0;
            self.values[(code ^ 1) as usize] = 0;
        }
    }

    fn follow(&mut self, mut state: State, hints: &[i64]) -> Result<State, End> {
        for hint in hints {
            let clause = self.clauses.get(&hint.unsigned_abs());
            self.visit(clause.map_or(0, Vec::len))?;
            if state == State::Contradiction {
                let found = format!("hint {hint} after a contradiction");
                return Err(End::Flaw(found, NOTHING));
            }
            let Some(clause) = self.clauses.get(&hint.unsigned_abs()) else {
                return Err(End::Flaw(format!("hint {hint}"), THERE));
            };
            let value = |code: &&Code| self.values[**code as usize];
            let mut left = clause.iter().filter(|code| value(code) >= 0);
            match (left.next(), left.next()) {
                (None, _) => state = State::Contradiction,
                (Some(&code), None) if value(&&code) == 0 => self.assign(code),
                (Some(_), None) => {
                    let found = format!("hint {hint}, whose last literal is true already");
                    return Err(End::Flaw(found, UNIT));
                }
                (Some(_), Some(_)) => {
                    let found = format!("hint {hint} with {} literals left", 2 + left.count());
                    return Err(End::Flaw(found, UNIT));
                }
            }
        }
        Ok(state)
    }

    /// Goes through the clauses that have the negation of a lemma's first literal.
    fn resolve(&mut self, negation: Code, hints: &[i64]) -> Result<(), End> {
        let level = self.trail.len();
        let (mut last, mut count) = (0, 0);
        for group in hints.chunk_by(|_, hint| *hint > 0) {
            let [candidate, hints @ ..] = group else {
                continue;
            };
            let number = candidate.unsigned_abs();
            let Some(clause) = self.clauses.get(&number).cloned() else {
                return Err(End::Flaw(format!("hint {candidate}"), THERE));
            };
            self.visit(clause.len())?;
            if number <= last || !clause.contains(&negation) {
                let found = format!("hint {candidate} after {last}");
                return Err(End::Flaw(found, CANDIDATE));
            }
            let others = clause.into_iter().filter(|code| *code != negation);
            let state = self.assume(others);
            if self.follow(state, hints)? == State::Open {
                let found = format!("hint {candidate} without a contradiction");
                return Err(End::Flaw(found, FALSE));
            }
            self.backtrack(level);
            (last, count) = (number, count + 1);
        }
        let all = self.occurrences[negation as usize];
        if all == count {
            return Ok(());
        }
        let found = format!(
            "no contradiction, and {count} of {all} clauses with the negation of the first literal"
        );
        Err(End::Flaw(found, ALL))
    }
}
