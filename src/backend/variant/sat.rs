//! Variant puzzles through clauses.

use crate::backend::losses::Losses;
use crate::backend::models::{best_solution, each_solution, engine_fault};
use crate::backend::{Approach, Backend, Optimum, Query, Unsupported, Visitor};
use crate::cnf::{Limited, Var};
use crate::encoding::Encoding;
use crate::encoding::kernels::{Silent, VariantMap, closure};
use crate::limits::Limits;
use crate::objective::{CellWeights, Progress};
use crate::outcome::End;
use crate::rules::VariantPuzzle;
use crate::sat::enumerate::Blocking;
use crate::sat::optimise::Strategy;
use crate::sat::{Engine, LimitChecks, SatSolver};
use std::ops::ControlFlow;

/// A solver with a formula, and what its variables mean.
pub(crate) type Loaded = (Box<dyn SatSolver>, VariantMap);

/// Answers queries about variant puzzles through clauses.
pub struct VariantSat {
    name: String,
    encoding: Encoding,
    engine: Engine,
    /// Whether the last puzzle was contradictory before any solver was started.
    is_settled: bool,
}

/// What an answer that needed no solver is ascribed to.
const PRESOLVE: &str = "presolve";

impl VariantSat {
    /// An encoding with an engine.
    pub fn new(encoding: &Encoding, engine: &Engine) -> VariantSat {
        VariantSat {
            name: format!("{}/{}", engine.name, encoding.name()),
            encoding: encoding.clone(),
            engine: engine.clone(),
            is_settled: false,
        }
    }

    /// Gives the backend another name.
    #[must_use]
    pub fn named(self, name: String) -> VariantSat {
        VariantSat { name, ..self }
    }

    /// Whether the engine works in threads of this process.
    #[cfg(feature = "threads")]
    pub(crate) fn is_linked(&self) -> bool {
        !self.engine.is_program
    }

    /// A solver with the formula of a puzzle, and its variables.
    ///
    /// # Errors
    /// How the search ends without any.
    pub(crate) fn load(&self, puzzle: &VariantPuzzle, limits: &Limits) -> Result<Loaded, End> {
        let left = closure(puzzle, limits).map_err(End::Stopped)?;
        let left = left.ok_or(End::Exhausted)?;
        let map = VariantMap::live(puzzle.board(), &left);
        let mut solver = (self.engine.make)(LimitChecks::for_limits(limits));
        // Of both values to try first, this is the better one on layouts without givens and
        // for maxima, and no worse elsewhere.
        solver.prefer(false);
        let mut limited = Limited::new(&mut *solver, limits);
        self.encoding
            .encode_variant(puzzle, &map, &mut limited, &mut Silent);
        limited.finish().map_err(End::Stopped)?;
        Ok((solver, map))
    }

    /// Like [`VariantSat::load`] for the whole puzzle of a question.
    pub(crate) fn load_first(
        &mut self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
    ) -> Result<Loaded, End> {
        let loaded = self.load(puzzle, limits);
        self.is_settled = matches!(loaded, Err(End::Exhausted));
        loaded
    }

    /// Shows the solutions of a puzzle that was loaded.
    pub(crate) fn enumerate(
        &self,
        (mut solver, map): Loaded,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        let fault = |error| engine_fault(&self.name, &error);
        let read = |value: &dyn Fn(Var) -> bool| map.decode(value).map_err(fault);
        let blocking = Blocking::Permanent;
        each_solution(&mut *solver, &[], blocking, limits, read, |solution| {
            visitor(&solution)?;
            ControlFlow::Continue(map.blocking_clause(&solution))
        })
    }
}

impl Backend<VariantPuzzle> for VariantSat {
    fn name(&self) -> &str {
        &self.name
    }

    fn answered_by(&self) -> &str {
        match self.is_settled {
            true => PRESOLVE,
            false => &self.name,
        }
    }

    fn approach(&self) -> Approach {
        Approach::Clauses
    }

    fn supports(
        &self,
        puzzle: &VariantPuzzle,
        query: &Query<CellWeights>,
    ) -> Result<(), Unsupported> {
        self.check_objective(puzzle, query)?;
        match matches!(query, Query::First) || self.engine.capabilities.incremental {
            true => Ok(()),
            false => Err(self.unsupported(
                "the engine answers once, but this question takes several models; \
                 choose the native backend",
            )),
        }
    }

    fn search(
        &mut self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        match self.load_first(puzzle, limits) {
            Ok(loaded) => self.enumerate(loaded, limits, visitor),
            Err(end) => end,
        }
    }

    fn maximise(
        &mut self,
        puzzle: &VariantPuzzle,
        weights: &CellWeights,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        let (mut solver, map) = match self.load_first(puzzle, limits) {
            Ok(loaded) => loaded,
            Err(End::Stopped(reason)) => return Optimum::Unknown(reason),
            Err(End::Exhausted | End::Enough) => return Optimum::Unsatisfiable,
        };
        let losses = match Losses::variant(weights, &map, limits) {
            Ok(losses) => losses,
            Err(reason) => return Optimum::Unknown(reason),
        };
        let scored = |solution| (weights.score(puzzle.board(), &solution), solution);
        let fault = |error| engine_fault(&self.name, &error);
        let read = |value: &dyn Fn(Var) -> bool| map.decode(value).map(scored).map_err(fault);
        let strategy = Strategy::Either;
        best_solution(
            &mut *solver,
            &losses,
            strategy,
            None,
            limits,
            read,
            progress,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend;
    use crate::grid::{Cell, Solution};
    use crate::rules::{Board, Kernel};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn backend() -> VariantSat {
        let encoding = Encoding::named("extended").expect("a built-in encoding");
        VariantSat::new(&encoding, &Engine::varisat())
    }

    /// 4×4 with the sum of the first and the last cell.
    fn puzzle(total: i64) -> VariantPuzzle {
        let board = Board::classic("2x2".parse().unwrap()).unwrap();
        let sum = Kernel::sum([(Cell(0), 1), (Cell(15), 1)], total);
        VariantPuzzle::new(board).with(vec![sum])
    }

    fn solutions(puzzle: &VariantPuzzle) -> Vec<Solution> {
        let found = backend::solutions(&mut backend(), puzzle, 1000, &Limits::unlimited());
        let (all, tally) = found.unwrap();
        assert_eq!(tally.end, End::Exhausted);
        all
    }

    #[test]
    fn the_sums_split_the_288_grids() {
        assert_eq!(backend().name(), "varisat/extended");
        let counts = (2..=8).map(|total| solutions(&puzzle(total)).len());
        assert_eq!(counts.sum::<usize>(), 288);
        assert_eq!(solutions(&puzzle(9)), []);
    }

    #[test]
    fn the_maximum_is_that_of_all_solutions() {
        let limits = Limits::unlimited();
        for total in [3, 5, 9] {
            let puzzle = puzzle(total);
            let weights = (0..16).map(|cell| cell * 7 % 11 - 4).collect();
            let weights = CellWeights::new(puzzle.board(), weights).unwrap();
            let scores = solutions(&puzzle);
            let scores = scores.iter().map(|s| weights.score(puzzle.board(), s));
            let optimum = backend::maximise(&mut backend(), &puzzle, &weights, &limits).unwrap();
            match scores.max() {
                None => assert_eq!(optimum, Optimum::Unsatisfiable),
                Some(best) => {
                    assert!(matches!(optimum, Optimum::Optimal { score, .. } if score == best));
                }
            }
        }
    }

    #[test]
    fn a_stop_flag_ends_it() {
        let limits = Limits::unlimited().stopped_by(Arc::new(AtomicBool::new(true)));
        let puzzle = puzzle(5);
        let answer = backend::first(&mut backend(), &puzzle, &limits).unwrap();
        assert!(matches!(answer, crate::outcome::Verdict::Unknown(_)));
        let weights = CellWeights::pyramid_with_rim(puzzle.board(), 1).unwrap();
        let optimum = backend::maximise(&mut backend(), &puzzle, &weights, &limits).unwrap();
        assert!(matches!(optimum, Optimum::Unknown(_)));
    }
}
