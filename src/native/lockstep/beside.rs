//! What dives keep beside the lanes: the grids that they split last.

use super::frame::Frame;
use super::lanes::Lanes;

/// What is beside each lane: a grid that was split by one cell or two.
pub struct Beside<V> {
    /// The grids, as they were.
    pub grids: Frame<V>,
    /// The second cell of each.
    pub also: V,
    /// Lanes of dives beside which there is what was passed by one of the cells. What
    /// it says of other lanes is of no use.
    has_one: u32,
    /// The same for both.
    has_both: u32,
}

/// Lanes that take what is beside them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The first cell has not its lowest candidate.
    pub by_one: u32,
    /// The first cell has its lowest candidate, the second has not.
    pub by_both: u32,
    /// There is nothing.
    pub none: u32,
}

impl<V: Lanes> Beside<V> {
    /// Nothing is kept.
    #[inline(always)]
    pub fn new() -> Beside<V> {
        Beside {
            grids: Frame::new(),
            also: V::splat(0),
            has_one: 0,
            has_both: 0,
        }
    }

    /// Keeps what these lanes pass, instead of what was there; some of them split
    /// their grids by two cells.
    #[inline(always)]
    pub fn keep(&mut self, lanes: u32, pairs: u32) {
        self.has_one |= lanes;
        self.has_both = self.has_both & !lanes | lanes & pairs;
    }

    /// Takes the last that each of these lanes has passed.
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
