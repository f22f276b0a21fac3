//! The backward pass: each step is undone, and each needed lemma is checked.
//!
//! What is needed is the *core*: the clause that is the contradiction, the clauses from
//! which a lemma of the core was found to follow, and those that settled a literal that
//! was used. Literals are settled by a step of the proof, or by the formula; when that
//! step is undone, and only then, the clauses that settled them are looked up.
//!
//! For a RAT lemma, resolvents with the clauses of the core are enough: clauses outside
//! the core do not matter, as nothing after the lemma uses them. Suppose that the core
//! clauses before the lemma have a model in which the lemma is false. With the pivot
//! made true the lemma is true, and so is every core clause after it: those with the
//! negation of the pivot have another true one, because the resolvent had.
//! Clauses that come into the core by this very check are resolved with as well, so that
//! the same holds lemma by lemma for the proof in LRAT.

use super::database::Id;
use super::end::{End, Justified};
use super::follower::{self, Follower, Ground};
use super::forward::{Lemma, Loaded, Undo};
use super::propagation::{Conflict, Propagation};
use super::{Hint, Trace};
use crate::proof::pace::{Pace, Stopped};
use crate::proof::variables::{Code, VariableMap};
use crate::proof::{CheckResult, CheckStats, StopCheck};

/// Checks what the contradiction in this clause needs.
pub fn check(
    loaded: Loaded,
    contradiction: Id,
    stop: &StopCheck<'_>,
    trace: Option<&mut dyn Trace>,
) -> CheckResult {
    let variables = loaded.variables.len();
    let mut backward = Backward {
        variables: loaded.variables,
        known: loaded.known,
        stats: loaded.stats,
        core: Vec::new(),
        fresh: Vec::new(),
        is_needed: vec![false; variables],
        is_assumed: vec![false; variables],
        seen: vec![false; variables],
        unexplained: 0,
        hints: Vec::new(),
        follower: Follower::new(variables),
        trace,
        pace: Pace::new(stop),
    };
    match backward.check(contradiction, loaded.undo) {
        Ok(()) => CheckResult::Refuted(backward.stats),
        Err(End::Flaw(why)) => CheckResult::Flawed(why),
        Err(End::Stopped) => CheckResult::Stopped,
    }
}

struct Backward<'t, 's> {
    variables: VariableMap,
    known: Propagation,
    stats: CheckStats,
    /// The core, in the order in which clauses came into it.
    core: Vec<Id>,
    /// Those that came with the step that is being undone.
    fresh: Vec<Id>,
    /// By variable: whether its settled value is needed.
    is_needed: Vec<bool>,
    /// By variable: whether it is in a clause that is assumed to be false.
    is_assumed: Vec<bool>,
    /// By variable: whether the current explanation asks for it.
    seen: Vec<bool>,
    /// How many of these are not settled, and are still to be explained.
    unexplained: usize,
    /// What the current lemma follows from.
    hints: Vec<Hint>,
    follower: Follower,
    trace: Option<&'t mut dyn Trace>,
    pace: Pace<'s>,
}

impl Backward<'_, '_> {
    fn check(&mut self, contradiction: Id, mut undo: Vec<Undo>) -> Result<(), End> {
        self.known.forget_deleted();
        let settled = self.known.trail().len();
        self.explain(Conflict::Clause(contradiction), settled, &[])?;
        if !self.is_shown(&[], Justified::ByPropagation)? {
            return Err(End::Flaw("no contradiction follows".into()));
        }
        self.trace_lemma(None, None, &[]);
        self.end_step();
        while let Some(step) = undo.pop() {
            self.pace.visit(1)?;
            match step {
                Undo::Deleted(id) => {
                    self.pace.visit(self.known.database.clause(id).len())?;
                    self.known.restore(id);
                }
                Undo::Added(lemma) => {
                    self.unsettle(lemma.settled)?;
                    self.known.database.remove(lemma.id);
                    if !self.known.is_core(lemma.id) {
                        continue;
                    }
                    self.lemma(lemma)?;
                }
            }
            self.end_step();
        }
        self.unsettle(0)?;
        self.end_step();
        match self.is_needed.contains(&true) {
            true => Err(End::Flaw("nothing shows a literal that was used".into())),
            false => Ok(()),
        }
    }

    /// Checks a lemma of the core, which was removed.
    fn lemma(&mut self, lemma: Lemma) -> Result<(), End> {
        let clause = self.known.database.clause(lemma.id).to_vec();
        self.pace.visit(clause.len())?;
        self.stats.needed += 1;
        let front = match self.justify(&clause, lemma.first)? {
            Some(Justified::ByPropagation) => lemma.first,
            Some(Justified::AsRat(pivot)) => {
                self.stats.rat += 1;
                Some(pivot)
            }
            None => return Err(End::Flaw(self.refusal(lemma, &clause))),
        };
        self.trace_lemma(Some(lemma.id), front, &clause);
        Ok(())
    }

    fn refusal(&self, lemma: Lemma, clause: &[Code]) -> String {
        const SHOWN: usize = 8;
        let literals = self.variables.literals(lemma.first, clause);
        let shown = literals.iter().take(SHOWN);
        let shown: String = shown.map(|literal| format!("{literal} ")).collect();
        let more = if literals.len() > SHOWN { "… " } else { "" };
        let number = lemma.number;
        format!("lemma {number} ({shown}{more}0) does not follow, by unit propagation or as RAT")
    }

    /// Whether the lemma follows; if so, the clauses it follows from come into the core.
    fn justify(&mut self, lemma: &[Code], first: Option<Code>) -> Result<Option<Justified>, End> {
        let settled = self.known.trail().len();
        let justified = match self.contradicts(lemma)? {
            Some(conflict) => {
                self.explain(conflict, settled, &[lemma])?;
                Some(Justified::ByPropagation)
            }
            None => self.pivot(lemma, first, settled)?.map(Justified::AsRat),
        };
        self.known.backtrack(settled);
        Ok(match justified {
            Some(how) if self.is_shown(lemma, how)? => Some(how),
            _ => None,
        })
    }

    /// The literal on which the lemma is RAT. Proofs have it in front; drat-trim and rate try the
    /// others, too.
    fn pivot(
        &mut self,
        lemma: &[Code],
        first: Option<Code>,
        settled: usize,
    ) -> Result<Option<Code>, End> {
        let level = self.known.trail().len();
        let others = lemma.iter().copied().filter(|code| Some(*code) != first);
        for pivot in first.into_iter().chain(others) {
            self.hints.clear();
            if self.all_resolvents_follow(lemma, pivot, settled)? {
                return Ok(Some(pivot));
            }
            self.known.backtrack(level);
        }
        Ok(None)
    }

    /// Assumes that all literals are false and propagates.
    fn contradicts(&mut self, clause: &[Code]) -> Result<Option<Conflict>, Stopped> {
        let conflict = self.known.contradicts(clause);
        self.pace.visit(self.known.take_work())?;
        Ok(conflict)
    }

    /// Whether the hints alone show that a lemma follows in this way.
    fn is_shown(&mut self, lemma: &[Code], how: Justified) -> Result<bool, Stopped> {
        let ground = Ground {
            known: &self.known,
            is_needed: &self.is_needed,
        };
        let (variables, hints, pace) = (&mut self.variables, &self.hints, &mut self.pace);
        match how {
            Justified::ByPropagation => self.follower.shows(ground, variables, lemma, hints, pace),
            Justified::AsRat(pivot) => {
                let (core, lemma) = (&self.core, (lemma, pivot));
                (self.follower).shows_resolvents(ground, variables, core, lemma, hints, pace)
            }
        }
    }

    fn all_resolvents_follow(
        &mut self,
        lemma: &[Code],
        pivot: Code,
        settled: usize,
    ) -> Result<bool, End> {
        if self.known.place(pivot) < settled {
            // Some clause made the pivot false, and the resolvent with that clause is no stronger
            // than the lemma.
            return Ok(false);
        }
        let level = self.known.trail().len();
        let mut sorted = lemma.to_vec();
        sorted.sort_unstable();
        let mut next = 0;
        // The core may grow on the way.
        while let Some(&id) = self.core.get(next) {
            next += 1;
            let database = &self.known.database;
            let clause = database.clause(id);
            self.pace.visit(1 + clause.len())?;
            if !database.is_live(id) || !clause.contains(&(pivot ^ 1)) {
                continue;
            }
            let others = clause.iter().copied().filter(|code| *code != pivot ^ 1);
            let others: Vec<Code> = others.collect();
            self.hints.push(Hint::Candidate(id));
            // The resolvent is always true.
            if others
                .iter()
                .any(|code| sorted.binary_search(&(code ^ 1)).is_ok())
            {
                continue;
            }
            match self.contradicts(&others)? {
                Some(conflict) => self.explain(conflict, settled, &[lemma, &others])?,
                None => return Ok(false),
            }
            self.known.backtrack(level);
        }
        Ok(true)
    }

    /// Puts the clauses into the core by which these clauses cannot all be false.
    fn explain(
        &mut self,
        conflict: Conflict,
        settled: usize,
        assumed: &[&[Code]],
    ) -> Result<(), Stopped> {
        // All of the trail may be walked over.
        let assumptions: usize = assumed.iter().map(|clause| clause.len()).sum();
        let walked = self.known.trail().len() - settled;
        self.pace.visit(1 + assumptions + walked)?;
        self.set_assumed(assumed, true);
        let mut asked = Vec::new();
        let last = match conflict {
            Conflict::Clause(id) => Some(id),
            Conflict::Literal(code) if self.known.place(code) < settled => {
                self.ask_for(code, settled, &mut asked);
                None
            }
            Conflict::Literal(code) => self.known.reason(code),
        };
        if let Some(id) = last {
            self.use_clause(id, settled, &mut asked)?;
        }
        let mut reasons = Vec::new();
        let mut place = self.known.trail().len();
        while self.unexplained > 0 && place > settled {
            place -= 1;
            let code = self.known.trail()[place];
            if !self.seen[(code >> 1) as usize] {
                continue;
            }
            self.unexplained -= 1;
            if let Some(reason) = self.known.reason(code) {
                self.use_clause(reason, settled, &mut asked)?;
                reasons.push(reason);
            }
        }
        for reason in reasons.into_iter().rev().chain(last) {
            self.hints.push(Hint::Clause(reason));
        }
        for variable in asked {
            self.seen[variable] = false;
        }
        self.set_assumed(assumed, false);
        Ok(())
    }

    fn set_assumed(&mut self, clauses: &[&[Code]], assumed: bool) {
        for code in clauses.iter().copied().flatten() {
            self.is_assumed[(code >> 1) as usize] = assumed;
        }
    }

    /// Puts a clause into the core, and asks why its literals are false.
    fn use_clause(
        &mut self,
        id: Id,
        settled: usize,
        asked: &mut Vec<usize>,
    ) -> Result<(), Stopped> {
        self.put_into_core(id);
        let length = self.known.database.clause(id).len();
        self.pace.visit(length)?;
        for place in 0..length {
            let code = self.known.database.clause(id)[place];
            if !self.is_assumed[(code >> 1) as usize] {
                self.ask_for(code, settled, asked);
            }
        }
        Ok(())
    }

    fn ask_for(&mut self, code: Code, settled: usize, asked: &mut Vec<usize>) {
        let variable = (code >> 1) as usize;
        if std::mem::replace(&mut self.seen[variable], true) {
            return;
        }
        asked.push(variable);
        if self.known.place(code) >= settled {
            self.unexplained += 1;
            return;
        }
        self.is_needed[variable] = true;
        let variable = self.variables.literal(code).abs();
        self.hints.push(Hint::Unit(variable));
    }

    fn put_into_core(&mut self, id: Id) {
        if self.known.put_into_core(id) {
            self.core.push(id);
            self.fresh.push(id);
        }
    }

    /// Cuts the trail back, and puts the clauses into the core that settled the needed
    /// ones of its literals.
    fn unsettle(&mut self, length: usize) -> Result<(), End> {
        for place in (length..self.known.trail().len()).rev() {
            let code = self.known.trail()[place];
            if !std::mem::take(&mut self.is_needed[(code >> 1) as usize]) {
                continue;
            }
            let reason = self.known.reason(code);
            let reason = reason.filter(|reason| follower::settled(&self.known, code, *reason));
            let Some(reason) = reason else {
                let literal = self.variables.literal(code);
                return Err(End::Flaw(format!("nothing shows that {literal} is true")));
            };
            self.put_into_core(reason);
            let clause = self.known.database.clause(reason);
            self.pace.visit(clause.len())?;
            for other in clause.iter().filter(|other| **other != code) {
                self.is_needed[(other >> 1) as usize] = true;
            }
            if let Some(trace) = &mut self.trace {
                let clause = self.variables.literals(None, clause);
                trace.unit(self.variables.literal(code), reason, &clause);
            }
        }
        self.known.backtrack(length);
        Ok(())
    }

    fn trace_lemma(&mut self, id: Option<Id>, pivot: Option<Code>, clause: &[Code]) {
        if let Some(trace) = &mut self.trace {
            let clause = self.variables.literals(pivot, clause);
            trace.lemma(id, &clause, &self.hints);
        }
        self.hints.clear();
    }

    /// Ends a step that was undone.
    fn end_step(&mut self) {
        if let Some(trace) = &mut self.trace {
            for &id in &self.fresh {
                trace.needed(id, self.known.database.clause(id).len());
            }
            trace.end_step();
        }
        self.fresh.clear();
    }
}
