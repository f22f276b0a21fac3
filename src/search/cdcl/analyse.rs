//! Conflict analysis: resolve backwards along the trail until one literal of the last
//! level is left; the clause of what remains prevents the conflict.

use super::clauses::{ClauseRef, KEPT_GLUE, Lit};
use super::{Conflict, LemmaStep, Reason, Search};

impl Search<'_> {
    /// Learns a clause, backtracks to the level where it is unit, and assigns its
    /// literal.
    pub(super) fn learn_from(&mut self, conflict: Conflict) {
        self.first_uip(conflict);
        self.minimise();
        self.merge();
        if self.lemmas.is_some() {
            let learnt = std::mem::take(&mut self.learnt);
            self.show(LemmaStep::Learn, &learnt);
            self.learnt = learnt;
        }
        let glue = self.span(self.learnt.iter().copied());
        self.restarts.conflict(glue);
        let asserting = self.learnt[0];
        // The second watch is the literal of the highest level left.
        let mut back = 0;
        for place in 1..self.learnt.len() {
            let level = self.level[self.learnt[place].var() as usize];
            if level > back {
                back = level;
                self.learnt.swap(1, place);
            }
        }
        for var in self.to_clear.drain(..) {
            self.seen[var as usize] = false;
        }
        self.go_back_to(back as usize);
        let reason = match self.learnt.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.clauses.add(&self.learnt, glue)),
        };
        self.assign(asserting, reason);
        self.order.decay();
        self.clauses.decay();
    }

    /// Leaves the clause of the first unique implication point in `learnt`,
    /// the asserting literal first.
    fn first_uip(&mut self, conflict: Conflict) {
        self.learnt.clear();
        self.learnt.push(Lit(0));
        let mut open = 0;
        self.resolve_conflict(conflict, &mut open);
        let mut place = self.trail.len();
        loop {
            place -= 1;
            let lit = self.trail[place];
            if !self.seen[lit.var() as usize] || self.level_of(lit) != self.levels.len() as u32 {
                continue;
            }
            open -= 1;
            if open == 0 {
                self.learnt[0] = lit.not();
                return;
            }
            self.resolve_reason(lit, &mut open);
        }
    }

    fn resolve_conflict(&mut self, conflict: Conflict, open: &mut u32) {
        match conflict {
            Conflict::Two(a, b) => {
                self.meet(Lit::no(a), open);
                self.meet(Lit::no(b), open);
            }
            Conflict::Empty(group) => self.meet_group(group, u32::MAX, open),
            Conflict::Clause(clause) => {
                self.touch(clause);
                for place in 0..self.clauses.literals(clause).len() {
                    self.meet(self.clauses.literals(clause)[place], open);
                }
            }
        }
    }

    fn resolve_reason(&mut self, lit: Lit, open: &mut u32) {
        match self.reason[lit.var() as usize] {
            Reason::None => {}
            Reason::Taken(var) => self.meet(Lit::no(var), open),
            Reason::Last(group) => self.meet_group(group, lit.var(), open),
            Reason::Clause(clause) => {
                self.touch(clause);
                for place in 0..self.clauses.literals(clause).len() {
                    let other = self.clauses.literals(clause)[place];
                    if other != lit {
                        self.meet(other, open);
                    }
                }
            }
        }
    }

    /// The clause takes part in a conflict.
    fn touch(&mut self, clause: ClauseRef) {
        self.clauses.bump(clause);
        let before = self.clauses.glue(clause);
        if before > KEPT_GLUE {
            let now = self.span(self.clauses.literals(clause).iter().copied());
            self.clauses.set_glue(clause, before.min(now));
        }
    }

    fn meet_group(&mut self, group: u32, except: u32, open: &mut u32) {
        let cover = self.cover;
        for &member in cover.members(group) {
            if member != except {
                self.meet(Lit::yes(member), open);
            }
        }
    }

    /// A false literal of a clause that is being resolved.
    fn meet(&mut self, lit: Lit, open: &mut u32) {
        let var = lit.var() as usize;
        let level = self.level[var];
        if self.seen[var] || level == 0 {
            return;
        }
        self.seen[var] = true;
        self.to_clear.push(var as u32);
        self.order.bump(var as u32);
        if level == self.levels.len() as u32 {
            *open += 1;
        } else {
            self.learnt.push(lit);
        }
    }

    fn level_of(&self, lit: Lit) -> u32 {
        self.level[lit.var() as usize]
    }

    /// Drops literals that follow from others of the clause.
    fn minimise(&mut self) {
        let mut learnt = std::mem::take(&mut self.learnt);
        let bit = |level: u32| 1u64 << (level % u64::BITS);
        let levels = learnt[1..]
            .iter()
            .fold(0, |set, &lit| set | bit(self.level_of(lit)));
        let asserting = learnt[0];
        learnt.retain(|&lit| lit == asserting || !self.is_implied(lit, levels));
        self.learnt = learnt;
    }

    /// Whether the literal follows from others of the clause, in any number of steps.
    /// `levels` has a bit for each level of the clause, modulo 64: a literal of another
    /// level does not follow.
    fn is_implied(&mut self, lit: Lit, levels: u64) -> bool {
        let marked = self.to_clear.len();
        self.to_explain.clear();
        self.to_explain.push(lit.var());
        while let Some(var) = self.to_explain.pop() {
            if !self.explain(var, levels) {
                for var in self.to_clear.drain(marked..) {
                    self.seen[var as usize] = false;
                }
                return false;
            }
        }
        true
    }

    /// Marks the variables of a reason, to be explained in turn. Returns whether all of
    /// them may be.
    fn explain(&mut self, var: u32, levels: u64) -> bool {
        let marked = self.to_clear.len();
        let mut implied = true;
        let mut meet = |other: u32| {
            let (index, level) = (other as usize, self.level[other as usize]);
            if other == var || level == 0 || self.seen[index] || !implied {
                return;
            }
            implied = self.reason[index] != Reason::None && levels >> (level % u64::BITS) & 1 == 1;
            if implied {
                self.seen[index] = true;
                self.to_clear.push(other);
            }
        };
        match self.reason[var as usize] {
            Reason::None => return false,
            Reason::Taken(other) => meet(other),
            Reason::Last(group) => self.cover.members(group).iter().copied().for_each(meet),
            Reason::Clause(clause) => {
                self.clauses
                    .literals(clause)
                    .iter()
                    .for_each(|lit| meet(lit.var()));
            }
        }
        self.to_explain.extend_from_slice(&self.to_clear[marked..]);
        implied
    }

    /// Several members that one true variable made false become one literal: that the
    /// variable is false. Learnt clauses are several times shorter for it.
    fn merge(&mut self) {
        let mut learnt = std::mem::take(&mut self.learnt);
        for &lit in &learnt[1..] {
            if let Reason::Taken(var) = self.reason[lit.var() as usize] {
                self.taken[var as usize] += 1;
            }
        }
        let mut kept = 1;
        for place in 1..learnt.len() {
            let mut lit = learnt[place];
            if let Reason::Taken(var) = self.reason[lit.var() as usize] {
                let var = var as usize;
                match self.taken[var] {
                    0 => continue,
                    2.. => {
                        self.taken[var] = 0;
                        lit = Lit::no(var as u32);
                    }
                    _ => self.taken[var] = 0,
                }
            }
            learnt[kept] = lit;
            kept += 1;
        }
        learnt.truncate(kept);
        self.learnt = learnt;
    }

    /// How many levels the literals span.
    fn span(&self, literals: impl Iterator<Item = Lit>) -> u32 {
        let mut levels: Vec<u32> = literals.map(|lit| self.level_of(lit)).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }
}
