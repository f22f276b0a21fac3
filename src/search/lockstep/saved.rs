//! What greedy descents keep: beside each lane, the grid that it split last.

use super::frame::Frame;
use crate::search::simd::Lanes;

/// What is saved for each lane: a grid that was split by one cell or two.
pub struct Saved<V> {
    /// The grids, as they were.
    pub grids: Frame<V>,
    /// The second cell of each.
    pub also: V,
    /// Lanes with a branch by one of the cells that was not taken. What it says of lanes
    /// that do not descend is of no use.
    has_one: u32,
    /// The same for both cells.
    has_both: u32,
}

/// Lanes that go back to the grid that they saved.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The first cell has not its lowest candidate.
    pub by_one: u32,
    /// The first cell has its lowest candidate, the second has not.
    pub by_both: u32,
    /// There is nothing.
    pub none: u32,
}

impl<V: Lanes> Saved<V> {
    /// Nothing is saved.
    #[inline(always)]
    pub fn new() -> Saved<V> {
        Saved {
            grids: Frame::new(),
            also: V::splat(0),
            has_one: 0,
            has_both: 0,
        }
    }

    /// These lanes save their grids, instead of what was there; some of them split them
    /// by two cells.
    #[inline(always)]
    pub fn keep(&mut self, lanes: u32, pairs: u32) {
        self.has_one |= lanes;
        self.has_both = self.has_both & !lanes | lanes & pairs;
    }

    /// Takes the last branch that each of these lanes did not take.
    #[inline(always)]
    pub fn take(&mut self, lanes: u32) -> Taken {
        let by_both = lanes & self.has_both;
        let by_one = lanes & self.has_one & !by_both;
        self.has_both &= !by_both;
        self.has_one &= !by_one;
        let none = lanes & !(by_one | by_both);
        Taken {
            by_one,
            by_both,
            none,
        }
    }
}
