//! Learnt clauses: a flat store with two watched literals each, and which clauses to
//! keep.

use crate::outcome::Reason;

/// A literal: twice the variable, plus one for "not".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lit(pub u32);

impl Lit {
    /// The positive literal of a variable.
    pub fn yes(var: u32) -> Lit {
        Lit(2 * var)
    }

    /// The negative literal of a variable.
    pub fn no(var: u32) -> Lit {
        Lit(2 * var + 1)
    }

    /// The variable.
    pub fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is positive.
    pub fn is_yes(self) -> bool {
        self.0 & 1 == 0
    }

    /// The negation.
    pub fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }

    /// Position in tables with an entry for each literal.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A clause: where its literals start in the store, after its [`HEADER`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClauseRef(u32);

/// A clause that watches a literal, and another of its literals: if that one is true, the
/// clause need not be visited.
#[derive(Clone, Copy)]
pub struct Watch {
    /// The clause.
    pub clause: ClauseRef,
    /// Another literal of it.
    pub blocker: Lit,
}

/// Words before the literals, at these distances from them.
const HEADER: usize = 4;
/// Where the last search for a literal to watch ended (I. Gent, "Optimal
/// implementation of watched literals and more general techniques", 2013).
const SEARCHED: usize = 4;
/// Activity, as the bits of an `f32`.
const ACTIVITY: usize = 3;
const LENGTH: usize = 2;
const GLUE: usize = 1;

/// Clauses with this glue or less are kept for good (G. Audemard and L. Simon,
/// "Predicting learnt clauses quality", IJCAI 2009).
pub const KEPT_GLUE: u32 = 2;

/// Up to this glue, clauses with less are better; above it, active ones are.
const GOOD_GLUE: u32 = 6;

/// Activities above this are scaled down.
const RESCALE: f32 = 1e20;

/// Every conflict makes earlier bumps count less by this factor.
const DECAY: f64 = 0.999;

/// Words of the store up to which another clause of any length fits what [`ClauseRef`] counts.
const MAX_WORDS: usize = u32::MAX as usize - (1 << 28);

/// The learnt clauses.
pub struct Clauses {
    store: Vec<Lit>,
    list: Vec<ClauseRef>,
    /// What a bump adds to an activity.
    step: f64,
    /// By literal, the clauses to visit when it becomes false.
    pub watches: Vec<Vec<Watch>>,
}

impl Clauses {
    /// No clauses over this many variables.
    pub fn new(variables: usize) -> Clauses {
        Clauses {
            store: Vec::new(),
            list: Vec::new(),
            step: 1.0,
            watches: vec![Vec::new(); 2 * variables],
        }
    }

    /// Adds a clause of two literals or more; the first two are watched.
    pub fn add(&mut self, literals: &[Lit], glue: u32) -> ClauseRef {
        let activity = (self.step as f32).to_bits();
        self.store_clause(literals, activity, glue)
    }

    fn store_clause(&mut self, literals: &[Lit], activity: u32, glue: u32) -> ClauseRef {
        let header: [u32; HEADER] = [2, activity, literals.len() as u32, glue];
        self.store.extend(header.map(Lit));
        let clause = ClauseRef(self.store.len() as u32);
        self.store.extend_from_slice(literals);
        self.list.push(clause);
        self.watch(clause);
        clause
    }

    /// Succeeds if there is room for another clause: those that exclude solutions are never
    /// forgotten.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check_room(&self) -> Result<(), Reason> {
        match self.store.len() > MAX_WORDS {
            true => Err(Reason::Engine(
                "the clauses that exclude the solutions so far do not fit in memory".into(),
            )),
            false => Ok(()),
        }
    }

    /// All clauses.
    pub fn all(&self) -> impl Iterator<Item = ClauseRef> + '_ {
        self.list.iter().copied()
    }

    /// The literals of a clause.
    pub fn literals(&self, clause: ClauseRef) -> &[Lit] {
        let start = clause.0 as usize;
        &self.store[start..start + self.store[start - LENGTH].0 as usize]
    }

    /// Where the last search for a literal to watch ended, and the literals, to
    /// be reordered.
    pub fn searched_and_literals(&mut self, clause: ClauseRef) -> (&mut u32, &mut [Lit]) {
        let start = clause.0 as usize;
        let length = self.store[start - LENGTH].0 as usize;
        let (before, from) = self.store.split_at_mut(start);
        (&mut before[start - SEARCHED].0, &mut from[..length])
    }

    /// How many levels the clause spanned when that was last computed.
    pub fn glue(&self, clause: ClauseRef) -> u32 {
        self.store[clause.0 as usize - GLUE].0
    }

    /// The clause spans fewer levels now.
    pub fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        self.store[clause.0 as usize - GLUE].0 = glue;
    }

    /// The clause took part in a conflict.
    pub fn bump(&mut self, clause: ClauseRef) {
        let activity = self.activity(clause) + self.step as f32;
        self.set_activity(clause, activity);
        if activity > RESCALE {
            for place in 0..self.list.len() {
                let each = self.list[place];
                self.set_activity(each, self.activity(each) / RESCALE);
            }
            self.step /= f64::from(RESCALE);
        }
    }

    /// Makes all earlier bumps count less.
    pub fn decay(&mut self) {
        self.step /= DECAY;
    }

    /// Forgets the worse half of the clauses: those with high glue and little
    /// activity. `locked` says which are reasons; `moved` is called with the old
    /// and new position of those that stay.
    pub fn forget(
        &mut self,
        locked: impl Fn(ClauseRef) -> bool,
        mut moved: impl FnMut(ClauseRef, ClauseRef),
    ) {
        // The bits of positive floats are in the order of the floats.
        let rank = |clause: &ClauseRef| {
            let active = self.activity(*clause).to_bits();
            (self.glue(*clause).min(GOOD_GLUE), !active)
        };
        let mut ranked = self.list.clone();
        ranked.sort_by_cached_key(rank);
        let keep = ranked.len() / 2;
        let forgotten: Vec<bool> = ranked
            .iter()
            .enumerate()
            .map(|(place, clause)| {
                place >= keep && self.glue(*clause) > KEPT_GLUE && !locked(*clause)
            })
            .collect();
        let old = std::mem::take(&mut self.store);
        self.list.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        for (clause, _) in ranked.into_iter().zip(forgotten).filter(|(_, gone)| !gone) {
            let start = clause.0 as usize;
            let length = old[start - LENGTH].0 as usize;
            let literals = &old[start..start + length];
            let to = self.store_clause(literals, old[start - ACTIVITY].0, old[start - GLUE].0);
            moved(clause, to);
        }
    }

    fn activity(&self, clause: ClauseRef) -> f32 {
        f32::from_bits(self.store[clause.0 as usize - ACTIVITY].0)
    }

    fn set_activity(&mut self, clause: ClauseRef, activity: f32) {
        self.store[clause.0 as usize - ACTIVITY].0 = activity.to_bits();
    }

    fn watch(&mut self, clause: ClauseRef) {
        let [first, second, ..] = *self.literals(clause) else {
            return;
        };
        self.watches[first.index()].push(Watch {
            clause,
            blocker: second,
        });
        self.watches[second.index()].push(Watch {
            clause,
            blocker: first,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inactive_clauses_are_forgotten_first() {
        let mut clauses = Clauses::new(8);
        let pair = |a, b| [Lit::yes(a), Lit::no(b)];
        let glued = clauses.add(&pair(0, 1), KEPT_GLUE);
        let idle = clauses.add(&pair(2, 3), 9);
        let active = clauses.add(&pair(4, 5), 9);
        let locked = clauses.add(&pair(6, 7), 9);
        clauses.bump(active);
        let mut stayed = Vec::new();
        clauses.forget(|clause| clause == locked, |from, _| stayed.push(from));
        assert!(!stayed.contains(&idle));
        for clause in [glued, active, locked] {
            assert!(stayed.contains(&clause));
        }
        assert_eq!(clauses.watches.iter().map(Vec::len).sum::<usize>(), 6);
    }
}
