//! Differential testing, with planted faults and with external solvers.

mod backends;
mod campaign;
mod external;
mod planted;
#[path = "../support/mod.rs"]
mod support;
mod verb;
