//! The saved grids of descents against a stack for each lane.

use super::super::answer::Question;
use super::super::descent::{LaneMove, Saved};
use super::super::frame::{Frame, Moves};
use super::steps::{lanes_in, numbers};
use super::{Grid, frame_of, grid_of, on_each, random_grid};
use crate::search::simd::Lanes;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A grid that a lane saved: in which step, the cells by which it was split, and whether the
/// lane can still go back to the second child of each.
struct SavedGrid {
    step: usize,
    grid: Grid,
    cells: [usize; 2],
    left: [bool; 2],
}

impl SavedGrid {
    fn is_over(&self) -> bool {
        self.left == [false; 2]
    }

    /// The next child, and which of the cells takes the second of its own.
    fn next_child(&mut self) -> (usize, Grid) {
        let which = usize::from(self.left[1]);
        self.left[which] = false;
        let mut child = self.grid;
        for cell in &self.cells[..which] {
            child[*cell] = lowest(child[*cell]);
        }
        let cell = &mut child[self.cells[which]];
        *cell &= !lowest(*cell);
        (which, child)
    }
}

/// What the lanes hold, and have saved.
struct Model {
    grids: Vec<Grid>,
    stacks: Vec<Vec<SavedGrid>>,
    /// Steps in which grids were saved.
    steps: usize,
    /// After as many, grids are lost.
    most: usize,
    lost: u32,
}

fn lowest(candidates: u16) -> u16 {
    candidates & candidates.wrapping_neg()
}

impl Model {
    /// These lanes go back. Returns those that do by their first cell, by their second, and
    /// those that cannot.
    fn go_back(&mut self, back: u32) -> [u32; 3] {
        let mut sets = [0; 3];
        for lane in lanes_in(back) {
            let stack = &mut self.stacks[lane];
            stack.retain(|saved| !saved.is_over());
            let frames_ago = |saved: &&mut SavedGrid| (self.steps - saved.step) % self.most;
            let last = stack.iter_mut().min_by_key(frames_ago);
            let none = (2, self.grids[lane]);
            let (which, child) = last.map_or(none, SavedGrid::next_child);
            self.grids[lane] = child;
            sets[which] |= 1 << lane;
        }
        sets
    }

    /// These lanes save their grids, and take first children.
    fn keep(&mut self, keep: u32, cells: [&[usize]; 2], pairs: u32) {
        self.steps += usize::from(keep != 0);
        for lane in lanes_in(keep) {
            let saved = SavedGrid {
                step: self.steps,
                grid: self.grids[lane],
                cells: cells.map(|cells| cells[lane]),
                left: [true, pairs >> lane & 1 == 1],
            };
            let is_overwritten =
                |older: &SavedGrid| (saved.step - older.step).is_multiple_of(self.most);
            let stack = &mut self.stacks[lane];
            let is_lost = |older: &SavedGrid| is_overwritten(older) && !older.is_over();
            self.lost |= u32::from(stack.iter().any(is_lost)) << lane;
            stack.retain(|older| !is_overwritten(older));
            for (cell, is_split) in saved.cells.into_iter().zip(saved.left) {
                let cell = &mut self.grids[lane][cell];
                *cell = if is_split { lowest(*cell) } else { *cell };
            }
            stack.push(saved);
        }
    }

    /// Other grids come into these lanes.
    fn begin(&mut self, moves: &Moves, grids: &[Grid]) {
        for (from, lane) in moves.each() {
            self.grids[lane] = grids[from];
            self.stacks[lane].clear();
            self.lost &= !(1 << lane);
        }
    }
}

/// Where the grids in these lanes go, and from where others come.
fn moves_for<V: Lanes>(leaves: u32) -> (Moves, Moves) {
    let (mut outs, mut begins) = (Moves::none(), Moves::none());
    for lane in lanes_in(leaves) {
        outs.add(lane, (lane + 1) % V::COUNT);
        begins.add((lane + 2) % V::COUNT, lane);
    }
    (outs, begins)
}

fn check_descents<V: Lanes>(question: Question, most: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut grids = || -> Vec<Grid> { (0..V::COUNT).map(|_| random_grid(&mut random)).collect() };
    let mut model = Model {
        grids: grids(),
        stacks: (0..V::COUNT).map(|_| Vec::new()).collect(),
        steps: 0,
        most,
        lost: 0,
    };
    let rounds: Vec<Vec<Grid>> = (0..100).map(|_| grids()).collect();
    let (mut lanes, mut saved) = (frame_of::<V>(&model.grids), Saved::new(question));
    for begin in rounds {
        let mut set = || random.random::<u32>() & V::all();
        let (back, leaves) = (set(), set() & set() & set());
        let (keep, some) = (set() & !(back | leaves), set());
        let mut cells =
            || -> Vec<usize> { (0..V::COUNT).map(|_| random.random_range(0..81)).collect() };
        let cells = [cells(), cells()];
        let apart = |lane: &usize| cells[0][*lane] != cells[1][*lane];
        let pairs = lanes_in(some & keep).into_iter().filter(apart);
        let pairs = pairs.fold(0, |set, lane| set | 1 << lane);
        let (outs, begins) = moves_for::<V>(leaves);
        let before = model.grids.clone();
        let expected = model.go_back(back);
        model.keep(keep, cells.each_ref().map(Vec::as_slice), pairs);
        model.begin(&begins, &begin);

        let taken = saved.take(back);
        let (first, second) = (taken.first, taken.second);
        assert_eq!([first, second, taken.none], expected);
        saved.keep(keep, pairs);
        saved.forget(leaves);
        if keep | first | second == 0 {
            model.grids = before;
            continue;
        }
        lanes.split = V::load(&numbers(&cells[0]));
        let mut out = Frame::new();
        let lane_move = LaneMove {
            out: (&mut out, outs),
            saved: &mut saved,
            keep,
            back: taken,
            second_cell: V::load(&numbers(&cells[1])),
            first_child: [keep | second, pairs],
            second_child: [first, second],
            begin: (&frame_of::<V>(&begin), begins),
        };
        lane_move.run(&mut lanes);
        for lane in 0..V::COUNT {
            assert_eq!(grid_of(&lanes, lane), model.grids[lane]);
        }
        for lane in lanes_in(leaves) {
            assert_eq!(grid_of(&out, (lane + 1) % V::COUNT), before[lane]);
        }
        assert_eq!(saved.lost(), model.lost);
    }
    assert!(model.steps > 90);
}

fn check_each_question<V: Lanes>() {
    for (limit, show, most) in [(1, 1, 1), (2, 0, 4), (10, 0, 32)] {
        check_descents::<V>(Question { limit, show }, most);
    }
}

#[test]
fn descents_go_back_to_the_grids_that_they_saved_last() {
    on_each!(check_each_question);
}
