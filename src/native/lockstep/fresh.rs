//! Puzzles that have not begun, or have to begin again.
//!
//! They are read as many at once as there are lanes, and swept together while most of
//! them move, so that few lanes stand still. Easy ones are solved by then.

use super::frame::{ALL_DIGITS, Frame, Moves};
use super::lanes::{Lanes, MAX_LANES};
use super::sweep::Found;
use super::text::{self, Row};

/// Puzzles on their way to the lanes.
pub struct Fresh<'p, V> {
    puzzles: &'p [Row<'p>],
    /// The puzzle to read next.
    next: usize,
    /// Puzzles to begin again.
    again: Vec<usize>,
    /// Puzzles that were read, as grids and by their indices.
    pub frame: Frame<V>,
    pub indices: [usize; MAX_LANES],
    /// How many they are.
    count: usize,
    /// Whether they begin again.
    is_again: bool,
    /// Whether there are still to be sweeps over them.
    is_moving: bool,
    /// Lanes of those that have not begun and are not done.
    left: u32,
}

/// Puzzles that begin.
pub struct Begun {
    /// Where their grids go.
    pub moves: Moves,
    /// Whether they have begun before.
    pub again: bool,
}

impl<'p, V: Lanes> Fresh<'p, V> {
    /// None has begun.
    #[inline(always)]
    pub fn new(puzzles: &'p [Row<'p>]) -> Fresh<'p, V> {
        Fresh {
            puzzles,
            next: 0,
            again: Vec::with_capacity(2 * MAX_LANES),
            frame: Frame::new(),
            indices: [0; MAX_LANES],
            count: 0,
            is_again: false,
            is_moving: false,
            left: 0,
        }
    }

    /// Whether all have begun, or were answered before.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.left == 0 && self.next == self.puzzles.len() && self.again.is_empty()
    }

    /// Whether the frame is to be swept.
    #[inline(always)]
    pub fn is_moving(&self) -> bool {
        self.is_moving
    }

    /// A puzzle is to begin again.
    #[inline(always)]
    pub fn put_back(&mut self, puzzle: usize) {
        self.again.push(puzzle);
    }

    /// Begins puzzles in these lanes, no more than are left of those that were read, and
    /// notes their indices. Their grids are still to be taken from the frame.
    #[inline(always)]
    pub fn begin(&mut self, mut free: u32, puzzles: &mut [usize; MAX_LANES]) -> Begun {
        let mut moves = Moves::none();
        debug_assert!(!self.is_moving);
        while free != 0 && self.left != 0 {
            let from = self.left.trailing_zeros() as usize;
            let lane = free.trailing_zeros() as usize;
            self.left &= self.left - 1;
            free &= free - 1;
            moves.add(from, lane);
            puzzles[lane] = self.indices[from];
        }
        Begun {
            moves,
            again: self.is_again,
        }
    }

    /// Learns what a sweep over the frame has found. If it was the last, returns the
    /// puzzles that are solved, and those without a solution; the others can begin.
    #[inline(always)]
    pub fn swept(&mut self, found: Found) -> Option<[u32; 2]> {
        let all = self.all();
        let (solved, dead) = (found.solved & all, found.dead & all);
        self.left = all & !(solved | dead);
        let moving = (found.changed & self.left).count_ones();
        self.is_moving = 3 * moving as usize > 2 * self.count;
        (!self.is_moving).then_some([solved, dead])
    }

    /// Lanes of all that were read.
    #[inline(always)]
    fn all(&self) -> u32 {
        ((1u64 << self.count) - 1) as u32
    }

    /// Reads the next puzzles, if there are any and none is left of those before.
    #[inline(always)]
    pub fn read(&mut self) {
        if self.left != 0 || self.is_empty() {
            return;
        }
        let new = V::COUNT.min(self.puzzles.len() - self.next);
        self.is_again = self.again.len() >= V::COUNT || new == 0;
        let mut rows = [Row::EMPTY; MAX_LANES];
        let rows = if self.is_again {
            self.count = V::COUNT.min(self.again.len());
            let puzzles = self.again.drain(self.again.len() - self.count..);
            for ((row, index), puzzle) in rows.iter_mut().zip(&mut self.indices).zip(puzzles) {
                (*row, *index) = (self.puzzles[puzzle], puzzle);
            }
            &rows[..self.count]
        } else {
            self.count = new;
            for (lane, index) in self.indices.iter_mut().enumerate() {
                *index = self.next + lane;
            }
            self.next += new;
            &self.puzzles[self.next - new..self.next]
        };
        text::read(&mut self.frame.cells, ALL_DIGITS, rows);
        self.is_moving = true;
        self.left = self.all();
    }
}
