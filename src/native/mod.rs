//! Search on bitmasks, without a single clause: the second opinion on every
//! SAT answer.

mod dfs;
mod mask;
mod maximise;
mod state;

pub use maximise::Maximum;

use crate::budget::{Budget, Reason};
use crate::grid::geometry::MAX_SIDE;
use crate::grid::{Geometry, Puzzle, Solution};
use crate::objective::Objective;
use dfs::{Ended, Goal};
use state::{Branch, State, Tables};
use std::ops::ControlFlow;

/// How an enumeration ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Enumerated {
    /// Every solution was shown.
    All,
    /// The visitor had enough.
    ByVisitor,
    /// The budget was used up.
    Stopped(Reason),
}

/// The search engine. It keeps the tables of the last geometry.
#[derive(Default)]
pub struct Native {
    tables: Option<Tables>,
}

/// Shows every solution to a visitor.
struct Visit<'v> {
    visitor: &'v mut dyn FnMut(&Solution) -> ControlFlow<()>,
}

impl<const W: usize> Goal<W> for Visit<'_> {
    fn is_hopeless(&mut self, _: &State<'_, W>) -> bool {
        false
    }

    fn order(&self, _: &mut [Branch]) {}

    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        (self.visitor)(&state.solution())
    }
}

impl Native {
    /// Shows the solutions of a puzzle to `visitor`, one by one, until it
    /// breaks.
    pub fn enumerate(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Enumerated {
        let tables = self.tables(puzzle.geometry());
        let mut goal = Visit { visitor };
        match with_width(tables, puzzle, budget, &mut goal) {
            Ended::Exhausted => Enumerated::All,
            Ended::ByGoal => Enumerated::ByVisitor,
            Ended::Stopped(reason) => Enumerated::Stopped(reason),
        }
    }

    /// The best solution of a puzzle by branch and bound.
    pub fn maximise(&mut self, puzzle: &Puzzle, objective: &Objective, budget: &Budget) -> Maximum {
        let tables = self.tables(puzzle.geometry());
        maximise::maximise(objective, |goal| with_width(tables, puzzle, budget, goal))
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

/// A goal for grids of any side.
trait AnyGoal: Goal<1> + Goal<4> + Goal<16> {}

impl<G: Goal<1> + Goal<4> + Goal<16>> AnyGoal for G {}

/// Runs the search with masks as wide as the side needs.
fn with_width(tables: &Tables, puzzle: &Puzzle, budget: &Budget, goal: &mut impl AnyGoal) -> Ended {
    const { assert!(MAX_SIDE <= 16 * 64) };
    match puzzle.geometry().side().div_ceil(64) {
        1 => dfs::search(&mut State::<1>::new(tables), puzzle, budget, goal),
        2..=4 => dfs::search(&mut State::<4>::new(tables), puzzle, budget, goal),
        _ => dfs::search(&mut State::<16>::new(tables), puzzle, budget, goal),
    }
}
