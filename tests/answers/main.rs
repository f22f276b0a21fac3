//! Answers are right: known ones, those of a second engine, and laws.

mod check;
mod known;
mod laws;
mod lists;
mod maximum;
mod puzzles;
#[path = "../support/mod.rs"]
mod support;
