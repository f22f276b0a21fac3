//! Search on bitmasks, from which no encoding is needed: the second opinion on
//! every SAT answer.

pub mod bitboard;
pub mod cdcl;
mod dfs;
mod image;
pub mod lockstep;
mod maximum;
mod reasoning;
mod simd;

pub use maximum::maximise::Maximum;
pub use reasoning::closure::Closure;

use crate::grid::geometry::MAX_SIDE;
use crate::grid::{Candidates, Cell, Digit, Geometry, Puzzle, Row, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use bitboard::Bitboard;
use cdcl::Threads;
use dfs::near::{Chance, Near};
use dfs::state::{Branch, State};
use dfs::tables::Tables;
use dfs::{Goal, Step};
use maximum::nine::Prepared;
use rand::Rng;
use reasoning::closure::Room;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The search engine. It keeps the tables of the last geometry.
#[derive(Default)]
pub struct Native {
    tables: Option<Tables>,
    alone: Bitboard,
    /// The last objective of a maximum on 9×9.
    prepared: Option<Prepared>,
    /// Threads that clause learning may share with others.
    threads: Option<Arc<Threads>>,
}

/// Largest side that depth-first search always masters.
const EASY_SIDE: usize = 9;

/// Nodes without a solution, beyond one for each cell, after which depth-first
/// search is lost on a larger grid.
const PATIENCE: u64 = 2000;

/// Candidates up to which a search that lost patience goes on with clause
/// learning.
const LEARNT: Room = Room {
    most: 4_000_000,
    bytes_each: LEARNT_AT_MOST.bytes_each,
};

/// What clause learning takes where it is asked for by name: an empty grid of
/// 256×256 cells.
const LEARNT_AT_MOST: Room = Room {
    most: 1 << 24,
    bytes_each: 120,
};

/// The seed of clause learning, where nobody asks for another.
pub const SEED: u64 = 6;

/// Shows every solution to a visitor.
struct Visit<'v> {
    visitor: &'v mut dyn FnMut(&Solution) -> ControlFlow<()>,
    /// Nodes left to find a first solution in; `None` is no limit.
    patience: Option<u64>,
}

impl<const W: usize> Goal<W> for Visit<'_> {
    fn enter(&mut self, _: &State<'_, W>) -> Step {
        match &mut self.patience {
            Some(0) => return Step::Stop,
            Some(left) => *left -= 1,
            None => {}
        }
        Step::Search
    }

    fn order(&self, _: &mut [Branch]) {}

    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        self.patience = None;
        (self.visitor)(&state.solution())
    }
}

impl Native {
    /// Shows the solutions of a puzzle to `visitor`, one by one, until it
    /// breaks. Large grids on which depth-first search finds nothing for a while
    /// are left to clause learning.
    pub fn enumerate(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        if let Some(row) = Row::of(puzzle) {
            let visitor = |full: bitboard::Full<'_>| visitor(&solution_of(&full));
            return self.alone.search(row, limits, visitor);
        }
        let large = puzzle.geometry().side() > EASY_SIDE;
        let tables = self.tables(puzzle.geometry());
        let mut goal = Visit {
            visitor: &mut *visitor,
            patience: large.then_some(PATIENCE + puzzle.cells().len() as u64),
        };
        let end = with_width(tables, puzzle, limits, &mut goal);
        if (&end, goal.patience) != (&End::Enough, Some(0)) {
            return end;
        }
        match self.close_in(puzzle, Closure::AllDifferent, Some(LEARNT), limits) {
            Ok(None) => End::Exhausted,
            Ok(Some(left)) => self.learn_together(&left, limits, visitor),
            Err(Reason::TooLarge { .. }) => {
                let tables = self.tables(puzzle.geometry());
                let patience = None;
                with_width(tables, puzzle, limits, &mut Visit { visitor, patience })
            }
            Err(reason) => End::Stopped(reason),
        }
    }

    /// Shares these threads where [`Native::enumerate`] learns clauses: then several
    /// searches look for solutions, and which of them comes first depends on the
    /// machine.
    pub fn sharing(mut self, threads: Arc<Threads>) -> Native {
        self.threads = Some(threads);
        self
    }

    /// Clause learning on all threads that are free, as far as memory allows.
    fn learn_together(
        &self,
        left: &Candidates,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        match &self.threads {
            Some(threads) => {
                let most = (LEARNT_AT_MOST.most / left.len().max(1)).max(1);
                cdcl::race(left, SEED, threads, most, limits, visitor)
            }
            None => cdcl::search(left, SEED, limits, visitor),
        }
    }

    /// What follows from the givens without a guess; `None` if they contradict
    /// each other.
    ///
    /// # Errors
    /// The reason why it ended before.
    pub fn close(
        &mut self,
        puzzle: &Puzzle,
        closure: Closure,
        limits: &Limits,
    ) -> Result<Option<Candidates>, Reason> {
        self.close_in(puzzle, closure, None, limits)
    }

    /// Like [`Native::close`], but ends with [`Reason::TooLarge`] where too many
    /// candidates are left.
    fn close_in(
        &mut self,
        puzzle: &Puzzle,
        closure: Closure,
        room: Option<Room>,
        limits: &Limits,
    ) -> Result<Option<Candidates>, Reason> {
        let tables = self.tables(puzzle.geometry());
        match words(puzzle.geometry()) {
            1 => reasoning::closure::close::<1>(tables, puzzle, closure, room, limits),
            2..=4 => reasoning::closure::close::<4>(tables, puzzle, closure, room, limits),
            _ => reasoning::closure::close::<16>(tables, puzzle, closure, room, limits),
        }
    }

    /// Like [`Native::enumerate`], by clause learning alone. The seed breaks
    /// ties between variables.
    pub fn learn(
        &mut self,
        puzzle: &Puzzle,
        seed: u64,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        match self.close_in(puzzle, Closure::AllDifferent, Some(LEARNT_AT_MOST), limits) {
            Ok(Some(left)) => cdcl::search(&left, seed, limits, visitor),
            Ok(None) => End::Exhausted,
            Err(reason) => End::Stopped(reason),
        }
    }

    /// Shows solutions other than `known`, which solves the puzzle, those with
    /// most of its choices first. The visitor names a cell for each, and from
    /// then on only solutions with the known digit there are shown. Ends with
    /// [`End::Enough`] after so many nodes, too.
    pub fn others(
        &mut self,
        puzzle: &Puzzle,
        known: &Solution,
        nodes: Option<u64>,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<(), Cell>,
    ) -> End {
        if let (Some(row), None) = (Row::of(puzzle), nodes) {
            let known = std::array::from_fn(|cell| known.digit(Cell(cell as u32)).index() as u8);
            return self.alone.others(row, &known, limits, |full| {
                visitor(&solution_of(&full)).map_continue(Cell::index)
            });
        }
        let near = Near { known, nodes };
        let tables = self.tables(puzzle.geometry());
        match words(puzzle.geometry()) {
            1 => near.search(
                &mut State::<1>::new(tables, limits),
                puzzle,
                limits,
                visitor,
            ),
            2..=4 => near.search(
                &mut State::<4>::new(tables, limits),
                puzzle,
                limits,
                visitor,
            ),
            _ => near.search(
                &mut State::<16>::new(tables, limits),
                puzzle,
                limits,
                visitor,
            ),
        }
    }

    /// A full grid by random choices, or `None` if these led nowhere for so many
    /// nodes, or the limits ended.
    pub fn by_chance(
        &mut self,
        geometry: Geometry,
        nodes: u64,
        random: &mut impl Rng,
        limits: &Limits,
    ) -> Option<Solution> {
        let mut chance = Chance {
            random: RefCell::new(random),
            patience: nodes,
            found: None,
        };
        let tables = self.tables(geometry);
        let empty = Puzzle::empty(geometry);
        with_width(tables, &empty, limits, &mut chance);
        chance.found
    }

    fn tables(&mut self, geometry: Geometry) -> &Tables {
        let fresh = self
            .tables
            .take()
            .filter(|tables| tables.geometry == geometry)
            .unwrap_or_else(|| Tables::new(geometry));
        self.tables.insert(fresh)
    }
}

fn solution_of(full: &bitboard::Full<'_>) -> Solution {
    let digit = |character: &u8| Digit::from_index(usize::from(character - b'1'));
    Solution::new(full.text().iter().map(digit).collect())
}

/// Words of a mask that holds the digits of this geometry.
fn words(geometry: Geometry) -> usize {
    geometry.side().div_ceil(64)
}

/// A goal for grids of any side.
trait AnyGoal: Goal<1> + Goal<4> + Goal<16> {}

impl<G: Goal<1> + Goal<4> + Goal<16>> AnyGoal for G {}

/// Runs the search with masks as wide as the side needs.
fn with_width(tables: &Tables, puzzle: &Puzzle, limits: &Limits, goal: &mut impl AnyGoal) -> End {
    const { assert!(MAX_SIDE <= 16 * 64) };
    match words(puzzle.geometry()) {
        1 => dfs::search(&mut State::<1>::new(tables, limits), puzzle, limits, goal),
        2..=4 => dfs::search(&mut State::<4>::new(tables, limits), puzzle, limits, goal),
        _ => dfs::search(&mut State::<16>::new(tables, limits), puzzle, limits, goal),
    }
}
