//! Who gets the lanes that are free: nodes that wait.

use super::super::lanes::{Lanes, MAX_LANES, lanes_of};
use super::super::node::{NOBODY, Place, Ticket};
use super::super::question::Listener;
use super::{SHARED, Search};

impl<V: Lanes> Search<'_, V> {
    /// Gives the lanes that were left to nodes of the same puzzles that wait.
    /// Returns those that were given.
    #[inline(always)]
    pub(super) fn go_on(&mut self, left: u32, listener: &mut dyn Listener) -> u32 {
        if self.waiting.is_empty() {
            return 0;
        }
        let mut places = [NOBODY; MAX_LANES];
        let mut woken = 0;
        for lane in lanes_of(left) {
            woken |= self.next_of(self.nodes[lane].ticket, lane, &mut places, listener);
        }
        self.fetch(woken, &places)
    }

    /// Gives free lanes to nodes of wide puzzles that wait, and when no other
    /// puzzles are left, to those of any. Returns those that were given.
    #[inline(always)]
    pub(super) fn wake(&mut self, listener: &mut dyn Listener) -> u32 {
        if self.waiting.is_empty() {
            return 0;
        }
        let mut places = [NOBODY; MAX_LANES];
        let mut woken = self.give(SHARED, V::all() & !self.busy, &mut places, listener);
        if self.fresh.is_empty() {
            for helped in lanes_of(self.busy & !self.whole.lanes) {
                let free = V::all() & !(self.busy | woken);
                woken |= self.give(self.nodes[helped].ticket, free, &mut places, listener);
            }
        }
        self.fetch(woken, &places)
    }

    /// Fetches the grids of nodes that were given these lanes. Returns the lanes.
    #[inline(always)]
    fn fetch(&mut self, woken: u32, places: &[Place; MAX_LANES]) -> u32 {
        if woken != 0 {
            self.solved.let_out(&self.lanes);
        }
        self.waiting.fetch(&mut self.lanes, woken, places);
        self.busy |= woken;
        woken
    }

    /// Gives free lanes to those who wait in a list. Returns those that were given.
    #[inline(always)]
    fn give(
        &mut self,
        list: Ticket,
        free: u32,
        places: &mut [Place; MAX_LANES],
        listener: &mut dyn Listener,
    ) -> u32 {
        let mut given = 0;
        while given != free {
            let lane = (free & !given).trailing_zeros() as usize;
            match self.next_of(list, lane, places, listener) {
                0 => break,
                next => given |= next,
            }
        }
        given
    }

    /// Gives a lane to the last who waits in a list, if any is needed. Returns the
    /// lane, as a set.
    #[inline(always)]
    fn next_of(
        &mut self,
        list: Ticket,
        lane: usize,
        places: &mut [Place; MAX_LANES],
        listener: &mut dyn Listener,
    ) -> u32 {
        loop {
            let open = &mut self.open[list as usize];
            let place = open.waiting;
            if place == NOBODY {
                return 0;
            }
            if open.found == self.question.limit && self.question.show == 0 {
                // No node of the puzzle is needed; the shared list finds nothing.
                open.waiting = NOBODY;
                let left = self.waiting.leave_all(place);
                self.leave(list, left, listener);
                return 0;
            }
            let waiter = self.waiting.leave(place);
            self.open[list as usize].waiting = waiter.below;
            if self.is_over(&waiter.node) {
                self.leave(waiter.node.ticket, 1, listener);
                continue;
            }
            self.nodes[lane] = waiter.node;
            places[lane] = place;
            return 1 << lane;
        }
    }
}
