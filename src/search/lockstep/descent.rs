//! What greedy descents are made of: whether they pay, what they save, and how they
//! move grids. The search calls them in [`unsplit`](super::search).

use super::answer::Question;
use super::frame::{Frame, Moves, NUMBERS};
use crate::search::simd::{Lanes, lanes_of};
use std::sync::atomic::{AtomicI32, Ordering};

/// Whether greedy descents pay, learned from earlier puzzles: positive if puzzles
/// reached the limit.
///
/// A descent counts a few solutions of a puzzle that has many with the least work, and is
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

/// Frames of saved grids, at most.
const FRAMES: usize = 32;

/// For each lane, the grids that its descent split last, each by one cell or two.
///
/// All lanes that split in a step save their grids in the same frame, and those of the next
/// step in the next frame, in a circle. When a lane comes to a frame again, its older grid
/// there is lost.
pub struct Saved<V> {
    /// As many as were needed.
    frames: Vec<SavedFrame<V>>,
    most: usize,
    /// The frame that was written last.
    last: usize,
    /// For each frame, lanes that can still go back to the second child of the first cell.
    /// Meaningless for lanes with a tree.
    has_first: [u32; FRAMES],
    /// Those that can still go back to the second child of the second cell.
    has_second: [u32; FRAMES],
    /// Lanes that lost a grid to which they could still have gone back.
    lost: u32,
}

/// Grids that were split in one step, or a round earlier.
struct SavedFrame<V> {
    /// The grids, as they were before.
    grids: Frame<V>,
    /// The second cell of each.
    second_cell: V,
}

/// Lanes that go back to saved grids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// To the second child of the first cell.
    pub first: u32,
    /// To the second child of the second cell, below the first child of the first.
    pub second: u32,
    /// Neither: all were taken before, or lost.
    pub none: u32,
    /// The lanes that go back to each frame.
    lanes: [u32; FRAMES],
    /// These frames.
    frames: u32,
}

impl Taken {
    /// Nothing is taken.
    pub const NONE: Taken = Taken {
        first: 0,
        second: 0,
        none: 0,
        lanes: [0; FRAMES],
        frames: 0,
    };
}

impl<V: Lanes> SavedFrame<V> {
    #[inline(never)]
    fn new() -> SavedFrame<V> {
        SavedFrame {
            grids: Frame::new(),
            second_cell: V::splat(0),
        }
    }
}

impl<V: Lanes> Saved<V> {
    /// Nothing is saved. Where solutions are shown, each lane saves only its last grid: which
    /// grids others lose depends on the steps that all lanes take.
    #[inline(always)]
    pub fn new(question: Question) -> Saved<V> {
        let most = match question {
            Question { show: 1.., .. } => 1,
            Question { limit: ..=2, .. } => 4,
            _ => FRAMES,
        };
        Saved {
            frames: Vec::with_capacity(most),
            most,
            last: 0,
            has_first: [0; FRAMES],
            has_second: [0; FRAMES],
            lost: 0,
        }
    }

    /// These lanes are about to save their grids; those in `pairs` split theirs by two
    /// cells.
    #[inline(always)]
    pub fn keep(&mut self, lanes: u32, pairs: u32) {
        if lanes == 0 {
            return;
        }
        self.last = self.next();
        let (first, second) = (
            &mut self.has_first[self.last],
            &mut self.has_second[self.last],
        );
        self.lost |= lanes & (*first | *second);
        *first |= lanes;
        *second = *second & !lanes | lanes & pairs;
    }

    /// The frame to write next.
    #[inline(always)]
    fn next(&mut self) -> usize {
        if self.frames.len() < self.most {
            self.frames.push(SavedFrame::new());
            return self.frames.len() - 1;
        }
        (self.last + 1) % self.most
    }

    /// The frame that was written this many steps before the last.
    #[inline(always)]
    fn before(&self, steps: usize) -> usize {
        match steps <= self.last {
            true => self.last - steps,
            false => self.last + self.frames.len() - steps,
        }
    }

    /// Other grids come into these lanes.
    #[inline(always)]
    pub fn forget(&mut self, lanes: u32) {
        self.lost &= !lanes;
        for left in self.has_first.iter_mut().chain(&mut self.has_second) {
            *left &= !lanes;
        }
    }

    /// Lanes that lost a grid to which they could still have gone back.
    #[inline(always)]
    pub fn lost(&self) -> u32 {
        self.lost
    }

    /// Takes the branch that each of these lanes has left in the frame that was written
    /// last, which is mostly its deepest.
    #[inline(always)]
    pub fn take(&mut self, mut lanes: u32) -> Taken {
        let mut taken = Taken::NONE;
        for steps in 0..self.frames.len() {
            if lanes == 0 {
                break;
            }
            let number = self.before(steps);
            let second = lanes & self.has_second[number];
            let first = lanes & self.has_first[number] & !second;
            self.has_second[number] &= !second;
            self.has_first[number] &= !first;
            taken.first |= first;
            taken.second |= second;
            taken.lanes[number] = first | second;
            taken.frames |= u32::from(first | second != 0) << number;
            lanes &= !(first | second);
        }
        taken.none = lanes;
        taken
    }
}

/// Everything that happens to the lanes in a step with descents, in this order and in
/// one pass over the cells. Some lane saves a grid or goes back to one.
pub struct LaneMove<'a, V> {
    /// Where solutions go, and which.
    pub out: (&'a mut Frame<V>, Moves),
    pub saved: &'a mut Saved<V>,
    /// Lanes that save their grids.
    pub keep: u32,
    /// Lanes that go back to their saved grids.
    pub back: Taken,
    /// The second cell of lanes that save their grids; the first is in the frame.
    pub second_cell: V,
    /// Lanes that take the first child of their first cell, and of their second.
    pub first_child: [u32; 2],
    /// Lanes that take the second child of their first cell, and of their second.
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
        let keep = V::mask(self.keep);
        let mut split = [lanes.split, second_cell];
        let mut back = [(0, V::mask(0)); FRAMES];
        let backs = self.back.frames.count_ones() as usize;
        for (back, number) in back.iter_mut().zip(lanes_of(self.back.frames)) {
            let lanes = V::mask(self.back.lanes[number]);
            *back = (number, lanes);
            let frame = &saved.frames[number];
            split[0] = frame.grids.split.select(lanes, split[0]);
            split[1] = frame.second_cell.select(lanes, split[1]);
        }
        let back = &back[..backs];
        let last = saved.last;
        let kept = &mut saved.frames[last];
        kept.grids.split = lanes.split.select(keep, kept.grids.split);
        kept.second_cell = second_cell.select(keep, kept.second_cell);
        for (k, split) in split.iter_mut().enumerate() {
            let lanes = V::mask(self.first_child[k] | self.second_child[k]);
            *split = split.select(lanes, V::splat(NO_CELL));
        }
        let [one, other] = self.second_child;
        let second_child = [V::mask(one), V::mask(other)];
        // Row by row, so that the loop over frames has little weight.
        for row in 0..9 {
            let cells = 9 * row..9 * row + 9;
            let (stay, mut grids) = (&lanes.cells[cells.clone()], [V::splat(0); 9]);
            grids.copy_from_slice(stay);
            for (frame, lanes) in back {
                let saved = &saved.frames[*frame].grids.cells[cells.clone()];
                for (grid, saved) in grids.iter_mut().zip(saved) {
                    *grid = saved.select(*lanes, *grid);
                }
            }
            let kept = &mut saved.frames[last].grids.cells[cells.clone()];
            for (kept, stays) in kept.iter_mut().zip(stay) {
                *kept = stays.select(keep, *kept);
            }
            for (cell, mut grid) in cells.zip(grids) {
                let number = V::splat(NUMBERS[cell]);
                let leaves = lanes.cells[cell].permute(out_index);
                out.cells[cell] = leaves.select(outs, out.cells[cell]);
                let second = grid.without_lowest();
                let first = grid.without(second);
                for k in 0..2 {
                    let child = second.select(second_child[k], first);
                    grid = child.select(split[k].equal(number), grid);
                }
                let begins_here = begin.cells[cell].permute(begin_index);
                lanes.cells[cell] = begins_here.select(begins, grid);
            }
        }
    }
}
