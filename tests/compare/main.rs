//! Differential testing, and solvers by other people.

mod backends;
mod campaign;
mod external;
mod planted;
#[path = "../support/mod.rs"]
mod support;
mod verb;
