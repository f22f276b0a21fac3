//! A checker of LRAT proofs, made to be believed: it follows hints and never
//! searches.
//!
//! A lemma follows if, once all its literals are false, its hints lead to a clause
//! with no literal left: each hint, in order, is a clause with one literal that is
//! not false, which is made true, and the last one a clause with none. Otherwise
//! the hints go on with the number of each clause that holds the negation of the
//! lemma's first literal, negative and in increasing order; behind each stand the
//! hints that lead to a contradiction once the other literals of that clause are
//! false, too. Numbers of lemmas increase. A deletion of what is not there does
//! nothing. The check ends with the empty clause; what stands behind it is not read.

use super::{Line, Reader};
use crate::cnf::Formula;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::proof::check::{Checked, Effort};
use crate::proof::database::Code;
use crate::proof::drat::Step;
use crate::proof::names::Names;
use crate::proof::numbers::ProofError;
use std::collections::HashMap;
use std::io::BufRead;

/// What was found, and what was expected.
type Flaw = (String, &'static str);

/// Why a lemma was not taken.
enum Trouble {
    /// It does not follow.
    Flaw(Flaw),
    /// The limits was used up.
    Stopped(Reason),
}

impl From<Flaw> for Trouble {
    fn from(flaw: Flaw) -> Trouble {
        Trouble::Flaw(flaw)
    }
}

/// Literals looked at between two looks at the limits.
const STRIDE: usize = 1 << 20;

/// Checks that a proof refutes a formula.
///
/// # Errors
/// [`ProofError`] for the first step that is none, or that does not follow.
pub fn check(
    formula: &Formula,
    proof: impl BufRead,
    limits: &Limits,
) -> Result<Checked, ProofError> {
    let mut reader = Reader::new(proof)?;
    let mut checker = Checker::new(formula, limits);
    let mut effort = Effort::default();
    let mut line = Line::default();
    loop {
        let step = match reader.next_step(&mut line) {
            Ok(step) => step,
            // Reading may have been what took too long.
            Err(error) => match limits.exceeded() {
                Some(reason) => return Ok(Checked::Unknown(reason)),
                None => return Err(error),
            },
        };
        let taken = match step {
            None => break,
            Some(Step::Add) => {
                effort.lemmas += 1;
                effort.needed += 1;
                effort.rat += u64::from(line.hints.iter().any(|hint| *hint < 0));
                checker.lemma(&line)
            }
            Some(Step::Delete) => {
                for hint in &line.hints {
                    match checker.delete(*hint) {
                        Some(_) => effort.deletions += 1,
                        None => effort.ignored += 1,
                    }
                }
                checker.work(line.hints.len())
            }
        };
        match taken {
            Ok(()) => {}
            Err(Trouble::Flaw((found, expected))) => return Err(reader.wrong(found, expected)),
            Err(Trouble::Stopped(reason)) => return Ok(Checked::Unknown(reason)),
        }
        if step == Some(Step::Add) && line.clause.is_empty() {
            return Ok(Checked::Refuted(effort));
        }
    }
    let lemmas = effort.lemmas;
    Ok(Checked::Flawed(format!(
        "the proof ends after {lemmas} lemmas without the empty clause"
    )))
}

/// What assumptions have led to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Contradiction,
}

struct Checker<'b> {
    limits: &'b Limits,
    /// Literals looked at since the last look at the limits.
    worked: usize,
    names: Names,
    /// By number; no literal twice in one.
    clauses: HashMap<u64, Vec<Code>>,
    /// By literal: how many clauses hold it.
    holders: Vec<u32>,
    /// By literal: 1 is true, -1 false, 0 open.
    values: Vec<i8>,
    /// Literals that are true.
    trail: Vec<Code>,
    /// The number of the last lemma, or of the formula's last clause.
    last: u64,
}

impl<'b> Checker<'b> {
    fn new(formula: &Formula, limits: &'b Limits) -> Checker<'b> {
        let mut checker = Checker {
            limits,
            // The first lemma looks.
            worked: STRIDE,
            names: Names::new(formula),
            clauses: HashMap::new(),
            holders: Vec::new(),
            values: Vec::new(),
            trail: Vec::new(),
            last: 0,
        };
        let mut codes = Vec::new();
        for (number, clause) in (1..).zip(formula.clauses()) {
            checker.names.codes(clause, &mut codes);
            checker.add(number, codes.clone());
        }
        checker
    }

    fn add(&mut self, number: u64, mut clause: Vec<Code>) {
        self.grow();
        clause.sort_unstable();
        clause.dedup();
        for &code in &clause {
            self.holders[code as usize] += 1;
        }
        self.clauses.insert(number, clause);
        self.last = number;
    }

    /// Counts literals looked at, and looks at the limits now and then.
    fn work(&mut self, literals: usize) -> Result<(), Trouble> {
        self.worked += 1 + literals;
        if self.worked >= STRIDE {
            self.worked = 0;
            if let Some(reason) = self.limits.exceeded() {
                return Err(Trouble::Stopped(reason));
            }
        }
        Ok(())
    }

    /// Makes room for the variables that have a name.
    fn grow(&mut self) {
        let literals = 2 * self.names.count();
        self.holders.resize(literals, 0);
        self.values.resize(literals, 0);
    }

    /// Deletes a clause, which it returns, if it is there.
    fn delete(&mut self, number: i64) -> Option<Vec<Code>> {
        let clause = self.clauses.remove(&number.unsigned_abs())?;
        for &code in &clause {
            self.holders[code as usize] -= 1;
        }
        Some(clause)
    }

    /// Adds a lemma if it follows.
    fn lemma(&mut self, line: &Line) -> Result<(), Trouble> {
        self.work(line.clause.len() + line.hints.len())?;
        let (number, last) = (line.number, self.last);
        if number <= last {
            let found = format!("the number {number} for a lemma behind clause {last}");
            return Err((found, "a larger one").into());
        }
        let mut clause = Vec::new();
        self.names.codes(&line.clause, &mut clause);
        self.grow();
        let state = self.assume(clause.iter().copied());
        let is_candidate = |hint: &i64| *hint < 0;
        let candidates = line.hints.iter().position(is_candidate);
        let (hints, candidates) = line.hints.split_at(candidates.unwrap_or(line.hints.len()));
        match (self.follow(state, hints)?, candidates, clause.first()) {
            (State::Contradiction, [], _) => {}
            (State::Open, _, Some(&pivot)) => self.resolve(pivot ^ 1, candidates)?,
            (State::Open, _, None) => {
                let found = format!("{} hints without a contradiction", hints.len());
                return Err((found, FALSE).into());
            }
            (State::Contradiction, [first, ..], _) => {
                return Err((format!("hint {first} behind a contradiction"), NOTHING).into());
            }
        }
        self.backtrack(0);
        self.add(number, clause);
        Ok(())
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

    /// Goes from hint to hint.
    fn follow(&mut self, mut state: State, hints: &[i64]) -> Result<State, Trouble> {
        for hint in hints {
            let length = self.clauses.get(&hint.unsigned_abs()).map_or(0, Vec::len);
            self.work(length)?;
            if state == State::Contradiction {
                return Err((format!("hint {hint} behind a contradiction"), NOTHING).into());
            }
            let Some(clause) = self.clauses.get(&hint.unsigned_abs()) else {
                return Err((format!("hint {hint}"), THERE).into());
            };
            let value = |code: &&Code| self.values[**code as usize];
            let mut left = clause.iter().filter(|code| value(code) >= 0);
            match (left.next(), left.next()) {
                (None, _) => state = State::Contradiction,
                (Some(&code), None) if value(&&code) == 0 => self.assign(code),
                (Some(_), None) => {
                    let found = format!("hint {hint}, whose last literal is true already");
                    return Err((found, UNIT).into());
                }
                (Some(_), Some(_)) => {
                    let left = 2 + left.count();
                    return Err((format!("hint {hint} with {left} literals left"), UNIT).into());
                }
            }
        }
        Ok(state)
    }

    /// Goes through the clauses that hold the negation of a lemma's first literal.
    fn resolve(&mut self, negation: Code, hints: &[i64]) -> Result<(), Trouble> {
        let level = self.trail.len();
        let (mut last, mut count) = (0, 0);
        for group in hints.chunk_by(|_, hint| *hint > 0) {
            let [candidate, hints @ ..] = group else {
                continue;
            };
            let number = candidate.unsigned_abs();
            let Some(clause) = self.clauses.get(&number).cloned() else {
                return Err((format!("hint {candidate}"), THERE).into());
            };
            self.work(clause.len())?;
            if number <= last || !clause.contains(&negation) {
                let found = format!("hint {candidate} behind {last}");
                return Err((found, CANDIDATE).into());
            }
            let others = clause.into_iter().filter(|code| *code != negation);
            let state = self.assume(others);
            if self.follow(state, hints)? == State::Open {
                let found = format!("hint {candidate} without a contradiction");
                return Err((found, FALSE).into());
            }
            self.backtrack(level);
            (last, count) = (number, count + 1);
        }
        match self.holders[negation as usize] {
            all if all == count => Ok(()),
            all => {
                let found = format!(
                    "no contradiction, and {count} of {all} clauses with the negation of the \
                     first literal"
                );
                Err((found, "a contradiction, or hints for all of them").into())
            }
        }
    }
}

const THERE: &str = "the number of a clause that is there";
const UNIT: &str = "a clause with one literal left, or none";
const FALSE: &str = "hints that end with a clause without a literal left";
const NOTHING: &str = "no more of them";
const CANDIDATE: &str =
    "increasing numbers of clauses that hold the negation of the lemma's first literal";
