//! What dives keep beside the lanes: the grids that they split last.

use super::frame::Frame;
use super::lanes::{Lanes, MAX_LANES};
use super::node::Node;

/// What is beside each lane: a grid that was split by one cell or two.
pub struct Beside<V> {
    /// The grids, as they were.
    pub grids: Frame<V>,
    /// The second cell of each.
    pub also: V,
    /// The nodes that were passed, the last first.
    nodes: [[Node; 2]; MAX_LANES],
    /// Lanes with such nodes.
    kept: [u32; 2],
}

/// How a node that is beside a lane comes from the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// The first cell has its lowest candidate, the second has not.
    ByBoth,
    /// The first cell has not its lowest candidate.
    ByOne,
}

impl<V: Lanes> Beside<V> {
    /// None is kept.
    #[inline(always)]
    pub fn new() -> Beside<V> {
        Beside {
            grids: Frame::new(),
            also: V::splat(0),
            nodes: [[Node::ROOT; 2]; MAX_LANES],
            kept: [0; 2],
        }
    }

    /// Keeps nodes beside a lane instead of what was there: one for the first cell, and
    /// for the second if there is one.
    #[inline(always)]
    pub fn keep(&mut self, lane: usize, one: Node, both: Option<Node>) {
        self.nodes[lane] = [both.unwrap_or(Node::ROOT), one];
        self.kept[0] = self.kept[0] & !(1 << lane) | u32::from(both.is_some()) << lane;
        self.kept[1] |= 1 << lane;
    }

    /// Takes the last node that is beside a lane.
    #[inline(always)]
    pub fn take(&mut self, lane: usize) -> Option<(Node, Way)> {
        for (k, way) in [Way::ByBoth, Way::ByOne].into_iter().enumerate() {
            if self.kept[k] >> lane & 1 == 1 {
                self.kept[k] &= !(1 << lane);
                return Some((self.nodes[lane][k], way));
            }
        }
        None
    }
}
