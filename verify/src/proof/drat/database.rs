//! The clauses of a proof: added, found by their literals, deleted and restored.

use crate::proof::variables::Code;
use std::collections::HashMap;

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
    /// Where the last search for a literal to watch ended.
    searched: u32,
}

/// Clauses end to end.
#[derive(Default)]
pub struct Database {
    literals: Vec<Code>,
    clauses: Vec<Span>,
    /// The first clause of each hash.
    heads: HashMap<u64, Id>,
}

/// A hash that does not depend on the order of the literals.
fn hash(clause: &[Code]) -> u64 {
    let mix = |code: &Code| {
        let spread = (u64::from(*code) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (spread ^ (spread >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    clause.iter().map(mix).fold(0, u64::wrapping_add)
}

impl Database {
    pub fn add(&mut self, clause: &[Code]) -> Id {
        let id = self.clauses.len() as Id;
        let before = self.heads.insert(hash(clause), id);
        self.clauses.push(Span {
            start: self.literals.len(),
            length: clause.len(),
            next: before.unwrap_or(NONE),
            live: true,
            searched: 0,
        });
        self.literals.extend_from_slice(clause);
        id
    }

    /// How many literals are kept, those of deleted clauses included.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    pub fn clause(&self, id: Id) -> &[Code] {
        let Span { start, length, .. } = self.clauses[id as usize];
        &self.literals[start..start + length]
    }

    /// The literals of a clause, to be reordered.
    pub fn clause_mut(&mut self, id: Id) -> &mut [Code] {
        let Span { start, length, .. } = self.clauses[id as usize];
        &mut self.literals[start..start + length]
    }

    /// Moves the first literal from the third on that `is_open` to the second place, and returns
    /// it; `None` if there is no such literal. The search begins where the last one ended, so that a long clause whose
    /// literals become false one by one is searched once, and not once for each.
    pub fn watch_open(&mut self, id: Id, mut is_open: impl FnMut(&Code) -> bool) -> Option<Code> {
        let Span {
            start,
            length,
            searched,
            ..
        } = &mut self.clauses[id as usize];
        let clause = &mut self.literals[*start..*start + *length];
        let from = (*searched as usize).clamp(2, clause.len());
        let mut open_in = |start: usize, end: usize| {
            let place = clause[start..end].iter().position(&mut is_open);
            place.map(|place| start + place)
        };
        let after = open_in(from, clause.len());
        let place = after.or_else(|| open_in(2, from))?;
        clause.swap(1, place);
        *searched = place as u32;
        Some(clause[1])
    }

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

    /// Deletes a clause. Its id is not used again.
    pub fn delete(&mut self, id: Id) {
        let hash = hash(self.clause(id));
        let next = self.clauses[id as usize].next;
        match self.heads.get(&hash).copied() {
            Some(head) if head != id => {
                let mut before = head;
                while before != NONE && self.clauses[before as usize].next != id {
                    before = self.clauses[before as usize].next;
                }
                if before != NONE {
                    self.clauses[before as usize].next = next;
                }
            }
            _ if next == NONE => drop(self.heads.remove(&hash)),
            _ => drop(self.heads.insert(hash, next)),
        }
        self.remove(id);
    }

    /// Deletes a clause that will not be looked up again.
    pub fn remove(&mut self, id: Id) {
        self.clauses[id as usize].live = false;
    }

    /// Undoes a deletion, though the clause will not be found again.
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
