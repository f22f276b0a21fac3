//! The frontier of the search: nodes that wait for a lane, in frames like that of the
//! lanes. Nodes that are put aside together go to the same frame if it has room, so that
//! one pass moves them all.

use super::frame::{Frame, Moves, Seconds};
use crate::search::simd::{Lanes, MAX_LANES, lanes_of};

/// The place of a node: lane `place % V::COUNT` of frame `place / V::COUNT`.
pub type Place = u32;

/// Waiting nodes.
pub struct Frontier<V> {
    frames: Vec<Frame<V>>,
    /// The free places of each frame.
    free: Vec<u32>,
    /// Lanes that are to load a node.
    loads: u32,
    /// The places of these nodes, by their lanes.
    from: [Place; MAX_LANES],
}

impl<V: Lanes> Frontier<V> {
    #[inline(always)]
    pub fn new() -> Frontier<V> {
        Frontier {
            frames: Vec::new(),
            free: Vec::new(),
            loads: 0,
            from: [0; MAX_LANES],
        }
    }

    /// Puts aside the second children of the nodes in these lanes: those without the
    /// lowest candidate of the chosen cell, and without these ones. Returns their places, by
    /// lanes.
    #[inline(always)]
    pub fn put(&mut self, lanes: &Frame<V>, mut set: u32, without: V) -> [Place; MAX_LANES] {
        let mut places = [0; MAX_LANES];
        while set != 0 {
            let number = self.frame_for(set.count_ones());
            let free = &mut self.free[number];
            let mut moves = Moves::none();
            while set != 0 && *free != 0 {
                let lane = set.trailing_zeros() as usize;
                let to = free.trailing_zeros() as usize;
                set &= set - 1;
                *free &= *free - 1;
                moves.add(lane, to);
                places[lane] = (number * V::COUNT + to) as Place;
            }
            self.frames[number].take_seconds(lanes, &Seconds { moves, without });
        }
        places
    }

    /// A frame with that many free places, or a new one.
    #[inline(always)]
    fn frame_for(&mut self, nodes: u32) -> usize {
        let roomy = |free: &u32| free.count_ones() >= nodes;
        if let Some(number) = self.free.iter().position(roomy) {
            return number;
        }
        self.frames.push(Frame::new());
        self.free.push(V::all());
        self.frames.len() - 1
    }

    /// Schedules the node at a place to be loaded into a lane.
    #[inline(always)]
    pub fn take(&mut self, place: Place, lane: usize) {
        self.from[lane] = place;
        self.loads |= 1 << lane;
    }

    /// Frees a place.
    #[inline(always)]
    pub fn forget(&mut self, place: Place) {
        let place = place as usize;
        self.free[place / V::COUNT] |= 1 << (place % V::COUNT);
    }

    /// Loads all scheduled nodes, and frees their places.
    #[inline(always)]
    pub fn load(&mut self, lanes: &mut Frame<V>) {
        while self.loads != 0 {
            let first = self.from[self.loads.trailing_zeros() as usize];
            let number = first as usize / V::COUNT;
            let mut moves = Moves::none();
            for lane in lanes_of(self.loads) {
                let place = self.from[lane] as usize;
                if place / V::COUNT == number {
                    moves.add(place % V::COUNT, lane);
                    self.free[number] |= 1 << (place % V::COUNT);
                }
            }
            self.loads &= !moves.lanes();
            lanes.take(&self.frames[number], &moves);
        }
    }
}
