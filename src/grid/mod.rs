//! Cells, digits, houses, puzzles, and the text formats they are written in.
//!
//! Nothing here knows of variables, clauses or engines.

pub mod candidates;
pub mod geometry;
pub mod puzzle;
pub mod row;
pub mod symmetry;
pub mod text;

pub use candidates::Candidates;
pub use geometry::{Candidate, Cell, Digit, Geometry, GeometryError, House, HouseKind};
pub use puzzle::{Clash, Flaw, Puzzle, Solution};
pub use row::Row;
