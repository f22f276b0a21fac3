//! Solvers that keep the clauses of the rules from one puzzle to the next: givens are
//! assumed, and what is learnt about the rules alone stays.

use crate::grid::Geometry;
use crate::sat::SatSolver;

/// Puzzles after which the solver is built anew: learnt clauses pile up and slow
/// propagation down.
const REBUILD: u32 = 100;

/// A solver that holds the rules.
pub struct CachedSolver {
    /// The solver.
    pub solver: Box<dyn SatSolver>,
    geometry: Geometry,
    interruptible: bool,
    puzzles: u32,
}

/// The solver that waits for the next puzzle, if any.
#[derive(Default)]
pub struct SolverCache(Option<CachedSolver>);

impl SolverCache {
    /// The cached solver, if it suits a puzzle of this shape, or a new one from `build`.
    pub fn take<E>(
        &mut self,
        geometry: Geometry,
        interruptible: bool,
        build: impl FnOnce() -> Result<Box<dyn SatSolver>, E>,
    ) -> Result<CachedSolver, E> {
        let usable = |kept: &CachedSolver| {
            kept.geometry == geometry
                && kept.interruptible == interruptible
                && kept.puzzles < REBUILD
        };
        if let Some(mut kept) = self.0.take().filter(usable) {
            kept.puzzles += 1;
            return Ok(kept);
        }
        Ok(CachedSolver {
            solver: build()?,
            geometry,
            interruptible,
            puzzles: 1,
        })
    }

    /// Keeps a solver for the next puzzle. It must have come to an answer.
    pub fn put(&mut self, solver: CachedSolver) {
        self.0 = Some(solver);
    }
}
