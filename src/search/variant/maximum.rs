//! The solution with the highest score: the first of the ranking.

use super::bound::Bound;
use super::ranking::{Wanted, top};
use super::search::Search;
use super::turns::patience;
use crate::limits::Limits;
use crate::objective::{CellWeights, Improvement, Progress};
use crate::outcome::{End, Optimum};
use crate::rules::VariantPuzzle;
use crate::search::threads::Threads;
use std::cell::Cell;
use std::sync::Arc;

/// The solution with the highest score; reports better scores and a first bound on the way.
/// Solutions that score no more than `above` do not count: if there are no others,
/// [`Optimum::Unsatisfiable`].
///
/// If the puzzle takes long, these threads, shared with other searches, take part. What is
/// found does not depend on them unless a limit ends the work.
///
/// # Panics
/// If there are more or fewer weights than cells.
pub fn maximise(
    puzzle: &VariantPuzzle,
    weights: &CellWeights,
    above: Option<i64>,
    threads: Option<Arc<Threads>>,
    limits: &Limits,
    progress: Progress<'_>,
) -> Optimum {
    weights.assert_fit(puzzle.board());
    let mut search = match Search::new(puzzle, limits) {
        Err(reason) => return Optimum::Unknown(reason),
        Ok(None) => return Optimum::Unsatisfiable,
        Ok(Some(search)) => search.sharing(threads),
    };
    let masks = search.engine.store.masks();
    let mut bounds = Bound::new(puzzle, weights, masks);
    let bound = bounds.by_houses(masks);
    if let Some(bound) = bound {
        progress.report(Improvement::Bound(bound));
    }
    let reported = Cell::new(None);
    let report = |score| {
        if reported.get().is_none_or(|known| score > known) {
            reported.set(Some(score));
            progress.report(Improvement::Score(score));
        }
    };
    let wanted = Wanted {
        count: 1,
        best: None,
        least: above.map(|above| above.saturating_add(1)),
        report: &report,
    };
    let (ranking, end) = top(&mut bounds, wanted, &mut search, patience(limits), limits);
    let bound = bound.into_iter().chain(ranking.bound).min();
    match (ranking.solutions().pop(), end) {
        (Some((score, solution)), End::Stopped(reason)) => Optimum::Feasible {
            solution,
            score,
            bound,
            reason,
        },
        (None, End::Stopped(reason)) => Optimum::Unknown(reason),
        (Some((score, solution)), _) => Optimum::Optimal { solution, score },
        (None, _) => Optimum::Unsatisfiable,
    }
}
