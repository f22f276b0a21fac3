//! Propagation and search for variant puzzles of any kind.
//!
//! `model` turns kernels into propagators (one file each: `house`, `matching`,
//! `combinations`, `sum`, `line`, `clause`, `same`, `any_of`), `derive` and `join` add what
//! follows from several of them, `engine` runs them to a fixed point, `search` branches for a `goal`.
//! Where that fails often, two searches take turns (`turns`): `learn` learns clauses, `copying`
//! visits more nodes instead, on several threads (`team`) if there are any, and another engine may
//! work beside them (`enumerate_beside`). The highest scores (`maximum`, `ranking`) have branch
//! and bound (`bound`), and a learning search in which nothing loses too much against a bound
//! (`losses`). Puzzles with nothing but houses go to the search for classic grids (`classic`).

mod any_of;
mod bound;
mod candidates;
mod cells;
mod classic;
mod clause;
mod combinations;
mod copying;
mod derive;
mod engine;
mod goal;
mod house;
mod join;
mod learn;
mod line;
mod look_ahead;
mod losses;
mod matching;
mod maximum;
mod model;
mod peers;
mod propagator;
mod ranking;
mod same;
mod search;
mod store;
mod sum;
mod team;
#[cfg(test)]
mod tests;
mod turns;

pub use candidates::{Occurrences, TrueCandidates, true_candidates};
pub use look_ahead::LookAhead;
pub use maximum::maximise;
pub use ranking::{scoring_at_least, top_scores};

use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::rules::{Mask, VariantPuzzle};
use crate::search::threads::Threads;
use goal::Goal;
use search::{Search, solution};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Shows the solutions of a puzzle, all different, to `visitor` until it breaks.
///
/// If the puzzle takes long, these threads, shared with other searches, take part. The order
/// of solutions depends on the machine then.
pub fn enumerate(
    puzzle: &VariantPuzzle,
    threads: Option<Arc<Threads>>,
    limits: &Limits,
    visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> End {
    enumerate_beside(puzzle, threads, limits, &mut Alone(visitor))
}

/// Another engine beside a search, which is shown its solutions.
pub(crate) trait Rival {
    /// Takes a solution of the search; a break ends the search.
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()>;

    /// Called from time to time during a long search; a break ends it.
    fn look(&mut self) -> ControlFlow<()>;
}

/// No other engine.
struct Alone<'v>(&'v mut dyn FnMut(&Solution) -> ControlFlow<()>);

impl Rival for Alone<'_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        (self.0)(solution)
    }

    fn look(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// [`enumerate`] beside another engine.
pub(crate) fn enumerate_beside(
    puzzle: &VariantPuzzle,
    threads: Option<Arc<Threads>>,
    limits: &Limits,
    rival: &mut dyn Rival,
) -> End {
    match Search::new(puzzle, limits) {
        Err(reason) => End::Stopped(reason),
        Ok(None) => End::Exhausted,
        Ok(Some(search)) => {
            let mut search = search.sharing(threads);
            search.run(limits, &mut All(rival))
        }
    }
}

/// The candidates of each cell that propagation leaves; `None` for a contradiction.
///
/// # Errors
/// The limit that was exceeded.
pub fn propagate(puzzle: &VariantPuzzle, limits: &Limits) -> Result<Option<Vec<Mask>>, Reason> {
    let search = Search::new(puzzle, limits)?;
    Ok(search.map(|search| search.engine.store.masks().to_vec()))
}

/// Shows every solution.
struct All<'r>(&'r mut dyn Rival);

impl Goal for All<'_> {
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        self.0.solution(&solution(masks))
    }

    fn between_turns(&mut self) -> ControlFlow<()> {
        self.0.look()
    }
}
