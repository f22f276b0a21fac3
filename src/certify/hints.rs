//! From DRAT to LRAT: the needed lemmas, each with the clauses it follows from, which the
//! verifier's checker reports.
//!
//! A literal that is true for good and is used gets a lemma of its own, so that hints stay
//! short. Each clause is deleted as soon as nothing needs it any more, because a RAT lemma
//! must be resolved with all clauses that are there.

use super::lrat::{LratForm, LratWriter};
use satoku_verify::error::ReadError;
use satoku_verify::formula::Formula;
use satoku_verify::proof::drat::{self, Hint, Id, Trace};
use satoku_verify::proof::{CheckResult, StopCheck};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// Checks a DRAT proof and, if it refutes the formula, writes its needed lemmas as LRAT.
///
/// # Errors
/// [`ReadError`] if the proof cannot be read, or LRAT cannot be written.
#[cfg(any(test, feature = "process"))]
pub fn translate(
    formula: &Formula,
    proof: impl BufRead,
    stop: &StopCheck<'_>,
    lrat: &mut dyn Write,
    form: LratForm,
) -> Result<CheckResult, ReadError> {
    let (checked, lemmas) = needed(formula, proof, stop)?;
    if let CheckResult::Refuted(_) = checked {
        lemmas.write(formula.len(), lrat, form)?;
    }
    Ok(checked)
}

/// Checks a DRAT proof; the lemmas that refute the formula, if it does.
///
/// # Errors
/// [`ReadError`] if the proof cannot be read.
pub fn needed(
    formula: &Formula,
    proof: impl BufRead,
    stop: &StopCheck<'_>,
) -> Result<(CheckResult, Recorder), ReadError> {
    let mut recorder = Recorder::default();
    let checked = drat::check(formula, proof, stop, Some(&mut recorder))?;
    Ok((checked, recorder))
}

/// What becomes a step of the LRAT proof.
enum Record {
    Lemma {
        id: Option<Id>,
        clause: Vec<i32>,
        hints: Vec<Hint>,
    },
    Unit {
        literal: i32,
        reason: Id,
        clause: Vec<i32>,
    },
    /// These clauses are not needed any more.
    Unneeded(Vec<Id>),
}

impl Record {
    /// Whether it is a lemma that follows only as RAT. One that is resolved with nothing
    /// has no hints at all.
    fn is_rat(&self) -> bool {
        let Record::Lemma { hints, .. } = self else {
            return false;
        };
        hints.is_empty() || hints.iter().any(is_candidate)
    }
}

fn is_candidate(hint: &Hint) -> bool {
    matches!(hint, Hint::Candidate(_))
}

/// Keeps what the check finds, from the end of the proof to its start.
#[derive(Default)]
pub struct Recorder {
    records: Vec<Record>,
    /// Those of the step that is being undone.
    step: Vec<Record>,
    /// Clauses of more than one literal that this step needs, and later ones do not.
    fresh: Vec<Id>,
    /// All clauses that are needed.
    needed: Vec<Id>,
}

impl Trace for Recorder {
    fn lemma(&mut self, id: Option<Id>, clause: &[i32], hints: &[Hint]) {
        let (clause, hints) = (clause.to_vec(), hints.to_vec());
        self.step.push(Record::Lemma { id, clause, hints });
    }

    fn unit(&mut self, literal: i32, reason: Id, clause: &[i32]) {
        self.step.push(Record::Unit {
            literal,
            reason,
            clause: clause.to_vec(),
        });
    }

    fn needed(&mut self, id: Id, literals: usize) {
        self.needed.push(id);
        // Clauses of one literal say what is true for good.
        if literals > 1 {
            self.fresh.push(id);
        }
    }

    fn end_step(&mut self) {
        let fresh = std::mem::take(&mut self.fresh);
        if !fresh.is_empty() {
            self.records.push(Record::Unneeded(fresh));
        }
        self.records.append(&mut self.step);
    }
}

impl Recorder {
    /// Writes the lemmas as LRAT, about a formula with this many clauses.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write(self, clauses: usize, output: &mut dyn Write, form: LratForm) -> io::Result<()> {
        let is_rat = self.records.iter().any(Record::is_rat);
        let mut lines = Lines {
            writer: LratWriter::new(output, form, clauses as u64),
            numbers: (1..=clauses as i64).collect(),
            units: HashMap::new(),
            // Without RAT lemmas no clause is in the way.
            deleted: match is_rat {
                true => unneeded(clauses, &self.needed),
                false => Vec::new(),
            },
        };
        for record in self.records.into_iter().rev() {
            match record {
                Record::Lemma { id, clause, hints } => lines.lemma(id, &clause, &hints),
                Record::Unit {
                    literal,
                    reason,
                    clause,
                } => lines.unit(literal, reason, &clause),
                Record::Unneeded(ids) => {
                    let numbers = ids.iter().map(|id| lines.numbers[*id as usize]);
                    lines.deleted.extend(numbers);
                }
            }
        }
        lines.writer.finish()
    }
}

/// The numbers of the formula's clauses that nothing needs.
fn unneeded(clauses: usize, needed: &[Id]) -> Vec<i64> {
    let mut is_needed = vec![false; clauses];
    for id in needed {
        if let Some(is_needed) = is_needed.get_mut(*id as usize) {
            *is_needed = true;
        }
    }
    let numbers = (1..).zip(is_needed);
    let unneeded = numbers.filter(|(_, is_needed)| !is_needed);
    unneeded.map(|(number, _)| number).collect()
}

/// Writes steps from the start of the proof.
struct Lines<'w> {
    writer: LratWriter<&'w mut dyn Write>,
    /// By id: the number of a clause in the formula or the written proof.
    numbers: Vec<i64>,
    /// By variable: the number of the clause that says its value.
    units: HashMap<i32, i64>,
    /// Numbers of clauses that are deleted before the next lemma.
    deleted: Vec<i64>,
}

impl Lines<'_> {
    fn lemma(&mut self, id: Option<Id>, clause: &[i32], hints: &[Hint]) {
        let hints = self.hints(hints);
        let number = self.line(clause, &hints);
        if let Some(id) = id {
            let place = id as usize;
            self.numbers.resize(self.numbers.len().max(place + 1), 0);
            self.numbers[place] = number;
        }
    }

    /// Hints by number; some checkers want candidates in order.
    fn hints(&self, hints: &[Hint]) -> Vec<i64> {
        let number = |hint: &Hint| match *hint {
            Hint::Unit(variable) => self.unit_of(variable),
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

    fn unit_of(&self, variable: i32) -> i64 {
        self.units.get(&variable).copied().unwrap_or(0)
    }

    fn unit(&mut self, literal: i32, reason: Id, clause: &[i32]) {
        let mut number = self.numbers[reason as usize];
        if clause.len() > 1 {
            let others = clause.iter().filter(|other| **other != literal);
            let others = others.map(|other| self.unit_of(other.abs()));
            let hints: Vec<i64> = others.chain([number]).collect();
            number = self.line(&[literal], &hints);
        }
        self.units.insert(literal.abs(), number);
    }

    fn line(&mut self, clause: &[i32], hints: &[i64]) -> i64 {
        if !self.deleted.is_empty() {
            self.writer.delete(&self.deleted);
            self.deleted.clear();
        }
        self.writer.lemma(clause, hints)
    }
}
