//! From DRAT to LRAT: the lemmas that are needed, each with the clauses that it
//! follows from, as the checker of DRAT finds them.
//!
//! What is settled for good and is used gets a lemma of its own, with one literal,
//! so that hints stay short. Every clause is deleted as soon as nothing needs it any
//! more: a RAT lemma must get along with all clauses that are there.

use super::check::Loaded;
use super::database::{Code, Id};
use super::lrat::write::Writer;
use crate::cnf::Lit;
use std::io::{self, Write};

/// What a lemma follows from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// That this variable is settled.
    Unit(u32),
    /// A clause.
    Clause(Id),
    /// The hints up to the next one are for the resolvent with this clause.
    Candidate(Id),
}

/// What becomes a line of the proof.
enum Record {
    /// A lemma of the proof and its first literal; the empty clause has neither.
    Lemma {
        id: Option<Id>,
        pivot: Option<Code>,
        hints: Vec<Hint>,
    },
    /// This clause settles this literal.
    Unit { code: Code, reason: Id },
    /// These clauses are not needed any more.
    Unneeded(Vec<Id>),
}

impl Record {
    /// Whether it is a lemma that follows only as RAT. One that resolves with nothing
    /// has no hints at all.
    fn is_rat(&self) -> bool {
        let is_candidate = |hint: &Hint| matches!(hint, Hint::Candidate(_));
        let Record::Lemma { hints, .. } = self else {
            return false;
        };
        hints.is_empty() || hints.iter().any(is_candidate)
    }
}

/// Keeps what a check that goes backwards finds.
#[derive(Default)]
pub struct Recorder {
    /// From the end of the proof to its start.
    records: Vec<Record>,
    /// Those of the step that is taken back.
    step: Vec<Record>,
}

impl Recorder {
    /// A lemma follows from these.
    pub fn lemma(&mut self, id: Option<Id>, pivot: Option<Code>, hints: Vec<Hint>) {
        self.step.push(Record::Lemma { id, pivot, hints });
    }

    /// A clause settles a literal, as those before it settle its other literals.
    pub fn unit(&mut self, code: Code, reason: Id) {
        self.step.push(Record::Unit { code, reason });
    }

    /// A step was taken back; nothing behind it needs these clauses.
    pub fn end_step(&mut self, fresh: &[Id]) {
        if !fresh.is_empty() {
            self.records.push(Record::Unneeded(fresh.to_vec()));
        }
        self.records.append(&mut self.step);
    }

    /// Writes the proof about a formula with so many clauses.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(
        self,
        loaded: &Loaded,
        clauses: usize,
        output: &mut dyn Write,
        binary: bool,
    ) -> io::Result<()> {
        let mut lines = Lines {
            loaded,
            writer: Writer::new(output, binary, clauses as u64),
            numbers: loaded.numbers.clone(),
            units: vec![0; loaded.names.count()],
            // Without RAT lemmas no clause is in the way.
            deleted: match self.records.iter().any(Record::is_rat) {
                true => unneeded(loaded, clauses),
                false => Vec::new(),
            },
        };
        for record in self.records.into_iter().rev() {
            match record {
                Record::Lemma { id, pivot, hints } => lines.lemma(id, pivot, &hints),
                Record::Unit { code, reason } => lines.unit(code, reason),
                Record::Unneeded(ids) => lines.delete(&ids),
            }
        }
        lines.writer.finish()
    }
}

/// The numbers of the formula's clauses that nothing needs, tautologies among them.
fn unneeded(loaded: &Loaded, clauses: usize) -> Vec<i64> {
    let mut is_needed = vec![false; clauses + 1];
    for (id, number) in (0..).zip(&loaded.numbers) {
        is_needed[*number as usize] = loaded.known.is_core(id);
    }
    let numbers = 1..=clauses;
    let numbers = numbers.filter(|number| !is_needed[*number]);
    numbers.map(|number| number as i64).collect()
}

/// Writes lines from the start of the proof.
struct Lines<'l, 'w> {
    loaded: &'l Loaded,
    writer: Writer<&'w mut dyn Write>,
    /// By clause: its number in the formula or the proof that is written.
    numbers: Vec<i64>,
    /// By variable: the number of the clause that settles it.
    units: Vec<i64>,
    /// Numbers of clauses that are deleted before the next lemma.
    deleted: Vec<i64>,
}

impl Lines<'_, '_> {
    fn lemma(&mut self, id: Option<Id>, pivot: Option<Code>, hints: &[Hint]) {
        let clause = id.map_or(&[][..], |id| self.loaded.known.database.clause(id));
        let others = clause.iter().copied().filter(|code| Some(*code) != pivot);
        let codes: Vec<Code> = pivot.into_iter().chain(others).collect();
        let hints = self.hints(hints);
        let number = self.line(&codes, &hints);
        if let Some(id) = id {
            let place = id as usize;
            self.numbers.resize(self.numbers.len().max(place + 1), 0);
            self.numbers[place] = number;
        }
    }

    /// Hints by number; some checkers want the clauses to resolve with in order.
    fn hints(&self, hints: &[Hint]) -> Vec<i64> {
        let is_candidate = |hint: &Hint| matches!(hint, Hint::Candidate(_));
        let number = |hint: &Hint| match *hint {
            Hint::Unit(variable) => self.units[variable as usize],
            Hint::Clause(id) => self.numbers[id as usize],
            Hint::Candidate(id) => -self.numbers[id as usize],
        };
        let mut groups: Vec<Vec<i64>> = hints
            .chunk_by(|_, next| !is_candidate(next))
            .map(|group| group.iter().map(number).collect())
            .collect();
        groups.sort_by_key(|group| group.first().map_or(0, |first| (-first).max(0)));
        groups.concat()
    }

    fn unit(&mut self, code: Code, reason: Id) {
        let clause = self.loaded.known.database.clause(reason);
        let variable = (code >> 1) as usize;
        let number = self.numbers[reason as usize];
        if clause.len() == 1 {
            self.units[variable] = number;
            return;
        }
        let others = clause.iter().filter(|other| **other != code);
        let others = others.map(|other| self.units[(other >> 1) as usize]);
        let hints: Vec<i64> = others.chain([number]).collect();
        self.units[variable] = self.line(&[code], &hints);
    }

    fn line(&mut self, clause: &[Code], hints: &[i64]) -> i64 {
        if !self.deleted.is_empty() {
            self.writer.delete(&self.deleted);
            self.deleted.clear();
        }
        let names = &self.loaded.names;
        let clause: Vec<Lit> = clause.iter().map(|code| names.literal(*code)).collect();
        self.writer.lemma(&clause, hints) as i64
    }

    /// Deletes clauses but those of one literal, which say what is settled.
    fn delete(&mut self, ids: &[Id]) {
        let database = &self.loaded.known.database;
        let long = ids.iter().filter(|id| database.clause(**id).len() > 1);
        let numbers = long.map(|id| self.numbers[*id as usize]);
        self.deleted.extend(numbers);
    }
}
