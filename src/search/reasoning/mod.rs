//! What follows from a puzzle without search. Uses the partial grid of
//! [`dfs`](super::dfs), which knows nothing of this module.

pub mod alldifferent;
pub mod closure;
pub mod refute;
pub mod singles;
