//! The clauses of the rules, kept from one puzzle to the next: givens are
//! assumed, and what is learnt about the rules alone stays.

use crate::grid::Geometry;
use crate::sat::SatSolver;

/// Puzzles after which the structure is built anew: learnt clauses pile up and
/// slow every propagation down. varisat with the extended encoding solves 11,500
/// puzzles a second of `17clue` with 50, 10,000 with 500, 8,700 without
/// rebuilding, and 1,600 with the whole formula written for each puzzle.
const REBUILD: u32 = 100;

/// A solver that holds the rules, between two puzzles.
pub struct Structure {
    /// The solver.
    pub solver: Box<dyn SatSolver>,
    geometry: Geometry,
    interruptible: bool,
    puzzles: u32,
}

/// The structure that is kept, if any.
#[derive(Default)]
pub struct Kept(Option<Structure>);

impl Kept {
    /// The structure for another puzzle of this shape, or a new one from `build`.
    pub fn take<E>(
        &mut self,
        geometry: Geometry,
        interruptible: bool,
        build: impl FnOnce() -> Result<Box<dyn SatSolver>, E>,
    ) -> Result<Structure, E> {
        let usable = |kept: &Structure| {
            kept.geometry == geometry
                && kept.interruptible == interruptible
                && kept.puzzles < REBUILD
        };
        if let Some(mut kept) = self.0.take().filter(usable) {
            kept.puzzles += 1;
            return Ok(kept);
        }
        Ok(Structure {
            solver: build()?,
            geometry,
            interruptible,
            puzzles: 1,
        })
    }

    /// Keeps the structure for the next puzzle. Only one whose solver answered
    /// is worth it.
    pub fn put(&mut self, structure: Structure) {
        self.0 = Some(structure);
    }
}
