//! Making variant puzzles, and taking them apart: random ones, what they do not need, and why
//! they have no solution.

mod contradiction;
mod custom_types;
pub(crate) mod generate;
mod minimize;
mod parts;
mod random_grid;
pub(crate) mod shapes;
mod smallest;

pub use contradiction::{Contradiction, Redundancy, contradiction, contradiction_among, redundant};
pub use generate::{
    GeneratedVariant, Misses, VariantGenerateError, VariantGenerator, VariantRecipe,
};
pub use minimize::{Preserved, VariantError, VariantMinimizer};
pub use parts::{Properness, PuzzlePart, of_parts};
pub use smallest::{NotSmallest, smallest_contradiction};

#[cfg(test)]
mod tests;
