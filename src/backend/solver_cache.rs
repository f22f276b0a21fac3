//! Solvers that keep the clauses of the rules from one puzzle to the next: givens are
//! assumptions, so learnt clauses follow from the rules alone and stay valid.

use crate::grid::Geometry;
use crate::sat::{LimitChecks, SatSolver};

/// Puzzles after which the solver is rebuilt: learnt clauses pile up and slow down
/// propagation.
const REBUILD: u32 = 100;

/// A solver that holds the rules.
pub struct CachedSolver {
    /// It holds the clauses of the rules; givens are assumed.
    pub solver: Box<dyn SatSolver>,
    geometry: Geometry,
    checks: LimitChecks,
    puzzles: u32,
}

/// The solver kept for the next puzzle, if any.
#[derive(Default)]
pub struct SolverCache(Option<CachedSolver>);

impl SolverCache {
    /// The cached solver, if it suits a puzzle of this shape, or a new one from `build`.
    pub fn take<E>(
        &mut self,
        geometry: Geometry,
        checks: LimitChecks,
        build: impl FnOnce() -> Result<Box<dyn SatSolver>, E>,
    ) -> Result<CachedSolver, E> {
        let usable = |kept: &CachedSolver| {
            kept.geometry == geometry && kept.checks == checks && kept.puzzles < REBUILD
        };
        if let Some(mut kept) = self.0.take().filter(usable) {
            kept.puzzles += 1;
            return Ok(kept);
        }
        Ok(CachedSolver {
            solver: build()?,
            geometry,
            checks,
            puzzles: 1,
        })
    }

    /// Keeps a solver, which must have given an answer, for the next puzzle.
    pub fn put(&mut self, solver: CachedSolver) {
        self.0 = Some(solver);
    }
}
