//! Backwards through a proof: each step is taken back, and each lemma that is needed
//! is checked.
//!
//! What is needed is the *core*: the clause that is the contradiction, the clauses by
//! which a lemma of the core was found to follow, and those that settled a literal
//! that was used. Literals are settled by a step of the proof, or by the formula; when
//! that step is taken back, and only then, the clauses that settled them are found.
//!
//! A lemma is RAT if its resolvents with the clauses of the core follow; others that
//! hold the negation of its first literal do not matter, as nothing behind the lemma
//! uses them. For let the clauses before the lemma that are in the core have a model
//! in which the lemma is false. With the first literal made true the lemma is true,
//! and so is every clause of the core behind it: those with the negation of that
//! literal have another true one, because the resolvent had. Clauses that come into
//! the core by this very check are taken as well, so that the same holds line by line
//! for the proof in LRAT.

use super::load::{Loaded, Undo};
use super::{Checked, Effort, STRIDE};
use crate::limits::Limits;
use crate::proof::database::{Code, Id};
use crate::proof::hints::{Hint, Recorder};
use crate::proof::propagation::Conflict;

/// Checks what the contradiction in this clause needs.
pub fn check(
    loaded: &mut Loaded,
    contradiction: Id,
    limits: &Limits,
    recorder: &mut Option<Recorder>,
) -> Checked {
    let variables = loaded.names.count();
    let steps = std::mem::take(&mut loaded.undo);
    let mut backward = Backward {
        loaded,
        core: Vec::new(),
        fresh: Vec::new(),
        is_needed: vec![false; variables],
        is_assumed: vec![false; variables],
        seen: vec![false; variables],
        hints: Vec::new(),
        recorder,
    };
    let checked = backward.check(contradiction, &steps, limits);
    backward.loaded.undo = steps;
    checked
}

/// Why a lemma may be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Justified {
    Propagation,
    Rat,
    Not,
}

struct Backward<'l> {
    loaded: &'l mut Loaded,
    /// The clauses of the core in the order in which they came into it.
    core: Vec<Id>,
    /// Those that came with the step that is taken back.
    fresh: Vec<Id>,
    /// By variable: whether it is settled, and that is needed.
    is_needed: Vec<bool>,
    /// By variable: whether it is in a clause that is assumed to be false.
    is_assumed: Vec<bool>,
    /// By variable: whether an explanation asks for it.
    seen: Vec<bool>,
    /// What the lemma at hand follows from.
    hints: Vec<Hint>,
    /// Where that is kept, if LRAT is wanted.
    recorder: &'l mut Option<Recorder>,
}

impl Backward<'_> {
    fn check(&mut self, contradiction: Id, steps: &[Undo], limits: &Limits) -> Checked {
        let mut effort = self.loaded.effort;
        self.loaded.known.forget_deleted();
        let settled = self.loaded.known.trail().len();
        self.explain(Conflict::Clause(contradiction), settled, &[]);
        self.record_lemma(None, None);
        self.end_step();
        for step in steps.iter().rev() {
            match *step {
                Undo::Deleted(id) => self.loaded.known.restore(id),
                Undo::Added {
                    id,
                    pivot,
                    number,
                    settled,
                } => {
                    self.unsettle(settled);
                    self.loaded.known.database.remove(id);
                    if !self.loaded.known.is_core(id) {
                        continue;
                    }
                    if effort.needed.is_multiple_of(STRIDE)
                        && let Some(reason) = limits.exceeded()
                    {
                        return Checked::Unknown(reason);
                    }
                    if let Err(why) = self.lemma(id, pivot, number, &mut effort) {
                        return Checked::Flawed(why);
                    }
                }
            }
            self.end_step();
        }
        self.unsettle(0);
        self.end_step();
        Checked::Refuted(effort)
    }

    /// Checks a lemma of the core, which was taken away.
    fn lemma(
        &mut self,
        id: Id,
        pivot: Option<Code>,
        number: u64,
        effort: &mut Effort,
    ) -> Result<(), String> {
        let lemma = self.loaded.known.database.clause(id).to_vec();
        effort.needed += 1;
        match self.justify(&lemma, pivot) {
            Justified::Propagation => {}
            Justified::Rat => effort.rat += 1,
            Justified::Not => return Err(self.refusal(number, pivot, &lemma)),
        }
        self.record_lemma(Some(id), pivot);
        Ok(())
    }

    fn refusal(&self, number: u64, pivot: Option<Code>, lemma: &[Code]) -> String {
        const SHOWN: usize = 8;
        let others = lemma.iter().copied().filter(|code| Some(*code) != pivot);
        let codes = pivot.into_iter().chain(others);
        let literals = codes.map(|code| self.loaded.names.literal(code));
        let shown: String = literals.take(SHOWN).map(|lit| format!("{lit} ")).collect();
        let more = if lemma.len() > SHOWN { "… " } else { "" };
        format!("lemma {number} ({shown}{more}0) does not follow, by unit propagation or as RAT")
    }

    /// Whether the lemma follows; the clauses by which it does come into the core.
    fn justify(&mut self, lemma: &[Code], pivot: Option<Code>) -> Justified {
        let settled = self.loaded.known.trail().len();
        let justified = match (self.loaded.known.contradicts(lemma), pivot) {
            (Some(conflict), _) => {
                self.explain(conflict, settled, &[lemma]);
                Justified::Propagation
            }
            (None, Some(pivot)) if self.all_resolvents_follow(lemma, pivot, settled) => {
                Justified::Rat
            }
            (None, _) => Justified::Not,
        };
        self.loaded.known.backtrack(settled);
        justified
    }

    fn all_resolvents_follow(&mut self, lemma: &[Code], pivot: Code, settled: usize) -> bool {
        if self.loaded.known.place(pivot) < settled {
            // A clause made the first literal false, and the resolvent with that is
            // no better than the lemma.
            return false;
        }
        let level = self.loaded.known.trail().len();
        let mut next = 0;
        // The core may grow on the way.
        while let Some(&id) = self.core.get(next) {
            next += 1;
            let database = &self.loaded.known.database;
            let clause = database.clause(id);
            if !database.is_live(id) || !clause.contains(&(pivot ^ 1)) {
                continue;
            }
            let others = clause.iter().copied().filter(|code| *code != pivot ^ 1);
            let others: Vec<Code> = others.collect();
            self.hint(Hint::Candidate(id));
            // Where both cannot be false there is nothing to show.
            if others.iter().any(|code| lemma.contains(&(code ^ 1))) {
                continue;
            }
            match self.loaded.known.contradicts(&others) {
                Some(conflict) => self.explain(conflict, settled, &[lemma, &others]),
                None => return false,
            }
            self.loaded.known.backtrack(level);
        }
        true
    }

    /// Puts the clauses into the core by which the assumption that these clauses are
    /// false leads to a conflict.
    fn explain(&mut self, conflict: Conflict, settled: usize, assumed: &[&[Code]]) {
        self.assume(assumed, true);
        let mut asked = Vec::new();
        let last = match conflict {
            Conflict::Clause(id) => Some(id),
            Conflict::Literal(code) if self.loaded.known.place(code) < settled => {
                self.ask_for(code, settled, &mut asked);
                None
            }
            Conflict::Literal(code) => self.loaded.known.reason(code),
        };
        if let Some(id) = last {
            self.use_clause(id, settled, &mut asked);
        }
        let mut reasons = Vec::new();
        for place in (settled..self.loaded.known.trail().len()).rev() {
            let code = self.loaded.known.trail()[place];
            let reason = self.loaded.known.reason(code);
            if let Some(reason) = reason.filter(|_| self.seen[(code >> 1) as usize]) {
                self.use_clause(reason, settled, &mut asked);
                reasons.push(reason);
            }
        }
        for reason in reasons.into_iter().rev().chain(last) {
            self.hint(Hint::Clause(reason));
        }
        for variable in asked {
            self.seen[variable] = false;
        }
        self.assume(assumed, false);
    }

    fn assume(&mut self, clauses: &[&[Code]], assumed: bool) {
        for code in clauses.iter().copied().flatten() {
            self.is_assumed[(code >> 1) as usize] = assumed;
        }
    }

    /// Puts a clause into the core, and asks why its literals are false.
    fn use_clause(&mut self, id: Id, settled: usize, asked: &mut Vec<usize>) {
        self.put_into_core(id);
        for place in 0..self.loaded.known.database.clause(id).len() {
            let code = self.loaded.known.database.clause(id)[place];
            if !self.is_assumed[(code >> 1) as usize] {
                self.ask_for(code, settled, asked);
            }
        }
    }

    fn ask_for(&mut self, code: Code, settled: usize, asked: &mut Vec<usize>) {
        let variable = (code >> 1) as usize;
        if std::mem::replace(&mut self.seen[variable], true) {
            return;
        }
        asked.push(variable);
        if self.loaded.known.place(code) < settled {
            self.is_needed[variable] = true;
            self.hint(Hint::Unit(code >> 1));
        }
    }

    fn put_into_core(&mut self, id: Id) {
        if self.loaded.known.put_into_core(id) {
            self.core.push(id);
            self.fresh.push(id);
        }
    }

    /// Cuts the trail back, and puts the clauses into the core that settled those of
    /// its literals that are needed.
    fn unsettle(&mut self, length: usize) {
        for place in (length..self.loaded.known.trail().len()).rev() {
            let code = self.loaded.known.trail()[place];
            let is_needed = std::mem::take(&mut self.is_needed[(code >> 1) as usize]);
            let reason = self.loaded.known.reason(code).filter(|_| is_needed);
            let Some(reason) = reason else {
                continue;
            };
            self.put_into_core(reason);
            for other in self.loaded.known.database.clause(reason) {
                if *other != code {
                    self.is_needed[(other >> 1) as usize] = true;
                }
            }
            if let Some(recorder) = self.recorder {
                recorder.unit(code, reason);
            }
        }
        self.loaded.known.backtrack(length);
    }

    fn hint(&mut self, hint: Hint) {
        if self.recorder.is_some() {
            self.hints.push(hint);
        }
    }

    fn record_lemma(&mut self, id: Option<Id>, pivot: Option<Code>) {
        if let Some(recorder) = self.recorder {
            recorder.lemma(id, pivot, std::mem::take(&mut self.hints));
        }
    }

    /// Ends a step that was taken back.
    fn end_step(&mut self) {
        if let Some(recorder) = self.recorder {
            recorder.end_step(&self.fresh);
        }
        self.fresh.clear();
    }
}
