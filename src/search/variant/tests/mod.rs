mod classic;
mod instances;
mod propagators;
mod puzzles;
pub mod random;
