//! Many 9×9 puzzles at once: a node of the search tree in each 16-bit lane of
//! vector registers.
//!
//! Every inference works on all lanes in the same instructions, and the search
//! is complete. What the room needs of a processor stands in `lanes`; the
//! inference in `sweep`, the choice of a cell in `choose`, the order of the search in
//! `search`; nodes wait in the `frontier` or, in greedy descents, are `saved` beside a
//! lane. Nothing here is trusted: see `check`.

mod answer;
mod attempt;
mod check;
mod choose;
mod frame;
mod frontier;
mod lane_move;
mod pending;
mod question;
mod saved;
mod search;
mod solved;
mod sweep;
mod tendency;
mod text;

pub use crate::grid::row::{CELLS, Row};
pub use crate::search::simd::{Simd, UnknownSimd, VARIABLE};
pub use answer::{Answers, Failure, Lockstep, Question};

#[cfg(test)]
mod tests;
