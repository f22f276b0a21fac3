//! Interchangeable digits: where a cell is tried with one that no cell holds, what is found
//! counts for all of them, and none of the others has to be tried. `lockstep/search/multiplicity.rs`
//! says why. As propagation does not care what a digit is called, each cell has all of them as
//! candidates or none.

use super::CELLS;
use super::bands::Place;
use super::state::{Digits, State};

/// How many solutions each solution of the last grid on the path stands for.
pub trait Multiplicity {
    /// What these solutions stand for.
    #[inline(always)]
    fn of(&self, solutions: u64) -> u64 {
        solutions
    }

    /// The search is about to try this candidate of a cell. Those that are counted with it
    /// are struck.
    #[inline(always)]
    fn descend(&mut self, _: &mut State, _: Place, _: usize) {}

    /// The search returns to the grid before the last.
    #[inline(always)]
    fn ascend(&mut self) {}
}

/// Each stands for itself.
pub struct Each;

impl Multiplicity for Each {}

/// Some digits are alike.
pub struct Alike {
    count: u64,
    /// The digits that no cell holds.
    absent: Digits,
    /// Both for the grids before, from the first on.
    before: Vec<(u64, Digits)>,
}

impl Alike {
    /// For a grid that holds the givens of a puzzle, if there are two digits that it lacks.
    #[inline(always)]
    pub fn new(start: &State) -> Option<Alike> {
        let absent = start.absent();
        let new = |absent| Alike {
            count: 1,
            absent,
            before: Vec::with_capacity(CELLS),
        };
        (absent.count_ones() > 1).then(|| new(absent))
    }

    /// Strikes the candidates of a cell that are interchangeable with this one.
    #[inline(never)]
    fn strike(&mut self, state: &mut State, place: Place, digit: usize) {
        self.count *= u64::from(self.absent.count_ones());
        self.absent &= !(1 << digit);
        let mut others = self.absent;
        while others != 0 {
            state.strike(place, others.trailing_zeros() as usize);
            others &= others - 1;
        }
    }
}

impl Multiplicity for Alike {
    #[inline(always)]
    fn of(&self, solutions: u64) -> u64 {
        self.count.saturating_mul(solutions)
    }

    #[inline(always)]
    fn descend(&mut self, state: &mut State, place: Place, digit: usize) {
        self.before.push((self.count, self.absent));
        if self.absent >> digit & 1 == 1 {
            self.strike(state, place, digit);
        }
    }

    #[inline(always)]
    fn ascend(&mut self) {
        (self.count, self.absent) = self.before.pop().unwrap_or((1, 0));
    }
}
