//! Grids whose solutions stand for others, which are counted without being searched.
//!
//! **Interchangeable digits.** Digits that no cell of a grid holds are alike: exchanging two
//! of them turns each solution of the grid into another. So where a cell is split by such a
//! digit, the first child stands for all of the children with one of them, and the second
//! has none of them left. As long as all splits are made like that, digits that no cell holds
//! stay interchangeable, because inference does not care what a digit is called; and for the
//! same reason it places none of them, as long as there are two.
//!
//! **Pairs.** When no inference is left, each digit that a house still misses has two places or
//! more among the house's open cells. If these have two candidates each, there are as many
//! candidates as digits times two, so each has exactly two places. Exchanging the candidate of
//! every open cell in a solution for the other one therefore gives another solution: setters know
//! such a grid as a *bivalue universal grave*. The search follows one candidate of a cell and
//! counts twice what it finds; the other child is its image.

use super::super::answer::Question;
use super::super::frame::{ALL_DIGITS, Frame, cell_of};
use super::super::solved::Report;
use super::unsplit::MOST_DESCENDED;
use crate::grid::row::CELLS;
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
    /// Lanes with interchangeable digits, and these.
    open: u32,
    digits: [u16; MAX_LANES],
}

/// What a node takes with it to another lane.
#[derive(Clone, Copy)]
pub(super) struct Multiplicity {
    count: u64,
    digits: u16,
}

/// Lanes that are about to be split by interchangeable digits.
pub(super) struct Alike<V> {
    lanes: u32,
    /// Those that have no other digits in the cell, and so no second child.
    pub complete: u32,
    /// The digits; none in other lanes.
    pub digits: V,
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
            digits: [0; MAX_LANES],
        }
    }

    /// Grids that stand for themselves come into these lanes.
    #[inline(always)]
    pub(super) fn forget(&mut self, lanes: u32) {
        for lane in lanes_of(lanes & self.lanes) {
            self.counts[lane] = 1;
        }
        self.lanes &= !lanes;
        self.open &= !lanes;
    }

    /// This lane, which holds the puzzle with these characters, is about to be split for the
    /// first time.
    #[inline(always)]
    pub(super) fn plant(&mut self, lane: usize, text: impl FnOnce() -> [u8; CELLS]) {
        if self.has_digits {
            self.set_digits(lane, absent(&text()));
        }
    }

    #[inline(always)]
    fn set_digits(&mut self, lane: usize, digits: u16) {
        self.digits[lane] = digits;
        let is_open = digits & digits.wrapping_sub(1) != 0;
        self.open = self.open & !(1 << lane) | u32::from(is_open) << lane;
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
            digits: self.digits[lane],
        }
    }

    /// A node comes into this lane.
    #[inline(always)]
    pub(super) fn enter(&mut self, lane: usize, node: Multiplicity) {
        self.counts[lane] = node.count;
        self.lanes |= 1 << lane;
        self.set_digits(lane, node.digits);
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

    /// Finds those of these lanes that are split by an interchangeable digit. Their second
    /// children are to lose all of these digits.
    #[inline(always)]
    pub(super) fn find_alike<V: Lanes>(&self, frame: &Frame<V>, lanes: u32) -> Alike<V> {
        let mut alike = Alike {
            lanes: 0,
            complete: 0,
            digits: V::splat(0),
        };
        let open = lanes & self.open;
        if open == 0 {
            return alike;
        }
        let (mut split, mut cell) = ([0; MAX_LANES], [0; MAX_LANES]);
        let mut digits = [0; MAX_LANES];
        frame.split.store(&mut split);
        for lane in lanes_of(open) {
            frame.cells[cell_of(split[lane])].store(&mut cell);
            let candidates: u16 = cell[lane];
            let first = candidates & candidates.wrapping_neg();
            if first & self.digits[lane] != 0 {
                digits[lane] = self.digits[lane];
                alike.lanes |= 1 << lane;
                alike.complete |= u32::from(candidates & !digits[lane] == 0) << lane;
            }
        }
        alike.digits = V::load(&digits);
        alike
    }

    /// These lanes have their first children now, and the second ones have left.
    #[inline(always)]
    pub(super) fn multiply<V: Lanes>(&mut self, alike: &Alike<V>) {
        for lane in lanes_of(alike.lanes) {
            let digits = self.digits[lane];
            self.counts[lane] *= u64::from(digits.count_ones());
            self.set_digits(lane, digits & digits.wrapping_sub(1));
        }
        self.lanes |= alike.lanes;
    }
}

/// The digits that no cell holds.
#[inline(never)]
fn absent(text: &[u8; CELLS]) -> u16 {
    let given = |character: &u8| match character {
        b'1'..=b'9' => 1 << (character - b'1'),
        _ => 0,
    };
    ALL_DIGITS & !text.iter().fold(0, |set, character| set | given(character))
}
