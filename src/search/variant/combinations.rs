//! Cells that differ and together hold one of some sets of digits: cages, and lines
//! whose digits are bound pair by pair.

use super::house::point;
use super::peers::Peers;
use super::store::{Alive, Dead, Store, digits};
use crate::rules::{MAX_DIGITS, Mask};

/// Cells up to which every assignment is tried.
const EXACT: usize = 4;

/// Most sets; cells with more are left to bounds.
pub(super) const MAX_SETS: usize = 1000;

/// Cells that differ and the sets of digits that they may hold.
#[derive(Clone, Debug)]
pub(super) struct Combinations {
    pub cells: Vec<u32>,
    pub sets: Vec<Mask>,
}

impl Combinations {
    /// The sets of `count` digits, each allowed by `extend` when it joins the smaller
    /// ones, which `accept` accepts; `None` if there are too many.
    pub fn sets(
        digits: usize,
        count: usize,
        extend: &dyn Fn(Mask, usize, usize) -> bool,
        accept: &dyn Fn(Mask) -> bool,
    ) -> Option<Vec<Mask>> {
        let mut walk = Walk {
            digits,
            extend,
            accept,
            sets: Vec::new(),
            steps: 0,
        };
        walk.go(0, 0, count).then_some(walk.sets)
    }

    pub fn propagate(&self, peers: &Peers, store: &mut Store) -> Alive {
        let count = self.cells.len();
        let mut masks = [0; MAX_DIGITS];
        let mut union = 0;
        for (mask, &cell) in masks.iter_mut().zip(&self.cells) {
            *mask = store.mask(cell);
            union |= *mask;
        }
        let masks = &masks[..count];
        let mut allowed = [0; MAX_DIGITS];
        let mut required = Mask::MAX;
        for &set in &self.sets {
            if set & !union == 0 && support(masks, set, &mut allowed[..count]) {
                required &= set;
            }
        }
        if required == Mask::MAX {
            return Err(Dead);
        }
        for (&cell, &mask) in self.cells.iter().zip(&allowed) {
            store.restrict(cell, mask)?;
        }
        point(&self.cells, required, peers, store)
    }
}

/// Adds the digits of a set that the cells may hold to `allowed`; false if they cannot
/// hold it.
fn support(masks: &[Mask], set: Mask, allowed: &mut [Mask]) -> bool {
    let mut seen = 0;
    for &mask in masks {
        if mask & set == 0 {
            return false;
        }
        seen |= mask & set;
    }
    if seen != set {
        return false;
    }
    if masks.len() <= EXACT {
        return assign(masks, set, allowed);
    }
    for (allowed, &mask) in allowed.iter_mut().zip(masks) {
        *allowed |= mask & set;
    }
    true
}

/// Adds the digits that occur in some assignment of the set to the cells.
fn assign(masks: &[Mask], set: Mask, allowed: &mut [Mask]) -> bool {
    let ([first, rest @ ..], [first_allowed, rest_allowed @ ..]) = (masks, allowed) else {
        return true;
    };
    if rest.is_empty() {
        *first_allowed |= first & set;
        return first & set != 0;
    }
    let mut some = false;
    for digit in digits(first & set) {
        if assign(rest, set & !(1 << digit), rest_allowed) {
            *first_allowed |= 1 << digit;
            some = true;
        }
    }
    some
}

/// Most steps of a walk.
const MAX_STEPS: usize = 200_000;

/// A walk through sets of digits.
struct Walk<'f> {
    digits: usize,
    extend: &'f dyn Fn(Mask, usize, usize) -> bool,
    accept: &'f dyn Fn(Mask) -> bool,
    sets: Vec<Mask>,
    steps: usize,
}

impl Walk<'_> {
    /// False if there are too many.
    fn go(&mut self, set: Mask, from: usize, missing: usize) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        if missing == 0 {
            if (self.accept)(set) {
                self.sets.push(set);
            }
            return self.sets.len() <= MAX_SETS;
        }
        (from..self.digits).all(|digit| {
            !(self.extend)(set, digit, missing - 1)
                || self.go(set | 1 << digit, digit + 1, missing - 1)
        })
    }
}
