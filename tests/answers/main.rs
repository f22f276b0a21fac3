//! Answers are right: compared with known ones, with a second engine, and with laws.

mod check;
mod check_puzzles;
mod cubes;
mod known;
mod laws;
mod lists;
mod maximum;
mod puzzles;
#[path = "../support/mod.rs"]
mod support;
