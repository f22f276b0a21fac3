//! What happens to the grids of lanes in one step of greedy descents.

use super::frame::{Frame, Moves, NUMBERS};
use super::saved::Saved;
use crate::search::simd::Lanes;

/// All that happens, in this order, in one pass over the cells.
pub struct LaneMove<'a, V> {
    /// Where solutions go, and which.
    pub out: (&'a mut Frame<V>, Moves),
    /// What the lanes saved.
    pub saved: &'a mut Saved<V>,
    /// Lanes that save their grids.
    pub keep: u32,
    /// Lanes that go back to what they saved.
    pub back: u32,
    /// The second cell of lanes that save their grids; the first is in the frames.
    pub also: V,
    /// Lanes whose first cell, and those whose second, is left its lowest candidate.
    pub first: [u32; 2],
    /// The same for all other candidates.
    pub second: [u32; 2],
    /// Where puzzles come from that begin, and which.
    pub begin: (&'a Frame<V>, Moves),
}

impl<V: Lanes> LaneMove<'_, V> {
    /// Does it all.
    #[inline(always)]
    pub fn run(self, lanes: &mut Frame<V>) {
        let LaneMove {
            out: (out, outs),
            saved,
            also,
            begin: (begin, begins),
            ..
        } = self;
        let (out_index, outs) = outs.permutation::<V>();
        let (begin_index, begins) = begins.permutation::<V>();
        let (keep, back) = (V::mask(self.keep), V::mask(self.back));
        let split: [V; 2] = std::array::from_fn(|k| {
            let here = [lanes.split, also][k];
            let kept = [saved.grids.split, saved.also][k];
            let lanes = V::mask(self.first[k] | self.second[k]);
            kept.select(back, here).select(lanes, V::splat(NO_CELL))
        });
        let by_second = self.second.map(V::mask);
        saved.grids.split = lanes.split.select(keep, saved.grids.split);
        saved.also = also.select(keep, saved.also);
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
                let half = second.select(by_second[k], first);
                grid = half.select(split[k].equal(number), grid);
            }
            lanes.cells[cell] = begin.cells[cell].permute(begin_index).select(begins, grid);
        }
    }
}

/// A number of no cell.
const NO_CELL: u16 = u16::MAX;
