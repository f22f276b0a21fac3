//! Search on the grid itself, which needs no encoding: the engine that SAT checks, and that
//! checks SAT.
//!
//! - [`lockstep`]: many 9×9 puzzles at once, in the lanes of vectors (`simd`).
//! - [`bitboard`]: one 9×9 puzzle at a time.
//! - `dfs`: depth-first search on any shape.
//! - `reasoning`: what follows without branching; it works on the grids of `dfs`.
//! - `cdcl`: clause learning, for large grids.
//! - `maximum`: the solution with the highest score.
//! - [`variant`]: propagation and search for variants of any kind.
//!
//! [`Native`] chooses among them.

pub mod bitboard;
pub(crate) mod cdcl;
mod dfs;
mod image;
pub mod lockstep;
mod maximum;
mod ranked;
mod reasoning;
mod simd;
mod threads;
mod triples;
pub mod variant;

pub use cdcl::{LemmaStep, Lemmas};
pub(crate) use maximum::nodes_of_a_moment;
pub use reasoning::closure::Closure;
pub(crate) use reasoning::singles::settle;
pub use threads::{AtWork, Threads};

use crate::grid::Row;
use crate::grid::{Candidates, Cell, Geometry, Puzzle, Solution, pattern_like};
use crate::limits::{CandidateLimit, Limits};
use crate::outcome::{End, Reason};
use bitboard::Bitboard;
use dfs::goals::{All, DifferingFrom, Patience, Random};
use dfs::tables::Tables;
use maximum::Prepared;
use rand::Rng;
use reasoning::closure::close;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The search engine. It keeps its tables and its memory for the next puzzle.
#[derive(Default)]
pub struct Native {
    /// Of the last geometry.
    tables: Option<Tables>,
    bitboard: Bitboard,
    /// The last objective of a maximum on 9×9.
    prepared: Option<Prepared>,
    /// Threads that clause learning may share with others.
    threads: Option<Arc<Threads>>,
}

/// Largest side that depth-first search always handles quickly.
pub(crate) const EASY_SIDE: usize = 9;

/// Nodes without a solution, in addition to one for each cell, after which depth-first
/// search gives up on a larger grid.
pub(crate) const PATIENCE: u64 = 2000;

/// Maximum number of candidates for clause learning if it was requested by name: an empty 256×256
/// grid.
const LEARNT_BY_NAME: CandidateLimit = CandidateLimit {
    most: 1 << 24,
    bytes_each: 120,
};

/// Maximum number of candidates for it after depth-first search gave up.
const LEARNT: CandidateLimit = CandidateLimit {
    most: 4_000_000,
    ..LEARNT_BY_NAME
};

/// The default seed of clause learning: the best of six on a list of hard large grids
/// (docs/experiments.md), though seeds differ by a factor of ten on each of them.
pub const SEED: u64 = 6;

impl Native {
    /// Shows the solutions of a puzzle to `visitor`, one by one, until it breaks. Large
    /// grids on which depth-first search finds nothing for a while are left to clause
    /// learning.
    pub fn enumerate(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        if let Some(row) = Row::of(puzzle) {
            let visitor = |full: bitboard::Full<'_>| visitor(&full.solution());
            return self.bitboard.search(row, limits, visitor);
        }
        if puzzle.geometry().side() <= EASY_SIDE {
            let patience = Patience::Endless;
            let mut all = All { visitor, patience };
            return dfs::search(self.tables(puzzle.geometry()), puzzle, limits, &mut all);
        }
        // A grid with next to no givens may take any search very long.
        let guess = pattern_like(puzzle.geometry(), puzzle.cells());
        if guess.check(puzzle).is_err() {
            return self.enumerate_large(puzzle, limits, visitor);
        }
        match visitor(&guess) {
            ControlFlow::Break(()) => End::Enough,
            ControlFlow::Continue(()) => {
                self.enumerate_large(puzzle, limits, &mut |solution| match *solution == guess {
                    true => ControlFlow::Continue(()),
                    false => visitor(solution),
                })
            }
        }
    }

    fn enumerate_large(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        let patience = Patience::Left(PATIENCE + puzzle.cells().len() as u64);
        let mut all = All { visitor, patience };
        let end = dfs::search(self.tables(puzzle.geometry()), puzzle, limits, &mut all);
        if all.patience != Patience::Lost {
            return end;
        }
        match self.close_within(puzzle, Closure::AllDifferent, LEARNT, limits) {
            Ok(None) => End::Exhausted,
            Ok(Some(left)) => self.learn_together(&left, limits, all.visitor),
            Err(Reason::TooLarge { .. }) => {
                all.patience = Patience::Endless;
                dfs::search(self.tables(puzzle.geometry()), puzzle, limits, &mut all)
            }
            Err(reason) => End::Stopped(reason),
        }
    }

    /// Shares these threads where [`Native::enumerate`] learns clauses: then several
    /// searches look for solutions, and which of them comes first depends on the
    /// machine.
    #[must_use]
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
                let most = (LEARNT_BY_NAME.most / left.len().max(1)).max(1);
                cdcl::race(left, SEED, threads, most, limits, visitor)
            }
            None => cdcl::search(left, SEED, limits, visitor),
        }
    }

    /// Like [`Native::enumerate`], by clause learning alone. The seed breaks ties
    /// between variables.
    pub fn learn(
        &mut self,
        puzzle: &Puzzle,
        seed: u64,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        match self.close_within(puzzle, Closure::AllDifferent, LEARNT_BY_NAME, limits) {
            Ok(Some(left)) => cdcl::search(&left, seed, limits, visitor),
            Ok(None) => End::Exhausted,
            Err(reason) => End::Stopped(reason),
        }
    }

    /// Like [`Native::learn`], and shows all that it learns. With nothing but the groups of
    /// the rules, the givens, and the negation of each solution that is shown, unit
    /// propagation confirms clause after clause, up to the empty one at the end of an
    /// [`End::Exhausted`] search.
    pub fn refute(
        &mut self,
        puzzle: &Puzzle,
        seed: u64,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
        lemmas: &mut Lemmas<'_>,
    ) -> End {
        // Unit propagation finds singles, and not what a stronger closure finds.
        match self.close_within(puzzle, Closure::Singles, LEARNT_BY_NAME, limits) {
            Ok(Some(left)) => cdcl::refute(&left, seed, limits, visitor, lemmas),
            Ok(None) => {
                lemmas(LemmaStep::Learn, &[]);
                End::Exhausted
            }
            Err(reason) => End::Stopped(reason),
        }
    }

    /// Shows solutions that differ from `known`, which solves the puzzle, those with
    /// most of its branches first. The visitor names a cell for each, and from then on
    /// only solutions with the known digit there are shown.
    ///
    /// # Panics
    /// If `known` has more or fewer cells than the puzzle, or digits that the puzzle has not, or
    /// the visitor names a cell that is not on the grid.
    pub fn differing_from(
        &mut self,
        puzzle: &Puzzle,
        known: &Solution,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<(), Cell>,
    ) -> End {
        let cells = puzzle.cells().len();
        assert_eq!(known.cells().len(), cells, "cells of the known solution");
        let side = puzzle.geometry().side();
        let mut digits = known.cells().iter();
        assert!(
            digits.all(|digit| digit.index() < side),
            "a digit of the known solution is larger than {side}"
        );
        if let Some(row) = Row::of(puzzle) {
            let known = std::array::from_fn(|cell| known.digit(Cell(cell as u32)).index() as u8);
            return self.bitboard.differing_from(row, &known, limits, |full| {
                visitor(&full.solution()).map_continue(Cell::index)
            });
        }
        let mut differing = DifferingFrom::new(known, visitor);
        dfs::search(
            self.tables(puzzle.geometry()),
            puzzle,
            limits,
            &mut differing,
        )
    }

    /// A full grid by random branches, or `None` if the limits ended the search first.
    /// Some branches lead nowhere for very long: limit the nodes and try again.
    pub fn random_grid(
        &mut self,
        geometry: Geometry,
        random: &mut impl Rng,
        limits: &Limits,
    ) -> Option<Solution> {
        let found = None;
        let mut goal = Random { random, found };
        let empty = Puzzle::empty(geometry);
        dfs::search(self.tables(geometry), &empty, limits, &mut goal);
        goal.found
    }

    /// The candidates that are left by this much reasoning; `None` if the givens
    /// contradict each other.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn close(
        &mut self,
        puzzle: &Puzzle,
        closure: Closure,
        limits: &Limits,
    ) -> Result<Option<Candidates>, Reason> {
        close(
            self.tables(puzzle.geometry()),
            puzzle,
            closure,
            None,
            limits,
        )
    }

    /// Like [`Native::close`], but ends with [`Reason::TooLarge`] where too many
    /// candidates are left.
    fn close_within(
        &mut self,
        puzzle: &Puzzle,
        closure: Closure,
        most: CandidateLimit,
        limits: &Limits,
    ) -> Result<Option<Candidates>, Reason> {
        let tables = self.tables(puzzle.geometry());
        close(tables, puzzle, closure, Some(most), limits)
    }

    fn tables(&mut self, geometry: Geometry) -> &Tables {
        let kept = self.tables.take();
        let kept = kept.filter(|tables| tables.geometry == geometry);
        self.tables
            .insert(kept.unwrap_or_else(|| Tables::new(geometry)))
    }
}
