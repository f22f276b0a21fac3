//! Puzzles without a given too many.

use super::dig;
use crate::grid::{Cell, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::search::{Native, SEED};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;

/// Smallest side on which depth-first search may not end, so that clause
/// learning proves that there is one solution.
const LEARNT_FROM: usize = 10;

/// Largest side of which clause learning takes every puzzle.
const LEARNT_TO: usize = 144;

/// What came of stripping a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Minimal {
    /// The puzzle with the same only solution that needs each of its givens.
    Puzzle(Puzzle),
    /// There is no solution to keep.
    Unsatisfiable,
    /// There are several solutions.
    Several,
    /// The limits ended first.
    Unknown(Reason),
}

/// Strips redundant givens.
#[derive(Default)]
pub struct Minimizer {
    native: Native,
}

impl Minimizer {
    /// Takes givens away, each unless the puzzle would get a second solution:
    /// from the first to the last in reading order, or in the random order of a
    /// seed.
    pub fn minimize(&mut self, puzzle: &Puzzle, seed: Option<u64>, limits: &Limits) -> Minimal {
        let solution = match self.only_solution(puzzle, limits) {
            Ok(solution) => solution,
            Err(other) => return other,
        };
        let mut order: Vec<Cell> = puzzle.givens().map(|(cell, _)| cell).collect();
        if let Some(seed) = seed {
            order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        match dig::dig(&mut self.native, puzzle, &solution, &order, 0, limits) {
            Ok(puzzle) => Minimal::Puzzle(puzzle),
            Err(reason) => Minimal::Unknown(reason),
        }
    }

    fn only_solution(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Solution, Minimal> {
        let mut only = None;
        let mut take = |solution: &Solution| {
            if only.is_some() {
                return ControlFlow::Break(());
            }
            only = Some(solution.clone());
            ControlFlow::Continue(())
        };
        let end = match puzzle.geometry().side() {
            LEARNT_FROM..=LEARNT_TO => self.native.learn(puzzle, SEED, limits, &mut take),
            _ => self.native.enumerate(puzzle, limits, &mut take),
        };
        match (end, only) {
            (End::Stopped(reason), _) => Err(Minimal::Unknown(reason)),
            (End::Enough, _) => Err(Minimal::Several),
            (End::Exhausted, Some(solution)) => Ok(solution),
            (End::Exhausted, None) => Err(Minimal::Unsatisfiable),
        }
    }
}
