//! Complete search with a node of the search tree in each lane.
//!
//! ```text
//!  puzzles ──► fresh ──┐                    ┌──► solved ──► check or text
//!              ▲       ▼                    │
//!              │    ┌──────────── lanes ────────────┐
//!       begin  │    │  sweep, sweep, … until enough │ ◄──► beside, in dives
//!       again  └────│  lanes are done or stalled    │
//!                   └───────────────────────────────┘
//!                      ▲                    │
//!                      └──── waiting ◄──────┘  second children
//! ```
//!
//! A stalled lane keeps the first child of its node; the second waits until the
//! lane is done with the first, which is depth-first search. Only for puzzles
//! whose whole tree must be searched, and when no others are left, it goes to a
//! lane that has nothing to do. Puzzles that seem to have many solutions are not searched
//! so but dived into, see `dives`. Grids never leave the form of a frame: all moves
//! are permutations of lanes, one for each cell.
//!
//! Which lanes are free depends on the other puzzles, but what is shown does not: it is
//! what depth-first search finds first, by the [`Path`](super::node::Path). Where a dive
//! has found something before its puzzle began again, the lower path counts.

mod branch;
mod dives;
mod wake;

use super::beside::Beside;
use super::choose::Choice;
use super::frame::{Frame, Moves};
use super::fresh::Fresh;
use super::lanes::{Lanes, MAX_LANES, lanes_of};
use super::node::{Node, Open, Ticket};
use super::question::{Hear, Listener, Question};
use super::solved::Solved;
use super::sweep::{Found, Sweep};
use super::text::Row;
use super::waiting::Waiting;
use dives::{Dives, MOST_BY_DIVE};

/// The place in the list of open puzzles that none has: nodes of wide puzzles wait
/// there, all in one list.
const SHARED: Ticket = 0;

/// Sweeps between two questions whether it is enough.
const SWEEPS_PER_CHECK: u32 = 256;

struct Search<'p, V> {
    question: Question,
    puzzles: &'p [Row<'p>],
    open: Vec<Open>,
    closed: Vec<Ticket>,
    /// The nodes under search.
    lanes: Frame<V>,
    nodes: [Node; MAX_LANES],
    /// Lanes with a node.
    busy: u32,
    fresh: Fresh<'p, V>,
    beside: Beside<V>,
    choice: Choice<V>,
    waiting: Waiting<V>,
    solved: Solved<V>,
}

/// Answers the question for all puzzles. Returns whether it came to the end.
#[inline(always)]
pub fn run<V: Lanes, S: Sweep<V>>(
    puzzles: &[Row<'_>],
    question: Question,
    listener: &mut dyn Listener,
) -> bool {
    if question.limit == 0 {
        (0..puzzles.len()).for_each(|puzzle| listener.counted(puzzle, 0));
        return true;
    }
    let mut search: Search<'_, V> = Search {
        question,
        puzzles,
        open: vec![Open::new(usize::MAX)],
        closed: Vec::with_capacity(2 * MAX_LANES),
        lanes: Frame::new(),
        nodes: [Node::ROOT; MAX_LANES],
        busy: 0,
        fresh: Fresh::new(puzzles),
        beside: Beside::new(),
        choice: Choice::new(),
        waiting: Waiting::new(),
        solved: Solved::new(),
    };
    let mut sweep = S::new();
    search.fill();
    let mut until_check = SWEEPS_PER_CHECK;
    while search.busy != 0 {
        let found = sweep.run(&mut search.lanes);
        let done = (found.dead | found.solved) & search.busy;
        let running = found.changed & search.busy & !done;
        if running.count_ones() <= V::COUNT as u32 / 2 {
            search.step(found, running, listener);
        }
        until_check -= 1;
        if until_check == 0 {
            until_check = SWEEPS_PER_CHECK;
            if listener.enough() {
                return false;
            }
        }
    }
    search.solved.hand_out(puzzles, question.hear, listener);
    true
}

impl<V: Lanes> Search<'_, V> {
    /// Takes what is done out of the lanes, branches what is stalled, and fills
    /// the lanes that are free.
    #[inline(always)]
    fn step(&mut self, found: Found, running: u32, listener: &mut dyn Listener) {
        let answered = self.take_solutions(found.solved & self.busy, listener);
        let mut left = self.busy & (found.dead | found.solved);
        let mut dives = Dives::default();
        for lane in lanes_of(left) {
            let ticket = self.nodes[lane].ticket;
            let open = &mut self.open[ticket as usize];
            open.dead = open.dead.saturating_add(found.dead >> lane & 1);
            match open.dive {
                true => self.end_dive(lane, &mut dives, listener),
                false => self.leave(ticket, 1, listener),
            }
        }
        let back = dives.by_one | dives.by_both;
        left &= !back;
        for lane in lanes_of(if answered { self.busy & !left } else { 0 }) {
            if self.is_over(&self.nodes[lane]) {
                left |= 1 << lane;
                self.leave(self.nodes[lane].ticket, 1, listener);
            }
        }
        self.busy &= !left;
        let stalled = self.busy & !(running | back);
        let mut seconds = self.go_on(left, listener);
        if stalled != 0 {
            seconds |= self.branch(stalled, &mut dives);
        }
        seconds |= self.wake(listener);
        if dives.keep | back != 0 {
            self.turn(stalled, seconds, &dives);
        } else if stalled | seconds != 0 {
            self.lanes.split(stalled | seconds, seconds);
        }
        self.solved.let_out(&self.lanes);
        self.fill();
    }

    /// Counts the solutions in these lanes, and keeps those to be heard of.
    /// Returns whether there may be nodes that no puzzle needs any more.
    #[inline(always)]
    fn take_solutions(&mut self, solved: u32, listener: &mut dyn Listener) -> bool {
        let Question { limit, show, hear } = self.question;
        let mut answered = false;
        for lane in lanes_of(solved) {
            let Node { ticket, path, .. } = self.nodes[lane];
            if self.is_over(&self.nodes[lane]) {
                continue;
            }
            let open = &mut self.open[ticket as usize];
            open.found = limit.min(open.found + 1);
            if show > 0 {
                open.keep(path);
            }
            answered |= open.found == limit && open.nodes > 1;
            if show > 0 || hear != Hear::Shown {
                if self.solved.is_full() {
                    self.solved.let_out(&self.lanes);
                    self.solved.hand_out(self.puzzles, hear, listener);
                }
                self.solved.add(lane, open.puzzle, path);
            }
        }
        answered
    }

    /// So many nodes are done with.
    #[inline(always)]
    fn leave(&mut self, ticket: Ticket, nodes: u32, listener: &mut dyn Listener) {
        let open = &mut self.open[ticket as usize];
        open.nodes -= nodes;
        if open.nodes == 0 {
            listener.counted(open.puzzle, open.found);
            self.closed.push(ticket);
        }
    }

    /// Whether nothing below a node can change the answer: enough solutions were
    /// found, and those to be shown come before it.
    #[inline(always)]
    fn is_over(&self, node: &Node) -> bool {
        let open = &self.open[node.ticket as usize];
        let Question { limit, show, .. } = self.question;
        open.found == limit && (show == 0 || node.path > open.lowest[show - 1])
    }

    /// Begins puzzles in all lanes that are free.
    #[inline(always)]
    fn fill(&mut self) {
        while self.busy != V::all() && !self.fresh.is_empty() {
            let moves = self.begin(V::all() & !self.busy);
            self.lanes.take(&self.fresh.frame, &moves);
        }
    }

    /// Begins puzzles in some of these lanes. Their grids are still to be taken from the
    /// frame of fresh puzzles, by the moves that are returned.
    #[inline(always)]
    fn begin(&mut self, free: u32) -> Moves {
        // What is found again must not be shown twice.
        let dives = self.question.limit <= MOST_BY_DIVE && self.question.show < 2;
        self.fresh.begin(free, |beginning| {
            let open = match beginning.again {
                true => Open::again(beginning.puzzle),
                false => Open {
                    may_dive: dives,
                    ..Open::new(beginning.puzzle)
                },
            };
            let ticket = self.closed.pop().unwrap_or_else(|| {
                self.open.push(open);
                self.open.len() as Ticket - 1
            });
            self.open[ticket as usize] = open;
            self.nodes[beginning.lane] = Node {
                ticket,
                ..Node::ROOT
            };
            self.busy |= 1 << beginning.lane;
        })
    }
}
