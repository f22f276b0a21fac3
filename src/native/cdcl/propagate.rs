//! What follows from the literals on the trail.

use super::clauses::{Lit, Watch};
use super::{Conflict, Reason, Search};

impl Search<'_> {
    /// Assigns all that follows, or says what cannot be.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let conflict = match lit.is_yes() {
                true => self.take(lit.var()),
                false => self.leave(lit.var()),
            };
            let conflict = conflict.or_else(|| self.visit_watches(lit.not()));
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// The variable is true: the others of its groups are not.
    fn take(&mut self, var: u32) -> Option<Conflict> {
        let problem = self.problem;
        for group in problem.groups_of[var as usize] {
            for &other in problem.members(group) {
                match self.values[other as usize] {
                    None => self.assign(Lit::no(other), Reason::Taken(var)),
                    Some(true) if other != var => return Some(Conflict::Two(var, other)),
                    Some(_) => {}
                }
            }
        }
        None
    }

    /// The variable is false: its groups have one member less. All four counts
    /// change before anything else happens, so that going back can rely on it.
    fn leave(&mut self, var: u32) -> Option<Conflict> {
        let problem = self.problem;
        let groups = problem.groups_of[var as usize];
        for group in groups {
            self.left[group as usize] -= 1;
        }
        for group in groups {
            match self.left[group as usize] {
                0 => return Some(Conflict::Empty(group)),
                1 => {
                    // Members that are false but not yet propagated still
                    // count, so that the last one left may be one of them.
                    let open = |&&v: &&u32| self.values[v as usize] != Some(false);
                    let last = problem.members(group).iter().find(open);
                    match last.map(|&v| (v, self.values[v as usize])) {
                        None => return Some(Conflict::Empty(group)),
                        Some((last, None)) => self.assign(Lit::yes(last), Reason::Last(group)),
                        Some(_) => {}
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The literal is false: clauses that watch it look for another.
    fn visit_watches(&mut self, lit: Lit) -> Option<Conflict> {
        let mut watches = std::mem::take(&mut self.clauses.watches[lit.index()]);
        let mut conflict = None;
        let mut kept = 0;
        for place in 0..watches.len() {
            let watch = watches[place];
            if conflict.is_some() || self.value(watch.blocker) == Some(true) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let values = &self.values;
            let literals = self.clauses.literals_mut(watch.clause);
            if literals[0] == lit {
                literals.swap(0, 1);
            }
            let other = literals[0];
            let is_false = |l: Lit| values[l.var() as usize] == Some(!l.is_yes());
            let clause = watch.clause;
            if let Some(next) = (2..literals.len()).find(|&k| !is_false(literals[k])) {
                literals.swap(1, next);
                let watched = literals[1];
                self.clauses.watches[watched.index()].push(Watch {
                    clause,
                    blocker: other,
                });
                continue;
            }
            watches[kept] = Watch {
                clause,
                blocker: other,
            };
            kept += 1;
            match self.value(other) {
                None => self.assign(other, Reason::Clause(clause)),
                Some(false) => conflict = Some(Conflict::Clause(clause)),
                Some(true) => {}
            }
        }
        watches.truncate(kept);
        self.clauses.watches[lit.index()] = watches;
        conflict
    }
}
