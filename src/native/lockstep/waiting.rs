//! Nodes that wait for a lane: a stack for each puzzle, all in the same frames.

use super::frame::{Frame, Moves};
use super::lanes::{Lanes, MAX_LANES};
use super::node::{NOBODY, Node, Place};

/// A node that waits, but for its grid.
#[derive(Clone, Copy)]
pub struct Waiter {
    /// The node.
    pub node: Node,
    /// Who waited before it, of the same puzzle.
    pub below: Place,
}

/// The grids of nodes that wait. Place `k` is lane `k % V::COUNT` of frame
/// `k / V::COUNT`.
pub struct Waiting<V> {
    frames: Vec<Frame<V>>,
    /// The free places of each frame.
    free: Vec<u32>,
    waiters: Vec<Waiter>,
    count: u32,
}

impl<V: Lanes> Waiting<V> {
    /// Nobody waits.
    #[inline(always)]
    pub fn new() -> Waiting<V> {
        Waiting {
            frames: Vec::new(),
            free: Vec::new(),
            waiters: Vec::new(),
            count: 0,
        }
    }

    /// Whether nobody waits.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Puts the nodes in these lanes aside; `waiter` is asked for each, in turn,
    /// and learns its place.
    #[inline(always)]
    pub fn put(
        &mut self,
        lanes: &Frame<V>,
        mut set: u32,
        mut waiter: impl FnMut(usize, Place) -> Waiter,
    ) {
        self.count += set.count_ones();
        while set != 0 {
            let frame = self.frame_for(set.count_ones());
            let mut moves = Moves::none();
            while set != 0 && self.free[frame] != 0 {
                let lane = set.trailing_zeros() as usize;
                let to = self.free[frame].trailing_zeros() as usize;
                set &= set - 1;
                self.free[frame] &= self.free[frame] - 1;
                moves.add(lane, to);
                let place = frame * V::COUNT + to;
                self.waiters[place] = waiter(lane, place as Place);
            }
            self.frames[frame].take(lanes, &moves);
        }
    }

    /// A frame with so many free places, or with some.
    #[inline(always)]
    fn frame_for(&mut self, nodes: u32) -> usize {
        let roomy = |free: &u32| free.count_ones() >= nodes;
        if let Some(frame) = self.free.iter().position(roomy) {
            return frame;
        }
        self.frames.push(Frame::new());
        self.free.push(V::all());
        self.waiters
            .resize(self.frames.len() * V::COUNT, NOBODY_WAITS);
        self.frames.len() - 1
    }

    /// Frees a place. Its grid can be fetched until the next node is put aside.
    #[inline(always)]
    pub fn leave(&mut self, place: Place) -> Waiter {
        let place = place as usize;
        self.count -= 1;
        self.free[place / V::COUNT] |= 1 << (place % V::COUNT);
        self.waiters[place]
    }

    /// Frees a place and those of all who waited before. Returns how many.
    #[inline(always)]
    pub fn leave_all(&mut self, mut place: Place) -> u32 {
        let mut left = 0;
        while place != NOBODY {
            place = self.leave(place).below;
            left += 1;
        }
        left
    }

    /// Fetches the grids of places into these lanes.
    #[inline(always)]
    pub fn fetch(&self, lanes: &mut Frame<V>, mut set: u32, places: &[Place; MAX_LANES]) {
        while set != 0 {
            let frame = places[set.trailing_zeros() as usize] as usize / V::COUNT;
            let mut moves = Moves::none();
            let mut others = 0;
            while set != 0 {
                let lane = set.trailing_zeros() as usize;
                set &= set - 1;
                let place = places[lane] as usize;
                match place / V::COUNT == frame {
                    true => moves.add(place % V::COUNT, lane),
                    false => others |= 1 << lane,
                }
            }
            lanes.take(&self.frames[frame], &moves);
            set = others;
        }
    }
}

const NOBODY_WAITS: Waiter = Waiter {
    node: Node::ROOT,
    below: NOBODY,
};
