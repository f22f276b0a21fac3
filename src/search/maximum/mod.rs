//! The solution with the highest score: fast methods first, then complete ones.
//!
//! On 9×9: a short search, then templates (`nine`, `template`). On other shapes: branch
//! and bound for some hundred nodes, solutions that reach an upper bound by clause
//! learning, then branch and bound to the end.

mod branch_and_bound;
mod incumbent;
mod neighbours;
mod nine;
mod template;
mod top;

pub(in crate::search) use nine::Prepared;

use crate::grid::Row;
use crate::grid::{Candidates, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::priced::Priced;
use crate::objective::thresholds::{Parts, PricedSets};
use crate::objective::{Objective, Progress};
use crate::outcome::{End, Optimum, Reason};
use crate::search::{Closure, Native, SEED, cdcl, settle};
use branch_and_bound::{maximise, maximum_of_few};
use incumbent::Incumbent;
use std::ops::ControlFlow;
use std::time::Duration;

/// Nodes after which branch and bound no longer counts as quick.
const QUICK_NODES: u64 = 300;

/// A node of branch and bound takes time that grows with the square of the number of cells: the
/// product of both in a fraction of a second.
const WORK_OF_A_MOMENT: u64 = 1 << 24;

/// How long clause learning may look for a solution that reaches a bound. Which solution a limit
/// leaves depends on the machine, a proven maximum does not.
const SOON: Duration = Duration::from_secs(30);

/// How long it may look for one in which no cell loses more than one of [`LOSSES`].
const SOON_EACH: Duration = Duration::from_secs(5);

/// What a cell may lose, from much to little.
const LOSSES: [i64; 6] = [32, 16, 8, 4, 2, 1];

/// How far below a bound clause learning looks, one after the other.
const SLACKS: [i64; 10] = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

impl Native {
    /// The solution of a puzzle with the highest score.
    ///
    /// A limit on nodes is one on the nodes of templates on 9×9 and of the short search before
    /// them, but not of the search of up to 100,000 nodes that comes after; on other shapes it is
    /// one on each search but that for a first solution, and leaves out what takes more than some
    /// hundred nodes. Then the answer may be [`Optimum::Feasible`] or [`Optimum::Unknown`] with
    /// [`Reason::NodeLimit`]. An objective is prepared once for consecutive calls with its clones.
    pub fn maximise(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        let quick = self.quick_maximum(puzzle, objective, limits, progress);
        let found = match quick.end {
            End::Stopped(Reason::NodeLimit) if limits.nodes().is_none() => {
                self.whole_maximum(puzzle, objective, limits, quick)
            }
            _ => quick,
        };
        found.optimum(objective)
    }

    /// Branch and bound alone, on a shape other than 9×9, for a solution better than `first`.
    pub(crate) fn maximise_from(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        first: Solution,
        limits: &Limits,
    ) -> Optimum {
        let tables = self.tables(puzzle.geometry());
        maximise(tables, puzzle, objective, Some(first), limits).optimum(objective)
    }

    fn quick_maximum(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Incumbent {
        if let Some(row) = Row::of(puzzle) {
            let prepared = nine::prepared(&mut self.prepared, objective);
            return prepared.maximise(&mut self.bitboard, row, limits, progress);
        }
        let tables = self.tables(puzzle.geometry());
        if let Some(found) = maximum_of_few(tables, puzzle, objective, limits) {
            return found;
        }
        let short = limits.clone().within_nodes(QUICK_NODES);
        let found = maximise(tables, puzzle, objective, None, &short);
        match found.end {
            End::Stopped(Reason::NodeLimit) => match self.with_solution(puzzle, limits, found) {
                Ok(start) => self.approach_bound(puzzle, objective, limits, start),
                Err(none) => none,
            },
            _ => found,
        }
    }

    /// Branch and bound to the end, from where quicker methods stopped.
    fn whole_maximum(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        quick: Incumbent,
    ) -> Incumbent {
        let first = match quick.best {
            Some(best) => best,
            None => match self.first(puzzle, limits) {
                Ok(first) => first,
                Err(none) => return none,
            },
        };
        let tables = self.tables(puzzle.geometry());
        maximise(tables, puzzle, objective, Some(first), limits).within(quick.bound)
    }

    /// What a search found that was stopped, with any solution if it found none soon enough.
    ///
    /// # Errors
    /// What is known if there is nothing to go on with.
    fn with_solution(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        mut found: Incumbent,
    ) -> Result<Incumbent, Incumbent> {
        if found.best.is_none() {
            let soon = limits.clone().up_to_nodes(u64::MAX).within(SOON);
            match self.first(puzzle, &soon) {
                Ok(first) => found.best = Some(first),
                Err(none) if none.end == End::Exhausted || limits.exceeded().is_some() => {
                    return Err(none);
                }
                Err(_) => {}
            }
        }
        Ok(found)
    }

    /// A solution that scores as much as the places of the largest digits allow, or
    /// little less, by clause learning, if that finds one soon; none that is worse than the one
    /// to start from.
    fn approach_bound(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        mut start: Incumbent,
    ) -> Incumbent {
        let left = match self.close(puzzle, Closure::AllDifferent, limits) {
            Ok(Some(left)) => left,
            Ok(None) => return Incumbent::proven(None),
            // The next search finds that out, too.
            Err(_) => return start,
        };
        let whole = limits;
        let limits = limits.clone().within(SOON);
        let Some(parts) = Parts::new(objective, &left) else {
            return start;
        };
        let Some(sets) = PricedSets::new(&parts, &limits) else {
            return start;
        };
        for slack in SLACKS {
            if limits.exceeded().is_some() {
                break;
            }
            let thresholds = sets.thresholds(slack);
            start = start.within(Some(thresholds.bound));
            if start.reaches_bound(objective) {
                return Incumbent::proven(start.best);
            }
            let mut best = None;
            // Clause learning takes what a closure leaves, and nothing else.
            let Some(tight) = settle(thresholds.tight(&left)) else {
                start = start.within(Some(thresholds.bound - slack - 1));
                continue;
            };
            let end = cdcl::search(&tight, SEED, &limits, &mut |solution| {
                best = Some(solution.clone());
                ControlFlow::Break(())
            });
            if let Some(best) = best {
                start.keep_better(best, objective);
                if start.reaches_bound(objective) {
                    return Incumbent::proven(start.best);
                }
                break;
            }
            match end {
                // No solution scores that much.
                End::Exhausted => start = start.within(Some(thresholds.bound - slack - 1)),
                End::Enough | End::Stopped(_) => break,
            }
        }
        if let Some(near) = near_bound(objective, &left, &Priced::of(&sets), whole) {
            start.keep_better(near, objective);
        }
        start
    }

    /// A solution to start from, by clause learning if necessary.
    ///
    /// # Errors
    /// What is known without one.
    fn first(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Solution, Incumbent> {
        let mut first = None;
        let end = self.enumerate(puzzle, limits, &mut |solution| {
            first = Some(solution.clone());
            ControlFlow::Break(())
        });
        first.ok_or(match end {
            End::Stopped(reason) => Incumbent::stopped(None, None, reason),
            End::Enough => Incumbent::stopped(None, None, Reason::stopped_early()),
            End::Exhausted => Incumbent::proven(None),
        })
    }
}

/// Nodes of branch and bound, on a shape other than 9×9, that take a fraction of a second or are
/// as few as any search has.
pub(crate) fn nodes_of_a_moment(puzzle: &Puzzle) -> u64 {
    let cells = puzzle.cells().len().max(1) as u64;
    (WORK_OF_A_MOMENT / (cells * cells)).max(QUICK_NODES)
}

/// The best of the solutions in which no cell loses more than ever less, compared with its
/// best candidate at the prices of the houses. Such solutions are found as easily as any,
/// until the losses are too small for all cells at once.
fn near_bound(
    objective: &Objective,
    left: &Candidates,
    priced: &Priced,
    limits: &Limits,
) -> Option<Solution> {
    let mut best: Option<Solution> = None;
    for loss in LOSSES {
        let Some(near) = settle(priced.within(left, loss)) else {
            break;
        };
        let limits = limits.clone().within(SOON_EACH);
        let mut found = None;
        cdcl::search(&near, SEED, &limits, &mut |solution| {
            found = Some(solution.clone());
            ControlFlow::Break(())
        });
        let Some(found) = found else { break };
        let score = |solution: &Solution| objective.score(solution);
        if best.as_ref().is_none_or(|best| score(&found) > score(best)) {
            best = Some(found);
        }
    }
    best
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use super::*;
    use crate::grid::symmetry::{Symmetry, pattern};
    use crate::grid::{Cell, Geometry};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Limits that stop whoever has asked so often, and how often they were asked.
    fn asked_up_to(most: usize) -> (Limits, Arc<AtomicUsize>) {
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = asked.clone();
        let is_over = move || counter.fetch_add(1, Ordering::Relaxed) >= most;
        (Limits::unlimited().stopped_when(is_over), asked)
    }

    fn some_givens(geometry: Geometry) -> Puzzle {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let grid = Symmetry::random(geometry, &mut random);
        let grid = grid.solution(&pattern(geometry));
        let mut puzzle = Puzzle::empty(geometry);
        for _ in 0..100 {
            let cell = Cell(random.random_range(0..256));
            puzzle.set(cell, Some(grid.digit(cell)));
        }
        puzzle
    }

    #[test]
    fn a_limit_keeps_what_was_found_before() {
        let geometry = Geometry::new(4, 4).unwrap();
        let objective = Objective::pyramid(geometry);
        for puzzle in [Puzzle::empty(geometry), some_givens(geometry)] {
            let mut native = Native::default();
            let (limits, asked) = asked_up_to(usize::MAX);
            let short = limits.clone().within_nodes(QUICK_NODES);
            let tables = native.tables(geometry);
            assert_eq!(maximum_of_few(tables, &puzzle, &objective, &limits), None);
            let short = maximise(tables, &puzzle, &objective, None, &short);
            assert_eq!(short.end, End::Stopped(Reason::NodeLimit));
            native.first(&puzzle, &limits).unwrap();
            let asked = asked.load(Ordering::Relaxed);
            for more in [0, 1, 2, 5, 20, 100] {
                for nodes in [None, Some(QUICK_NODES)] {
                    let (limits, _) = asked_up_to(asked + more);
                    let limits = match nodes {
                        Some(nodes) => limits.up_to_nodes(nodes),
                        None => limits,
                    };
                    let found = native.maximise(&puzzle, &objective, &limits, Progress::SILENT);
                    assert!(found.best().is_some(), "{more} {nodes:?}: {found:?}");
                }
            }
        }
    }
}
