//! What follows from a puzzle without a search.

pub mod alldifferent;
pub mod closure;
pub mod refute;
