mod instances;
mod propagators;
mod puzzles;
mod random;
