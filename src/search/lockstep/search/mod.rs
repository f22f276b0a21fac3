//! Complete search with a node of the search tree in each lane.
//!
//! ```text
//!  puzzles ──► pending: sweeps while ────────────► solved ──► check or text
//!              ▲        most still move              ▲
//!              │                 │ begin             │
//!              │    ┌────────────▼─ lanes ───────────┴─┐
//!     restart  │    │  sweep, sweep, … until enough    │ ◄──► saved frames
//!              └────│  lanes are done or stalled       │
//!                   └──────────────────────────────────┘
//!                      ▲                    │
//!                      └──── frontier ◄─────┘  second children
//! ```
//!
//! A puzzle that a few sweeps do not answer begins in a lane of its own; see [`unsplit`].
//! Where few solutions are asked for and puzzles tend to have as many, it is searched by a
//! greedy descent that stays in its lane. Else it becomes a tree, searched depth first: the
//! lane keeps the first child of its node, and the second waits in the frontier; see
//! [`tree`]. Solutions that follow from others are only counted; see [`multiplicity`]. A
//! search that meets too many contradictions is restarted on an image of the puzzle; see
//! [`pending`](super::pending). Lanes help with other trees only where no solutions are
//! shown, because what is shown must depend on the puzzle and the question alone.

mod multiplicity;
mod tree;
mod unsplit;

use super::answer::Question;
use super::choose::Choice;
use super::descent::{Saved, Tendency};
use super::frame::{Frame, Moves, Seconds};
use super::pending::Pending;
use super::solved::{Origin, Report, Sink, Solved};
use super::sweep::{Found, StrikeOnce, StrikeTwice, Sweep};
use crate::grid::Row;
use crate::search::simd::{Lanes, MAX_LANES, Work, lanes_of};
use multiplicity::Multiplicities;
use tree::Trees;
use unsplit::{Descents, Unsplit};

/// Sweeps between two polls of the sink.
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
    multiplicities: Multiplicities,
    unsplit: Unsplit,
    trees: Trees<V>,
    pending: Pending<'p, V>,
    saved: Saved<V>,
    choice: Choice<V>,
    /// A step is taken when no more lanes than this are still moving.
    most_moving: u32,
    solved: Solved<'p, V>,
}

/// A search that answers a question about puzzles. Its output is whether it was
/// completed.
pub struct Run<'a> {
    pub puzzles: &'a [Row],
    pub question: Question,
    pub report: Report,
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
            report,
            tendency,
            sink,
        } = self;
        if question.limit == 0 {
            (0..puzzles.len()).for_each(|puzzle| sink.counted(puzzle, 0));
            return true;
        }
        let mut search = Search {
            question,
            tendency,
            lanes: Frame::new(),
            busy: 0,
            puzzles: [0; MAX_LANES],
            attempts: [0; MAX_LANES],
            multiplicities: Multiplicities::new(question, report),
            unsplit: Unsplit::default(),
            trees: Trees::new(),
            pending: Pending::new(puzzles),
            saved: Saved::new(question),
            choice: Choice::new(),
            most_moving: most_moving::<V>(question),
            solved: Solved::new(puzzles, question, report),
        };
        if V::HAS_MANY_REGISTERS {
            search.run::<StrikeTwice<V>>(sink)
        } else {
            search.run::<StrikeOnce<V>>(sink)
        }
    }
}

/// Half of the lanes, or a third where solutions are many: steps that move grids between
/// frames cost more, so that waiting for others pays.
#[inline(always)]
fn most_moving<V: Lanes>(question: Question) -> u32 {
    V::COUNT as u32 / if question.limit > 2 { 3 } else { 2 }
}

impl<V: Lanes> Search<'_, V> {
    /// Searches until every puzzle is answered, and returns `true`, or until the sink
    /// has enough.
    #[inline(always)]
    fn run<S: Sweep<V>>(&mut self, sink: &mut dyn Sink) -> bool {
        let mut sweep = S::new();
        self.fill();
        let mut until_check = SWEEPS_PER_CHECK;
        while self.busy != 0 || self.pending.is_moving() {
            let is_pending = self.pending.is_moving();
            let known = match is_pending {
                true => self.pending.all_clash(),
                false => None,
            };
            let found = match known {
                Some(found) => found,
                // One call for both, because the code of a sweep is long.
                None => sweep.run(match is_pending {
                    true => &mut self.pending.frame,
                    false => &mut self.lanes,
                }),
            };
            match is_pending {
                true => self.swept(found, sink),
                false => self.step_if_enough(found, sink),
            }
            until_check -= 1;
            if until_check == 0 {
                until_check = SWEEPS_PER_CHECK;
                if sink.enough() {
                    return false;
                }
            }
        }
        self.solved.flush(sink);
        true
    }

    /// Takes a step if few enough lanes are still moving.
    #[inline(always)]
    fn step_if_enough(&mut self, found: Found, sink: &mut dyn Sink) {
        let done = (found.dead | found.solved) & self.busy;
        let running = found.changed & self.busy & !done;
        if running.count_ones() <= self.most_moving {
            self.step(found, running, sink);
        }
    }

    /// Removes finished grids from the lanes, branches the stalled ones, and fills free
    /// lanes.
    #[inline(always)]
    fn step(&mut self, found: Found, running: u32, sink: &mut dyn Sink) {
        let (solved, dead) = (found.solved & self.busy, found.dead & self.busy);
        let mut descents = Descents::none();
        self.busy &= !self.end_unsplit(solved, dead, &mut descents, sink);
        self.end_nodes(solved, dead, sink);
        let stalled = self.busy & !(running | solved | dead);
        let seconds = match stalled {
            0 => Seconds::none(),
            stalled => self.branch(stalled, &mut descents),
        };
        self.take_waiting();
        if descents.keep | descents.back() != 0 {
            self.move_lanes(stalled, &descents);
        } else {
            self.solved.take_leaving(&self.lanes);
            if stalled != 0 {
                self.lanes.split(stalled, &seconds);
            }
        }
        self.trees.frontier.load(&mut self.lanes);
        self.fill();
    }

    /// Splits the grids in these lanes: the first children stay; the second ones go to
    /// free lanes, wait in the frontier, or are covered by the grid that a descent saves.
    /// Returns those for free lanes.
    #[inline(always)]
    fn branch(&mut self, stalled: u32, descents: &mut Descents<V>) -> Seconds<V> {
        let chosen = self.choice.choose(&self.lanes, stalled);
        self.lanes.split = chosen.best.select(V::mask(stalled), self.lanes.split);
        let first_time = stalled & self.unsplit.lanes & !self.unsplit.descents;
        if first_time != 0 {
            self.split_first_time(first_time);
        }
        let doubled = self.multiplicities.double(stalled & chosen.bivalue);
        let alike = self
            .multiplicities
            .find_alike(&self.lanes, stalled & !doubled);
        let (second_cell, pairs) = chosen.partners();
        descents.keep = stalled & self.unsplit.lanes & !doubled;
        descents.pairs = pairs & descents.keep;
        descents.second_cell = second_cell;
        self.saved.keep(descents.keep, pairs);
        let moves = match stalled & !self.unsplit.lanes & !doubled & !alike.complete {
            0 => Moves::none(),
            nodes => self.split(nodes, alike.digits),
        };
        self.multiplicities.multiply(&alike);
        Seconds {
            moves,
            without: alike.digits,
        }
    }

    /// Reports the solution in this lane, the `nth` of its puzzle. Returns how many it
    /// stands for, up to the limit.
    #[inline(always)]
    fn add_solution(&mut self, lane: usize, nth: u64, sink: &mut dyn Sink) -> u64 {
        let count = self
            .multiplicities
            .count(lane)
            .min(self.question.limit - nth);
        let origin = Origin {
            puzzle: self.puzzles[lane],
            nth,
            attempt: self.attempts[lane],
            count,
        };
        self.solved.add(&self.lanes, lane, origin, sink);
        count
    }

    /// Handles a sweep over pending puzzles. After the last, those that are done are
    /// answered, and others begin.
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
                count: 1,
            };
            self.solved.add(frame, lane, origin, sink);
        }
        self.solved.take_leaving(frame);
        for lane in lanes_of(solved | dead) {
            sink.counted(indices[lane], u64::from(solved >> lane & 1));
        }
        self.fill();
    }

    /// Begins swept puzzles in all free lanes, and reads others when they run out.
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

    /// Begins puzzles in some of these lanes. The caller must copy their grids from the
    /// frame of pending puzzles by the returned moves.
    #[inline(always)]
    fn begin(&mut self, free: u32) -> Moves {
        let moves = self.pending.begin(free);
        for (from, lane) in moves.each() {
            self.puzzles[lane] = self.pending.indices[from];
            self.attempts[lane] = self.pending.attempts[from];
        }
        self.unsplit.begin(moves.lanes());
        self.multiplicities.forget(moves.lanes());
        self.saved.forget(moves.lanes());
        self.busy |= moves.lanes();
        moves
    }
}
