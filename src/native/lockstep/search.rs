//! Complete search with a node of the search tree in each lane.
//!
//! ```text
//!  puzzles ──► fresh ──┐                    ┌──► solved ──► text
//!                      ▼                    │
//!                   ┌──────────── lanes ────────────┐
//!                   │  sweep, sweep, … until enough │
//!                   │  lanes are done or stalled    │
//!                   └───────────────────────────────┘
//!                      ▲                    │
//!                      └──── waiting ◄──────┘  second children
//! ```
//!
//! A stalled lane keeps the first child of its node; the second waits until the
//! lane is done with the first, which is depth-first search. Only for puzzles
//! whose whole tree must be searched, and when no others are left, it goes to a
//! lane that has nothing to do. Grids never leave the form of a frame: all moves
//! are permutations of lanes, one for each cell.
//!
//! Which lanes are free depends on the other puzzles, but what is shown does not:
//! solutions are shown in the order of depth-first search, by their [`Path`].

use super::check;
use super::choose::Choice;
use super::frame::{ALL_DIGITS, Frame, Moves};
use super::lanes::{Lanes, MAX_LANES, lanes_of};
use super::node::{NOBODY, Node, Open, Path, Place, Ticket};
use super::question::{Hear, Listener, Question};
use super::sweep::{Found, Sweep};
use super::text::{self, Line, Row};
use super::waiting::{Waiter, Waiting};

/// The place in the list of open puzzles that none has: nodes of wide puzzles wait
/// there, all in one list.
const SHARED: Ticket = 0;

/// Sweeps between two questions whether it is enough.
const SWEEPS_PER_CHECK: u32 = 256;

struct Search<'p, V> {
    question: Question,
    puzzles: &'p [Row<'p>],
    /// The puzzle to begin next.
    next: usize,
    open: Vec<Open>,
    closed: Vec<Ticket>,
    /// The nodes under search.
    lanes: Frame<V>,
    nodes: [Node; MAX_LANES],
    /// Lanes with a node.
    busy: u32,
    /// The puzzles from `fresh_first` to before `fresh_end`.
    fresh: Frame<V>,
    fresh_first: usize,
    fresh_end: usize,
    choice: Choice<V>,
    waiting: Waiting<V>,
    /// Solutions on their way out.
    solved: Frame<V>,
    solved_puzzles: [(usize, Path); MAX_LANES],
    solved_count: usize,
    /// Room for characters.
    lines: [Line; MAX_LANES],
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
        next: 0,
        open: vec![Open::new(usize::MAX)],
        closed: Vec::with_capacity(2 * MAX_LANES),
        lanes: Frame::new(),
        nodes: [Node::ROOT; MAX_LANES],
        busy: 0,
        fresh: Frame::new(),
        fresh_first: 0,
        fresh_end: 0,
        choice: Choice::new(),
        waiting: Waiting::new(),
        solved: Frame::new(),
        solved_puzzles: [(0, 0); MAX_LANES],
        solved_count: 0,
        lines: [Line::EMPTY; MAX_LANES],
    };
    let mut sweep = S::new();
    search.fill(V::all());
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
    search.hand_out(listener);
    true
}

impl<V: Lanes> Search<'_, V> {
    /// Takes what is done out of the lanes, branches what is stalled, and fills
    /// the lanes that are free.
    #[inline(always)]
    fn step(&mut self, found: Found, running: u32, listener: &mut dyn Listener) {
        let answered = self.take_solutions(found.solved & self.busy, listener);
        let mut left = self.busy & (found.dead | found.solved);
        for lane in lanes_of(left) {
            let ticket = self.nodes[lane].ticket;
            let dead = &mut self.open[ticket as usize].dead;
            *dead = dead.saturating_add(found.dead >> lane & 1);
            self.leave(ticket, 1, listener);
        }
        for lane in lanes_of(if answered { self.busy & !left } else { 0 }) {
            if self.is_over(&self.nodes[lane]) {
                left |= 1 << lane;
                self.leave(self.nodes[lane].ticket, 1, listener);
            }
        }
        self.busy &= !left;
        let stalled = self.busy & !running;
        let mut woken = self.go_on(left, listener);
        let spread = match stalled {
            0 => 0,
            _ => self.branch(stalled),
        };
        woken |= self.wake(listener);
        if stalled | woken != 0 {
            self.lanes.split(stalled | woken | spread, woken | spread);
        }
        self.fill(V::all() & !self.busy);
    }

    /// Counts the solutions in these lanes, and keeps those to be heard of.
    /// Returns whether there may be nodes that no puzzle needs any more.
    #[inline(always)]
    fn take_solutions(&mut self, solved: u32, listener: &mut dyn Listener) -> bool {
        let Question { limit, show, hear } = self.question;
        let mut answered = false;
        let mut moves = Moves::none();
        for lane in lanes_of(solved) {
            let Node { ticket, path, .. } = self.nodes[lane];
            if self.is_over(&self.nodes[lane]) {
                continue;
            }
            let open = &mut self.open[ticket as usize];
            open.found = limit.min(open.found + 1);
            open.keep(path);
            answered |= open.found == limit;
            if show > 0 || hear != Hear::Shown {
                let puzzle = open.puzzle;
                if self.solved_count == V::COUNT {
                    self.solved.take(&self.lanes, &moves);
                    moves = Moves::none();
                    self.hand_out(listener);
                }
                moves.add(lane, self.solved_count);
                self.solved_puzzles[self.solved_count] = (puzzle, path);
                self.solved_count += 1;
            }
        }
        if !moves.is_empty() {
            self.solved.take(&self.lanes, &moves);
        }
        answered
    }

    /// Shows the solutions that were kept, or checks them.
    #[inline(always)]
    fn hand_out(&mut self, listener: &mut dyn Listener) {
        let count = std::mem::take(&mut self.solved_count);
        let puzzles = &self.solved_puzzles[..count];
        if count == 0 {
            return;
        }
        if self.question.hear != Hear::Checked {
            text::write(&self.solved, &mut self.lines);
            return listener.solutions(puzzles, &self.lines[..count]);
        }
        let mut rows = [Row::EMPTY; MAX_LANES];
        for (row, (puzzle, _)) in rows.iter_mut().zip(puzzles) {
            *row = self.puzzles[*puzzle];
        }
        listener.checked(puzzles, check::wrong(&rows[..count], &self.solved));
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

    /// Makes two nodes of each in these lanes, and chooses the cell to split them by.
    /// Returns the lanes that were given to second children; the others wait.
    #[inline(always)]
    fn branch(&mut self, stalled: u32) -> u32 {
        let chosen = self.choice.choose(&self.lanes, stalled);
        self.lanes.split = chosen.select(V::mask(stalled), self.lanes.split);
        let last = self.next == self.puzzles.len();
        let mut free = V::all() & !self.busy;
        let (mut spread, mut moves) = (0, Moves::none());
        let (mut waiting, mut shared) = (0, 0);
        let mut seconds = [Node::ROOT; MAX_LANES];
        for lane in lanes_of(stalled) {
            let second = self.nodes[lane].split();
            let open = &mut self.open[second.ticket as usize];
            open.nodes += 1;
            if second.depth == 1 {
                open.guess(self.puzzles[open.puzzle].text());
            }
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
            self.lanes.spread(&moves);
        }
        self.busy |= spread;
        spread
    }

    /// Gives the lanes that were left to nodes of the same puzzles that wait.
    /// Returns those that were given.
    #[inline(always)]
    fn go_on(&mut self, left: u32, listener: &mut dyn Listener) -> u32 {
        if self.waiting.is_empty() {
            return 0;
        }
        let mut places = [NOBODY; MAX_LANES];
        let mut woken = 0;
        for lane in lanes_of(left) {
            woken |= self.next_of(self.nodes[lane].ticket, lane, &mut places, listener);
        }
        self.waiting.fetch(&mut self.lanes, woken, &places);
        self.busy |= woken;
        woken
    }

    /// Gives free lanes to nodes of wide puzzles that wait, and when no other
    /// puzzles are left, to those of any. Returns those that were given.
    #[inline(always)]
    fn wake(&mut self, listener: &mut dyn Listener) -> u32 {
        if self.waiting.is_empty() {
            return 0;
        }
        let mut places = [NOBODY; MAX_LANES];
        let mut woken = self.give(SHARED, V::all() & !self.busy, &mut places, listener);
        if self.next == self.puzzles.len() {
            for helped in lanes_of(self.busy) {
                let free = V::all() & !(self.busy | woken);
                woken |= self.give(self.nodes[helped].ticket, free, &mut places, listener);
            }
        }
        self.waiting.fetch(&mut self.lanes, woken, &places);
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

    /// Begins puzzles in these lanes.
    #[inline(always)]
    fn fill(&mut self, mut free: u32) {
        while free != 0 && self.next != self.puzzles.len() {
            if self.next == self.fresh_end {
                let end = self.puzzles.len().min(self.next + V::COUNT);
                let puzzles = &self.puzzles[self.next..end];
                text::read(&mut self.fresh.cells, ALL_DIGITS, puzzles);
                (self.fresh_first, self.fresh_end) = (self.next, end);
            }
            let mut moves = Moves::none();
            while free != 0 && self.next != self.fresh_end {
                let lane = free.trailing_zeros() as usize;
                free &= free - 1;
                moves.add(self.next - self.fresh_first, lane);
                self.nodes[lane] = Node {
                    ticket: self.begin(self.next),
                    ..Node::ROOT
                };
                self.busy |= 1 << lane;
                self.next += 1;
            }
            self.lanes.take(&self.fresh, &moves);
        }
    }

    /// A ticket for a puzzle with one node.
    #[inline(always)]
    fn begin(&mut self, puzzle: usize) -> Ticket {
        let open = Open::new(puzzle);
        let ticket = self.closed.pop().unwrap_or_else(|| {
            self.open.push(open);
            self.open.len() as Ticket - 1
        });
        self.open[ticket as usize] = open;
        ticket
    }
}
