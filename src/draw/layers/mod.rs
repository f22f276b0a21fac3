//! The layers of a board besides its constraints.

pub mod digits;
pub mod ground;
pub mod lines;
pub mod marks;
pub mod notes;
