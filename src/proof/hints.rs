//! From DRAT to LRAT: the clauses that a lemma follows from, as the checker of DRAT
//! finds them.
//!
//! What is settled for good and is used gets a lemma of its own, with one literal,
//! so that hints stay short.

use super::database::{Code, Id};
use super::lrat::write::Writer;
use super::names::Names;
use super::propagation::{Conflict, Propagation};
use crate::cnf::Lit;
use std::collections::HashSet;
use std::io::{self, Write};

/// What the checker knows when it finds a conflict.
#[derive(Clone, Copy)]
pub struct View<'c> {
    /// Clauses and the trail.
    pub known: &'c Propagation,
    /// The names of the variables.
    pub names: &'c Names,
    /// How many literals of the trail are true for good.
    pub settled: usize,
}

/// Why a literal of the trail is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Need {
    Nothing,
    /// For a lemma that says what is settled.
    Settled,
    /// For the lemma itself.
    Lemma,
}

/// Writes an LRAT proof while a DRAT proof is checked.
pub struct Trace<'w> {
    writer: Writer<&'w mut dyn Write>,
    /// By place in the database.
    numbers: Vec<i64>,
    /// By variable: the number of the clause that says what is settled about it.
    units: Vec<Option<i64>>,
    /// By variable: whether it is assumed.
    assumed: Vec<bool>,
    /// By variable.
    needs: Vec<Need>,
    /// Numbers of clauses that are deleted before the next lemma.
    deleted: Vec<i64>,
    hints: Vec<i64>,
}

impl<'w> Trace<'w> {
    /// A proof about a formula with so many clauses.
    pub fn new(output: &'w mut dyn Write, binary: bool, clauses: usize) -> Trace<'w> {
        Trace {
            writer: Writer::new(output, binary, clauses as u64),
            numbers: Vec::new(),
            units: Vec::new(),
            assumed: Vec::new(),
            needs: Vec::new(),
            deleted: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Remembers the number of a clause.
    pub fn store(&mut self, id: Id, number: i64) {
        let place = id as usize;
        if place >= self.numbers.len() {
            self.numbers.resize(place + 1, 0);
        }
        self.numbers[place] = number;
    }

    /// The number of a clause.
    pub fn number(&self, id: Id) -> i64 {
        self.numbers[id as usize]
    }

    /// Deletes a clause.
    pub fn delete(&mut self, number: i64) {
        self.deleted.push(number);
    }

    /// Begins a lemma.
    pub fn begin(&mut self, variables: usize) {
        self.hints.clear();
        self.units.resize(variables, None);
        self.assumed.resize(variables, false);
        self.needs.resize(variables, Need::Nothing);
    }

    /// Writes the lemma, which has so many different literals, with the hints that
    /// were found; its number.
    pub fn lemma(&mut self, clause: &[Lit], different: usize) -> i64 {
        flush(&mut self.writer, &mut self.deleted);
        if clause.len() == different {
            return self.writer.lemma(clause, &self.hints) as i64;
        }
        let mut seen = HashSet::new();
        let first = |lit: &&Lit| seen.insert(**lit);
        let clause: Vec<Lit> = clause.iter().filter(first).copied().collect();
        self.writer.lemma(&clause, &self.hints) as i64
    }

    /// Begins the hints for a clause to resolve with.
    pub fn candidate(&mut self, id: Id) {
        self.hints.push(-self.number(id));
    }

    /// Finds the hints by which the assumption that these clauses are false leads to
    /// a conflict. The last of them is the one that was assumed when it came up;
    /// no literal of one is the negation of a literal of the other.
    pub fn explain(&mut self, view: View<'_>, conflict: Conflict, clauses: &[&[Code]]) {
        for code in clauses.iter().copied().flatten() {
            self.assumed[(code >> 1) as usize] = true;
        }
        let last = match conflict {
            Conflict::Clause(id) => Some(id),
            Conflict::Literal => {
                // What became true first does not depend on the others.
                let is_assumed = |code: &Code| clauses.iter().any(|clause| clause.contains(code));
                let place = view.known.trail().iter().position(is_assumed);
                self.true_literal(view, place)
            }
        };
        if let Some(id) = last {
            self.need_for_lemma(view.known.database.clause(id));
        }
        self.look_back(view);
        self.write_hints(view);
        self.hints.extend(last.map(|id| self.numbers[id as usize]));
        for code in clauses.iter().copied().flatten() {
            self.assumed[(code >> 1) as usize] = false;
        }
    }

    /// A literal that is assumed to be false is true already. It contradicts by the
    /// lemma that says so if that is settled, and otherwise by the clause returned.
    fn true_literal(&mut self, view: View<'_>, place: Option<usize>) -> Option<Id> {
        let place = place?;
        let code = *view.known.trail().get(place)?;
        if place < view.settled {
            self.needs[(code >> 1) as usize] = Need::Lemma;
            return None;
        }
        view.known.reason(code)
    }

    fn need_for_lemma(&mut self, clause: &[Code]) {
        for code in clause {
            let variable = (code >> 1) as usize;
            if !self.assumed[variable] {
                self.needs[variable] = Need::Lemma;
            }
        }
    }

    /// Marks all that is needed for what is needed.
    fn look_back(&mut self, view: View<'_>) {
        for (place, &code) in view.known.trail().iter().enumerate().rev() {
            let variable = (code >> 1) as usize;
            let (need, reason) = (self.needs[variable], view.known.reason(code));
            let Some(reason) = reason.filter(|_| need != Need::Nothing) else {
                continue;
            };
            let clause = view.known.database.clause(reason);
            if place >= view.settled {
                self.need_for_lemma(clause);
            } else if clause.len() == 1 {
                self.units[variable] = Some(self.number(reason));
            } else if self.units[variable].is_none() {
                for other in clause {
                    let need = &mut self.needs[(other >> 1) as usize];
                    if *need == Need::Nothing {
                        *need = Need::Settled;
                    }
                }
            }
        }
    }

    /// Writes lemmas for what is settled and needed, and gathers the hints.
    fn write_hints(&mut self, view: View<'_>) {
        for (place, &code) in view.known.trail().iter().enumerate() {
            let variable = (code >> 1) as usize;
            let need = std::mem::replace(&mut self.needs[variable], Need::Nothing);
            let Some(reason) = view.known.reason(code).filter(|_| need != Need::Nothing) else {
                continue;
            };
            let hint = match self.units[variable] {
                _ if place >= view.settled => self.number(reason),
                Some(unit) => unit,
                None => self.settle(view, code, reason),
            };
            if need == Need::Lemma {
                self.hints.push(hint);
            }
        }
    }

    /// Writes a lemma that says what is settled; its number.
    fn settle(&mut self, view: View<'_>, code: Code, reason: Id) -> i64 {
        let clause = view.known.database.clause(reason);
        let others = clause.iter().filter(|other| **other != code);
        let mut hints: Vec<i64> = others
            .filter_map(|other| self.units[(other >> 1) as usize])
            .collect();
        hints.push(self.number(reason));
        flush(&mut self.writer, &mut self.deleted);
        let number = self.writer.lemma(&[view.names.literal(code)], &hints) as i64;
        self.units[(code >> 1) as usize] = Some(number);
        number
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// What the system said first.
    pub fn finish(self) -> io::Result<()> {
        self.writer.finish()
    }
}

fn flush(writer: &mut Writer<&mut dyn Write>, deleted: &mut Vec<i64>) {
    if !deleted.is_empty() {
        writer.delete(deleted);
        deleted.clear();
    }
}
