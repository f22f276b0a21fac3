//! Complete search with a node of the search tree in each lane.
//!
//! ```text
//!  puzzles ──► fresh: sweeps while ──────────────► solved ──► check or text
//!              ▲      most still move               ▲
//!              │                 │ begin            │
//!              │    ┌────────────▼─ lanes ──────────┴─┐
//!       begin  │    │   sweep, sweep, … until enough  │ ◄──► beside, in dives
//!       again  └────│   lanes are done or stalled     │
//!                   └─────────────────────────────────┘
//!                      ▲                    │
//!                      └──── waiting ◄──────┘  second children
//! ```
//!
//! A puzzle that a few sweeps do not answer begins in a lane of its own; nothing but
//! the lane is known of it, see `whole`. When it has to be split, its lane becomes the
//! first node of a tree. A stalled lane keeps the first child of its node; the second
//! waits until the lane is done with the first, which is depth-first search. Only for
//! puzzles whose whole tree must be searched, and when no others are left, it goes to a
//! lane that has nothing to do. Puzzles that seem to have many solutions are dived
//! into instead if few are asked for, see `dives`. Grids never leave the form of a
//! frame: all moves are permutations of lanes, one for each cell.
//!
//! Which lanes are free depends on the other puzzles, but what is shown does not: it is
//! what depth-first search finds first, by the [`Path`](super::node::Path), or what a
//! dive finds first if its puzzle does not begin again.

mod branch;
mod dives;
mod wake;
mod whole;

use super::beside::Beside;
use super::choose::Choice;
use super::frame::{Frame, Moves};
use super::fresh::Fresh;
use super::lanes::{Lanes, MAX_LANES, lanes_of};
use super::node::{Node, Open, Ticket};
use super::question::{Listener, Question};
use super::solved::Solved;
use super::sweep::{Found, Sweep};
use super::text::Row;
use super::waiting::Waiting;
use dives::Dives;
use whole::Whole;

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
    /// The grids under search.
    lanes: Frame<V>,
    /// Lanes with a grid.
    busy: u32,
    whole: Whole,
    /// The nodes of the other lanes.
    nodes: [Node; MAX_LANES],
    fresh: Fresh<'p, V>,
    beside: Beside<V>,
    choice: Choice<V>,
    waiting: Waiting<V>,
    solved: Solved<'p, V>,
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
        open: vec![Open::new(usize::MAX, false)],
        closed: Vec::with_capacity(2 * MAX_LANES),
        lanes: Frame::new(),
        busy: 0,
        whole: Whole::none(),
        nodes: [Node::ROOT; MAX_LANES],
        fresh: Fresh::new(puzzles),
        beside: Beside::new(),
        choice: Choice::new(),
        waiting: Waiting::new(),
        solved: Solved::new(puzzles, question),
    };
    let mut sweep = S::new();
    search.fill();
    let mut until_check = SWEEPS_PER_CHECK;
    while search.busy != 0 || search.fresh.is_moving() {
        let is_fresh = search.fresh.is_moving();
        // One place for both, as the code of a sweep is long.
        let found = sweep.run(match is_fresh {
            true => &mut search.fresh.frame,
            false => &mut search.lanes,
        });
        match is_fresh {
            true => search.swept(found, listener),
            false => search.step_if_enough(found, listener),
        }
        until_check -= 1;
        if until_check == 0 {
            until_check = SWEEPS_PER_CHECK;
            if listener.enough() {
                return false;
            }
        }
    }
    search.solved.hand_out(listener);
    true
}

impl<V: Lanes> Search<'_, V> {
    /// Takes a step if no more than half of the lanes are still moving.
    #[inline(always)]
    fn step_if_enough(&mut self, found: Found, listener: &mut dyn Listener) {
        let done = (found.dead | found.solved) & self.busy;
        let running = found.changed & self.busy & !done;
        if running.count_ones() <= V::COUNT as u32 / 2 {
            self.step(found, running, listener);
        }
    }

    /// Takes what is done out of the lanes, branches what is stalled, and fills
    /// the lanes that are free.
    #[inline(always)]
    fn step(&mut self, found: Found, running: u32, listener: &mut dyn Listener) {
        let (solved, dead) = (found.solved & self.busy, found.dead & self.busy);
        let mut dives = Dives::none();
        self.busy &= !self.end_whole(solved, dead, &mut dives, listener);
        let left = self.end_nodes(solved, dead, listener);
        self.busy &= !left;
        let stalled = self.busy & !(running | dives.back());
        let mut seconds = self.go_on(left, listener);
        if stalled != 0 {
            seconds |= self.branch(stalled, &mut dives);
        }
        seconds |= self.wake(listener);
        if dives.keep | dives.back() != 0 {
            self.turn(stalled, seconds, &dives);
        } else if stalled | seconds != 0 {
            self.lanes.split(stalled | seconds, seconds);
        }
        self.solved.let_out(&self.lanes);
        self.fill();
    }

    /// What becomes of nodes that are done, and of those that no puzzle needs any more.
    /// Returns the lanes that are left.
    #[inline(always)]
    fn end_nodes(&mut self, solved: u32, dead: u32, listener: &mut dyn Listener) -> u32 {
        let nodes = self.busy & !self.whole.lanes;
        let answered = self.take_solutions(solved & nodes, listener);
        let mut left = (solved | dead) & nodes;
        for lane in lanes_of(left) {
            let ticket = self.nodes[lane].ticket;
            let open = &mut self.open[ticket as usize];
            open.dead = open.dead.saturating_add(dead >> lane & 1);
            self.leave(ticket, 1, listener);
        }
        for lane in lanes_of(if answered { nodes & !left } else { 0 }) {
            if self.is_over(&self.nodes[lane]) {
                left |= 1 << lane;
                self.leave(self.nodes[lane].ticket, 1, listener);
            }
        }
        left
    }

    /// Counts the solutions of nodes in these lanes, and keeps those to be heard of.
    /// Returns whether there may be nodes that no puzzle needs any more.
    #[inline(always)]
    fn take_solutions(&mut self, solved: u32, listener: &mut dyn Listener) -> bool {
        let Question { limit, show, .. } = self.question;
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
            let whose = (open.puzzle, path);
            self.solved.add(&self.lanes, lane, whose, listener);
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

    /// Learns what a sweep over fresh puzzles has found. After the last, those that are
    /// done are answered, and others begin.
    #[inline(always)]
    fn swept(&mut self, found: Found, listener: &mut dyn Listener) {
        let Some([solved, dead]) = self.fresh.swept(found) else {
            return;
        };
        let Fresh { frame, indices, .. } = &self.fresh;
        for lane in lanes_of(solved) {
            let whose = (indices[lane], Node::ROOT.path);
            self.solved.add(frame, lane, whose, listener);
        }
        self.solved.let_out(frame);
        for lane in lanes_of(solved | dead) {
            listener.counted(indices[lane], u64::from(solved >> lane & 1));
        }
        self.fill();
    }

    /// Begins puzzles in all lanes that are free, as long as there are some that were
    /// swept, and reads others.
    #[inline(always)]
    fn fill(&mut self) {
        if self.busy != V::all() {
            let moves = self.begin(V::all() & !self.busy);
            if !moves.is_empty() {
                self.lanes.take(&self.fresh.frame, &moves);
            }
        }
        if self.busy != V::all() {
            self.fresh.read();
        }
    }

    /// Begins puzzles in some of these lanes. Their grids are still to be taken from the
    /// frame of fresh puzzles, by the moves that are returned.
    #[inline(always)]
    fn begin(&mut self, free: u32) -> Moves {
        let begun = self.fresh.begin(free, &mut self.whole.puzzles);
        self.whole.begin(begun.moves.lanes(), begun.again);
        self.busy |= begun.moves.lanes();
        begun.moves
    }
}
