//! Branching: a grid is split in two.

use super::super::frame::Moves;
use super::super::lanes::{Lanes, MAX_LANES, lanes_of};
use super::super::node::Node;
use super::super::waiting::Waiter;
use super::dives::Dives;
use super::{SHARED, Search};

impl<V: Lanes> Search<'_, V> {
    /// Chooses cells to split the grids in these lanes by. Returns the lanes that were
    /// given to second children; the others wait, or are beside a lane.
    #[inline(always)]
    pub(super) fn branch(&mut self, stalled: u32, dives: &mut Dives<V>) -> u32 {
        let chosen = self.choice.choose(&self.lanes, stalled);
        self.lanes.split = chosen.best.select(V::mask(stalled), self.lanes.split);
        self.break_up(stalled & self.whole.lanes & !self.whole.dives);
        let (also, pairs) = chosen.partners();
        dives.keep = stalled & self.whole.lanes;
        dives.pairs = pairs & dives.keep;
        dives.also = also;
        self.beside.keep(dives.keep, pairs);
        match stalled & !self.whole.lanes {
            0 => 0,
            nodes => self.split(nodes),
        }
    }

    /// Makes two nodes of each in these lanes. Returns the lanes that were given to
    /// second children; the others wait.
    #[inline(always)]
    fn split(&mut self, stalled: u32) -> u32 {
        let last = self.fresh.is_empty();
        let mut free = V::all() & !self.busy;
        let (mut spread, mut moves) = (0, Moves::none());
        let (mut waiting, mut shared) = (0, 0);
        let mut seconds = [Node::ROOT; MAX_LANES];
        for lane in lanes_of(stalled) {
            let second = self.nodes[lane].split();
            let open = &mut self.open[second.ticket as usize];
            open.nodes += 1;
            let wide = last || open.is_wide();
            if free == 0 || !wide {
                waiting |= 1 << lane;
                shared |= u32::from(wide) << lane;
                seconds[lane] = second;
                continue;
            }
            let other = free.trailing_zeros() as usize;
            free &= free - 1;
            moves.add(lane, other);
            self.nodes[other] = second;
            spread |= 1 << other;
        }
        let open = &mut self.open;
        self.waiting.put(&self.lanes, waiting, |lane, place| {
            let node = seconds[lane];
            let list = if shared >> lane & 1 == 1 {
                SHARED
            } else {
                node.ticket
            };
            let waiting = &mut open[list as usize].waiting;
            let below = std::mem::replace(waiting, place);
            Waiter { node, below }
        });
        if spread != 0 {
            self.solved.let_out(&self.lanes);
            self.lanes.spread(&moves);
        }
        self.busy |= spread;
        spread
    }
}
