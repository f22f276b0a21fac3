//! Cells, digits, houses, puzzles and solutions; [`text`] reads and writes them.
//!
//! Nothing here knows about variables, clauses or solvers.

mod candidates;
pub(crate) mod geometry;
mod names;
mod puzzle;
pub(crate) mod row;
mod solution;
pub(crate) mod symmetry;
pub mod text;

pub use candidates::Candidates;
pub use geometry::{Candidate, Cell, Digit, Geometry, GeometryError, House, HouseKind, MAX_SIDE};
pub use names::{place_name, place_named};
pub(crate) use puzzle::clash_in_words;
pub use puzzle::{Clash, Puzzle};
pub use row::Row;
pub use solution::{Flaw, Solution};
pub use symmetry::{Symmetry, pattern, pattern_like};
