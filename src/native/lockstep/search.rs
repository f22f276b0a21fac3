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
//! A stalled lane keeps the first child of its node; the second goes to a lane
//! that has nothing to do, or waits. Grids never leave the form of a frame: all
//! moves are permutations of lanes, one for each cell.
//!
//! Which lanes are free depends on the other puzzles, but what is shown does not:
//! solutions are shown in the order of depth-first search, by their [`Path`].

use super::choose::choose;
use super::frame::{CELLS, Frame, Moves};
use super::lanes::{Lanes, MAX_LANES};
use super::node::{MOST_SHOWN, Node, Open, Path, Ticket};
use super::sweep::{Found, Sweep};
use super::text::{self, Row};

/// What is asked of all puzzles of a call.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// Solutions to count, at most.
    pub limit: u64,
    /// Solutions to show of each puzzle, at most, and no more than
    /// [`MOST_SHOWN`].
    pub show: usize,
    /// Whether the listener hears all that are counted.
    pub all: bool,
}

/// Who hears the answers.
pub trait Listener {
    /// A solution of the puzzle with this index, as digits. They come in any
    /// order; those with the lowest paths are to be shown.
    fn solution(&mut self, puzzle: usize, path: Path, solution: &[u8; CELLS]);

    /// The puzzle has this many solutions, or at least this many at the limit.
    fn counted(&mut self, puzzle: usize, found: u64);

    /// Asked now and then; `true` ends the search at once.
    fn enough(&mut self) -> bool;
}

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
    /// Nodes that wait for a lane, `V::COUNT` to a frame: node `k` is in lane
    /// `k % V::COUNT` of frame `k / V::COUNT`.
    waiting: Vec<Frame<V>>,
    waiting_nodes: Vec<Node>,
    /// Solutions on their way out.
    solved: Frame<V>,
    solved_puzzles: [(usize, Path); MAX_LANES],
    solved_count: usize,
}

/// Answers the question for all puzzles. Returns whether it came to the end.
#[inline(always)]
pub fn run<V: Lanes>(puzzles: &[Row<'_>], question: Question, listener: &mut dyn Listener) -> bool {
    if question.limit == 0 {
        (0..puzzles.len()).for_each(|puzzle| listener.counted(puzzle, 0));
        return true;
    }
    let mut search: Search<'_, V> = Search {
        question,
        puzzles,
        next: 0,
        open: Vec::with_capacity(2 * MAX_LANES),
        closed: Vec::with_capacity(2 * MAX_LANES),
        lanes: Frame::new(),
        nodes: [Node::default(); MAX_LANES],
        busy: 0,
        fresh: Frame::new(),
        fresh_first: 0,
        fresh_end: 0,
        waiting: Vec::new(),
        waiting_nodes: Vec::new(),
        solved: Frame::new(),
        solved_puzzles: [(0, 0); MAX_LANES],
        solved_count: 0,
    };
    let mut sweep = Sweep::new();
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

/// The lanes of a set, from the lowest.
#[inline(always)]
fn lanes_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lane < 32).then_some(lane as usize)
    })
}

impl<V: Lanes> Search<'_, V> {
    /// Takes what is done out of the lanes, branches what is stalled, and fills
    /// the lanes that are free.
    #[inline(always)]
    fn step(&mut self, found: Found, running: u32, listener: &mut dyn Listener) {
        let answered = self.take_solutions(found.solved & self.busy, listener);
        let mut free = V::all() & !self.busy;
        for lane in lanes_of(self.busy & (found.dead | found.solved)) {
            free |= 1 << lane;
            self.leave(self.nodes[lane].ticket, listener);
        }
        for lane in lanes_of(if answered { self.busy & !free } else { 0 }) {
            if self.is_over(&self.nodes[lane]) {
                free |= 1 << lane;
                self.leave(self.nodes[lane].ticket, listener);
            }
        }
        self.busy = V::all() & !free;
        let stalled = self.busy & !running;
        if stalled != 0 {
            self.branch(stalled);
        }
        self.wake(listener);
        self.fill(V::all() & !self.busy);
    }

    /// Counts the solutions in these lanes, and keeps those to be heard of.
    /// Returns whether there may be nodes that no puzzle needs any more.
    #[inline(always)]
    fn take_solutions(&mut self, solved: u32, listener: &mut dyn Listener) -> bool {
        let Question { limit, show, all } = self.question;
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
            if all || show > 0 {
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

    /// Shows the solutions that were kept.
    #[inline(always)]
    fn hand_out(&mut self, listener: &mut dyn Listener) {
        let texts = text::write(&self.solved);
        for (text, (puzzle, path)) in texts.iter().zip(&self.solved_puzzles[..self.solved_count]) {
            listener.solution(*puzzle, *path, &text.text());
        }
        self.solved_count = 0;
    }

    /// A node is done with.
    #[inline(always)]
    fn leave(&mut self, ticket: Ticket, listener: &mut dyn Listener) {
        let open = &mut self.open[ticket as usize];
        open.nodes -= 1;
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

    /// Splits the nodes of these lanes in two by a digit of a cell.
    #[inline(always)]
    fn branch(&mut self, stalled: u32) {
        let cells = choose(&self.lanes, stalled);
        let mut chosen = [u16::MAX; MAX_LANES];
        let mut keep = [0; MAX_LANES];
        let mut spread = Moves::none();
        let mut free = V::all() & !self.busy;
        let mut waiting = 0;
        let mut seconds = [Node::default(); MAX_LANES];
        for lane in lanes_of(stalled) {
            let cell = cells[lane];
            let candidates = self.lanes.lane(usize::from(cell), lane);
            let first = candidates & candidates.wrapping_neg();
            chosen[lane] = cell;
            keep[lane] = first;
            let second = self.nodes[lane].split();
            self.open[second.ticket as usize].nodes += 1;
            if free == 0 {
                waiting |= 1 << lane;
                seconds[lane] = second;
                continue;
            }
            let other = free.trailing_zeros() as usize;
            free &= free - 1;
            spread.add(lane, other);
            self.nodes[other] = second;
            self.busy |= 1 << other;
            chosen[other] = cell;
            keep[other] = !first;
        }
        if waiting != 0 {
            self.wait(waiting, &seconds, &chosen, &keep);
        }
        if !spread.is_empty() {
            self.lanes.spread(&spread);
        }
        self.lanes.restrict(&chosen, &keep);
    }

    /// Puts the second children of these lanes aside.
    #[inline(always)]
    fn wait(
        &mut self,
        lanes: u32,
        seconds: &[Node; MAX_LANES],
        chosen: &[u16; MAX_LANES],
        keep: &[u16; MAX_LANES],
    ) {
        let mut moves = Moves::none();
        let mut second_chosen = [u16::MAX; MAX_LANES];
        let mut second_keep = [0; MAX_LANES];
        for lane in lanes_of(lanes) {
            let place = self.waiting_nodes.len() % V::COUNT;
            moves.add(lane, place);
            second_chosen[place] = chosen[lane];
            second_keep[place] = !keep[lane];
            self.waiting_nodes.push(seconds[lane]);
            if place + 1 == V::COUNT {
                self.put_aside(&moves, &second_chosen, &second_keep);
                moves = Moves::none();
                second_chosen = [u16::MAX; MAX_LANES];
            }
        }
        if !moves.is_empty() {
            self.put_aside(&moves, &second_chosen, &second_keep);
        }
    }

    /// Fills places of the last frame of waiting nodes.
    #[inline(always)]
    fn put_aside(&mut self, moves: &Moves, chosen: &[u16; MAX_LANES], keep: &[u16; MAX_LANES]) {
        let frame = (self.waiting_nodes.len() - 1) / V::COUNT;
        if frame == self.waiting.len() {
            self.waiting.push(Frame::new());
        }
        let frame = &mut self.waiting[frame];
        frame.take(&self.lanes, moves);
        frame.restrict(chosen, keep);
    }

    /// Gives free lanes to waiting nodes, the last first.
    #[inline(always)]
    fn wake(&mut self, listener: &mut dyn Listener) {
        let mut free = V::all() & !self.busy;
        let mut moves = Moves::none();
        while free != 0 {
            let Some(node) = self.waiting_nodes.pop() else {
                break;
            };
            let place = self.waiting_nodes.len() % V::COUNT;
            if self.is_over(&node) {
                self.leave(node.ticket, listener);
            } else {
                let lane = free.trailing_zeros() as usize;
                free &= free - 1;
                moves.add(place, lane);
                self.nodes[lane] = node;
                self.busy |= 1 << lane;
            }
            if place == 0 && !moves.is_empty() {
                self.lanes
                    .take(&self.waiting[self.waiting_nodes.len() / V::COUNT], &moves);
                moves = Moves::none();
            }
        }
        if !moves.is_empty() {
            self.lanes
                .take(&self.waiting[self.waiting_nodes.len() / V::COUNT], &moves);
        }
    }

    /// Begins puzzles in these lanes.
    #[inline(always)]
    fn fill(&mut self, mut free: u32) {
        while free != 0 && self.next != self.puzzles.len() {
            if self.next == self.fresh_end {
                let end = self.puzzles.len().min(self.next + V::COUNT);
                let puzzles = self.puzzles[self.next..end].iter();
                text::read(&mut self.fresh, puzzles.map(|puzzle| puzzle.text()));
                (self.fresh_first, self.fresh_end) = (self.next, end);
            }
            let mut moves = Moves::none();
            while free != 0 && self.next != self.fresh_end {
                let lane = free.trailing_zeros() as usize;
                free &= free - 1;
                moves.add(self.next - self.fresh_first, lane);
                self.nodes[lane] = Node {
                    ticket: self.begin(self.next),
                    ..Node::default()
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
        let open = Open {
            puzzle,
            found: 0,
            lowest: [Path::MAX; MOST_SHOWN],
            nodes: 1,
        };
        match self.closed.pop() {
            Some(ticket) => {
                self.open[ticket as usize] = open;
                ticket
            }
            None => {
                self.open.push(open);
                self.open.len() as Ticket - 1
            }
        }
    }
}
