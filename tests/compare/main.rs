//! Differential testing, with planted faults and with external solvers.

mod backends;
mod campaign;
mod external;
#[cfg(unix)]
mod flaky;
#[cfg(unix)]
mod interrupted;
mod planted;
mod planted_variants;
mod proofs;
mod saved;
mod shuffled;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
mod variant_runs;
mod verb;
