//! Forwards through a proof: each step is followed, and none is doubted.

use super::{Effort, STRIDE};
use crate::cnf::{Formula, Lit};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::proof::database::{Code, Id};
use crate::proof::drat::{Reader, Step};
use crate::proof::names::Names;
use crate::proof::numbers::ProofError;
use crate::proof::propagation::{Left, Propagation};
use std::io::BufRead;

/// How to take a step back.
#[derive(Clone, Copy, Debug)]
pub enum Undo {
    /// It added a lemma.
    Added {
        /// The lemma.
        id: Id,
        /// The literal that is written first.
        pivot: Option<Code>,
        /// How many lemmas there were, with this one.
        number: u64,
        /// How many literals were settled before it.
        settled: usize,
    },
    /// It deleted a clause.
    Deleted(Id),
}

/// How reading ended.
pub enum Ended {
    /// This clause has no literal left.
    Contradiction(Id),
    /// With the proof.
    Nothing,
    /// By a limit.
    Stopped(Reason),
}

/// A formula and a proof in memory.
pub struct Loaded {
    /// The names of the variables.
    pub names: Names,
    /// All clauses, and what follows from those that were not deleted.
    pub known: Propagation,
    /// How to take the steps back, in the order of the proof.
    pub undo: Vec<Undo>,
    /// By clause: its number in the formula, from 1.
    pub numbers: Vec<i64>,
    /// What was read.
    pub effort: Effort,
    refuted: Option<Id>,
}

impl Loaded {
    /// The formula, and what follows from it.
    pub fn new(formula: &Formula) -> Loaded {
        let mut loaded = Loaded {
            names: Names::new(formula),
            known: Propagation::default(),
            undo: Vec::new(),
            numbers: Vec::new(),
            effort: Effort::default(),
            refuted: None,
        };
        for (number, clause) in (1..).zip(formula.clauses()) {
            let mut codes = loaded.codes(clause);
            if !is_tautology(&mut codes) {
                loaded.insert(&mut codes);
                loaded.numbers.push(number);
            }
        }
        loaded.propagate();
        loaded
    }

    /// Reads a proof up to the first contradiction.
    ///
    /// # Errors
    /// [`ProofError`] for what is no proof.
    pub fn read(&mut self, proof: impl BufRead, limits: &Limits) -> Result<Ended, ProofError> {
        let mut reader = Reader::new(proof)?;
        let mut clause = Vec::new();
        let mut steps = 0;
        loop {
            if let Some(clause) = self.refuted {
                return Ok(Ended::Contradiction(clause));
            }
            if steps % STRIDE == 0
                && let Some(reason) = limits.exceeded()
            {
                return Ok(Ended::Stopped(reason));
            }
            steps += 1;
            let step = match reader.next_step(&mut clause) {
                Ok(step) => step,
                // Reading may have been what took too long.
                Err(error) => match limits.exceeded() {
                    Some(reason) => return Ok(Ended::Stopped(reason)),
                    None => return Err(error),
                },
            };
            match step {
                None => return Ok(Ended::Nothing),
                Some(Step::Delete) => match self.delete(&clause) {
                    true => self.effort.deletions += 1,
                    false => self.effort.ignored += 1,
                },
                Some(Step::Add) => self.add(&clause),
            }
        }
    }

    fn codes(&mut self, clause: &[Lit]) -> Vec<Code> {
        let mut codes = Vec::new();
        self.names.codes(clause, &mut codes);
        self.known.grow(self.names.count());
        codes
    }

    fn add(&mut self, clause: &[Lit]) {
        self.effort.lemmas += 1;
        let mut codes = self.codes(clause);
        let pivot = codes.first().copied();
        if is_tautology(&mut codes) {
            // It says nothing, and nothing can need it.
            return;
        }
        let settled = self.known.trail().len();
        let id = self.insert(&mut codes);
        self.propagate();
        self.undo.push(Undo::Added {
            id,
            pivot,
            number: self.effort.lemmas,
            settled,
        });
    }

    fn insert(&mut self, clause: &mut [Code]) -> Id {
        let (id, left) = self.known.insert(clause);
        if left == Left::Nothing {
            self.refuted = Some(id);
        }
        id
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
        self.known.delete(id);
        self.undo.push(Undo::Deleted(id));
        true
    }

    fn propagate(&mut self) {
        self.refuted = self.refuted.or_else(|| self.known.propagate());
    }
}

/// Sorts a clause and takes repeated literals out; whether it is always true.
fn is_tautology(clause: &mut Vec<Code>) -> bool {
    clause.sort_unstable();
    clause.dedup();
    clause.windows(2).any(|pair| pair[0] ^ 1 == pair[1])
}
