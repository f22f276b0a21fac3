//! Native search and SAT on variants that take long, at once or in turns: neither is always done
//! sooner.

mod candidates;

#[cfg(feature = "threads")]
use super::beside::{Asked, Beside};
use super::{VariantNative, VariantSat};
use crate::backend::{Approach, Backend, End, Optimum, Query, Unsupported, Visitor};
use crate::encoding::{DEFAULT, Encoding};
use crate::limits::Limits;
#[cfg(feature = "threads")]
use crate::limits::StopOnDrop;
use crate::objective::{CellWeights, Improvement, Progress};
use crate::outcome::Reason;
use crate::rules::VariantPuzzle;
use crate::sat::Engine;
use crate::search::Threads;
#[cfg(feature = "threads")]
use crate::search::variant::enumerate_beside;
use std::sync::Arc;
#[cfg(feature = "threads")]
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long native search works alone, the first turn for a maximum, and that of SAT. Each later
/// turn is twice as long.
const FIRST_TURN: Duration = Duration::from_secs(1);

/// Native search, with SAT for puzzles that take it long: for solutions beside it, if the native
/// search shares several threads, and for maxima in turns. Which of several solutions is shown
/// first depends on the machine then.
pub struct VariantAuto {
    native: VariantNative,
    sat: VariantSat,
    approach: Approach,
}

impl VariantAuto {
    /// A backend that combines these two.
    pub fn new(native: VariantNative, sat: VariantSat) -> VariantAuto {
        VariantAuto {
            native,
            sat,
            approach: Approach::Search,
        }
    }

    /// Both with their defaults, native search on these threads.
    pub fn sharing(threads: Arc<Threads>) -> VariantAuto {
        let encoding = Encoding::named(DEFAULT).expect("a built-in encoding");
        VariantAuto::new(
            VariantNative::sharing(threads),
            VariantSat::new(&encoding, &Engine::varisat()),
        )
    }

    /// The threads of native search, if SAT may work beside it.
    #[cfg(feature = "threads")]
    fn several_threads(&self, limits: &Limits) -> Option<Arc<Threads>> {
        // A limit on nodes is for one search.
        let threads = self.native.threads().filter(|_| limits.nodes().is_none());
        threads.filter(|all| all.total() > 1)
    }

    /// Native search, with SAT beside it once it takes long.
    #[cfg(feature = "threads")]
    fn search_beside(
        &mut self,
        puzzle: &VariantPuzzle,
        threads: Arc<Threads>,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        let (over, calls, has_native) = (Arc::default(), Arc::default(), AtomicBool::new(false));
        let asked = Asked {
            puzzle,
            sat: &self.sat,
            threads: &threads,
            limits: limits.clone().stopped_by(Arc::clone(&over)),
            calls: &calls,
            has_native: &has_native,
        };
        let called: Arc<AtomicBool> = Arc::clone(&calls);
        let native = limits.clone();
        let native = native.stopped_when(move || called.load(Ordering::Relaxed));
        let (end, by_sat) = std::thread::scope(|scope| {
            let _over = StopOnDrop(&over);
            let mut beside = Beside::new(scope, &asked, FIRST_TURN, visitor);
            loop {
                let end = enumerate_beside(puzzle, Some(threads.clone()), &native, &mut beside);
                let begins_again = beside.begins_again(&end);
                match (end, limits.exceeded()) {
                    (End::Stopped(_), Some(reason)) => return beside.end(End::Stopped(reason)),
                    (_, None) if begins_again => {}
                    (end, _) => return beside.end(end),
                }
            }
        });
        if by_sat {
            self.approach = Approach::Clauses;
        }
        end
    }

    fn turn(&mut self) -> &mut dyn Backend<VariantPuzzle> {
        match self.approach {
            Approach::Clauses => &mut self.sat,
            _ => &mut self.native,
        }
    }
}

/// What two answers about one maximum say together; the later one says why it is open.
fn joined(earlier: Optimum, later: Optimum) -> Optimum {
    if !earlier.is_compatible_with(&later) {
        return Optimum::contradictory();
    }
    let Some(reason) = later.reason().cloned() else {
        return later;
    };
    let both = [&earlier, &later];
    let bounds = both.into_iter().filter_map(|optimum| match optimum {
        Optimum::Feasible { bound, .. } => *bound,
        _ => None,
    });
    let bound = bounds.min();
    match both
        .into_iter()
        .filter_map(Optimum::best)
        .max_by_key(|(_, score)| *score)
    {
        None => later,
        Some((solution, score)) => {
            let solution = solution.clone();
            match bound == Some(score) {
                true => Optimum::Optimal { solution, score },
                false => Optimum::Feasible {
                    solution,
                    score,
                    bound,
                    reason,
                },
            }
        }
    }
}

impl Backend<VariantPuzzle> for VariantAuto {
    fn name(&self) -> &str {
        "auto"
    }

    fn answered_by(&self) -> &str {
        match self.approach {
            Approach::Clauses => self.sat.answered_by(),
            _ => self.native.answered_by(),
        }
    }

    fn approach(&self) -> Approach {
        self.approach
    }

    fn supports(
        &self,
        puzzle: &VariantPuzzle,
        query: &Query<CellWeights>,
    ) -> Result<(), Unsupported> {
        self.native.supports(puzzle, query)
    }

    fn search(
        &mut self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        self.approach = Approach::Search;
        #[cfg(feature = "threads")]
        if let Some(threads) = self.several_threads(limits)
            && puzzle.to_classic().is_none()
        {
            return self.search_beside(puzzle, threads, limits, visitor);
        }
        self.native.search(puzzle, limits, visitor)
    }

    fn maximise(
        &mut self,
        puzzle: &VariantPuzzle,
        weights: &CellWeights,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        self.approach = Approach::Search;
        // A limit on nodes is for one search.
        if limits.nodes().is_some() {
            return self.native.maximise(puzzle, weights, limits, progress);
        }
        let mut known = self.native.maximise(
            puzzle,
            weights,
            &limits.clone().within(FIRST_TURN),
            progress,
        );
        let mut length = FIRST_TURN;
        while known.reason() == Some(&Reason::Timeout) && limits.exceeded().is_none() {
            self.approach = match self.approach {
                Approach::Search => Approach::Clauses,
                _ => Approach::Search,
            };
            if self.approach == Approach::Search {
                length *= 2;
            }
            let short = limits.clone().within(length);
            let found = self
                .turn()
                .maximise(puzzle, weights, &short, Progress::SILENT);
            if found.reason() == Some(&Reason::TooManySums) {
                self.approach = Approach::Search;
                let found = self
                    .native
                    .maximise(puzzle, weights, limits, Progress::SILENT);
                return joined(known, found);
            }
            let before = known.best().map(|(_, score)| score);
            known = joined(known, found);
            if let Some((_, score)) = known.best().filter(|(_, score)| Some(*score) > before) {
                progress.report(Improvement::Score(score));
            }
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, Solution};

    fn feasible(score: i64, bound: Option<i64>) -> Optimum {
        Optimum::Feasible {
            solution: Solution::new(vec![Digit::from_index(score as usize)]),
            score,
            bound,
            reason: Reason::Timeout,
        }
    }

    #[test]
    fn two_answers_say_together_what_is_known() {
        let unknown = || Optimum::Unknown(Reason::Timeout);
        let optimal = |score| match feasible(score, None) {
            Optimum::Feasible {
                solution, score, ..
            } => Optimum::Optimal { solution, score },
            other => other,
        };
        assert_eq!(joined(unknown(), unknown()), unknown());
        assert_eq!(
            joined(feasible(3, Some(9)), unknown()),
            feasible(3, Some(9))
        );
        assert_eq!(
            joined(feasible(3, Some(9)), feasible(5, None)),
            feasible(5, Some(9))
        );
        assert_eq!(
            joined(feasible(5, None), feasible(3, Some(8))),
            feasible(5, Some(8))
        );
        assert_eq!(joined(feasible(5, None), feasible(3, Some(5))), optimal(5));
        assert_eq!(joined(feasible(5, Some(9)), optimal(7)), optimal(7));
        assert_eq!(
            joined(unknown(), Optimum::Unsatisfiable),
            Optimum::Unsatisfiable
        );
        for later in [Optimum::Unsatisfiable, optimal(4), feasible(1, Some(4))] {
            let found = joined(feasible(5, None), later);
            assert!(
                matches!(found, Optimum::Unknown(Reason::Engine(_))),
                "{found:?}"
            );
        }
    }
}
