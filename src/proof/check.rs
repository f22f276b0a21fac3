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

use super::database::{Code, Database, Id};
use super::drat::{DratError, Reader, Step};
use crate::budget::{Budget, Reason};
use crate::cnf::{Formula, Lit};
use std::collections::HashMap;
use std::io::BufRead;

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
/// [`DratError`] for what is no proof at all.
pub fn check(
    formula: &Formula,
    proof: impl BufRead,
    budget: &Budget,
) -> Result<Checked, DratError> {
    let mut reader = Reader::new(proof)?;
    let mut checker = Checker::new(formula);
    let mut effort = Effort::default();
    let mut steps = 0;
    let mut clause = Vec::new();
    let mut literals = Vec::new();
    while !checker.refuted {
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
        let Some(step) = step else {
            return Ok(Checked::Flawed(format!(
                "the proof ends after {} lemmas without a contradiction",
                effort.lemmas
            )));
        };
        checker.names.codes(&clause, &mut literals);
        checker.grow();
        match step {
            Step::Delete if checker.delete(&mut literals) => effort.deletions += 1,
            Step::Delete => effort.ignored += 1,
            Step::Add => {
                effort.lemmas += 1;
                match checker.justify(&literals) {
                    Justified::Propagation => {}
                    Justified::Rat => effort.rat += 1,
                    Justified::Not => return Ok(Checked::Flawed(refusal(effort.lemmas, &clause))),
                }
                checker.insert(&mut literals);
                checker.propagate_for_good();
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

/// A number without gaps for each variable.
struct Names {
    /// Variables with smaller indices keep them.
    direct: usize,
    further: HashMap<u32, u32>,
}

impl Names {
    fn codes(&mut self, clause: &[Lit], codes: &mut Vec<Code>) {
        codes.clear();
        codes.extend(clause.iter().map(|lit| {
            let mut index = lit.var().index() as u32;
            if index as usize >= self.direct {
                let next = (self.direct + self.further.len()) as u32;
                index = *self.further.entry(index).or_insert(next);
            }
            2 * index + u32::from(!lit.is_positive())
        }));
    }

    fn count(&self) -> usize {
        self.direct + self.further.len()
    }
}

/// A clause that must be looked at when a literal becomes false, unless
/// `blocker` is true.
#[derive(Clone, Copy)]
struct Watch {
    id: Id,
    blocker: Code,
}

struct Checker {
    names: Names,
    database: Database,
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 is true, -1 false, 0 open.
    values: Vec<i8>,
    /// By variable: the clause that made it true or false, if one did.
    reasons: Vec<Option<Id>>,
    trail: Vec<Code>,
    /// Literals of the trail that were propagated.
    head: usize,
    refuted: bool,
}

impl Checker {
    fn new(formula: &Formula) -> Checker {
        let literals: usize = formula.clauses().map(<[Lit]>::len).sum();
        let mut checker = Checker {
            names: Names {
                direct: formula.variables().min(literals),
                further: HashMap::new(),
            },
            database: Database::default(),
            watches: Vec::new(),
            values: Vec::new(),
            reasons: Vec::new(),
            trail: Vec::new(),
            head: 0,
            refuted: false,
        };
        let mut codes = Vec::new();
        for clause in formula.clauses() {
            checker.names.codes(clause, &mut codes);
            checker.grow();
            checker.insert(&mut codes);
        }
        checker.propagate_for_good();
        checker
    }

    /// Makes room for the variables that have a name.
    fn grow(&mut self) {
        let variables = self.names.count();
        if variables > self.reasons.len() {
            self.reasons.resize(variables, None);
            self.values.resize(2 * variables, 0);
            self.watches.resize_with(2 * variables, Vec::new);
        }
    }

    fn value(&self, code: Code) -> i8 {
        self.values[code as usize]
    }

    fn assign(&mut self, code: Code, reason: Option<Id>) {
        self.values[code as usize] = 1;
        self.values[(code ^ 1) as usize] = -1;
        self.reasons[(code >> 1) as usize] = reason;
        self.trail.push(code);
    }

    fn backtrack(&mut self, length: usize) {
        for code in self.trail.drain(length..) {
            self.values[code as usize] = 0;
            self.values[(code ^ 1) as usize] = 0;
        }
        self.head = length;
    }

    /// Whether the lemma may be added; nothing is kept of the attempt.
    fn justify(&mut self, lemma: &[Code]) -> Justified {
        let settled = self.trail.len();
        let justified = match (self.contradicts(lemma, None), lemma.first()) {
            (true, _) => Justified::Propagation,
            (false, Some(&pivot)) if self.all_resolvents_follow(pivot) => Justified::Rat,
            (false, _) => Justified::Not,
        };
        self.backtrack(settled);
        justified
    }

    /// Makes the literals false, but for `except`, and propagates; whether that
    /// is a contradiction.
    fn contradicts(&mut self, clause: &[Code], except: Option<Code>) -> bool {
        for &code in clause.iter().filter(|code| Some(**code) != except) {
            match self.value(code) {
                0 => self.assign(code ^ 1, None),
                1 => return true,
                _ => {}
            }
        }
        !self.propagate()
    }

    fn all_resolvents_follow(&mut self, pivot: Code) -> bool {
        let negation = pivot ^ 1;
        let database = &self.database;
        let has = |id: &Id| database.clause(*id).contains(&negation);
        let clauses: Vec<Id> = database.ids().filter(has).collect();
        let level = self.trail.len();
        clauses.into_iter().all(|id| {
            let clause = self.database.clause(id).to_vec();
            let follows = self.contradicts(&clause, Some(negation));
            self.backtrack(level);
            follows
        })
    }

    /// Adds a clause at the end of what is settled, to be propagated.
    fn insert(&mut self, clause: &mut Vec<Code>) {
        if is_tautology(clause) {
            return;
        }
        let id = self.database.add(clause);
        // Literals that are not false come first.
        clause.sort_by_key(|code| self.value(*code) < 0);
        self.database.clause_mut(id).copy_from_slice(clause);
        let open = clause.iter().filter(|code| self.value(**code) >= 0).count();
        match clause[..] {
            // What is settled stays, and so does what it satisfies.
            _ if clause.iter().any(|code| self.value(*code) > 0) => {}
            [first, second, ..] if open >= 2 => {
                self.watch(first, second, id);
                self.watch(second, first, id);
            }
            [only, ..] if open == 1 => self.assign(only, Some(id)),
            _ => self.refuted = true,
        }
    }

    fn watch(&mut self, code: Code, blocker: Code, id: Id) {
        self.watches[code as usize].push(Watch { id, blocker });
    }

    /// Deletes a clause unless it made a literal true or is not there; whether it
    /// did.
    fn delete(&mut self, clause: &mut Vec<Code>) -> bool {
        if is_tautology(clause) {
            return false;
        }
        let Some(id) = self.database.find(clause) else {
            return false;
        };
        let made =
            |code: &Code| self.value(*code) > 0 && self.reasons[(*code >> 1) as usize] == Some(id);
        if clause.iter().any(made) {
            return false;
        }
        self.database.delete(id);
        if self.database.is_wasteful() {
            for watches in &mut self.watches {
                watches.retain(|watch| self.database.is_live(watch.id));
            }
            self.database.compact();
        }
        true
    }

    fn propagate_for_good(&mut self) {
        self.refuted |= !self.propagate();
    }

    /// Whether there is no contradiction.
    fn propagate(&mut self) -> bool {
        while let Some(&code) = self.trail.get(self.head) {
            self.head += 1;
            if !self.visit(code ^ 1) {
                return false;
            }
        }
        true
    }

    /// Looks at the clauses that watch a literal which became false; whether
    /// there is no contradiction.
    fn visit(&mut self, falsified: Code) -> bool {
        let mut watches = std::mem::take(&mut self.watches[falsified as usize]);
        let mut consistent = true;
        watches.retain_mut(|watch| {
            if !consistent || self.values[watch.blocker as usize] > 0 {
                return true;
            }
            if !self.database.is_live(watch.id) {
                return false;
            }
            let clause = self.database.clause_mut(watch.id);
            if clause[0] == falsified {
                clause.swap(0, 1);
            }
            watch.blocker = clause[0];
            let first = self.values[clause[0] as usize];
            if first > 0 {
                return true;
            }
            let is_open = |code: &Code| self.values[*code as usize] >= 0;
            if let Some(place) = clause.iter().skip(2).position(is_open) {
                clause.swap(1, place + 2);
                self.watches[clause[1] as usize].push(*watch);
                return false;
            }
            match first {
                0 => self.assign(watch.blocker, Some(watch.id)),
                _ => consistent = false,
            }
            true
        });
        self.watches[falsified as usize] = watches;
        consistent
    }
}

/// Sorts a clause and takes repeated literals out; whether it is always true.
fn is_tautology(clause: &mut Vec<Code>) -> bool {
    clause.sort_unstable();
    clause.dedup();
    clause.windows(2).any(|pair| pair[0] ^ 1 == pair[1])
}

#[cfg(test)]
mod tests;
