//! Assignments of the open cells of a sum, one after the other.

use super::super::peers::Peers;
use super::super::store::digits;
use crate::rules::{MAX_DIGITS, Mask};

/// Maximum number of open cells of which all assignments are tried.
pub const FEW_CELLS: usize = 6;

/// A walk through the assignments of the open cells.
pub struct Attempt {
    pub terms: Vec<(u32, i64, Mask)>,
    /// By term the earlier ones whose cells must differ, as bits.
    differ: [u8; FEW_CELLS],
    chosen: [u32; FEW_CELLS],
    /// By term the digits of the assignments found so far.
    pub supported: [Mask; FEW_CELLS],
    /// By term what it and the later ones add up to at least and at most.
    bounds: [(i64, i64); FEW_CELLS],
}

impl Attempt {
    /// At most [`FEW_CELLS`] open cells.
    pub fn new(terms: Vec<(u32, i64, Mask)>, peers: &Peers) -> Attempt {
        let mut differ = [0; FEW_CELLS];
        for (at, differ) in differ.iter_mut().enumerate().take(terms.len()) {
            for before in 0..at {
                let are_peers = peers.are(terms[at].0, terms[before].0);
                *differ |= u8::from(are_peers) << before;
            }
        }
        let mut bounds = [(0, 0); FEW_CELLS];
        let (mut least, mut most) = (0, 0);
        for (at, &(_, times, mask)) in terms.iter().enumerate().rev() {
            let low = times * i64::from(mask.trailing_zeros());
            let high = times * i64::from(mask.ilog2());
            least += low.min(high);
            most += low.max(high);
            bounds[at] = (least, most);
        }
        Attempt {
            bounds,
            terms,
            differ,
            chosen: [0; FEW_CELLS],
            supported: [0; FEW_CELLS],
        }
    }

    /// Whether the terms from this one on cannot add up to `rest`.
    fn misses(&self, at: usize, rest: i64) -> bool {
        let (least, most) = self.bounds[at];
        rest < least || rest > most
    }

    /// Whether all candidates of the terms from this one on have occurred.
    fn is_complete(&self, at: usize) -> bool {
        let mut pairs = self.terms.iter().zip(&self.supported).skip(at);
        pairs.all(|((.., mask), found)| found == mask)
    }

    /// The candidates of a cell that the cells before it leave.
    fn left(&self, at: usize) -> Mask {
        let earlier = digits(Mask::from(self.differ[at]));
        earlier.fold(self.terms[at].2, |mask, before| {
            mask & !(1 << self.chosen[before as usize])
        })
    }

    /// The digit of the last cell, if it has one, for this rest.
    fn last(&self, at: usize, rest: i64) -> Option<i64> {
        let (mask, times) = (self.left(at), self.terms[at].1);
        let digit = rest / times;
        let fits = (0..MAX_DIGITS as i64).contains(&digit) && digit * times == rest;
        (fits && mask >> digit & 1 == 1).then_some(digit)
    }

    /// Whether the cells from this one on can add up to `rest`, or `steps` ran out.
    pub fn may_exist(&mut self, at: usize, rest: i64, steps: &mut u32) -> bool {
        if *steps == 0 {
            return true;
        }
        *steps -= 1;
        if at + 1 == self.terms.len() {
            return self.last(at, rest).is_some();
        }
        if self.misses(at, rest) {
            return false;
        }
        let times = self.terms[at].1;
        digits(self.left(at)).any(|digit| {
            self.chosen[at] = digit;
            self.may_exist(at + 1, rest - times * i64::from(digit), steps)
        })
    }

    /// Whether the cells from this one on can add up to `rest`.
    pub fn go(&mut self, at: usize, rest: i64) -> bool {
        let times = self.terms[at].1;
        if at + 1 == self.terms.len() {
            let found = self.last(at, rest);
            if let Some(digit) = found {
                self.supported[at] |= 1 << digit;
            }
            return found.is_some();
        }
        if self.misses(at, rest) {
            return false;
        }
        let mut some = false;
        for digit in digits(self.left(at)) {
            if self.supported[at] >> digit & 1 == 1 && some && self.is_complete(at + 1) {
                continue;
            }
            self.chosen[at] = digit;
            if self.go(at + 1, rest - times * i64::from(digit)) {
                self.supported[at] |= 1 << digit;
                some = true;
            }
        }
        some
    }
}
