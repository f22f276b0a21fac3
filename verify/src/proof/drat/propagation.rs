//! Unit propagation with two watched literals, over clauses that are deleted and, in a
//! check that runs backwards, restored.
//!
//! Needed clauses, the *core*, are propagated first: each literal has a list of core
//! clauses that watch it and a list of others, and the others are visited only when the
//! core has nothing more to say. Refutations then lean on what is needed anyway, so that
//! fewer lemmas have to be checked.
//!
//! A literal that is true without an assumption is *settled*. The settled part of the
//! trail is only cut back to lengths that it had before, and at each of these it held all
//! that followed from the clauses of that time. So every clause of that time that is not
//! satisfied has two unassigned literals.

use super::database::{Database, Id};
use crate::proof::variables::Code;
use std::cmp::Reverse;

/// A clause that must be visited when a literal becomes false, unless `blocker` is
/// true.
#[derive(Clone, Copy)]
struct Watch {
    id: Id,
    blocker: Code,
}

/// What contradicts the assumption that a clause is false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conflict {
    /// This clause has no literal left.
    Clause(Id),
    /// This literal of the assumed clause is true already; others of its literals that are
    /// true became so later.
    Literal(Code),
}

#[derive(Default)]
struct Lists {
    /// By literal.
    watches: Vec<Vec<Watch>>,
    /// How much of the trail was propagated.
    head: usize,
    /// Where the visit of the next literal's list was before the core went first.
    gap: Gap,
}

/// What a visit that is not complete has left behind in a list of watches: up to the first place
/// those that stay, from the second on those to be visited, and what is between them is void.
#[derive(Clone, Copy, Default)]
struct Gap {
    kept: usize,
    next: usize,
}

impl Gap {
    /// Removes what is void from the list; how many watches were moved for it.
    fn close(self, watches: &mut Vec<Watch>) -> usize {
        if self.kept == self.next {
            return 0;
        }
        let moved = watches.len() - self.next;
        watches.drain(self.kept..self.next);
        moved
    }
}

const REST: usize = 0;
const CORE: usize = 1;

/// Clauses and what follows from them.
#[derive(Default)]
pub struct Propagation {
    pub database: Database,
    /// [`REST`] and [`CORE`].
    lists: [Lists; 2],
    /// By clause: whether it is in the core.
    is_core: Vec<bool>,
    has_core: bool,
    /// By literal: 1 is true, -1 false, 0 unassigned.
    values: Vec<i8>,
    /// By variable: the clause that assigned it, if one did.
    reasons: Vec<Option<Id>>,
    /// By variable: its place in the trail, if it has one.
    places: Vec<usize>,
    trail: Vec<Code>,
    /// How many watches and literals were visited.
    work: usize,
    /// A buffer.
    restored: Vec<Code>,
}

impl Propagation {
    /// Reserves memory for this many variables.
    pub fn grow(&mut self, variables: usize) {
        if variables > self.reasons.len() {
            self.reasons.resize(variables, None);
            self.places.resize(variables, 0);
            self.values.resize(2 * variables, 0);
            for lists in &mut self.lists {
                lists.watches.resize_with(2 * variables, Vec::new);
            }
        }
    }

    /// Literals that are true, in the order in which they became so.
    pub fn trail(&self) -> &[Code] {
        &self.trail
    }

    /// The place in the trail of an assigned variable.
    pub fn place(&self, code: Code) -> usize {
        self.places[(code >> 1) as usize]
    }

    /// The clause that assigned a variable, if one did.
    pub fn reason(&self, code: Code) -> Option<Id> {
        self.reasons[(code >> 1) as usize]
    }

    /// Whether a clause made one of its literals true.
    pub fn is_reason(&self, id: Id) -> bool {
        let made = |code: &Code| self.value(*code) > 0 && self.reason(*code) == Some(id);
        self.database.clause(id).iter().any(made)
    }

    /// 1 if a literal is true, -1 if it is false, 0 if it is unassigned.
    pub fn value(&self, code: Code) -> i8 {
        self.values[code as usize]
    }

    fn assign(&mut self, code: Code, reason: Option<Id>) {
        self.values[code as usize] = 1;
        self.values[(code ^ 1) as usize] = -1;
        self.reasons[(code >> 1) as usize] = reason;
        self.places[(code >> 1) as usize] = self.trail.len();
        self.trail.push(code);
    }

    /// Cuts the trail back to a length at which it was propagated.
    pub fn backtrack(&mut self, length: usize) {
        for lists in &mut self.lists {
            if let Some(code) = self.trail.get(lists.head) {
                let watches = &mut lists.watches[(code ^ 1) as usize];
                self.work += std::mem::take(&mut lists.gap).close(watches);
            }
        }
        for code in self.trail.drain(length..) {
            self.values[code as usize] = 0;
            self.values[(code ^ 1) as usize] = 0;
        }
        for lists in &mut self.lists {
            lists.head = length;
        }
    }

    /// How many watches and literals were visited since this was asked last.
    pub fn take_work(&mut self) -> usize {
        std::mem::take(&mut self.work)
    }

    /// Assumes that all literals are false and propagates.
    pub fn contradicts(&mut self, clause: &[Code]) -> Option<Conflict> {
        // The one that became true first did so without the others, which are assumed to be
        // false and need no explanation then.
        let is_true = |code: &&Code| self.value(**code) > 0;
        let first = clause
            .iter()
            .filter(is_true)
            .min_by_key(|code| self.place(**code));
        if let Some(&code) = first {
            return Some(Conflict::Literal(code));
        }
        for &code in clause {
            if self.value(code) == 0 {
                self.assign(code ^ 1, None);
            }
        }
        self.propagate().map(Conflict::Clause)
    }

    /// Adds a clause while nothing is assumed, to be propagated; whether it has a literal
    /// left.
    pub fn insert(&mut self, clause: &mut [Code]) -> (Id, Left) {
        let id = self.database.add(clause);
        self.is_core.push(false);
        // Literals that are not false come first.
        clause.sort_by_key(|code| self.value(*code) < 0);
        self.database.clause_mut(id).copy_from_slice(clause);
        let open = clause.iter().filter(|code| self.value(**code) >= 0).count();
        match clause[..] {
            // What is settled stays as long as this clause, and so does what it
            // satisfies.
            _ if clause.iter().any(|code| self.value(*code) > 0) => {}
            [first, second, ..] if open >= 2 => self.watch(id, first, second),
            [only, ..] if open == 1 => self.assign(only, Some(id)),
            _ => return (id, Left::Nothing),
        }
        (id, Left::Something)
    }

    /// Adds a clause that is always true and of no use, for the sake of its id.
    pub fn insert_dead(&mut self) {
        let id = self.database.add(&[]);
        self.database.delete(id);
        self.is_core.push(false);
    }

    fn watch(&mut self, id: Id, first: Code, second: Code) {
        let watches = &mut self.lists[usize::from(self.is_core[id as usize])].watches;
        for (code, blocker) in [(first, second), (second, first)] {
            watches[code as usize].push(Watch { id, blocker });
        }
    }

    /// Removes the watches of deleted clauses, which may be restored after that, each
    /// once.
    pub fn forget_deleted(&mut self) {
        for watches in self.lists.iter_mut().flat_map(|lists| &mut lists.watches) {
            watches.retain(|watch| self.database.is_live(watch.id));
        }
    }

    /// Restores a clause; the trail is what it was when the clause was deleted.
    pub fn restore(&mut self, id: Id) {
        self.database.restore(id);
        let mut clause = std::mem::take(&mut self.restored);
        clause.clear();
        clause.extend_from_slice(self.database.clause(id));
        // When the trail is cut back, literals that became false last are unassigned first.
        clause.sort_by_key(|code| match self.value(*code) < 0 {
            false => (0, Reverse(0)),
            true => (1, Reverse(self.place(*code))),
        });
        self.database.clause_mut(id).copy_from_slice(&clause);
        if let [first, second, ..] = clause[..] {
            self.watch(id, first, second);
        }
        self.restored = clause;
    }

    /// Puts a clause into the core; whether it was not there before.
    pub fn put_into_core(&mut self, id: Id) -> bool {
        self.has_core = true;
        !std::mem::replace(&mut self.is_core[id as usize], true)
    }

    pub fn is_core(&self, id: Id) -> bool {
        self.is_core[id as usize]
    }

    /// Assigns what follows; a clause that has no literal left then.
    pub fn propagate(&mut self) -> Option<Id> {
        loop {
            let [rest, core] = [REST, CORE].map(|which| self.lists[which].head);
            let which = if core < self.trail.len() { CORE } else { REST };
            let &code = self.trail.get(if which == CORE { core } else { rest })?;
            match self.visit(which, code ^ 1) {
                Visit::Conflict(id) => return Some(id),
                Visit::Complete => self.lists[which].head += 1,
                // The core goes first, and the rest of this list waits.
                Visit::Interrupted => {}
            }
        }
    }

    /// Visits the clauses of a list that watch a literal which became false.
    fn visit(&mut self, which: usize, falsified: Code) -> Visit {
        let mut watches = std::mem::take(&mut self.lists[which].watches[falsified as usize]);
        let Gap { mut kept, mut next } = std::mem::take(&mut self.lists[which].gap);
        let (start, mut visit) = (next, Visit::Complete);
        while visit == Visit::Complete && next < watches.len() {
            let mut watch = watches[next];
            next += 1;
            if self.visit_watch(which, falsified, &mut watch, &mut visit) {
                watches[kept] = watch;
                kept += 1;
            }
        }
        self.work += next - start;
        // If each interruption closed the gap, a long list would be moved again and again.
        match (visit, Gap { kept, next }) {
            (Visit::Interrupted, gap) => self.lists[which].gap = gap,
            (_, gap) => self.work += gap.close(&mut watches),
        }
        self.lists[which].watches[falsified as usize] = watches;
        visit
    }

    /// Visits a clause; whether it stays in this list of the literal.
    fn visit_watch(
        &mut self,
        which: usize,
        falsified: Code,
        watch: &mut Watch,
        visit: &mut Visit,
    ) -> bool {
        if self.values[watch.blocker as usize] > 0 {
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
        // It may have come into the core since it was put into this list.
        let list = usize::from(self.is_core[watch.id as usize]);
        let is_open = |code: &Code| {
            self.work += 1;
            self.values[*code as usize] >= 0
        };
        if let Some(code) = self.database.watch_open(watch.id, is_open) {
            self.lists[list].watches[code as usize].push(*watch);
            return false;
        }
        match first {
            0 => {
                self.assign(watch.blocker, Some(watch.id));
                if which == REST && self.has_core {
                    *visit = Visit::Interrupted;
                }
            }
            _ => *visit = Visit::Conflict(watch.id),
        }
        if list != which {
            self.lists[list].watches[falsified as usize].push(*watch);
        }
        list == which
    }
}

/// How the visit of a list ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Complete,
    /// A literal became true.
    Interrupted,
    /// This clause has no literal left.
    Conflict(Id),
}

/// Whether a new clause has literals that are not false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Left {
    Something,
    Nothing,
}
