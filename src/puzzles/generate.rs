//! Random puzzles, the same for a seed on every machine.

use super::unavoidable::Wheres;
use super::{dig, singles};
use crate::grid::symmetry::{Symmetry, pattern};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::search::Native;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;

/// The version of the way from a seed to a puzzle. Another version may make
/// other puzzles of the same seed.
pub const VERSION: u32 = 1;

/// Largest side on which puzzles are dug by search; larger ones are dug by
/// singles.
pub const SEARCHED_SIDE: usize = 16;

/// Fewest givens of a proper 9×9 puzzle. (G. McGuire, B. Tugemann and
/// G. Civario, "There is no 16-clue Sudoku", 2012.)
const FEWEST_CLASSIC: usize = 17;

/// Nodes for each try at a random full grid.
const NODES: u64 = 2000;

/// Tries at a number of givens that was asked for.
const TRIES: u64 = 2000;

/// What kind of puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Exactly one solution.
    Proper,
    /// Exactly one solution, and no given can be left out.
    Minimal,
    /// A full grid.
    Solution,
}

/// What to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The shape.
    pub geometry: Geometry,
    /// The kind.
    pub kind: Kind,
    /// How many givens; `None` leaves it to chance.
    pub givens: Option<usize>,
    /// Names the sequence of puzzles.
    pub seed: u64,
}

/// Why a recipe cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecipeError {
    /// Minimal puzzles that large.
    #[error(
        "minimal puzzles are made up to side {SEARCHED_SIDE}, not of side {0}; \
         proper ones are made of every side"
    )]
    Large(usize),
    /// More givens than cells.
    #[error("{0} givens do not fit {1} cells; ask for fewer")]
    TooMany(usize, usize),
    /// Fewer givens than any proper puzzle has.
    #[error("no proper 9×9 puzzle has {0} givens; ask for {FEWEST_CLASSIC} or more")]
    TooFew(usize),
    /// A number of givens for a full grid.
    #[error("a full grid has no number of givens to choose; ask for another kind")]
    Full,
}

/// A puzzle that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
}

/// Why a puzzle was not made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Missed {
    /// No try gave this number of givens.
    #[error(
        "none of {tries} random puzzles could be brought to {givens} givens; \
         ask for another number"
    )]
    Givens {
        /// How many were asked for.
        givens: usize,
        /// How many puzzles were tried.
        tries: u64,
    },
    /// The limits ended first.
    #[error("{0}")]
    Stopped(Reason),
}

/// Makes the puzzles of a recipe.
pub struct Generator {
    recipe: Recipe,
    native: Native,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Proper => "proper",
            Kind::Minimal => "minimal",
            Kind::Solution => "solution",
        })
    }
}

impl Generator {
    /// Follows this recipe.
    ///
    /// # Errors
    /// [`RecipeError`] if nothing could come of it.
    pub fn new(recipe: Recipe) -> Result<Generator, RecipeError> {
        let geometry = recipe.geometry;
        let (side, cells) = (geometry.side(), geometry.cell_count());
        match (recipe.kind, recipe.givens) {
            (Kind::Minimal, _) if side > SEARCHED_SIDE => Err(RecipeError::Large(side)),
            (Kind::Solution, Some(_)) => Err(RecipeError::Full),
            (_, Some(givens)) if givens > cells => Err(RecipeError::TooMany(givens, cells)),
            (_, Some(givens)) if geometry == Geometry::CLASSIC && givens < FEWEST_CLASSIC => {
                Err(RecipeError::TooFew(givens))
            }
            _ => Ok(Generator {
                recipe,
                native: Native::default(),
            }),
        }
    }

    /// The puzzle with this number, which depends on the recipe and the number
    /// alone.
    ///
    /// # Errors
    /// [`Missed`] if the number of givens did not come up, or at the end of the
    /// limits.
    pub fn puzzle(&mut self, number: u64, limits: &Limits) -> Result<Made, Missed> {
        let mut random = ChaCha8Rng::seed_from_u64(self.recipe.seed);
        random.set_stream(number);
        for _ in 0..TRIES {
            if let Some(reason) = limits.exceeded() {
                return Err(Missed::Stopped(reason));
            }
            let solution = self
                .solution(&mut random, limits)
                .map_err(Missed::Stopped)?;
            let puzzle = self
                .dig(&solution, &mut random, limits)
                .map_err(Missed::Stopped)?;
            let count = puzzle.givens().count();
            if self.recipe.givens.is_none_or(|givens| givens == count) {
                return Ok(Made { puzzle, solution });
            }
        }
        Err(Missed::Givens {
            givens: self.recipe.givens.unwrap_or_default(),
            tries: TRIES,
        })
    }

    /// A random full grid.
    fn solution(&mut self, random: &mut ChaCha8Rng, limits: &Limits) -> Result<Solution, Reason> {
        let geometry = self.recipe.geometry;
        let solution = match geometry.side() {
            0..=SEARCHED_SIDE => {
                let short = limits.clone().up_to_nodes(NODES);
                loop {
                    if let Some(found) = self.native.random_grid(geometry, random, &short) {
                        break found;
                    }
                    within(limits)?;
                }
            }
            _ => exchanged(geometry, random, limits)?,
        };
        Ok(Symmetry::random(geometry, random).solution(&solution))
    }

    fn dig(
        &mut self,
        solution: &Solution,
        random: &mut ChaCha8Rng,
        limits: &Limits,
    ) -> Result<Puzzle, Reason> {
        let geometry = self.recipe.geometry;
        let cells = geometry.cell_count();
        let mut order: Vec<Cell> = geometry.cells().collect();
        order.shuffle(random);
        let fewest = match (self.recipe.kind, self.recipe.givens) {
            (Kind::Solution, _) => cells,
            (Kind::Minimal, _) => 0,
            (Kind::Proper, Some(givens)) => givens,
            // Three to six tenths of the cells.
            (Kind::Proper, None) => {
                let (low, high) = (cells as u32 * 3 / 10, cells as u32 * 6 / 10);
                random.random_range(low..=high) as usize
            }
        };
        if geometry.side() > SEARCHED_SIDE {
            return singles::dig(geometry, solution, &order, fewest, limits);
        }
        let full = Puzzle::new(geometry, solution.into());
        let full = full.unwrap_or_else(|| Puzzle::empty(geometry));
        dig::dig(&mut self.native, &full, solution, &order, fewest, limits)
    }
}

/// The shifted pattern after random pairs of digits were exchanged in some of
/// their cells.
fn exchanged(
    geometry: Geometry,
    random: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Solution, Reason> {
    let mut wheres = Wheres::new(geometry, &pattern(geometry));
    let side = geometry.side() as u32;
    for round in 0..geometry.cell_count() {
        if round.is_multiple_of(ROUNDS_PER_CHECK) {
            within(limits)?;
        }
        let first = random.random_range(0..side);
        let second = (first + random.random_range(1..side)) % side;
        let row = random.random_range(0..side);
        let (first, second) = (first as usize, second as usize);
        for cell in wheres.exchange(first, second, row as usize) {
            let digit = wheres.digit(cell);
            wheres.put(cell, first + second - digit);
        }
    }
    let digit = |cell| Digit::from_index(wheres.digit(cell));
    Ok(Solution::new(geometry.cells().map(digit).collect()))
}

/// Rounds of work on a grid between two looks at the limits: on the largest
/// grids each takes some 10 µs.
pub(super) const ROUNDS_PER_CHECK: usize = 1024;

/// # Errors
/// The reason to stop now, if there is one.
pub(super) fn within(limits: &Limits) -> Result<(), Reason> {
    limits.exceeded().map_or(Ok(()), Err)
}
