//! Making puzzles: random ones ([`Generator`]), minimal ones ([`Minimizer`]), and the
//! canonical form of all puzzles that differ by a symmetry ([`Canonizer`]).
//!
//! ```
//! use satoku::limits::Limits;
//! use satoku::puzzles::{
//!     Canonical, Canonizer, Generator, Minimized, Minimizer, PatternSymmetry, PuzzleKind, Recipe,
//! };
//! use satoku::grid::Geometry;
//!
//! let recipe = Recipe {
//!     geometry: Geometry::CLASSIC,
//!     kind: PuzzleKind::Proper,
//!     givens: Some(40),
//!     symmetry: PatternSymmetry::Rotate180,
//!     seed: 1,
//! };
//! let mut generator = Generator::new(recipe)?;
//! let made = generator.puzzle(0, &Limits::unlimited())?;
//! assert_eq!(made.puzzle.givens().count(), 40);
//!
//! let mut minimizer = Minimizer::default();
//! let minimal = minimizer.minimize(&made.puzzle, None, &Limits::unlimited());
//! let Minimized::Puzzle(minimal) = minimal else { panic!("it is proper") };
//! assert!(minimal.givens().count() < 40);
//!
//! let mut canonizer = Canonizer::default();
//! let canonical = canonizer.canonical(&minimal, &Limits::unlimited())?;
//! let Canonical::Puzzle(smallest) = &canonical else { panic!("there is no limit") };
//! assert_eq!(canonizer.canonical(smallest, &Limits::unlimited())?, canonical);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All three reuse their memory for the next puzzle, are `Send`, and share no state.

mod canonical;
mod delta_debug;
mod dig;
mod generate;
mod minimize;
mod pattern;
mod singles;
mod unavoidable;
pub(crate) mod variant;

pub use canonical::{Canonical, Canonizer, Classes, Novelty, TooManyArrangements};
pub(crate) use delta_debug::delta_debug;
pub(crate) use dig::dig_by_search;
pub use generate::{
    GenerateError, GeneratedPuzzle, Generator, PuzzleKind, Recipe, RecipeError, VERSION,
};
pub use minimize::{Minimized, Minimizer};
pub use pattern::PatternSymmetry;
pub(crate) use singles::dig_by_singles;
pub use variant::{
    Contradiction, GeneratedVariant, Misses, NotSmallest, Preserved, Properness, PuzzlePart,
    Redundancy, VariantError, VariantGenerateError, VariantGenerator, VariantMinimizer,
    VariantRecipe, contradiction, contradiction_among, of_parts, redundant, smallest_contradiction,
};
