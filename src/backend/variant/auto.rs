//! Native search and SAT in turns on variants: neither is always done sooner.

use super::in_turns::InTurns;
use super::{VariantNative, VariantSat};
use crate::backend::{Approach, Backend, End, Optimum, Query, Unsupported, Visitor};
use crate::limits::Limits;
use crate::objective::{CellWeights, Improvement, Progress};
use crate::outcome::Reason;
use crate::rules::VariantPuzzle;
use crate::search::variant::enumerate_in_turns;
use std::time::Duration;

/// How long the first turn of native search is, and that of SAT. Each later one is twice as long.
pub(super) const FIRST_TURN: Duration = Duration::from_secs(1);

/// Native search, and SAT in turns with it on puzzles that take it long. Which of several
/// solutions is shown first depends on the machine then.
pub struct VariantAuto {
    native: VariantNative,
    sat: VariantSat,
    approach: Approach,
}

impl VariantAuto {
    /// These two in turns.
    pub fn new(native: VariantNative, sat: VariantSat) -> VariantAuto {
        VariantAuto {
            native,
            sat,
            approach: Approach::Search,
        }
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
        let why = "native search and SAT contradict each other about the maximum";
        return Optimum::Unknown(Reason::Engine(why.into()));
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
        if puzzle.to_classic().is_some() {
            return self.native.search(puzzle, limits, visitor);
        }
        let mut turns = InTurns::new(puzzle, &mut self.sat, limits, visitor);
        let end = enumerate_in_turns(puzzle, self.native.threads(), limits, &mut turns);
        if turns.ended_by_sat() {
            self.approach = Approach::Clauses;
        }
        turns.end(end)
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
