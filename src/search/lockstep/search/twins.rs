//! Grids whose open cells have two candidates each: their solutions come in pairs.
//!
//! When no inference is left, each digit that a house still misses has two places or more
//! among the house's open cells. If these have two candidates each, there are as many
//! candidates as digits times two, so each has exactly two places. Whoever exchanges the
//! candidate of every open cell in a solution for the other one therefore gets another
//! solution: setters know such a grid as a *bivalue universal grave*. The search follows
//! one candidate of a cell and counts twice what it finds; the other child is its image.

use crate::search::simd::{MAX_LANES, lanes_of};

/// For each lane, how many solutions a solution of its grid stands for.
pub(super) struct Twins {
    /// Whether solutions are only counted. Where they are shown, each must be found.
    is_on: bool,
    /// Lanes that count more than one.
    lanes: u32,
    counts: [u64; MAX_LANES],
}

impl Twins {
    #[inline(always)]
    pub(super) fn new(is_on: bool) -> Twins {
        Twins {
            is_on,
            lanes: 0,
            counts: [1; MAX_LANES],
        }
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

    /// Other grids come into these lanes.
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
}
