//! Grids whose open cells have two candidates each: their solutions come in pairs.
//!
//! A settled grid has at least two places for each digit that a house misses. If its open cells
//! have two candidates each, these are all places, so each digit has exactly two. Exchanging the
//! candidate of every open cell in a solution for the other one gives another solution: setters
//! know such a grid as a *bivalue universal grave*.

use super::first;
use super::state::{Open, Settled, State};

/// Four or six open cells form one cycle, in which the two digits of a cell alternate: two
/// rows with the same two or three columns, or three rows and three columns with two cells
/// each. A box that contradicted this would hold three or more of them and lack a place for
/// one of its digits.
const ONE_CYCLE: u32 = 6;

impl Open {
    /// Whether each open cell has two candidates.
    #[inline(always)]
    pub fn is_bivalue(self) -> bool {
        self.wide.is_empty()
    }
}

/// The number of solutions of a settled grid whose open cells have two candidates each.
pub fn count(state: &State, open: Open) -> u64 {
    let (mut state, mut open) = (*state, open);
    // At most 2^40: every exchange settles at least two cells.
    let mut count = 1;
    while let Some(place) = open.cells.first() {
        if open.cells.count() <= ONE_CYCLE {
            return 2 * count;
        }
        let candidates = state.candidates(place);
        state.put(place, first(candidates), candidates);
        count *= 2;
        match state.settle() {
            Settled::Open(left) => open = left,
            Settled::Full => return count,
            Settled::Dead => return 0,
        }
    }
    0
}
