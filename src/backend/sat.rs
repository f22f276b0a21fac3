//! Any encoding with any SAT engine as a backend.

use super::{Backend, End, Optimum, Query, Unsupported, Visitor};
use crate::budget::{Budget, Reason};
use crate::cnf::{Amo, Lit};
use crate::encoding::{Encoding, VarMap, decode};
use crate::grid::{Geometry, Puzzle, Solution};
use crate::objective::Objective;
use crate::sat::enumerate::{Ended, enumerate};
use crate::sat::{Engine, SatSolver};
use std::ops::ControlFlow;

/// Largest side for which a pairwise formula, with about `2·N⁴` clauses, still
/// fits a machine's memory.
const MAX_PAIRWISE_SIDE: usize = 64;

/// Answers through clauses.
pub struct SatBackend {
    name: String,
    encoding: Encoding,
    engine: Engine,
}

impl SatBackend {
    /// An encoding with an engine; `engine_name` is for reports.
    pub fn new(engine_name: &str, engine: Engine, encoding: Encoding) -> SatBackend {
        SatBackend {
            name: format!("{engine_name}/{}", encoding.name()),
            encoding,
            engine,
        }
    }

    fn solver(&self, puzzle: &Puzzle, budget: &Budget) -> Box<dyn SatSolver> {
        let mut solver = (self.engine)(budget.is_limited());
        self.encoding.encode(puzzle, &mut *solver);
        solver
    }

    /// Shows every model, as a grid, to `visit`, and blocks it afterwards.
    fn models(
        &self,
        puzzle: &Puzzle,
        budget: &Budget,
        mut visit: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> End {
        let geometry = puzzle.geometry();
        let mut solver = self.solver(puzzle, budget);
        let mut broken = None;
        let ended = enumerate(&mut *solver, budget, |solver| {
            match decode(geometry, |var| solver.value(var).unwrap_or(false)) {
                Ok(solution) => {
                    let block = blocking_clause(puzzle, &solution);
                    visit(solution)?;
                    ControlFlow::Continue(block)
                }
                Err(error) => {
                    broken = Some(Reason::Engine(format!("{}: {error}", self.name)));
                    ControlFlow::Break(())
                }
            }
        });
        match (broken, ended) {
            (Some(reason), _) => End::Stopped(reason),
            (None, Ended::Exhausted) => End::Exhausted,
            (None, Ended::ByVisitor) => End::Limit,
            (None, Ended::Stopped(reason)) => End::Stopped(reason),
        }
    }
}

/// Some cell that is not given holds another digit. The negative literals of
/// the model's digits are enough, because each cell has exactly one.
fn blocking_clause(puzzle: &Puzzle, solution: &Solution) -> Vec<Lit> {
    let map = VarMap::new(puzzle.geometry());
    let literal = |cell| !map.lit(cell, solution.digit(cell));
    puzzle.empty_cells().map(literal).collect()
}

fn fits(encoding: &Encoding, geometry: Geometry) -> Result<(), String> {
    let side = geometry.side();
    let pairwise = encoding.spec().at_most_one == Amo::Pairwise;
    if pairwise && side > MAX_PAIRWISE_SIDE {
        return Err(format!(
            "pairwise clauses for side {side} do not fit in memory \
             (the limit is {MAX_PAIRWISE_SIDE}); use --backend native"
        ));
    }
    Ok(())
}

impl Backend for SatBackend {
    fn name(&self) -> &str {
        &self.name
    }

    fn supports(&self, puzzle: &Puzzle, _: &Query) -> Result<(), Unsupported> {
        fits(&self.encoding, puzzle.geometry()).map_err(|why| Unsupported {
            backend: self.name.clone(),
            why,
        })
    }

    fn search(&mut self, puzzle: &Puzzle, budget: &Budget, visitor: &mut Visitor<'_>) -> End {
        self.models(puzzle, budget, |solution| visitor(&solution))
    }

    fn maximise(&mut self, puzzle: &Puzzle, objective: &Objective, budget: &Budget) -> Optimum {
        let mut best: Option<(i64, Solution)> = None;
        let mut models = 0;
        let end = self.models(puzzle, budget, |solution| {
            models += 1;
            let score = objective.score(&solution);
            if best.as_ref().is_none_or(|(highest, _)| score > *highest) {
                best = Some((score, solution));
            }
            match budget.models().is_none_or(|limit| models < limit) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        let reason = match end {
            End::Exhausted => {
                return match best {
                    Some((score, solution)) => Optimum::Optimal { solution, score },
                    None => Optimum::Unsatisfiable,
                };
            }
            End::Limit => Reason::ModelLimit,
            End::Stopped(reason) => reason,
        };
        match best {
            Some((score, solution)) => Optimum::Feasible {
                bound: Some(objective.bound(|cell| puzzle.given(cell))),
                solution,
                score,
                reason,
            },
            None => Optimum::Unknown(reason),
        }
    }
}
