//! Cells that differ and together hold one of some sets of digits: cages, and lines
//! whose digits are bound pair by pair.

use super::house::point;
use super::peers::Peers;
use super::store::{Alive, Dead, Store, digits};
use crate::rules::{MAX_DIGITS, Mask};

/// Cells up to which every assignment is tried.
const EXACT: usize = 4;

/// Cells up to which small tables suffice.
const SMALL: usize = 12;

/// Maximum number of sets; cells with more are left to bounds.
pub(super) const MAX_SETS: usize = 1000;

/// Cells that differ and the sets of digits that they may hold.
#[derive(Clone, Debug)]
pub(super) struct Combinations {
    pub cells: Vec<u32>,
    pub sets: Vec<Mask>,
    /// A cell whose candidates are the places of the sets that remain, if there is one.
    pub choice: Option<u32>,
}

impl Combinations {
    pub fn new(cells: Vec<u32>, sets: Vec<Mask>) -> Combinations {
        Combinations {
            cells,
            sets,
            choice: None,
        }
    }

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
        match self.cells.len() <= SMALL {
            true => self.propagate_within::<SMALL>(peers, store),
            false => self.propagate_within::<MAX_DIGITS>(peers, store),
        }
    }

    fn propagate_within<const N: usize>(&self, peers: &Peers, store: &mut Store) -> Alive {
        let count = self.cells.len();
        let mut masks = [0; N];
        let mut union = 0;
        for (mask, &cell) in masks.iter_mut().zip(&self.cells) {
            *mask = store.mask(cell);
            union |= *mask;
        }
        let masks = &masks[..count];
        let mut allowed = [0; N];
        let (mut required, mut chosen) = (Mask::MAX, 0);
        for (place, &set) in self.sets.iter().enumerate() {
            if set & !union == 0
                && self.is_open(place, store.masks())
                && support(masks, set, &mut allowed[..count])
            {
                required &= set;
                chosen |= 1 << (place % MAX_DIGITS);
            }
        }
        if chosen == 0 {
            return Err(Dead);
        }
        if let Some(choice) = self.choice {
            store.restrict(choice, chosen)?;
        }
        for (&cell, &mask) in self.cells.iter().zip(&allowed) {
            store.restrict(cell, mask)?;
        }
        point(&self.cells, required, peers, store)
    }

    /// Whether the set at this place has not been excluded.
    fn is_open(&self, place: usize, masks: &[Mask]) -> bool {
        let open = |choice: u32| masks[choice as usize] >> place & 1 == 1;
        self.choice.is_none_or(open)
    }

    /// Whether cells with these candidates, given by cell, can hold none of the sets.
    pub fn is_impossible(&self, all: &[Mask]) -> bool {
        let masks = self.cells.iter().map(|&cell| all[cell as usize]);
        let masks: Vec<Mask> = masks.collect();
        let union = masks.iter().fold(0, |union, mask| union | mask);
        let mut sets = self.sets.iter().enumerate();
        !sets.any(|(place, &set)| {
            set & !union == 0 && self.is_open(place, all) && can_hold(&masks, set)
        })
    }
}

/// Whether the cells can hold the set, as [`support`] sees it.
fn can_hold(masks: &[Mask], set: Mask) -> bool {
    let mut seen = 0;
    for &mask in masks {
        if mask & set == 0 {
            return false;
        }
        seen |= mask & set;
    }
    seen == set && (masks.len() > EXACT || can_assign(masks, set))
}

fn can_assign(masks: &[Mask], set: Mask) -> bool {
    match masks {
        [] => true,
        [last] => last & set != 0,
        [first, rest @ ..] => {
            digits(first & set).any(|digit| can_assign(rest, set & !(1 << digit)))
        }
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

/// Maximum number of steps of a walk.
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
