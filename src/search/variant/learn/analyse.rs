//! Conflict analysis to the first unique implication point.

use super::super::engine::Engine;
use super::super::store::Why;
use super::Learner;
use super::explain::Explainer;
use super::literals::{Literals, NEVER};
use crate::search::cdcl::{ClauseRef, Clauses, Lit};

/// Explanations kept until they are all forgotten.
const MOST_KEPT: usize = 1 << 20;

/// The last conflict, and what was learnt from it.
pub(super) struct Analysis {
    /// Literals that hold but cannot all hold.
    conflict: Vec<Lit>,
    /// The clause, the literal that it asserts first.
    pub learnt: Vec<Lit>,
    pub glue: u32,
    /// By literal.
    seen: Vec<bool>,
    to_clear: Vec<u32>,
    /// Explanations, by place on the trail: the literal, and where it is in `kept`.
    explained: Vec<(Lit, u32, u32)>,
    kept: Vec<Lit>,
}

const NOTHING: (Lit, u32, u32) = (Lit(NEVER), 0, 0);

impl Analysis {
    pub fn new(variables: usize) -> Analysis {
        Analysis {
            conflict: Vec::new(),
            learnt: Vec::new(),
            glue: 0,
            seen: vec![false; 2 * variables],
            to_clear: Vec::new(),
            explained: Vec::new(),
            kept: Vec::new(),
        }
    }

    /// The cell that changed last has no candidate left.
    pub fn note_empty(&mut self, literals: &Literals, engine: &Engine) {
        self.conflict.clear();
        if let Some(cell) = engine.store.last_changed() {
            explainer(literals, engine, &mut self.conflict).empty(cell);
        }
    }

    /// A propagator failed.
    pub fn note_failure(&mut self, literals: &Literals, engine: &Engine, index: u32) {
        match engine.store.trail().last() {
            Some(change) if change.new == 0 => self.note_empty(literals, engine),
            _ => {
                self.conflict.clear();
                explainer(literals, engine, &mut self.conflict).failure(index);
            }
        }
    }

    /// All literals of a clause are false.
    pub fn note_clause(&mut self, clause: ClauseRef, clauses: &Clauses) {
        self.conflict.clear();
        let all = clauses.literals(clause).iter();
        self.conflict.extend(all.map(|lit| lit.not()));
    }

    /// Forgets explanations of what no longer holds.
    pub fn cut(&mut self, length: usize) {
        self.explained.truncate(length);
        if self.kept.len() > MOST_KEPT {
            self.kept.clear();
            self.explained.clear();
        }
    }
}

fn explainer<'s>(
    literals: &'s Literals,
    engine: &'s Engine,
    out: &'s mut Vec<Lit>,
) -> Explainer<'s> {
    Explainer {
        literals,
        engine,
        before: literals.len() as u32,
        out,
    }
}

impl Learner {
    /// Finds what is to be learnt from the conflict, and the level to go back to; none if
    /// there is no solution left.
    pub(super) fn analyse(&mut self) -> Option<usize> {
        let conflict = std::mem::take(&mut self.analysis.conflict);
        let level = conflict
            .iter()
            .map(|&lit| self.literals.level_of(lit))
            .max();
        let level = level.filter(|&level| level > 0)?;
        self.analysis.learnt.clear();
        self.analysis.learnt.push(Lit(0));
        let (mut open, mut place) = (0, 0);
        for &lit in &conflict {
            self.meet(lit, level, &mut open, &mut place);
        }
        self.analysis.conflict = conflict;
        loop {
            let lit = self.literals.get(place as usize);
            if !self.is_seen(lit) || self.literals.place(lit) != place {
                place -= 1;
                continue;
            }
            open -= 1;
            if open == 0 {
                self.analysis.learnt[0] = lit.not();
                break;
            }
            let (from, to) = self.explain(place);
            let before = place - 1;
            for at in from..to {
                let lit = self.analysis.kept[at as usize];
                self.meet(lit, level, &mut open, &mut place);
            }
            place = before;
        }
        self.minimise();
        Some(self.finish())
    }

    fn is_seen(&self, lit: Lit) -> bool {
        self.analysis.seen[lit.index()]
    }

    /// A literal that holds and is being resolved.
    fn meet(&mut self, lit: Lit, level: u32, open: &mut u32, last: &mut u32) {
        let own = self.literals.level_of(lit);
        if self.analysis.seen[lit.index()] || own == 0 {
            return;
        }
        self.analysis.seen[lit.index()] = true;
        self.analysis.to_clear.push(lit.0);
        self.order.bump(lit.var());
        if own == level {
            *open += 1;
            *last = (*last).max(self.literals.place(lit));
        } else {
            self.analysis.learnt.push(lit.not());
        }
    }

    /// Where the explanation of a literal on the trail is kept.
    fn explain(&mut self, place: u32) -> (u32, u32) {
        let at = place as usize;
        let lit = self.literals.get(at);
        if self.analysis.explained.len() <= at {
            self.analysis.explained.resize(at + 1, NOTHING);
        }
        let (known, from, to) = self.analysis.explained[at];
        if known == lit {
            return (from, to);
        }
        let from = self.analysis.kept.len() as u32;
        let mut explainer = Explainer {
            literals: &self.literals,
            engine: &self.engine,
            before: place,
            out: &mut self.analysis.kept,
        };
        explainer.literal(lit, &self.clauses);
        let to = self.analysis.kept.len() as u32;
        self.analysis.explained[at] = (lit, from, to);
        if let Why::Clause(clause) = self.literals.why(place) {
            self.clauses.bump(clause);
        }
        (from, to)
    }

    /// Drops literals whose explanations consist of others of the clause.
    fn minimise(&mut self) {
        let learnt = std::mem::take(&mut self.analysis.learnt);
        let mut kept = Vec::with_capacity(learnt.len());
        kept.push(learnt[0]);
        for &lit in &learnt[1..] {
            let place = self.literals.place(lit.not());
            if matches!(self.literals.why(place), Why::Decision) {
                kept.push(lit);
                continue;
            }
            let (from, to) = self.explain(place);
            let follows = (from..to).all(|at| {
                let other = self.analysis.kept[at as usize];
                self.is_seen(other) || self.literals.level_of(other) == 0
            });
            if !follows {
                kept.push(lit);
            }
        }
        self.analysis.learnt = kept;
    }

    /// Puts a literal of the highest level left second; returns that level.
    fn finish(&mut self) -> usize {
        let analysis = &mut self.analysis;
        for index in analysis.to_clear.drain(..) {
            analysis.seen[index as usize] = false;
        }
        let mut levels: Vec<u32> = Vec::with_capacity(analysis.learnt.len());
        let mut back = 0;
        for place in 0..analysis.learnt.len() {
            let level = self.literals.level_of(analysis.learnt[place].not());
            levels.push(level);
            if place > 0 && level > back {
                back = level;
                analysis.learnt.swap(1, place);
            }
        }
        levels.sort_unstable();
        levels.dedup();
        analysis.glue = levels.len() as u32;
        back as usize
    }
}
