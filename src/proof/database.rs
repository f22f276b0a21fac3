//! The clauses that a proof may use at some step: added, found by their
//! literals, deleted, and restored.

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
        let id = self.clauses.len() as Id;
        let before = self.heads.insert(hash(clause), id);
        let next = before.unwrap_or(NONE);
        self.clauses.push(Span { next, ..span });
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

    /// Deletes a clause, whose place is not used again.
    pub fn delete(&mut self, id: Id) {
        let hash = hash(self.clause(id));
        let Span { next, .. } = self.clauses[id as usize];
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
        self.remove(id);
    }

    /// Deletes a clause that nobody will look for any more.
    pub fn remove(&mut self, id: Id) {
        self.clauses[id as usize].live = false;
    }

    /// Takes back that a clause was deleted, though it will not be found again.
    pub fn restore(&mut self, id: Id) {
        self.clauses[id as usize].live = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_by_their_literals_until_deleted() {
        let mut database = Database::default();
        let clauses = [[0, 2, 4].as_slice(), &[2, 5], &[0, 2, 4], &[]];
        let ids = clauses.map(|clause| database.add(clause));
        database.clause_mut(ids[2]).swap(0, 2);
        assert_eq!(database.find(&[0, 2, 4]), Some(ids[2]));
        database.delete(ids[0]);
        assert_eq!(database.find(&[0, 2, 4]), Some(ids[2]));
        database.delete(ids[2]);
        assert_eq!(database.find(&[0, 2, 4]), None);
        assert_eq!(database.find(&[2, 5]), Some(ids[1]));
        assert_eq!(database.find(&[]), Some(ids[3]));
        assert_eq!(database.clause(ids[1]), [2, 5]);
        let new = database.add(&[7]);
        assert!(!ids.contains(&new));
        assert_eq!(database.find(&[7]), Some(new));
        database.restore(ids[0]);
        assert_eq!(
            ids.map(|id| database.is_live(id)),
            [true, true, false, true]
        );
        let mut literals = database.clause(ids[0]).to_vec();
        literals.sort_unstable();
        assert_eq!(literals, [0, 2, 4]);
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
