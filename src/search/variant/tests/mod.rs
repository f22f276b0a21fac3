mod classic;
mod cliques;
mod instances;
mod propagators;
mod puzzles;
pub mod random;
