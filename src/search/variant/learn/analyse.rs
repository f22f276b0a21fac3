//! Conflict analysis to the first unique implication point.

use super::super::engine::Engine;
use super::super::store::Why;
use super::Learner;
use super::explain::Explainer;
use super::literals::{Literals, NEVER};
use crate::limits::Limits;
use crate::search::cdcl::{ClauseRef, Clauses, KEPT_GLUE, Lit};

/// Explanations kept until they are all forgotten.
const MOST_KEPT: usize = 1 << 20;

/// The last conflict, and what was learnt from it.
pub(super) struct Analysis {
    /// Literals that hold but cannot all hold.
    pub conflict: Vec<Lit>,
    /// The clause, the literal that it asserts first.
    pub learnt: Vec<Lit>,
    pub glue: u32,
    /// By literal.
    seen: Vec<bool>,
    to_clear: Vec<u32>,
    /// Explanations, by place on the trail: the literal, and where it is in `kept`.
    explained: Vec<(Lit, u32, u32)>,
    pub kept: Vec<Lit>,
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
    pub fn note_empty(&mut self, literals: &Literals, engine: &Engine, limits: &Limits) {
        self.conflict.clear();
        if let Some(cell) = engine.store.last_changed() {
            explainer(literals, engine, limits, &mut self.conflict).empty(cell);
        }
    }

    /// A propagator failed.
    pub fn note_failure(
        &mut self,
        literals: &Literals,
        engine: &Engine,
        limits: &Limits,
        index: u32,
    ) {
        match engine.store.trail().last() {
            Some(change) if change.new == 0 => self.note_empty(literals, engine, limits),
            _ => {
                self.conflict.clear();
                explainer(literals, engine, limits, &mut self.conflict).failure(index);
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
    limits: &'s Limits,
    out: &'s mut Vec<Lit>,
) -> Explainer<'s> {
    Explainer {
        literals,
        engine,
        before: literals.len() as u32,
        limits,
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
    pub(super) fn explain(&mut self, place: u32) -> (u32, u32) {
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
            limits: &self.limits,
            out: &mut self.analysis.kept,
        };
        explainer.literal(lit, &self.clauses);
        let to = self.analysis.kept.len() as u32;
        self.analysis.explained[at] = (lit, from, to);
        if let Why::Clause(clause) = self.literals.why(place) {
            self.touch(clause);
        }
        (from, to)
    }

    /// The clause takes part in a conflict.
    fn touch(&mut self, clause: ClauseRef) {
        self.clauses.bump(clause);
        let before = self.clauses.glue(clause);
        if before > KEPT_GLUE {
            let literals = self.clauses.literals(clause).iter();
            let levels = literals.filter_map(|&lit| {
                let held = if self.literals.holds(lit) {
                    lit
                } else {
                    lit.not()
                };
                let is_set = self.literals.holds(held);
                is_set.then(|| self.literals.level_of(held))
            });
            let mut levels: Vec<u32> = levels.collect();
            levels.sort_unstable();
            levels.dedup();
            self.clauses
                .set_glue(clause, before.min(levels.len() as u32));
        }
    }

    /// Drops literals that follow from others of the clause.
    fn minimise(&mut self) {
        let mut learnt = std::mem::take(&mut self.analysis.learnt);
        let bit = |level: u32| 1u64 << (level % u64::BITS);
        let levels = learnt[1..]
            .iter()
            .fold(0, |set, lit| set | bit(self.literals.level_of(lit.not())));
        let asserting = learnt[0];
        learnt.retain(|&lit| lit == asserting || !self.is_implied(lit.not(), levels));
        self.analysis.learnt = learnt;
    }

    /// Whether a literal follows from others of the clause, in any number of steps. `levels`
    /// has a bit for each level of the clause, modulo 64: a literal of another level does
    /// not follow.
    fn is_implied(&mut self, lit: Lit, levels: u64) -> bool {
        let marked = self.analysis.to_clear.len();
        let mut open = vec![lit];
        while let Some(lit) = open.pop() {
            let place = self.literals.place(lit);
            let is_bound = !matches!(self.literals.why(place), Why::Decision)
                && levels >> (self.literals.level_of(lit) % u64::BITS) & 1 == 1;
            if !is_bound {
                for lit in self.analysis.to_clear.drain(marked..) {
                    self.analysis.seen[lit as usize] = false;
                }
                return false;
            }
            let (from, to) = self.explain(place);
            for at in from..to {
                let other = self.analysis.kept[at as usize];
                if !self.is_seen(other) && self.literals.level_of(other) > 0 {
                    self.analysis.seen[other.index()] = true;
                    self.analysis.to_clear.push(other.0);
                    open.push(other);
                }
            }
        }
        true
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
