//! Why literals hold, and why propagation failed: literals that came before.

use super::super::engine::Engine;
use super::super::matching::violator;
use super::super::propagator::Propagator;
use super::super::store::{Why, digits};
use super::literals::Literals;
use crate::limits::Limits;
use crate::rules::{MAX_DIGITS, Mask};
use crate::search::cdcl::{Clauses, Lit};

/// Where explanations look, and where they write.
pub(super) struct Explainer<'s> {
    pub literals: &'s Literals,
    pub engine: &'s Engine,
    /// Literals count that came before this place on the trail.
    pub before: u32,
    /// Once exceeded, explanations are no longer shortened.
    pub limits: &'s Limits,
    pub out: &'s mut Vec<Lit>,
}

impl Explainer<'_> {
    /// Why a literal on the trail holds; nothing if it was decided.
    pub fn literal(&mut self, lit: Lit, clauses: &Clauses) {
        let (cell, digit) = self.literals.candidate(lit.var());
        match self.literals.why(self.before) {
            Why::Decision => {}
            Why::Peer(peer) => self.out.push(self.literals.yes(peer, digit)),
            Why::Propagator(index) => self.removal(index, cell, digit),
            Why::Clause(clause) => {
                let others = clauses.literals(clause).iter().filter(|&&each| each != lit);
                self.out.extend(others.map(|each| each.not()));
            }
            Why::Own => {
                let root = self.literals.root(cell);
                let held = digits(root).map(|digit| self.literals.yes(cell, digit));
                let before = self.before;
                self.out
                    .extend(held.filter(|&yes| self.literals.place(yes) < before));
            }
            Why::Last => self.lost(cell, self.literals.root(cell) & !(1 << digit)),
        }
    }

    /// Why a cell has no candidate left.
    pub fn empty(&mut self, cell: u32) {
        let root = self.literals.root(cell);
        for digit in digits(root) {
            let yes = self.literals.yes(cell, digit);
            let is_root = root.is_power_of_two();
            if is_root || self.literals.holds(yes) {
                // Both hold: what removed the digit again cannot be.
                if !is_root {
                    self.out.push(yes);
                }
                self.before = self.literals.place(yes.not());
                match self.literals.why(self.before) {
                    Why::Peer(peer) => self.out.push(self.literals.yes(peer, digit)),
                    Why::Propagator(index) => self.removal(index, cell, digit),
                    _ => self.out.push(yes.not()),
                }
                return;
            }
        }
        self.lost(cell, root);
    }

    /// Why a propagator failed.
    pub fn failure(&mut self, index: u32) {
        match &self.engine.model.propagators[index as usize] {
            Propagator::Singles(cells, all) => self.no_place(cells, *all),
            Propagator::Pointing(cells) => {
                self.no_place(cells, Mask::MAX >> (MAX_DIGITS - self.engine.model.digits));
            }
            Propagator::Matching(cells) => self.violated(cells, 0),
            Propagator::Clause(options) => {
                for &(cell, mask) in options {
                    self.lost(cell, mask);
                }
            }
            _ => self.weakened(index, None),
        }
    }

    /// Why a propagator removed a digit, or fixed it if the digit has its only place here.
    fn removal(&mut self, index: u32, cell: u32, digit: u32) {
        let bit = 1 << digit;
        match &self.engine.model.propagators[index as usize] {
            Propagator::Singles(cells, _) => self.lost_elsewhere(cells, cell, bit),
            Propagator::Pointing(cells) => {
                if cells.contains(&cell) {
                    return self.lost_elsewhere(cells, cell, bit);
                }
                for &other in cells {
                    if other != cell && !self.engine.model.peers.are(other, cell) {
                        self.lost(other, bit);
                    }
                }
            }
            Propagator::Matching(cells) => {
                let places = cells.iter().map(|&other| self.literals.yes(other, digit));
                let mut places = places.filter(|&yes| self.literals.place(yes) < self.before);
                if let Some(yes) = places.next() {
                    return self.out.push(yes);
                }
                let others: Vec<u32> = cells.iter().copied().filter(|&c| c != cell).collect();
                self.violated(&others, bit);
            }
            Propagator::Pair(first, second, table) if first != second => {
                let digit = digit as usize;
                match cell == *first {
                    true => self.lost(*second, table.seconds(digit)),
                    false => self.lost(*first, table.firsts(digit)),
                }
            }
            Propagator::Clause(options) => {
                for &(other, mask) in options {
                    if other != cell {
                        self.lost(other, mask);
                    }
                }
            }
            Propagator::Combinations(cage) if self.by_sets(cage, (cell, digit)) => {}
            _ => self.weakened(index, Some((cell, digit))),
        }
    }

    /// The cell has lost these digits, as far as it had them.
    pub fn lost(&mut self, cell: u32, mask: Mask) {
        for digit in digits(mask & self.literals.root(cell)) {
            let no = self.literals.no(cell, digit);
            if self.literals.place(no) < self.before {
                self.out.push(no);
            }
        }
    }

    fn lost_elsewhere(&mut self, cells: &[u32], cell: u32, mask: Mask) {
        for &other in cells {
            if other != cell {
                self.lost(other, mask);
            }
        }
    }

    /// All that a cell has lost; its digit if it is fixed.
    fn state(&mut self, cell: u32) {
        let mask = self.literals.mask_before(cell, self.before);
        if mask == self.literals.root(cell) {
            return;
        }
        if mask.is_power_of_two() {
            let yes = self.literals.yes(cell, mask.trailing_zeros());
            if self.literals.place(yes) < self.before {
                return self.out.push(yes);
            }
        }
        self.lost(cell, !mask);
    }

    /// All that the cells of a propagator have lost.
    pub fn scope(&mut self, index: u32, except: Option<u32>) {
        for place in 0..self.engine.scopes[index as usize].len() {
            let cell = self.engine.scopes[index as usize][place];
            if Some(cell) != except {
                self.state(cell);
            }
        }
    }

    /// Some digit has no place, or two have one and the same.
    fn no_place(&mut self, cells: &[u32], all: Mask) {
        let masks: Vec<Mask> = cells
            .iter()
            .map(|&cell| self.literals.mask_before(cell, self.before))
            .collect();
        let mut only = [u32::MAX; MAX_DIGITS];
        for digit in digits(all) {
            let bit: Mask = 1 << digit;
            let mut places = cells
                .iter()
                .zip(&masks)
                .filter(|(_, mask)| **mask & bit != 0);
            match (places.next(), places.next()) {
                (None, _) => return self.lost_elsewhere(cells, u32::MAX, bit),
                (Some((&cell, _)), None) => {
                    let earlier = digits(all).take_while(|&each| each != digit);
                    let mut earlier = earlier.filter(|&each| only[each as usize] == cell);
                    if let Some(other) = earlier.next() {
                        return self.lost_elsewhere(cells, cell, bit | 1 << other);
                    }
                    only[digit as usize] = cell;
                }
                _ => {}
            }
        }
        // It cannot be; everything is an explanation, too.
        cells.iter().for_each(|&cell| self.state(cell));
    }

    /// Cells have too few digits, not counting those in `without`.
    fn violated(&mut self, cells: &[u32], without: Mask) {
        let mask = |&cell| self.literals.mask_before(cell, self.before) & !without;
        let masks: Vec<Mask> = cells.iter().map(mask).collect();
        let Some((few, held)) = violator(&masks) else {
            return cells.iter().for_each(|&cell| self.state(cell));
        };
        for place in few {
            let cell = cells[place];
            let yes = self
                .literals
                .yes(cell, masks[place].trailing_zeros().min(Mask::BITS - 1));
            let is_fixed = masks[place].is_power_of_two()
                && self.literals.mask_before(cell, self.before) == masks[place]
                && self.literals.place(yes) < self.before;
            match is_fixed {
                true => self.out.push(yes),
                false => self.lost(cell, !(held | without)),
            }
        }
    }
}
