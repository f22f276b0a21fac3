//! The forward pass: every step is applied, and no lemma is checked.

use super::STEPS;
use super::database::Id;
use super::propagation::{Left, Propagation};
use crate::error::ReadError;
use crate::formula::Formula;
use crate::proof::pace::{Pace, Stopped};
use crate::proof::steps::{Action, Step, StepReader};
use crate::proof::variables::{Code, VariableMap};
use crate::proof::{CheckStats, StopCheck};
use std::io::BufRead;

/// How to undo a step.
#[derive(Clone, Copy, Debug)]
pub enum Undo {
    Added(Lemma),
    Deleted(Id),
}

#[derive(Clone, Copy, Debug)]
pub struct Lemma {
    pub id: Id,
    /// The literal that is written first.
    pub first: Option<Code>,
    /// Counts lemmas from 1.
    pub number: u64,
    /// How many literals were settled before it.
    pub settled: usize,
}

/// How reading ended.
pub enum End {
    /// This clause has no literal left.
    Contradiction(Id),
    /// The proof is at its end.
    Nothing,
    /// There are more of these than this.
    TooLarge(&'static str, usize),
    Stopped,
}

/// A formula and a proof in memory.
pub struct Loaded {
    pub variables: VariableMap,
    /// All clauses, and what follows from those that were not deleted.
    pub known: Propagation,
    /// How to undo the steps, in the order of the proof.
    pub undo: Vec<Undo>,
    pub stats: CheckStats,
    contradiction: Option<Id>,
}

impl Loaded {
    pub fn new(formula: &Formula, pace: &mut Pace<'_>) -> Result<Loaded, Stopped> {
        let mut loaded = Loaded {
            variables: VariableMap::new(formula),
            known: Propagation::default(),
            undo: Vec::new(),
            stats: CheckStats::default(),
            contradiction: None,
        };
        let mut codes = Vec::new();
        for clause in formula.clauses() {
            pace.visit(1 + clause.len())?;
            match loaded.codes(clause, &mut codes) {
                Some(codes) => drop(loaded.insert(codes)),
                None => loaded.known.insert_dead(),
            }
        }
        loaded.propagate();
        Ok(loaded)
    }

    /// Reads a proof with at most this many literals, steps and new variables; nothing counts
    /// after the first contradiction.
    pub fn read(
        &mut self,
        mut reader: StepReader<impl BufRead>,
        [literals, steps, variables]: [usize; 3],
        stop: &StopCheck<'_>,
    ) -> Result<End, ReadError> {
        let (mut step, mut codes) = (Step::default(), Vec::new());
        for number in 0u64.. {
            if number.is_multiple_of(STEPS) && stop() {
                break;
            }
            if self.known.database.literals() > literals {
                return Ok(End::TooLarge("literals", literals));
            }
            if self.undo.len() > steps {
                return Ok(End::TooLarge("steps", steps));
            }
            if self.variables.new_ones() > variables {
                return Ok(End::TooLarge("new variables", variables));
            }
            match reader.next(&mut step) {
                Ok(None) => return Ok(self.contradiction.map_or(End::Nothing, End::Contradiction)),
                Ok(Some(_)) if self.contradiction.is_some() => {}
                Ok(Some(Action::Add)) => self.add(&step.clause, &mut codes),
                Ok(Some(Action::Delete)) => self.delete(&step.clause, &mut codes),
                // Reading may have been stopped.
                Err(_) if stop() => break,
                Err(error) => return Err(error),
            }
        }
        Ok(End::Stopped)
    }

    /// The clause in codes, sorted and without repetition; `None` if it is always true.
    fn codes<'c>(&mut self, clause: &[i32], codes: &'c mut Vec<Code>) -> Option<&'c mut [Code]> {
        self.variables.codes(clause, codes);
        self.known.grow(self.variables.len());
        codes.sort_unstable();
        codes.dedup();
        let is_tautology = codes.windows(2).any(|pair| pair[0] ^ 1 == pair[1]);
        (!is_tautology).then_some(codes.as_mut_slice())
    }

    fn add(&mut self, clause: &[i32], codes: &mut Vec<Code>) {
        self.stats.lemmas += 1;
        // Nothing can need a clause that is always true.
        let Some(codes) = self.codes(clause, codes) else {
            return;
        };
        let first = clause.first().map(|literal| self.variables.code(*literal));
        let settled = self.known.trail().len();
        let id = self.insert(codes);
        self.propagate();
        self.undo.push(Undo::Added(Lemma {
            id,
            first,
            number: self.stats.lemmas,
            settled,
        }));
    }

    fn insert(&mut self, clause: &mut [Code]) -> Id {
        let (id, left) = self.known.insert(clause);
        if left == Left::Nothing {
            self.contradiction = Some(id);
        }
        id
    }

    /// Deletes a clause, unless it made a literal true or is not there.
    fn delete(&mut self, clause: &[i32], codes: &mut Vec<Code>) {
        let found = self.codes(clause, codes);
        let found = found.and_then(|codes| self.known.database.find(codes));
        match found.filter(|id| !self.known.is_reason(*id)) {
            None => self.stats.ignored += 1,
            Some(id) => {
                self.known.database.delete(id);
                self.undo.push(Undo::Deleted(id));
                self.stats.deletions += 1;
            }
        }
    }

    fn propagate(&mut self) {
        self.contradiction = self.contradiction.or_else(|| self.known.propagate());
    }
}
