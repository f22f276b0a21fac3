mod propagators;
mod puzzles;
mod random;
