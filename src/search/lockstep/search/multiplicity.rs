//! Grids whose solutions stand for others, which are counted without being searched.
//!
//! **Interchangeable digits.** Digits that no cell of a grid holds are alike: exchanging two
//! of them turns each solution of the grid into another. So where a cell is split by such a
//! digit, the first child stands for all of the children with one of them, and the second
//! has none of them left. As long as all splits are made like that, digits that no cell holds
//! stay interchangeable, because inference does not care what a digit is called.
//!
//! **Pairs.** When no inference is left, each digit that a house still misses has two places
//! or more among the house's open cells. If these have two candidates each, there are as many
//! candidates as digits times two, so each has exactly two places. Whoever exchanges the
//! candidate of every open cell in a solution for the other one therefore gets another
//! solution: setters know such a grid as a *bivalue universal grave*. The search follows
//! one candidate of a cell and counts twice what it finds; the other child is its image.

use super::super::answer::Question;
use super::super::frame::{ALL_DIGITS, Frame, NUMBERS};
use super::super::solved::Report;
use super::unsplit::MOST_DESCENDED;
use crate::search::simd::{Lanes, MAX_LANES, lanes_of};

/// For each lane, how many solutions each solution of its grid stands for.
pub(super) struct Multiplicities {
    /// Whether solutions are only counted. Where they are shown, each must be found.
    is_on: bool,
    /// Whether to look for interchangeable digits. Descents split in another way.
    has_digits: bool,
    /// Lanes whose solutions may stand for more than one.
    lanes: u32,
    counts: [u64; MAX_LANES],
    /// Lanes that may have interchangeable digits.
    open: u32,
}

/// What is known of a node in this respect.
#[derive(Clone, Copy)]
pub(super) struct Multiplicity {
    count: u64,
    is_open: bool,
}

/// Lanes that are about to be split by interchangeable digits.
pub(super) struct Alike {
    lanes: u32,
    /// Those that have no other digits in the cell, and so no second child.
    pub complete: u32,
    /// The digits.
    digits: [u16; MAX_LANES],
}

impl Alike {
    const NONE: Alike = Alike {
        lanes: 0,
        complete: 0,
        digits: [0; MAX_LANES],
    };
}

impl Multiplicities {
    #[inline(always)]
    pub(super) fn new(question: Question, report: Report) -> Multiplicities {
        let is_on = question.show == 0 && report != Report::All;
        Multiplicities {
            is_on,
            has_digits: is_on && question.limit > MOST_DESCENDED,
            lanes: 0,
            counts: [1; MAX_LANES],
            open: 0,
        }
    }

    /// Puzzles begin in these lanes.
    #[inline(always)]
    pub(super) fn begin(&mut self, lanes: u32) {
        self.forget(lanes);
        if self.has_digits {
            self.open |= lanes;
        }
    }

    /// Grids that stand for themselves come into these lanes.
    #[inline(always)]
    pub(super) fn forget(&mut self, lanes: u32) {
        for lane in lanes_of(lanes & self.lanes) {
            self.counts[lane] = 1;
        }
        self.lanes &= !lanes;
    }

    /// The solutions that a solution in this lane stands for.
    #[inline(always)]
    pub(super) fn count(&self, lane: usize) -> u64 {
        self.counts[lane]
    }

    /// What the second child of this lane inherits.
    #[inline(always)]
    pub(super) fn of(&self, lane: usize) -> Multiplicity {
        Multiplicity {
            count: self.counts[lane],
            is_open: self.open >> lane & 1 == 1,
        }
    }

    /// A node comes into this lane.
    #[inline(always)]
    pub(super) fn enter(&mut self, lane: usize, node: Multiplicity) {
        let bit = 1 << lane;
        self.counts[lane] = node.count;
        self.lanes |= bit;
        self.open = self.open & !bit | u32::from(node.is_open) << lane;
    }

    /// The grids in these lanes, all of whose open cells have two candidates, are about to
    /// be replaced by their first children. Returns those whose second child is counted with
    /// the first.
    #[inline(always)]
    pub(super) fn double(&mut self, bivalue: u32) -> u32 {
        if !self.is_on {
            return 0;
        }
        for lane in lanes_of(bivalue) {
            self.counts[lane] *= 2;
        }
        self.lanes |= bivalue;
        bivalue
    }

    /// Finds those of these lanes that are split by a digit that is interchangeable with
    /// others of the cell, and lets their second children lose these digits.
    #[inline(always)]
    pub(super) fn find_alike<V: Lanes>(&mut self, frame: &mut Frame<V>, lanes: u32) -> Alike {
        frame.alike = V::splat(0);
        match lanes & self.open {
            0 => Alike::NONE,
            lanes => self.look_for_alike(frame, lanes),
        }
    }

    #[inline(always)]
    fn look_for_alike<V: Lanes>(&mut self, frame: &mut Frame<V>, lanes: u32) -> Alike {
        let zero = V::splat(0);
        let (mut held, mut candidates) = (zero, zero);
        for (cell, digits) in frame.cells.iter().enumerate() {
            held = held.or(digits.select(digits.without_lowest().zeros(), zero));
            let is_split = frame.split.equal(V::splat(NUMBERS[cell]));
            candidates = candidates.or(digits.select(is_split, zero));
        }
        let free = V::splat(ALL_DIGITS).without(held);
        self.open &= !(V::bits(free.without_lowest().zeros()) & lanes);
        let first = candidates.without(candidates.without_lowest());
        let by_other = V::bits(first.and(free).zeros());
        let lanes = lanes & self.open & !by_other;
        frame.alike = candidates.and(free).select(V::mask(lanes), zero);
        let mut digits = [0; MAX_LANES];
        frame.alike.store(&mut digits);
        Alike {
            lanes,
            complete: lanes & V::bits(candidates.without(free).zeros()),
            digits,
        }
    }

    /// Now these lanes have their first children.
    #[inline(always)]
    pub(super) fn multiply(&mut self, alike: &Alike) {
        for lane in lanes_of(alike.lanes) {
            self.counts[lane] *= u64::from(alike.digits[lane].count_ones());
        }
        self.lanes |= alike.lanes;
    }
}
