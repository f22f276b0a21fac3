//! Removing redundant givens.

use super::dig::{dig_by_search, wrong};
use crate::grid::{Cell, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::search::{EASY_SIDE, Native, SEED};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;

/// Smallest side where clause learning proves uniqueness: depth-first search may take too
/// long there.
const LEARNT_FROM: usize = 10;

/// Largest side where clause learning proves uniqueness: every puzzle up to this side fits
/// in memory.
const LEARNT_TO: usize = 144;

/// The result of minimizing a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Minimized<P = Puzzle> {
    /// The puzzle without what it does not need.
    Puzzle(P),
    /// There is no solution.
    Unsatisfiable,
    /// There are several solutions.
    SeveralSolutions,
    /// The puzzle without what was found to be redundant before a limit was reached: more
    /// may be.
    Reduced(P, Reason),
    /// A limit was reached before anything was removed.
    Unknown(Reason),
}

impl<P> Minimized<P> {
    /// The same result with the puzzle in another form.
    ///
    /// # Errors
    /// Whatever `form` fails with.
    pub fn try_map<Q, E>(self, form: impl FnOnce(P) -> Result<Q, E>) -> Result<Minimized<Q>, E> {
        Ok(match self {
            Minimized::Puzzle(puzzle) => Minimized::Puzzle(form(puzzle)?),
            Minimized::Unsatisfiable => Minimized::Unsatisfiable,
            Minimized::SeveralSolutions => Minimized::SeveralSolutions,
            Minimized::Reduced(puzzle, reason) => Minimized::Reduced(form(puzzle)?, reason),
            Minimized::Unknown(reason) => Minimized::Unknown(reason),
        })
    }
}

/// On large grids, givens are tried in parts, so that something is proven when a limit
/// comes. A part is one of this many equal shares of the givens that are left.
const SHARE: usize = 8;

/// Least number of givens in a part.
const LEAST_PART: usize = 16;

/// Removes redundant givens.
#[derive(Default)]
pub struct Minimizer {
    native: Native,
    solution: Option<Solution>,
}

impl Minimizer {
    /// Removes givens, each unless the puzzle would get a second solution: in reading
    /// order, or in a random order determined by the seed.
    pub fn minimize(&mut self, puzzle: &Puzzle, seed: Option<u64>, limits: &Limits) -> Minimized {
        self.solution = None;
        let solution = match self.only_solution(puzzle, limits) {
            Ok(solution) => solution,
            Err(other) => return other,
        };
        self.solution = Some(solution.clone());
        let mut order: Vec<[Cell; 1]> = puzzle.givens().map(|(cell, _)| [cell]).collect();
        if let Some(seed) = seed {
            order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        let (mut left, mut rest) = (puzzle.clone(), &order[..]);
        while !rest.is_empty() {
            let part = match puzzle.geometry().side() > EASY_SIDE {
                true => (rest.len() / SHARE).max(LEAST_PART).min(rest.len()),
                false => rest.len(),
            };
            let (now, later) = rest.split_at(part);
            match dig_by_search(&mut self.native, &left, &solution, now, 0, limits) {
                Ok(smaller) => (left, rest) = (smaller, later),
                Err(reason) if left == *puzzle => return Minimized::Unknown(reason),
                Err(reason) => return Minimized::Reduced(left, reason),
            }
        }
        Minimized::Puzzle(left)
    }

    /// The only solution of the last puzzle, if it was proper and known to be so. It was checked
    /// against the rules and the givens.
    pub fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    fn only_solution(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<Solution, Minimized> {
        let (mut only, mut are_several) = (None, false);
        let mut take = |solution: &Solution| {
            if only.is_some() {
                are_several = true;
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
            (End::Stopped(reason), _) => Err(Minimized::Unknown(reason)),
            (End::Enough, _) if are_several => Err(Minimized::SeveralSolutions),
            (End::Enough, _) => Err(Minimized::Unknown(Reason::stopped_early())),
            (End::Exhausted, Some(solution)) => match solution.check(puzzle) {
                Ok(()) => Ok(solution),
                Err(flaw) => Err(Minimized::Unknown(wrong(&flaw))),
            },
            (End::Exhausted, None) => Err(Minimized::Unsatisfiable),
        }
    }
}
