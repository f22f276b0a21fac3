//! Making puzzles: random ones ([`Generator`]), those without a given too many
//! ([`Minimizer`]), and one for all that are the same but for a symmetry
//! ([`Canonizer`]).
//!
//! ```
//! use satoku::limits::Limits;
//! use satoku::puzzles::{Canonizer, Generator, Kind, Minimal, Minimizer, Recipe};
//! use satoku::grid::Geometry;
//!
//! let recipe = Recipe {
//!     geometry: Geometry::CLASSIC,
//!     kind: Kind::Proper,
//!     givens: Some(40),
//!     seed: 1,
//! };
//! let mut generator = Generator::new(recipe)?;
//! let made = generator.puzzle(0, &Limits::unlimited())?;
//! assert_eq!(made.puzzle.givens().count(), 40);
//!
//! let mut minimizer = Minimizer::default();
//! let minimal = minimizer.minimize(&made.puzzle, None, &Limits::unlimited());
//! let Minimal::Puzzle(minimal) = minimal else { panic!("it is proper") };
//! assert!(minimal.givens().count() < 40);
//!
//! let mut canonizer = Canonizer::default();
//! let smallest = canonizer.canonical(&minimal)?;
//! assert_eq!(canonizer.canonical(&smallest)?, smallest);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All three keep what they can use again for the next puzzle, are `Send`, and
//! share nothing.

mod canonical;
mod dig;
mod generate;
mod minimize;
mod singles;
mod unavoidable;

pub use canonical::{Canonizer, Classes, Met, TooManyArrangements};
pub use generate::{Generator, Kind, Made, Missed, Recipe, RecipeError, VERSION};
pub use minimize::{Minimal, Minimizer};
