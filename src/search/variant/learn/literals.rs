//! The changes of the candidates as a trail of literals.

use super::super::engine::Engine;
use super::super::propagator::Propagator;
use super::super::store::{Change, Why, digits};
use crate::rules::Mask;
use crate::search::cdcl::{Lit, Order};

/// A literal that does not hold.
pub(super) const NEVER: u32 = u32::MAX;

/// The literals that hold, in the order in which they came to hold.
pub(super) struct Literals {
    /// How many digits a cell can have.
    digits: usize,
    /// The candidates when all began.
    root: Vec<Mask>,
    trail: Vec<Lit>,
    whys: Vec<Why>,
    levels: Vec<u32>,
    /// By literal its place on the trail, or [`NEVER`].
    places: Vec<u32>,
    /// Where levels start, here and on the store's trail.
    starts: Vec<(usize, usize)>,
    /// What was read of the store's trail.
    read: usize,
    /// What was decided or follows from a clause, not yet read.
    pub asserted: Option<Lit>,
}

impl Literals {
    pub fn new(root: Vec<Mask>) -> Literals {
        let union = root.iter().fold(1, |union, mask| union | mask);
        let digits = union.ilog2() as usize + 1;
        Literals {
            digits,
            places: vec![NEVER; 2 * digits * root.len()],
            root,
            trail: Vec::new(),
            whys: Vec::new(),
            levels: Vec::new(),
            starts: Vec::new(),
            read: 0,
            asserted: None,
        }
    }

    pub fn variables(&self) -> usize {
        self.root.len() * self.digits
    }

    /// The cell and the digit of a variable.
    pub fn candidate(&self, var: u32) -> (u32, u32) {
        let digits = self.digits as u32;
        (var / digits, var % digits)
    }

    fn var(&self, cell: u32, digit: u32) -> u32 {
        cell * self.digits as u32 + digit
    }

    /// The cell holds the digit.
    pub fn yes(&self, cell: u32, digit: u32) -> Lit {
        Lit::yes(self.var(cell, digit))
    }

    /// The cell does not hold the digit.
    pub fn no(&self, cell: u32, digit: u32) -> Lit {
        Lit::no(self.var(cell, digit))
    }

    /// The candidates of a cell when all began.
    pub fn root(&self, cell: u32) -> Mask {
        self.root[cell as usize]
    }

    pub fn len(&self) -> usize {
        self.trail.len()
    }

    pub fn get(&self, place: usize) -> Lit {
        self.trail[place]
    }

    pub fn why(&self, place: u32) -> Why {
        self.whys[place as usize]
    }

    /// The place on the trail, or [`NEVER`].
    pub fn place(&self, lit: Lit) -> u32 {
        self.places[lit.index()]
    }

    pub fn holds(&self, lit: Lit) -> bool {
        self.places[lit.index()] != NEVER
    }

    /// Whether a cell may still hold a digit, of which there need not be a literal.
    pub fn may_hold(&self, cell: u32, digit: u32) -> bool {
        self.root(cell) >> digit & 1 == 1 && !self.holds(self.no(cell, digit))
    }

    /// How many levels are open.
    pub fn level(&self) -> usize {
        self.starts.len()
    }

    /// The level at which a literal came to hold.
    pub fn level_of(&self, lit: Lit) -> u32 {
        self.levels[self.places[lit.index()] as usize]
    }

    /// The decisions of all levels.
    pub fn decisions(&self) -> impl Iterator<Item = Lit> {
        self.starts.iter().map(|&(start, _)| self.trail[start])
    }

    /// The candidates of a cell before a place on the trail.
    pub fn mask_before(&self, cell: u32, place: u32) -> Mask {
        let root = self.root(cell);
        let lost = digits(root).filter(|&digit| self.place(self.no(cell, digit)) < place);
        lost.fold(root, |mask, digit| mask & !(1 << digit))
    }

    /// The candidates of a cell that were not lost at level 0.
    pub fn mask_open(&self, cell: u32) -> Mask {
        self.mask_before(
            cell,
            self.starts
                .first()
                .map_or(NEVER, |&(start, _)| start as u32),
        )
    }

    pub fn open_level(&mut self, mark: usize) {
        self.starts.push((self.trail.len(), mark));
    }

    /// Takes back all levels above this one; returns the mark of the store's trail.
    pub fn close_levels(&mut self, level: usize, order: &mut Order) -> Option<usize> {
        let &(start, mark) = self.starts.get(level)?;
        for lit in self.trail.drain(start..) {
            self.places[lit.index()] = NEVER;
            order.insert(lit.var());
        }
        self.whys.truncate(start);
        self.levels.truncate(start);
        self.starts.truncate(level);
        self.read = mark;
        Some(mark)
    }

    /// Reads the changes that the store has made.
    pub fn read(&mut self, engine: &Engine) {
        let trail = engine.store.trail();
        while let Some(&change) = trail.get(self.read) {
            self.read += 1;
            self.expand(change, engine);
        }
    }

    fn expand(&mut self, change: Change, engine: &Engine) {
        let Change {
            cell,
            old,
            new,
            why,
        } = change;
        let lost = old & !new;
        let is_fixed = new.is_power_of_two();
        let asserts = match why {
            Why::Propagator(index) => {
                // A digit with its only place here.
                is_fixed
                    && match &engine.model.propagators[index as usize] {
                        Propagator::Singles(..) => true,
                        Propagator::Pointing(cells) => cells.contains(&cell),
                        _ => false,
                    }
            }
            _ => self.asserted.take().is_some_and(Lit::is_yes),
        };
        if asserts {
            self.push(self.yes(cell, new.trailing_zeros()), why);
        }
        let lost_why = if asserts { Why::Own } else { why };
        for digit in digits(lost) {
            self.push(self.no(cell, digit), lost_why);
        }
        if is_fixed && !asserts {
            self.push(self.yes(cell, new.trailing_zeros()), Why::Last);
        }
    }

    fn push(&mut self, lit: Lit, why: Why) {
        self.places[lit.index()] = self.trail.len() as u32;
        self.trail.push(lit);
        self.whys.push(why);
        self.levels.push(self.starts.len() as u32);
    }
}
