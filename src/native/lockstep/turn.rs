//! What happens to the grids of lanes in one step of dives.

use super::beside::Beside;
use super::frame::{Frame, Moves, NUMBERS};
use super::lanes::Lanes;

/// All that happens, in this order, in one pass over the cells.
pub struct Turn<'a, V> {
    /// Where solutions go, and which.
    pub out: (&'a mut Frame<V>, Moves),
    /// What is beside the lanes.
    pub beside: &'a mut Beside<V>,
    /// Lanes that keep their grids beside them.
    pub keep: u32,
    /// Lanes that take what is beside them.
    pub back: u32,
    /// The second cell of lanes that keep their grids; the first is in the frames.
    pub also: V,
    /// Lanes whose first cell, and those whose second, is left its lowest candidate.
    pub lowest: [u32; 2],
    /// The same for all other candidates.
    pub others: [u32; 2],
    /// Where puzzles come from that begin, and which.
    pub begin: (&'a Frame<V>, Moves),
}

impl<V: Lanes> Turn<'_, V> {
    /// Does it.
    #[inline(always)]
    pub fn run(self, lanes: &mut Frame<V>) {
        let Turn {
            out: (out, outs),
            beside,
            also,
            begin: (begin, begins),
            ..
        } = self;
        let (out_index, outs) = outs.permutation::<V>();
        let (begin_index, begins) = begins.permutation::<V>();
        let (keep, back) = (V::mask(self.keep), V::mask(self.back));
        let split: [V; 2] = std::array::from_fn(|k| {
            let here = [lanes.split, also][k];
            let kept = [beside.grids.split, beside.also][k];
            let lanes = V::mask(self.lowest[k] | self.others[k]);
            kept.select(back, here).select(lanes, V::splat(NO_CELL))
        });
        let by_others = self.others.map(V::mask);
        beside.grids.split = lanes.split.select(keep, beside.grids.split);
        beside.also = also.select(keep, beside.also);
        for (cell, number) in NUMBERS.into_iter().enumerate() {
            let number = V::splat(number);
            let mut grid = lanes.cells[cell];
            out.cells[cell] = grid.permute(out_index).select(outs, out.cells[cell]);
            let kept = beside.grids.cells[cell];
            beside.grids.cells[cell] = grid.select(keep, kept);
            grid = kept.select(back, grid);
            let others = grid.without_lowest();
            let lowest = grid.minus(others);
            for k in 0..2 {
                let half = others.select(by_others[k], lowest);
                grid = half.select(split[k].equal(number), grid);
            }
            lanes.cells[cell] = begin.cells[cell].permute(begin_index).select(begins, grid);
        }
    }
}

/// A number of no cell.
const NO_CELL: u16 = u16::MAX;
