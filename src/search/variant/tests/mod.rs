mod classic;
mod cliques;
mod nodes;
mod propagators;
mod puzzles;
pub mod random;
