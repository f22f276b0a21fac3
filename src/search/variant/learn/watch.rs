//! Unit propagation of what was learnt.

use super::super::store::{Alive, Dead, Why};
use super::Learner;
use crate::search::cdcl::{ClauseRef, Lit, Watch};

/// What became of a clause that lost a watched literal.
enum Visited {
    /// It watches another literal instead.
    Moved,
    /// It still watches the literal; this other one holds, or must.
    Kept(Lit),
}

impl Learner {
    /// The literal is false: clauses that watch it look for another.
    pub(super) fn visit_watches(&mut self, lit: Lit) -> Alive {
        let mut watches = std::mem::take(&mut self.clauses.watches[lit.index()]);
        let mut end = Ok(());
        let mut kept = 0;
        let mut place = 0;
        while let Some(&watch) = watches.get(place) {
            place += 1;
            if self.literals.holds(watch.blocker) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = watch.clause;
            let Visited::Kept(other) = self.visit_clause(clause, lit) else {
                continue;
            };
            watches[kept] = Watch {
                clause,
                blocker: other,
            };
            kept += 1;
            if self.literals.holds(other) {
                continue;
            }
            if self.literals.holds(other.not()) {
                self.analysis.note_clause(clause, &self.clauses);
                end = Err(Dead);
                watches.copy_within(place.., kept);
                kept += watches.len() - place;
                break;
            }
            self.assert(other, Why::Clause(clause));
        }
        watches.truncate(kept);
        self.clauses.watches[lit.index()] = watches;
        end
    }

    /// Looks for a literal that is not false, to be watched instead of this one.
    fn visit_clause(&mut self, clause: ClauseRef, lit: Lit) -> Visited {
        let literals = &self.literals;
        let (searched, members) = self.clauses.searched_and_literals(clause);
        let other = Lit(members[0].0 ^ members[1].0 ^ lit.0);
        if literals.holds(other) {
            return Visited::Kept(other);
        }
        let is_open = |lit: &Lit| !literals.holds(lit.not());
        let start = *searched as usize;
        let after = members[start..].iter().position(is_open);
        let before = || members[2..start].iter().position(is_open).map(|at| at + 2);
        let Some(next) = after.map(|at| at + start).or_else(before) else {
            return Visited::Kept(other);
        };
        *searched = next as u32;
        let watched = members[next];
        members[0] = other;
        members[1] = watched;
        members[next] = lit;
        let blocker = other;
        self.clauses.watches[watched.index()].push(Watch { clause, blocker });
        Visited::Moved
    }
}
