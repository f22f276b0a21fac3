//! Unit propagation of the literals on the trail.

use super::clauses::{Lit, Watch};
use super::{Conflict, FALSE, OPEN, Reason, Search, TRUE};

impl Search<'_> {
    /// Assigns all that follows, or returns a contradiction.
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
        let cover = self.cover;
        for group in cover.groups_of[var as usize] {
            for &other in cover.members(group) {
                match self.values[Lit::yes(other).index()] {
                    OPEN => self.assign(Lit::no(other), Reason::Taken(var)),
                    TRUE if other != var => return Some(Conflict::Two(var, other)),
                    _ => {}
                }
            }
        }
        None
    }

    /// The variable is false: its groups have one member less. All four counts
    /// change before anything else happens, so that backtracking can rely on it.
    fn leave(&mut self, var: u32) -> Option<Conflict> {
        let cover = self.cover;
        let groups = cover.groups_of[var as usize];
        for group in groups {
            self.left[group as usize] -= 1;
        }
        for group in groups {
            match self.left[group as usize] {
                0 => return Some(Conflict::Empty(group)),
                1 => {
                    // Members that are false but not yet propagated still
                    // count, so that the last one left may be one of them.
                    let value = |v: u32| self.values[Lit::yes(v).index()];
                    let mut members = cover.members(group).iter().copied();
                    match members.find(|&v| value(v) != FALSE) {
                        None => return Some(Conflict::Empty(group)),
                        Some(last) if value(last) == OPEN => {
                            self.assign(Lit::yes(last), Reason::Last(group));
                        }
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
        let mut place = 0;
        while let Some(&watch) = watches.get(place) {
            place += 1;
            if self.values[watch.blocker.index()] == TRUE {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let clause = watch.clause;
            let values = &self.values;
            let (searched, literals) = self.clauses.searched_and_literals(clause);
            let other = Lit(literals[0].0 ^ literals[1].0 ^ lit.0);
            let blocker = other;
            let next = match values[other.index()] {
                TRUE => None,
                _ => unwatched(values, literals, *searched as usize),
            };
            if let Some(next) = next {
                *searched = next as u32;
                let watched = literals[next];
                literals[0] = other;
                literals[1] = watched;
                literals[next] = lit;
                self.clauses.watches[watched.index()].push(Watch { clause, blocker });
                continue;
            }
            watches[kept] = Watch { clause, blocker };
            kept += 1;
            match values[other.index()] {
                OPEN => self.assign(other, Reason::Clause(clause)),
                FALSE => {
                    conflict = Some(Conflict::Clause(clause));
                    watches.copy_within(place.., kept);
                    kept += watches.len() - place;
                    break;
                }
                _ => {}
            }
        }
        watches.truncate(kept);
        self.clauses.watches[lit.index()] = watches;
        conflict
    }
}

/// The place of a literal that is not false and not watched, looked for from
/// where the last search ended.
fn unwatched(values: &[i8], literals: &[Lit], searched: usize) -> Option<usize> {
    let not_false = |lit: &Lit| values[lit.index()] != FALSE;
    let after = literals[searched..].iter().position(not_false);
    let before = || literals[2..searched].iter().position(not_false);
    match after {
        Some(place) => Some(searched + place),
        None => before().map(|place| 2 + place),
    }
}
