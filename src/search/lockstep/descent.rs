//! What greedy descents are made of: whether they pay, what they save, and how they
//! move grids. The search calls them in [`unsplit`](super::search).

use super::frame::{Frame, Moves, NUMBERS};
use crate::search::simd::Lanes;
use std::sync::atomic::{AtomicI32, Ordering};

/// Whether greedy descents pay, learned from earlier puzzles: positive if puzzles
/// reached the limit.
///
/// A descent counts two solutions of a puzzle that has many with the least work, and is
/// wasted on a proper one. No cheap feature of a puzzle tells the two kinds apart, but
/// neighbouring puzzles tend to be of one kind.
#[derive(Default, Debug)]
pub struct Tendency(AtomicI32);

/// The largest magnitude of a tendency.
const MOST: i32 = 64;

impl Tendency {
    /// Whether to descend.
    #[inline(always)]
    pub fn favors_descent(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Learns whether a puzzle that had to be split reached the limit.
    #[inline(always)]
    pub fn learn(&self, reached_limit: bool) {
        // A step may be lost between threads that share it.
        let step = if reached_limit { 2 } else { -1 };
        let next = (self.0.load(Ordering::Relaxed) + step).clamp(-MOST, MOST);
        self.0.store(next, Ordering::Relaxed);
    }
}

/// For each lane, the grid that its descent split last, by one cell or two.
pub struct Saved<V> {
    /// The grids, as they were before.
    pub grids: Frame<V>,
    /// The second cell of each.
    pub second_cell: V,
    /// Lanes that can still go back to the other branch of the first cell. Meaningless
    /// for lanes with a tree.
    has_first: u32,
    /// The same for the second cell.
    has_second: u32,
}

/// Lanes that go back to their saved grid.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Taken {
    /// To the second child of the first cell.
    pub first: u32,
    /// To the second child of the second cell, below the first child of the first.
    pub second: u32,
    /// Neither: both were taken before.
    pub none: u32,
}

impl<V: Lanes> Saved<V> {
    #[inline(always)]
    pub fn new() -> Saved<V> {
        Saved {
            grids: Frame::new(),
            second_cell: V::splat(0),
            has_first: 0,
            has_second: 0,
        }
    }

    /// These lanes save their grids, replacing earlier ones; those in `pairs` split
    /// theirs by two cells.
    #[inline(always)]
    pub fn keep(&mut self, lanes: u32, pairs: u32) {
        self.has_first |= lanes;
        self.has_second = self.has_second & !lanes | lanes & pairs;
    }

    /// Other grids come into these lanes.
    #[inline(always)]
    pub fn forget(&mut self, lanes: u32) {
        self.has_first &= !lanes;
        self.has_second &= !lanes;
    }

    /// Takes the deepest branch that each of these lanes has left.
    #[inline(always)]
    pub fn take(&mut self, lanes: u32) -> Taken {
        let second = lanes & self.has_second;
        let first = lanes & self.has_first & !second;
        self.has_second &= !second;
        self.has_first &= !first;
        let none = lanes & !(first | second);
        Taken {
            first,
            second,
            none,
        }
    }
}

/// Everything that happens to the lanes in a step with descents, in this order and in
/// one pass over the cells.
pub struct LaneMove<'a, V> {
    /// Where solutions go, and which.
    pub out: (&'a mut Frame<V>, Moves),
    pub saved: &'a mut Saved<V>,
    /// Lanes that save their grids.
    pub keep: u32,
    /// Lanes that go back to their saved grids.
    pub back: u32,
    /// The second cell of lanes that save their grids; the first is in the frame.
    pub second_cell: V,
    /// Lanes that take the first child of their first cell, and of their second.
    pub first_child: [u32; 2],
    /// The same for the second child.
    pub second_child: [u32; 2],
    /// Where puzzles come from that begin, and which.
    pub begin: (&'a Frame<V>, Moves),
}

/// The number of no cell.
const NO_CELL: u16 = u16::MAX;

impl<V: Lanes> LaneMove<'_, V> {
    #[inline(always)]
    pub fn run(self, lanes: &mut Frame<V>) {
        let LaneMove {
            out: (out, outs),
            saved,
            second_cell,
            begin: (begin, begins),
            ..
        } = self;
        let (out_index, outs) = outs.permutation::<V>();
        let (begin_index, begins) = begins.permutation::<V>();
        let (keep, back) = (V::mask(self.keep), V::mask(self.back));
        let here = [lanes.split, second_cell];
        let kept = [saved.grids.split, saved.second_cell];
        let mut split = [V::splat(NO_CELL); 2];
        for k in 0..2 {
            let lanes = V::mask(self.first_child[k] | self.second_child[k]);
            split[k] = kept[k].select(back, here[k]).select(lanes, split[k]);
        }
        let [one, other] = self.second_child;
        let second_child = [V::mask(one), V::mask(other)];
        saved.grids.split = lanes.split.select(keep, saved.grids.split);
        saved.second_cell = second_cell.select(keep, saved.second_cell);
        for (cell, number) in NUMBERS.into_iter().enumerate() {
            let number = V::splat(number);
            let mut grid = lanes.cells[cell];
            out.cells[cell] = grid.permute(out_index).select(outs, out.cells[cell]);
            let kept = saved.grids.cells[cell];
            saved.grids.cells[cell] = grid.select(keep, kept);
            grid = kept.select(back, grid);
            let second = grid.without_lowest();
            let first = grid.without(second);
            for k in 0..2 {
                let child = second.select(second_child[k], first);
                grid = child.select(split[k].equal(number), grid);
            }
            lanes.cells[cell] = begin.cells[cell].permute(begin_index).select(begins, grid);
        }
    }
}
