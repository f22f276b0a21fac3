//! Digits that are alike: solutions that are counted without being searched.
//!
//! Digits that no cell of a grid holds are interchangeable: exchanging two of them turns each
//! solution of the grid into another. So where a cell is tried with such a digit, what is
//! found counts for all of them, and none of the others has to be tried. Digits that no cell
//! holds remain interchangeable in all grids that arise like that, because propagation does
//! not care what a digit is called.

use super::CELLS;
use super::bands::Place;
use super::state::{Digits, State};

/// How many solutions each solution of the last grid on the path stands for.
pub struct Multiplicity {
    /// Whether two digits at least are given in no cell.
    is_on: bool,
    count: u64,
    /// The same for the grids before, from the first on.
    before: Vec<u64>,
}

impl Multiplicity {
    /// For a grid that holds the givens of a puzzle, and what follows from them.
    pub fn new(start: &State) -> Multiplicity {
        let is_on = start.absent().count_ones() > 1;
        Multiplicity {
            is_on,
            count: 1,
            before: Vec::with_capacity(if is_on { CELLS } else { 0 }),
        }
    }

    /// What these solutions of the last grid stand for.
    #[inline(always)]
    pub fn of(&self, solutions: u64) -> u64 {
        self.count.saturating_mul(solutions)
    }

    /// The search is about to try this candidate of a cell. Those that are counted with it
    /// are struck.
    #[inline(always)]
    pub fn descend(&mut self, state: &mut State, place: Place, digit: usize) {
        if self.is_on {
            self.before.push(self.count);
            self.count *= strike_alike(state, place, digit);
        }
    }

    /// The search returns to the grid before the last.
    #[inline(always)]
    pub fn ascend(&mut self) {
        if self.is_on {
            self.count = self.before.pop().unwrap_or(1);
        }
    }
}

/// Strikes the candidates of a cell that are interchangeable with this one. Returns how many
/// there were, with this one.
fn strike_alike(state: &mut State, place: Place, digit: usize) -> u64 {
    let absent = state.absent();
    if absent >> digit & 1 == 0 {
        return 1;
    }
    let alike = state.candidates(place) & absent;
    let mut others: Digits = alike & !(1 << digit);
    while others != 0 {
        state.strike(place, others.trailing_zeros() as usize);
        others &= others - 1;
    }
    alike.count_ones().into()
}
