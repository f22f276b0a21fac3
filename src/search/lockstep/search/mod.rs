//! Complete search with a node of the search tree in each lane.
//!
//! ```text
//!  puzzles ──► pending: sweeps while ────────────► solved ──► check or text
//!              ▲        most still move              ▲
//!              │                 │ begin             │
//!              │    ┌────────────▼─ lanes ───────────┴─┐
//!     restart  │    │  sweep, sweep, … until enough    │ ◄──► saved, in descents
//!              └────│  lanes are done or stalled       │
//!                   └──────────────────────────────────┘
//!                      ▲                    │
//!                      └──── frontier ◄─────┘  second children
//! ```
//!
//! A puzzle that a few sweeps do not answer begins in a lane of its own; nothing but
//! the lane is known of it, see `unsplit`. When it has to be split, it is searched depth
//! first: the lane keeps the first child of its node, and the second waits in the
//! frontier until the lane is done with the first; see `tree`. Where few solutions are
//! asked for, a [greedy descent](descent) may come before. A search that meets too many
//! contradictions begins again on an image of the puzzle, see
//! [`attempt`](super::attempt). Only when no puzzle is left to begin do lanes that have
//! nothing to do help others, and only where no solutions are shown: what is shown
//! depends on the puzzle and the question alone.

mod descent;
mod tree;
mod unsplit;

use super::choose::Choice;
use super::frame::{Frame, Moves};
use super::pending::Pending;
use super::question::{Origin, Question, Sink};
use super::saved::Saved;
use super::solved::Solved;
use super::sweep::{Found, StrikeOnce, StrikeTwice, Sweep};
use super::tendency::Tendency;
use crate::grid::Row;
use crate::search::simd::{Lanes, MAX_LANES, Work, lanes_of};
use descent::Descents;
use tree::Trees;
use unsplit::Unsplit;

/// Sweeps between two questions whether it is enough.
const SWEEPS_PER_CHECK: u32 = 256;

struct Search<'p, V> {
    question: Question,
    tendency: &'p Tendency,
    /// The grids under search.
    lanes: Frame<V>,
    /// Lanes with a grid.
    busy: u32,
    /// The puzzle of each lane, by its index.
    puzzles: [usize; MAX_LANES],
    /// Which attempt at it this is.
    attempts: [u32; MAX_LANES],
    unsplit: Unsplit,
    trees: Trees<V>,
    pending: Pending<'p, V>,
    saved: Saved<V>,
    choice: Choice<V>,
    solved: Solved<'p, V>,
}

/// A search that answers a question about puzzles. Its output is whether it came to
/// the end.
pub struct Run<'a> {
    pub puzzles: &'a [Row],
    pub question: Question,
    pub tendency: &'a Tendency,
    pub sink: &'a mut dyn Sink,
}

impl Work for Run<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<V: Lanes>(self) -> bool {
        let Run {
            puzzles,
            question,
            tendency,
            sink,
        } = self;
        if V::HAS_MANY_REGISTERS {
            run::<V, StrikeTwice<V>>(puzzles, question, tendency, sink)
        } else {
            run::<V, StrikeOnce<V>>(puzzles, question, tendency, sink)
        }
    }
}

#[inline(always)]
fn run<V: Lanes, S: Sweep<V>>(
    puzzles: &[Row],
    question: Question,
    tendency: &Tendency,
    sink: &mut dyn Sink,
) -> bool {
    if question.limit == 0 {
        (0..puzzles.len()).for_each(|puzzle| sink.counted(puzzle, 0));
        return true;
    }
    let mut search: Search<'_, V> = Search {
        question,
        tendency,
        lanes: Frame::new(),
        busy: 0,
        puzzles: [0; MAX_LANES],
        attempts: [0; MAX_LANES],
        unsplit: Unsplit::none(),
        trees: Trees::new(),
        pending: Pending::new(puzzles),
        saved: Saved::new(),
        choice: Choice::new(),
        solved: Solved::new(puzzles, question),
    };
    let mut sweep = S::new();
    search.fill();
    let mut until_check = SWEEPS_PER_CHECK;
    while search.busy != 0 || search.pending.is_moving() {
        let is_pending = search.pending.is_moving();
        // One place for both, as the code of a sweep is long.
        let found = sweep.run(match is_pending {
            true => &mut search.pending.frame,
            false => &mut search.lanes,
        });
        match is_pending {
            true => search.swept(found, sink),
            false => search.step_if_enough(found, sink),
        }
        until_check -= 1;
        if until_check == 0 {
            until_check = SWEEPS_PER_CHECK;
            if sink.enough() {
                return false;
            }
        }
    }
    search.solved.hand_out(sink);
    true
}

impl<V: Lanes> Search<'_, V> {
    /// Takes a step if no more than half of the lanes are still moving.
    #[inline(always)]
    fn step_if_enough(&mut self, found: Found, sink: &mut dyn Sink) {
        let done = (found.dead | found.solved) & self.busy;
        let running = found.changed & self.busy & !done;
        if running.count_ones() <= V::COUNT as u32 / 2 {
            self.step(found, running, sink);
        }
    }

    /// Takes what is done out of the lanes, branches what is stalled, and fills
    /// the lanes that are free.
    #[inline(always)]
    fn step(&mut self, found: Found, running: u32, sink: &mut dyn Sink) {
        let (solved, dead) = (found.solved & self.busy, found.dead & self.busy);
        let mut descents = Descents::none();
        self.busy &= !self.end_unsplit(solved, dead, &mut descents, sink);
        self.end_nodes(solved, dead, sink);
        let stalled = self.busy & !(running | solved | dead);
        let (mut seconds, mut split) = (Moves::none(), 0);
        if stalled != 0 {
            (seconds, split) = self.branch(stalled, &mut descents);
        }
        self.take_waiting();
        if descents.keep | descents.back() != 0 {
            self.move_lanes(split, &descents);
        } else {
            self.solved.let_out(&self.lanes);
            if split != 0 {
                self.lanes.split(split, &seconds);
            }
        }
        self.trees.frontier.load(&mut self.lanes);
        self.fill();
    }

    /// Splits the grids in these lanes: the first children stay, the second ones go to
    /// free lanes or wait or, in descents, are saved. Returns the moves to free lanes, and
    /// the lanes that are split.
    #[inline(always)]
    fn branch(&mut self, stalled: u32, descents: &mut Descents<V>) -> (Moves, u32) {
        let chosen = self.choice.choose(&self.lanes, stalled);
        self.lanes.split = chosen.best.select(V::mask(stalled), self.lanes.split);
        self.break_up(stalled & self.unsplit.lanes & !self.unsplit.descents);
        let (also, pairs) = chosen.partners();
        descents.keep = stalled & self.unsplit.lanes;
        descents.pairs = pairs & descents.keep;
        descents.also = also;
        self.saved.keep(descents.keep, pairs);
        match stalled & !self.unsplit.lanes {
            0 => (Moves::none(), stalled),
            nodes => {
                let (seconds, split) = self.split(nodes);
                (seconds, split | descents.keep)
            }
        }
    }

    /// The solution in a lane is on its way out.
    #[inline(always)]
    fn add_solution(&mut self, lane: usize, nth: u64, sink: &mut dyn Sink) {
        let origin = Origin {
            puzzle: self.puzzles[lane],
            nth,
            attempt: self.attempts[lane],
        };
        self.solved.add(&self.lanes, lane, origin, sink);
    }

    /// Learns what a sweep over pending puzzles has found. After the last, those that
    /// are done are answered, and others begin.
    #[inline(always)]
    fn swept(&mut self, found: Found, sink: &mut dyn Sink) {
        let Some([solved, dead]) = self.pending.swept(found) else {
            return;
        };
        let Pending {
            frame,
            indices,
            attempts,
            ..
        } = &self.pending;
        for lane in lanes_of(solved) {
            let origin = Origin {
                puzzle: indices[lane],
                nth: 0,
                attempt: attempts[lane],
            };
            self.solved.add(frame, lane, origin, sink);
        }
        self.solved.let_out(frame);
        for lane in lanes_of(solved | dead) {
            sink.counted(indices[lane], u64::from(solved >> lane & 1));
        }
        self.fill();
    }

    /// Begins puzzles in all lanes that are free, as long as there are some that were
    /// swept, and reads others.
    #[inline(always)]
    fn fill(&mut self) {
        if self.trees.shares() {
            return;
        }
        if self.busy != V::all() {
            let moves = self.begin(V::all() & !self.busy);
            if !moves.is_empty() {
                self.lanes.take(&self.pending.frame, &moves);
            }
        }
        if self.busy != V::all() {
            self.pending.read();
        }
    }

    /// Begins puzzles in some of these lanes. Their grids are still to be taken from the
    /// frame of pending puzzles, by the moves that are returned.
    #[inline(always)]
    fn begin(&mut self, free: u32) -> Moves {
        let moves = self.pending.begin(free);
        for (from, lane) in moves.each() {
            self.puzzles[lane] = self.pending.indices[from];
            self.attempts[lane] = self.pending.attempts[from];
        }
        self.unsplit.begin(moves.lanes());
        self.busy |= moves.lanes();
        moves
    }
}
