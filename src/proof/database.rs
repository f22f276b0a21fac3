//! The clauses that a proof may use at some step: added, found by their
//! literals, deleted, and their place used again.

use std::collections::HashMap;

/// A literal as an index: twice the variable, one more if it says no.
pub type Code = u32;

/// The place of a clause.
pub type Id = u32;

const NONE: Id = Id::MAX;

#[derive(Clone, Copy)]
struct Span {
    start: usize,
    length: usize,
    /// The next clause with the same hash.
    next: Id,
    live: bool,
}

/// Clauses end to end.
#[derive(Default)]
pub struct Database {
    literals: Vec<Code>,
    clauses: Vec<Span>,
    heads: HashMap<u64, Id>,
    /// Deleted, but perhaps still named somewhere.
    deleted: Vec<Id>,
    free: Vec<Id>,
    /// Literals of deleted clauses.
    waste: usize,
}

/// The same for every order of the literals.
fn hash(clause: &[Code]) -> u64 {
    let mix = |code: &Code| {
        let spread = (u64::from(*code) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread ^ (spread >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    clause.iter().map(mix).fold(0, u64::wrapping_add)
}

impl Database {
    /// Adds a clause.
    pub fn add(&mut self, clause: &[Code]) -> Id {
        let span = Span {
            start: self.literals.len(),
            length: clause.len(),
            next: NONE,
            live: true,
        };
        self.literals.extend_from_slice(clause);
        let id = self.free.pop().unwrap_or_else(|| {
            self.clauses.push(span);
            (self.clauses.len() - 1) as Id
        });
        let before = self.heads.insert(hash(clause), id);
        self.clauses[id as usize] = Span {
            next: before.unwrap_or(NONE),
            ..span
        };
        id
    }

    /// The literals of a clause.
    pub fn clause(&self, id: Id) -> &[Code] {
        let Span { start, length, .. } = self.clauses[id as usize];
        &self.literals[start..start + length]
    }

    /// The literals of a clause, to be put into another order.
    pub fn clause_mut(&mut self, id: Id) -> &mut [Code] {
        let Span { start, length, .. } = self.clauses[id as usize];
        &mut self.literals[start..start + length]
    }

    /// Whether the clause was not deleted.
    pub fn is_live(&self, id: Id) -> bool {
        self.clauses[id as usize].live
    }

    /// The clauses that were not deleted.
    pub fn ids(&self) -> impl Iterator<Item = Id> + '_ {
        (0..self.clauses.len() as Id).filter(|id| self.is_live(*id))
    }

    /// A clause with exactly these literals, which are sorted.
    pub fn find(&self, sorted: &[Code]) -> Option<Id> {
        let mut id = self.heads.get(&hash(sorted)).copied()?;
        while id != NONE {
            let mut literals = self.clause(id).to_vec();
            literals.sort_unstable();
            if literals == sorted {
                return Some(id);
            }
            id = self.clauses[id as usize].next;
        }
        None
    }

    /// Deletes a clause. Its number is not used again before
    /// [`Database::compact`].
    pub fn delete(&mut self, id: Id) {
        let hash = hash(self.clause(id));
        let Span { next, length, .. } = self.clauses[id as usize];
        match self.heads.get_mut(&hash) {
            Some(head) if *head == id && next == NONE => {
                self.heads.remove(&hash);
            }
            Some(head) if *head == id => *head = next,
            Some(head) => {
                let mut before = *head;
                while before != NONE && self.clauses[before as usize].next != id {
                    before = self.clauses[before as usize].next;
                }
                if before != NONE {
                    self.clauses[before as usize].next = next;
                }
            }
            None => {}
        }
        self.clauses[id as usize].live = false;
        self.deleted.push(id);
        self.waste += length + 1;
    }

    /// Whether more is deleted than left.
    pub fn is_wasteful(&self) -> bool {
        const LITTLE: usize = 1 << 16;
        self.waste > LITTLE && self.waste > self.literals.len() / 2
    }

    /// Takes the room of deleted clauses back. Nobody may name one any more.
    pub fn compact(&mut self) {
        let mut literals = Vec::with_capacity(self.literals.len().saturating_sub(self.waste));
        for span in self.clauses.iter_mut().filter(|span| span.live) {
            let start = literals.len();
            literals.extend_from_slice(&self.literals[span.start..span.start + span.length]);
            span.start = start;
        }
        self.literals = literals;
        for id in self.deleted.drain(..) {
            let span = &mut self.clauses[id as usize];
            (span.start, span.length) = (0, 0);
            self.free.push(id);
        }
        self.waste = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_by_their_literals_until_deleted() {
        let mut database = Database::default();
        let ids: Vec<Id> = [[0, 2, 4].as_slice(), &[2, 5], &[0, 2, 4], &[]]
            .iter()
            .map(|clause| database.add(clause))
            .collect();
        database.clause_mut(ids[2]).swap(0, 2);
        assert_eq!(database.find(&[0, 2, 4]), Some(ids[2]));
        database.delete(ids[0]);
        assert_eq!(database.find(&[0, 2, 4]), Some(ids[2]));
        database.delete(ids[2]);
        assert_eq!(database.find(&[0, 2, 4]), None);
        assert_eq!(database.find(&[2, 5]), Some(ids[1]));
        assert_eq!(database.find(&[]), Some(ids[3]));
        database.compact();
        assert_eq!(database.clause(ids[1]), [2, 5]);
        let new = database.add(&[7]);
        assert!(ids.contains(&new));
        assert_eq!(database.find(&[7]), Some(new));
        assert_eq!(database.ids().count(), 3);
    }

    #[test]
    fn equal_clauses_go_one_by_one_in_any_order() {
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        for order in orders {
            let mut database = Database::default();
            let ids = [0; 3].map(|_| database.add(&[3, 8]));
            for (deleted, place) in order.into_iter().enumerate() {
                let found = database.find(&[3, 8]);
                assert!(
                    found.is_some_and(|id| database.is_live(id)),
                    "{order:?} {deleted}"
                );
                database.delete(ids[place]);
            }
            assert_eq!(database.find(&[3, 8]), None, "{order:?}");
            database.compact();
            // The places are used again.
            let again = database.add(&[5]);
            assert!(ids.contains(&again));
            assert_eq!(database.find(&[5]), Some(again));
        }
    }

    #[test]
    fn it_is_wasteful_when_more_than_half_is_deleted() {
        let long: Vec<Code> = (0..40_000).collect();
        let mut database = Database::default();
        let ids = [0; 6].map(|_| database.add(&long));
        for (deleted, id) in (1..).zip(ids) {
            database.delete(id);
            assert_eq!(database.is_wasteful(), deleted > 2, "{deleted}");
        }
        database.compact();
        assert!(!database.is_wasteful());
        // Little is never too much, nor is exactly a half.
        for (deleted, kept) in [(2, 0), ((1 << 16) - 1, 0), (70_000, 70_002)] {
            let mut database = Database::default();
            let id = database.add(&vec![1; deleted]);
            database.add(&vec![2; kept]);
            database.delete(id);
            assert!(!database.is_wasteful(), "{deleted} {kept}");
        }
    }

    #[test]
    fn hashes_spread_and_do_not_depend_on_the_order() {
        let clauses = (0..64u32).flat_map(|a| (0..a).map(move |b| [b, a]));
        let hashes: Vec<u64> = clauses.map(|clause| hash(&clause)).collect();
        let distinct: std::collections::HashSet<&u64> = hashes.iter().collect();
        assert_eq!(distinct.len(), hashes.len());
        assert_eq!(hash(&[1, 2, 3]), hash(&[3, 1, 2]));
    }
}
