//! Random puzzles. A seed gives the same puzzles on every machine.

use super::dig::dig_by_search;
use super::pattern::PatternSymmetry;
use super::singles::{ROUNDS_PER_CHECK, dig_by_singles};
use super::unavoidable::DigitPositions;
use crate::grid::symmetry::{Symmetry, pattern};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::search::Native;
use crate::words::counted;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;

/// The version of the generator. Another version may make other puzzles from the same
/// seed.
pub const VERSION: u32 = 3;

/// Largest side on which search decides which givens to remove; on larger grids,
/// singles do.
pub const SEARCHED_SIDE: usize = 16;

/// Fewest givens of a proper 9×9 puzzle. (G. McGuire, B. Tugemann and
/// G. Civario, "There is no 16-clue Sudoku", 2012.)
const FEWEST_CLASSIC: usize = 17;

/// Search nodes for each attempt at a random full grid.
const NODES: u64 = 2000;

/// Attempts at a requested number of givens.
const ATTEMPTS: u64 = 2000;

/// Kinds of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleKind {
    /// Exactly one solution.
    Proper,
    /// Exactly one solution, and no redundant given; if the pattern is symmetric, no givens that
    /// could be removed together with their images.
    Minimal,
    /// A full grid.
    Solution,
}

/// What to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// The shape.
    pub geometry: Geometry,
    /// The kind.
    pub kind: PuzzleKind,
    /// The number of givens. If `None`: 30 to 60 % of the cells, or more where fewer would not be
    /// proper, for [`PuzzleKind::Proper`]; as many as are left for [`PuzzleKind::Minimal`]. Must be
    /// `None` for [`PuzzleKind::Solution`].
    pub givens: Option<usize>,
    /// The symmetry of the cells with givens.
    pub symmetry: PatternSymmetry,
    /// Determines the sequence of puzzles.
    pub seed: u64,
}

/// Why no puzzle fits a recipe.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecipeError {
    /// The grid is too large for minimal puzzles.
    #[error(
        "minimal puzzles can be made up to side {SEARCHED_SIDE}, found side {0}; \
         proper ones can be made of any side"
    )]
    Large(usize),
    /// More givens than cells.
    #[error("{0} givens do not fit {1} cells; ask for fewer")]
    TooMany(usize, usize),
    /// Fewer givens than any proper puzzle has.
    #[error(
        "no proper 9×9 puzzle has {}; ask for {least} or more",
        counted(*.0 as u64, "given"),
        least = FEWEST_CLASSIC
    )]
    TooFew(usize),
    /// No symmetric pattern has this number of givens.
    #[error(
        "no pattern with the symmetry {symmetry} has {} on this grid; ask for another number",
        counted(*.0 as u64, "given"),
        symmetry = .1
    )]
    Asymmetric(usize, PatternSymmetry),
    /// A number of givens, or a pattern of them, was requested for a full grid.
    #[error("a full grid has a given in every cell; ask for another kind")]
    Full,
}

/// A generated puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Solution,
}

/// Why no puzzle was generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GenerateError {
    /// No attempt gave this number of givens.
    #[error(
        "none of {attempts} random puzzles could be reduced to {}; try another number of givens, \
         or another seed",
        counted(*givens as u64, "given")
    )]
    Givens {
        /// The requested number.
        givens: usize,
        /// How many puzzles were tried.
        attempts: u64,
    },
    /// A limit was reached first.
    #[error("{0}")]
    Stopped(Reason),
}

/// Generates the puzzles of a recipe.
pub struct Generator {
    recipe: Recipe,
    native: Native,
}

impl fmt::Display for PuzzleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PuzzleKind::Proper => "proper",
            PuzzleKind::Minimal => "minimal",
            PuzzleKind::Solution => "solution",
        })
    }
}

impl Generator {
    /// A generator for this recipe.
    ///
    /// # Errors
    /// [`RecipeError`] if no puzzle fits the recipe.
    pub fn new(recipe: Recipe) -> Result<Generator, RecipeError> {
        let geometry = recipe.geometry;
        let (side, cells) = (geometry.side(), geometry.cell_count());
        match (recipe.kind, recipe.givens) {
            (PuzzleKind::Minimal, _) if side > SEARCHED_SIDE => Err(RecipeError::Large(side)),
            (PuzzleKind::Solution, Some(_)) => Err(RecipeError::Full),
            (PuzzleKind::Solution, _) if recipe.symmetry != PatternSymmetry::None => {
                Err(RecipeError::Full)
            }
            (_, Some(givens)) if givens > cells => Err(RecipeError::TooMany(givens, cells)),
            (_, Some(givens)) if geometry == Geometry::CLASSIC && givens < FEWEST_CLASSIC => {
                Err(RecipeError::TooFew(givens))
            }
            (_, Some(givens)) if !recipe.symmetry.allows(geometry, givens) => {
                Err(RecipeError::Asymmetric(givens, recipe.symmetry))
            }
            _ => Ok(Generator {
                recipe,
                native: Native::default(),
            }),
        }
    }

    /// The puzzle with this number. It depends on nothing but the recipe and the number.
    ///
    /// # Errors
    /// [`GenerateError`] if no attempt gave the requested number of givens, or if a
    /// limit was reached.
    pub fn puzzle(
        &mut self,
        number: u64,
        limits: &Limits,
    ) -> Result<GeneratedPuzzle, GenerateError> {
        let mut random = ChaCha8Rng::seed_from_u64(self.recipe.seed);
        random.set_stream(number);
        for _ in 0..ATTEMPTS {
            if let Some(reason) = limits.exceeded() {
                return Err(GenerateError::Stopped(reason));
            }
            let solution = self
                .solution(&mut random, limits)
                .map_err(GenerateError::Stopped)?;
            let puzzle = self
                .dig(&solution, &mut random, limits)
                .map_err(GenerateError::Stopped)?;
            let count = puzzle.givens().count();
            if self.recipe.givens.is_none_or(|givens| givens == count) {
                return Ok(GeneratedPuzzle { puzzle, solution });
            }
        }
        Err(GenerateError::Givens {
            givens: self.recipe.givens.unwrap_or_default(),
            attempts: ATTEMPTS,
        })
    }

    /// A random full grid. The search fills it row by row, which must not show.
    fn solution(&mut self, random: &mut ChaCha8Rng, limits: &Limits) -> Result<Solution, Reason> {
        let geometry = self.recipe.geometry;
        let is_square = geometry.box_rows() == geometry.box_columns();
        if is_square || random.random_bool(0.5) {
            return self.image(geometry, random, limits);
        }
        let turned = Symmetry::transpose(geometry);
        let image = self.image(turned.target(), random, limits)?;
        Ok(Symmetry::transpose(turned.target()).solution(&image))
    }

    /// A random symmetric image of a random full grid with boxes of this shape.
    fn image(
        &mut self,
        geometry: Geometry,
        random: &mut ChaCha8Rng,
        limits: &Limits,
    ) -> Result<Solution, Reason> {
        let solution = match geometry.side() {
            0..=SEARCHED_SIDE => {
                let short = limits.clone().up_to_nodes(NODES);
                loop {
                    if let Some(found) = self.native.random_grid(geometry, random, &short) {
                        break found;
                    }
                    limits.check()?;
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
        let order = self.recipe.symmetry.orbits(geometry, &order);
        let fewest = match (self.recipe.kind, self.recipe.givens) {
            (PuzzleKind::Solution, _) => cells,
            (PuzzleKind::Minimal, _) => 0,
            (PuzzleKind::Proper, Some(givens)) => givens,
            // 30 to 60 % of the cells.
            (PuzzleKind::Proper, None) => {
                let (low, high) = (cells as u32 * 3 / 10, cells as u32 * 6 / 10);
                random.random_range(low..=high) as usize
            }
        };
        if geometry.side() > SEARCHED_SIDE {
            return dig_by_singles(geometry, solution, &order, fewest, limits);
        }
        let full = Puzzle::new(geometry, solution.into());
        let full = full.unwrap_or_else(|| Puzzle::empty(geometry));
        dig_by_search(&mut self.native, &full, solution, &order, fewest, limits)
    }
}

/// The shifted pattern after random pairs of digits were exchanged in some of their
/// cells.
fn exchanged(
    geometry: Geometry,
    random: &mut ChaCha8Rng,
    limits: &Limits,
) -> Result<Solution, Reason> {
    let mut positions = DigitPositions::new(geometry, &pattern(geometry));
    let side = geometry.side() as u32;
    for round in 0..geometry.cell_count() {
        if round.is_multiple_of(ROUNDS_PER_CHECK) {
            limits.check()?;
        }
        let first = random.random_range(0..side);
        let second = (first + random.random_range(1..side)) % side;
        let row = random.random_range(0..side);
        let (first, second) = (first as usize, second as usize);
        for cell in positions.exchange(first, second, row as usize) {
            let digit = positions.digit(cell);
            positions.put(cell, first + second - digit);
        }
    }
    let digit = |cell| Digit::from_index(positions.digit(cell));
    Ok(Solution::new(geometry.cells().map(digit).collect()))
}
