//! Lanes with a whole puzzle: it has not been split yet, or it is dived into. All that
//! is known of it is known of its lane.

use super::super::lanes::{Lanes, MAX_LANES, lanes_of};
use super::super::node::{Node, Open, Ticket, seems_rich};
use super::super::question::{Listener, Question};
use super::Search;
use super::dives::{Dives, FIRST_BY_DIVE, MOST_BY_DIVE};

/// The lanes with whole puzzles. What it says of other lanes is of no use.
pub(super) struct Whole {
    /// All of them.
    pub lanes: u32,
    /// Those under a dive.
    pub dives: u32,
    /// Of these, those that have found a solution.
    found: u32,
    /// Those whose puzzles begin again.
    again: u32,
    /// The index of each puzzle.
    pub puzzles: [usize; MAX_LANES],
}

impl Whole {
    /// None has a puzzle.
    #[inline(always)]
    pub(super) fn none() -> Whole {
        Whole {
            lanes: 0,
            dives: 0,
            found: 0,
            again: 0,
            puzzles: [0; MAX_LANES],
        }
    }

    /// Puzzles begin in these lanes.
    #[inline(always)]
    pub(super) fn begin(&mut self, lanes: u32, again: bool) {
        self.lanes |= lanes;
        self.dives &= !lanes;
        self.found &= !lanes;
        self.again = self.again & !lanes | if again { lanes } else { 0 };
    }
}

impl<V: Lanes> Search<'_, V> {
    /// What becomes of whole puzzles that are done in their lanes: they are answered, or
    /// the dive goes back, or they are to begin again. Returns the lanes that are left.
    #[inline(always)]
    pub(super) fn end_whole(
        &mut self,
        solved: u32,
        dead: u32,
        dives: &mut Dives<V>,
        listener: &mut dyn Listener,
    ) -> u32 {
        let (solved, dead) = (solved & self.whole.lanes, dead & self.whole.lanes);
        for lane in lanes_of(solved) {
            let path = match self.whole.dives >> lane & 1 {
                0 => Node::ROOT.path,
                _ => FIRST_BY_DIVE + u128::from(self.whole.found >> lane & 1),
            };
            let whose = (self.whole.puzzles[lane], path);
            self.solved.add(&self.lanes, lane, whose, listener);
        }
        let dived = self.whole.dives;
        let enough = match self.question.limit {
            1 => dived,
            _ => dived & self.whole.found,
        };
        let answered = (solved | dead) & !dived | solved & enough;
        for lane in lanes_of(answered) {
            let found = (self.whole.found >> lane & 1) + (solved >> lane & 1);
            listener.counted(self.whole.puzzles[lane], u64::from(found));
        }
        self.whole.found |= solved & dived;
        dives.taken = self.beside.take((solved | dead) & !answered);
        for lane in lanes_of(dives.taken.none) {
            self.fresh.put_back(self.whole.puzzles[lane]);
        }
        let left = answered | dives.taken.none;
        self.whole.lanes &= !left;
        left
    }

    /// Dives into puzzles that have to be split for the first time, or makes nodes of
    /// them.
    #[inline(always)]
    pub(super) fn break_up(&mut self, lanes: u32) {
        let Question { limit, show, .. } = self.question;
        // What is found again must not be shown twice.
        let may_dive = limit <= MOST_BY_DIVE && show < 2;
        for lane in lanes_of(lanes) {
            let puzzle = self.whole.puzzles[lane];
            let rich = seems_rich(self.puzzles[puzzle].text());
            let again = self.whole.again >> lane & 1 == 1;
            if rich && may_dive && !again {
                self.whole.dives |= 1 << lane;
                continue;
            }
            self.whole.lanes &= !(1 << lane);
            let open = match again {
                true => Open::again(puzzle),
                false => Open::new(puzzle, rich),
            };
            let ticket = self.closed.pop().unwrap_or_else(|| {
                self.open.push(open);
                self.open.len() as Ticket - 1
            });
            self.open[ticket as usize] = open;
            self.nodes[lane] = Node {
                ticket,
                ..Node::ROOT
            };
        }
    }
}
