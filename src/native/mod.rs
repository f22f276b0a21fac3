//! Search on bitmasks, from which no encoding is needed: the second opinion on
//! every SAT answer.

mod alldifferent;
pub mod alone;
pub mod cdcl;
mod classic;
mod closure;
mod dfs;
mod image;
pub mod lockstep;
mod mask;
mod maximise;
mod near;
mod refute;
mod state;
mod tables;
mod template;

pub use closure::Closure;
pub use maximise::Maximum;

use crate::budget::{Budget, End};
use crate::grid::geometry::MAX_SIDE;
use crate::grid::{Candidates, Cell, Digit, Geometry, Puzzle, Solution};
use crate::objective::Objective;
use crate::objective::thresholds::thresholds;
use alone::Alone;
use classic::Prepared;
use dfs::{Goal, Step};
use lockstep::{CELLS, Row};
use near::{Chance, Near};
use rand::Rng;
use state::{Branch, State};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;
use tables::Tables;

/// The search engine. It keeps the tables of the last geometry.
#[derive(Default)]
pub struct Native {
    tables: Option<Tables>,
    alone: Alone,
    /// The last objective of a maximum on 9×9.
    prepared: Option<Prepared>,
}

/// Largest side that depth-first search always masters.
const EASY_SIDE: usize = 9;

/// Nodes without a solution, beyond one for each cell, after which depth-first
/// search is lost on a larger grid.
const PATIENCE: u64 = 2000;

/// Most candidates that clause learning takes; each costs it some 120 bytes.
const MAX_LEARNT: usize = 4_000_000;

/// Nodes after which branch and bound is not quick any more.
const QUICK_NODES: u64 = 300;

/// How long clause learning may look for a solution that reaches a bound.
const SOON: Duration = Duration::from_secs(30);

/// How far below a bound clause learning looks, one after the other.
const SLACKS: [i64; 10] = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/// What a search for a maximum starts from.
#[derive(Default)]
struct Start {
    best: Option<Solution>,
    /// No solution is worth more.
    bound: Option<i64>,
}

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
        budget: &Budget,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        let text = row_text(puzzle);
        if let Some(row) = text.as_ref().and_then(Row::new) {
            let visitor = |full: alone::Full<'_>| visitor(&solution_of(&full));
            return self.alone.search(row, budget, visitor);
        }
        let large = puzzle.geometry().side() > EASY_SIDE;
        let tables = self.tables(puzzle.geometry());
        let mut goal = Visit {
            visitor: &mut *visitor,
            patience: large.then_some(PATIENCE + puzzle.cells().len() as u64),
        };
        let end = with_width(tables, puzzle, budget, &mut goal);
        if (&end, goal.patience) != (&End::Enough, Some(0)) {
            return end;
        }
        match self.close(puzzle, Closure::AllDifferent) {
            None => End::Exhausted,
            Some(left) if left.len() <= MAX_LEARNT => cdcl::search(&left, SEED, budget, visitor),
            Some(_) => {
                let tables = self.tables(puzzle.geometry());
                let patience = None;
                with_width(tables, puzzle, budget, &mut Visit { visitor, patience })
            }
        }
    }

    /// What follows from the givens without a guess; `None` if they contradict
    /// each other.
    pub fn close(&mut self, puzzle: &Puzzle, closure: Closure) -> Option<Candidates> {
        let tables = self.tables(puzzle.geometry());
        match words(puzzle.geometry()) {
            1 => closure::close::<1>(tables, puzzle, closure),
            2..=4 => closure::close::<4>(tables, puzzle, closure),
            _ => closure::close::<16>(tables, puzzle, closure),
        }
    }

    /// Like [`Native::enumerate`], by clause learning alone. The seed breaks
    /// ties between variables.
    pub fn learn(
        &mut self,
        puzzle: &Puzzle,
        seed: u64,
        budget: &Budget,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        match self.close(puzzle, Closure::AllDifferent) {
            Some(left) => cdcl::search(&left, seed, budget, visitor),
            None => End::Exhausted,
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
        budget: &Budget,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<(), Cell>,
    ) -> End {
        let text = row_text(puzzle);
        let row = text.as_ref().and_then(Row::new);
        if let (Some(row), None) = (row, nodes) {
            let known = std::array::from_fn(|cell| known.digit(Cell(cell as u32)).index() as u8);
            return self.alone.others(row, &known, budget, |full| {
                visitor(&solution_of(&full)).map_continue(Cell::index)
            });
        }
        let near = Near { known, nodes };
        let tables = self.tables(puzzle.geometry());
        match words(puzzle.geometry()) {
            1 => near.search(&mut State::<1>::new(tables), puzzle, budget, visitor),
            2..=4 => near.search(&mut State::<4>::new(tables), puzzle, budget, visitor),
            _ => near.search(&mut State::<16>::new(tables), puzzle, budget, visitor),
        }
    }

    /// A full grid by random choices, or `None` if these led nowhere for so many
    /// nodes.
    pub fn by_chance(
        &mut self,
        geometry: Geometry,
        nodes: u64,
        random: &mut impl Rng,
    ) -> Option<Solution> {
        let mut chance = Chance {
            random: RefCell::new(random),
            patience: nodes,
            found: None,
        };
        let tables = self.tables(geometry);
        let empty = Puzzle::empty(geometry);
        with_width(tables, &empty, &Budget::unlimited(), &mut chance);
        chance.found
    }

    /// The best solution of a puzzle: by branch and bound as long as that is
    /// quick, then by templates on 9×9, by bounds that clause learning reaches on
    /// others, then by branch and bound to the end. The objective is prepared once,
    /// as long as its clones follow each other.
    pub fn maximise(&mut self, puzzle: &Puzzle, objective: &Objective, budget: &Budget) -> Maximum {
        let start = match self.quick_maximum(puzzle, objective, budget, u64::MAX) {
            Ok(maximum) => return maximum,
            Err(start) => start,
        };
        let first = match start.best {
            Some(best) => best,
            None => match self.first(puzzle, budget) {
                Ok(first) => first,
                Err(maximum) => return maximum,
            },
        };
        let tables = self.tables(puzzle.geometry());
        let (maximum, _) = maximise::maximise(objective, Some(first), None, |goal| {
            with_width(tables, puzzle, budget, goal)
        });
        maximum.within(start.bound)
    }

    /// Like [`Native::maximise`], but `None` if templates take more nodes than
    /// these, or branch and bound on other shapes more than some hundred.
    pub fn maximise_quickly(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        budget: &Budget,
        nodes: u64,
    ) -> Option<Maximum> {
        self.quick_maximum(puzzle, objective, budget, nodes).ok()
    }

    fn quick_maximum(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        budget: &Budget,
        nodes: u64,
    ) -> Result<Maximum, Start> {
        let text = row_text(puzzle);
        if let Some(row) = text.as_ref().and_then(Row::new) {
            let known = self.prepared.take();
            let known = known.filter(|prepared| prepared.is_of(objective));
            let prepared = known.unwrap_or_else(|| Prepared::new(objective));
            let prepared = self.prepared.insert(prepared);
            return prepared.maximise(&mut self.alone, row, budget, nodes);
        }
        let (best, end) = self.best_of_few(puzzle, objective, budget);
        if end == End::Exhausted {
            return Ok(Maximum::Proven(best));
        }
        let tables = self.tables(puzzle.geometry());
        let search = |goal: &mut maximise::Best<'_>| with_width(tables, puzzle, budget, goal);
        let (maximum, end) = maximise::maximise(objective, None, Some(QUICK_NODES), search);
        match end {
            End::Enough => self.approach_bound(puzzle, objective, budget),
            _ => Ok(maximum),
        }
    }

    /// A solution that is worth as much as the places of the largest digits allow,
    /// or little less, by clause learning, if that finds one soon.
    fn approach_bound(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        budget: &Budget,
    ) -> Result<Maximum, Start> {
        let mut start = Start::default();
        let Some(left) = self.close(puzzle, Closure::AllDifferent) else {
            return Ok(Maximum::Proven(None));
        };
        let budget = budget.clone().within(SOON);
        for slack in SLACKS {
            if budget.exceeded().is_some() {
                break;
            }
            let Some(thresholds) = thresholds(objective, &left, slack) else {
                break;
            };
            start.bound.get_or_insert(thresholds.bound);
            let mut best = None;
            let end = cdcl::search(&thresholds.tight, SEED, &budget, &mut |solution| {
                best = Some(solution.clone());
                ControlFlow::Break(())
            });
            if let Some(best) = best {
                if start.bound == Some(objective.score(&best)) {
                    return Ok(Maximum::Proven(Some(best)));
                }
                start.best = Some(best);
                break;
            }
            match end {
                // What is worth that much has no candidates.
                End::Exhausted => start.bound = Some(thresholds.bound - slack - 1),
                End::Enough | End::Stopped(_) => break,
            }
        }
        Err(start)
    }

    /// A solution to start from, by clause learning where that is needed; or all
    /// that can be said without any.
    fn first(&mut self, puzzle: &Puzzle, budget: &Budget) -> Result<Solution, Maximum> {
        let mut first = None;
        let end = self.enumerate(puzzle, budget, &mut |solution| {
            first = Some(solution.clone());
            ControlFlow::Break(())
        });
        first.ok_or(match end {
            End::Stopped(reason) => Maximum::Stopped {
                best: None,
                bound: None,
                reason,
            },
            End::Exhausted | End::Enough => Maximum::Proven(None),
        })
    }

    /// The best of the first solutions, and whether these are all.
    fn best_of_few(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        budget: &Budget,
    ) -> (Option<Solution>, End) {
        let tables = self.tables(puzzle.geometry());
        let mut few = maximise::Few::new(objective);
        let end = with_width(tables, puzzle, budget, &mut few);
        (few.best(), end)
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

/// A puzzle of 9×9 cells in 3×3 boxes as text; `None` for any other shape.
fn row_text(puzzle: &Puzzle) -> Option<[u8; CELLS]> {
    (puzzle.geometry() == Geometry::CLASSIC).then(|| {
        let mut text = [b'.'; CELLS];
        for (cell, digit) in puzzle.givens() {
            text[cell.index()] = b'1' + digit.index() as u8;
        }
        text
    })
}

fn solution_of(full: &alone::Full<'_>) -> Solution {
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
fn with_width(tables: &Tables, puzzle: &Puzzle, budget: &Budget, goal: &mut impl AnyGoal) -> End {
    const { assert!(MAX_SIDE <= 16 * 64) };
    match words(puzzle.geometry()) {
        1 => dfs::search(&mut State::<1>::new(tables), puzzle, budget, goal),
        2..=4 => dfs::search(&mut State::<4>::new(tables), puzzle, budget, goal),
        _ => dfs::search(&mut State::<16>::new(tables), puzzle, budget, goal),
    }
}
