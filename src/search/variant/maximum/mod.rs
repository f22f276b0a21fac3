//! The solution with the highest score: branch and bound. Where that fails often, `hard`
//! lets the searches for all solutions work beside it.

mod hard;

use super::search::{Goal, Search, solution};
use super::store::digits;
use super::turns::PATIENCE;
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::assignment::least_loss;
use crate::objective::{CellWeights, Improvement, Progress};
use crate::outcome::{End, Optimum};
use crate::rules::{Board, BoardHouseKind, Mask, VariantPuzzle};
use crate::search::threads::Threads;
use hard::Contest;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The solution with the highest score, by branch and bound; reports better scores and a
/// first bound on the way. Solutions that score no more than `above` do not count: if there
/// are no others, [`Optimum::Unsatisfiable`].
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
    let mut best = Best {
        bound: Bound::new(puzzle.board(), weights, search.engine.store.masks()),
        above,
        best: None,
        progress,
    };
    let bound = best.bound.by_houses(search.engine.store.masks());
    if let Some(bound) = bound {
        progress.report(Improvement::Bound(bound));
    }
    search.start();
    // A limit on nodes is for one search.
    let patience = limits.nodes().map_or(PATIENCE, |_| u64::MAX);
    let (best, end) = match search.run_for(patience, limits, &mut best) {
        Some(end) => (best.best, end),
        None => Contest::new(best).run(&mut search, limits),
    };
    match (best, end) {
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

/// The best solution so far.
struct Best<'o> {
    bound: Bound<'o>,
    /// Solutions that score no more than this are of no interest.
    above: Option<i64>,
    best: Option<(i64, Solution)>,
    progress: Progress<'o>,
}

impl Best<'_> {
    /// The score that is to be exceeded.
    fn known(&self) -> Option<i64> {
        self.best.as_ref().map(|(score, _)| *score).or(self.above)
    }
}

impl Goal for Best<'_> {
    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        let is_below = |known: i64| self.bound.is_below(masks, known.saturating_add(1));
        self.known().is_some_and(is_below)
    }

    fn can_learn(&self) -> bool {
        false
    }

    fn digit(&self, cell: usize, mask: Mask) -> u32 {
        self.bound.best_digit(cell, mask)
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let score = self.bound.by_cells(masks);
        if self.known().is_none_or(|known| score > known) {
            self.best = Some((score, solution(masks)));
            self.progress.report(Improvement::Score(score));
        }
        ControlFlow::Continue(())
    }
}

/// Upper bounds on the scores below given candidates.
pub(super) struct Bound<'o> {
    board: &'o Board,
    weights: &'o [i64],
    /// Houses without common cells.
    houses: Vec<Vec<usize>>,
    /// Cells that are in none of them.
    alone: Vec<usize>,
}

impl<'o> Bound<'o> {
    pub fn new(board: &'o Board, weights: &'o CellWeights, masks: &[Mask]) -> Bound<'o> {
        let bounds = BoardHouseKind::ALL.map(|kind| Bound::with(board, weights, kind));
        let [first, rest @ ..] = bounds;
        // Without an assignment there is no solution; any kind will do.
        let size = |bound: &Bound<'_>| bound.by_houses(masks).unwrap_or(i64::MIN);
        rest.into_iter().fold(first, |best, next| {
            if size(&next) < size(&best) {
                next
            } else {
                best
            }
        })
    }

    fn with(board: &'o Board, weights: &'o CellWeights, kind: BoardHouseKind) -> Bound<'o> {
        let houses = board.houses_of_kind(kind);
        let houses = houses.map(|house| house.cells.iter().map(|cell| cell.index()).collect());
        let houses: Vec<Vec<usize>> = houses.collect();
        let mut is_alone = vec![true; board.cell_count()];
        houses
            .iter()
            .flatten()
            .for_each(|&cell| is_alone[cell] = false);
        let alone = (0..is_alone.len()).filter(|&cell| is_alone[cell]);
        Bound {
            board,
            weights: weights.weights(),
            houses,
            alone: alone.collect(),
        }
    }

    fn value(&self, cell: usize, digit: u32) -> i64 {
        self.weights[cell] * (i64::from(self.board.min()) + i64::from(digit))
    }

    /// The largest share of a cell.
    fn most(&self, cell: usize, mask: Mask) -> i64 {
        let ends = [mask.trailing_zeros(), mask.ilog2()];
        ends.map(|digit| self.value(cell, digit))
            .into_iter()
            .max()
            .unwrap_or(0)
    }

    /// Whether every solution below these candidates scores less than that.
    pub fn is_below(&self, masks: &[Mask], score: i64) -> bool {
        let by_houses = || self.by_houses(masks);
        self.by_cells(masks) < score || by_houses().is_none_or(|bound| bound < score)
    }

    /// The digit with which a cell adds most to the score.
    pub fn best_digit(&self, cell: usize, mask: Mask) -> u32 {
        match self.weights[cell] > 0 {
            true => mask.ilog2(),
            false => mask.trailing_zeros(),
        }
    }

    /// Every cell for itself: the score, where each has a single candidate.
    pub fn by_cells(&self, masks: &[Mask]) -> i64 {
        let cells = masks.iter().enumerate();
        cells.map(|(cell, &mask)| self.most(cell, mask)).sum()
    }

    /// The best assignments of different digits, house by house; `None` if there is
    /// none.
    fn by_houses(&self, masks: &[Mask]) -> Option<i64> {
        let alone = self.alone.iter().map(|&cell| self.most(cell, masks[cell]));
        let mut sum: i64 = alone.sum();
        for house in &self.houses {
            let most = house.iter().map(|&cell| self.most(cell, masks[cell]));
            let most: i64 = most.sum();
            let lost = house.iter().map(|&cell| {
                let most = self.most(cell, masks[cell]);
                let loss = move |digit| most.abs_diff(self.value(cell, digit));
                digits(masks[cell]).map(move |digit| (digit as usize, loss(digit)))
            });
            let lost = least_loss(lost, self.board.digit_count())?;
            sum += most - i64::try_from(lost).ok()?;
        }
        Some(sum)
    }
}
