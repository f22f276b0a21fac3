//! Random full grids that obey the rules of a variant.

use super::generate::VariantGenerateError;
use super::minimize::VariantError;
use crate::backend::{self, Backend};
use crate::grid::{Cell, Solution};
use crate::limits::Limits;
use crate::outcome::{Reason, Verdict};
use crate::rules::{Mask, VariantPuzzle, members};
use crate::search::variant::propagate;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Search nodes for each digit that a random grid is to have.
const GRID_NODES: u64 = 200;

/// A random solution, cell by cell: it depends on which digits are possible, not on the
/// order in which the backend finds solutions.
pub(crate) fn random_solution(
    puzzle: &VariantPuzzle,
    backend: &mut dyn Backend<VariantPuzzle>,
    random: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Solution, VariantGenerateError> {
    let short = limits.clone().up_to_nodes(GRID_NODES);
    let mut first = |puzzle: &VariantPuzzle, limits: &Limits| {
        backend::first(backend, puzzle, limits).map_err(VariantError::from)
    };
    let mut known = match first(puzzle, limits)? {
        Verdict::Solved(solution) => solution,
        Verdict::Unsatisfiable => return Err(VariantGenerateError::Unsatisfiable),
        Verdict::Unknown(reason) => return Err(VariantGenerateError::Stopped(reason)),
    };
    let mut fixed = puzzle.clone();
    let mut cells: Vec<Cell> = puzzle.board().cells().collect();
    cells.shuffle(random);
    for cell in cells {
        let mut digits: Vec<usize> = members(fixed.candidates()[cell.index()]).collect();
        digits.shuffle(random);
        // What propagation leaves, once it is asked.
        let mut left = None;
        for digit in digits {
            if known.digit(cell).index() == digit {
                break;
            }
            let left = match left {
                Some(left) => left,
                None => *left.insert(candidates_left(&fixed, cell, limits)?),
            };
            if left >> digit & 1 == 0 {
                continue;
            }
            let mut attempt = fixed.clone();
            attempt.set_candidates(cell, 1 << digit);
            match first(&attempt, &short)? {
                Verdict::Solved(solution) => {
                    known = solution;
                    break;
                }
                Verdict::Unsatisfiable | Verdict::Unknown(Reason::NodeLimit) => {}
                Verdict::Unknown(reason) => return Err(VariantGenerateError::Stopped(reason)),
            }
        }
        fixed.set_candidates(cell, 1 << known.digit(cell).index());
    }
    Ok(known)
}

/// The digits that propagation leaves in a cell.
fn candidates_left(
    puzzle: &VariantPuzzle,
    cell: Cell,
    limits: &Limits,
) -> Result<Mask, VariantGenerateError> {
    match propagate(puzzle, limits) {
        Ok(left) => Ok(left.map_or(0, |left| left[cell.index()])),
        Err(reason) => Err(VariantGenerateError::Stopped(reason)),
    }
}
