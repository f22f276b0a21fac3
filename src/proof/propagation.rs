//! Unit propagation with two watched literals, over clauses that come and go.

use super::database::{Code, Database, Id};

/// A clause that must be looked at when a literal becomes false, unless
/// `blocker` is true.
#[derive(Clone, Copy)]
struct Watch {
    id: Id,
    blocker: Code,
}

/// What contradicts a clause that is assumed to be false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conflict {
    /// A clause that has no literal left.
    Clause(Id),
    /// One of its literals is true already.
    Literal,
}

/// Clauses and what follows from them.
#[derive(Default)]
pub struct Propagation {
    /// The clauses.
    pub database: Database,
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 is true, -1 false, 0 open.
    values: Vec<i8>,
    /// By variable: the clause that made it true or false, if one did.
    reasons: Vec<Option<Id>>,
    trail: Vec<Code>,
    /// Literals of the trail that were propagated.
    head: usize,
}

impl Propagation {
    /// Makes room for so many variables.
    pub fn grow(&mut self, variables: usize) {
        if variables > self.reasons.len() {
            self.reasons.resize(variables, None);
            self.values.resize(2 * variables, 0);
            self.watches.resize_with(2 * variables, Vec::new);
        }
    }

    /// Literals that are true, in the order in which they became so.
    pub fn trail(&self) -> &[Code] {
        &self.trail
    }

    /// The clause that made a literal true or false, if one did.
    pub fn reason(&self, code: Code) -> Option<Id> {
        self.reasons[(code >> 1) as usize]
    }

    /// Whether a clause made one of these literals, which it holds, true.
    pub fn is_reason(&self, id: Id, clause: &[Code]) -> bool {
        let made = |code: &Code| self.value(*code) > 0 && self.reason(*code) == Some(id);
        clause.iter().any(made)
    }

    fn value(&self, code: Code) -> i8 {
        self.values[code as usize]
    }

    fn assign(&mut self, code: Code, reason: Option<Id>) {
        self.values[code as usize] = 1;
        self.values[(code ^ 1) as usize] = -1;
        self.reasons[(code >> 1) as usize] = reason;
        self.trail.push(code);
    }

    /// Forgets all but so many literals of the trail.
    pub fn backtrack(&mut self, length: usize) {
        for code in self.trail.drain(length..) {
            self.values[code as usize] = 0;
            self.values[(code ^ 1) as usize] = 0;
        }
        self.head = length;
    }

    /// Makes the literals false and propagates; what contradicts that.
    pub fn contradicts(&mut self, clause: &[Code]) -> Option<Conflict> {
        for &code in clause {
            match self.value(code) {
                0 => self.assign(code ^ 1, None),
                1 => return Some(Conflict::Literal),
                _ => {}
            }
        }
        self.propagate().map(Conflict::Clause)
    }

    /// Adds a clause, nothing being assumed, to be propagated; whether it has a
    /// literal left.
    pub fn insert(&mut self, clause: &mut [Code]) -> (Id, Left) {
        let id = self.database.add(clause);
        // Literals that are not false come first.
        clause.sort_by_key(|code| self.value(*code) < 0);
        self.database.clause_mut(id).copy_from_slice(clause);
        let open = clause.iter().filter(|code| self.value(**code) >= 0).count();
        match clause[..] {
            // What is settled stays, and so does what it satisfies.
            _ if clause.iter().any(|code| self.value(*code) > 0) => {}
            [first, second, ..] if open >= 2 => {
                self.watch(first, second, id);
                self.watch(second, first, id);
            }
            [only, ..] if open == 1 => self.assign(only, Some(id)),
            _ => return (id, Left::Nothing),
        }
        (id, Left::Something)
    }

    fn watch(&mut self, code: Code, blocker: Code, id: Id) {
        self.watches[code as usize].push(Watch { id, blocker });
    }

    /// Deletes a clause that is no reason.
    pub fn delete(&mut self, id: Id) {
        self.database.delete(id);
        if self.database.is_wasteful() {
            for watches in &mut self.watches {
                watches.retain(|watch| self.database.is_live(watch.id));
            }
            self.database.compact();
        }
    }

    /// Makes true what must be; a clause that has no literal left then.
    pub fn propagate(&mut self) -> Option<Id> {
        while let Some(&code) = self.trail.get(self.head) {
            self.head += 1;
            let conflict = self.visit(code ^ 1);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Looks at the clauses that watch a literal which became false; one of them
    /// that has no literal left.
    fn visit(&mut self, falsified: Code) -> Option<Id> {
        let mut watches = std::mem::take(&mut self.watches[falsified as usize]);
        let mut conflict = None;
        watches.retain_mut(|watch| {
            if conflict.is_some() || self.values[watch.blocker as usize] > 0 {
                return true;
            }
            if !self.database.is_live(watch.id) {
                return false;
            }
            let clause = self.database.clause_mut(watch.id);
            if clause[0] == falsified {
                clause.swap(0, 1);
            }
            watch.blocker = clause[0];
            let first = self.values[clause[0] as usize];
            if first > 0 {
                return true;
            }
            let is_open = |code: &Code| self.values[*code as usize] >= 0;
            if let Some(place) = clause.iter().skip(2).position(is_open) {
                clause.swap(1, place + 2);
                self.watches[clause[1] as usize].push(*watch);
                return false;
            }
            match first {
                0 => self.assign(watch.blocker, Some(watch.id)),
                _ => conflict = Some(watch.id),
            }
            true
        });
        self.watches[falsified as usize] = watches;
        conflict
    }
}

/// What a new clause has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    /// Literals that are not false.
    Something,
    /// It is a contradiction.
    Nothing,
}
