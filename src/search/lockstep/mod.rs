//! Many 9×9 puzzles at once: each 16-bit lane of the vector registers holds a node of
//! some puzzle's search tree, and every instruction works on all lanes.
//!
//! The modules, in the order of the work:
//!
//! - `text` reads puzzles into lanes, and `pending` keeps those not yet searched.
//! - `sweep` makes one pass of inference over all lanes.
//! - `choose` picks the cell to branch on; `search` decides which lanes branch, go
//!   back, or take other puzzles.
//! - `frontier` keeps the second children until a lane is free. In a greedy
//!   `descent`, the last few grids that were split are saved, beside the lane.
//! - `solved` collects solutions, and `check` compares each with the rules and the
//!   givens, so that no answer relies on the search being right.
//!
//! `frame` has the data that all of these share, `answer` the public interface.

mod answer;
mod check;
mod choose;
mod count;
mod descent;
mod frame;
mod frontier;
mod pending;
mod search;
mod solved;
mod sweep;
mod text;

pub use crate::grid::row::{CELLS, Row};
pub use crate::search::simd::{Simd, UnknownSimd, VARIABLE};
pub use answer::{Answers, Failure, Lockstep, Question};

#[cfg(test)]
mod tests;
