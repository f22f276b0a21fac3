//! Branching: two nodes of one.

use super::super::frame::Moves;
use super::super::lanes::{Lanes, MAX_LANES, lanes_of};
use super::super::node::Node;
use super::super::waiting::Waiter;
use super::dives::Dives;
use super::{SHARED, Search};

impl<V: Lanes> Search<'_, V> {
    /// Makes two nodes of each in these lanes, and chooses the cell to split them by.
    /// Returns the lanes that were given to second children; the others wait, or are
    /// beside a lane.
    #[inline(always)]
    pub(super) fn branch(&mut self, stalled: u32, dives: &mut Dives) -> u32 {
        let chosen = self.choice.choose(&self.lanes, stalled);
        let partners = chosen.partners();
        self.lanes.split = chosen.best.select(V::mask(stalled), self.lanes.split);
        let last = self.fresh.is_empty();
        let mut free = V::all() & !self.busy;
        let (mut spread, mut moves) = (0, Moves::none());
        let (mut waiting, mut shared) = (0, 0);
        let mut seconds = [Node::ROOT; MAX_LANES];
        for lane in lanes_of(stalled) {
            let second = self.nodes[lane].split();
            let open = &mut self.open[second.ticket as usize];
            if second.depth == 1 {
                open.guess(self.puzzles[open.puzzle].text());
            }
            if open.dive {
                self.dive(lane, second, partners.of(lane), dives);
                continue;
            }
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
