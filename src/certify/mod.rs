//! Certificates: answers that anybody can check without trusting satoku.
//!
//! A certificate is a few files: a claim about a puzzle, the solutions it counts, a formula
//! that says the claim is false, and a proof that the formula has no model. Scores may be
//! bounded by prices instead. [`in_memory`] makes certificates with the encoder and a SAT
//! solver; with the feature `process`, `certify` writes them to a folder, and `verify` asks
//! the verifier and third-party proof checkers. The [`verifier`] is another crate, `satoku-verify`,
//! which shares no code with this one; its README lists the files, and its FORMAT.md says
//! what the formula must be.

pub mod archive;
mod at_most;
mod bounded;
mod certifiable;
#[cfg(feature = "process")]
mod checker;
mod classic;
mod cubes;
mod files;
#[cfg(feature = "process")]
mod folder;
mod formula;
mod hints;
mod learnt;
mod lrat;
pub mod manifest;
mod objective;
#[cfg(feature = "process")]
mod plain;
mod priced;
mod prices;
#[cfg(feature = "process")]
mod program;
mod prove;
mod request;
#[cfg(feature = "process")]
mod several;
mod solver;
mod staging;
#[cfg(test)]
mod tests;
mod variant;
#[cfg(feature = "process")]
pub mod verify;

pub use bounded::PricedCubes;
#[cfg(feature = "process")]
pub use bounded::bounded_on_disk;
pub use certifiable::{Certifiable, Conclusion};
#[cfg(feature = "process")]
pub use checker::Checker;
pub use cubes::{CubesDraft, MAX_PARTS};
#[cfg(feature = "process")]
pub use cubes::{KeptProofs, PartsWork};
pub use files::{Draft, Grounds, Stated};
#[cfg(feature = "cli")]
pub(crate) use folder::behind_links;
#[cfg(feature = "process")]
pub use folder::{Target, require_free};
#[cfg(feature = "process")]
pub use prove::certify;
pub use prove::in_memory;
pub use request::{
    Assertion, Certificate, Certification, CertifyError, CertifyRequest, MAX_PROOF, NotProven,
    ProofRequest,
};
/// The verifier: `verify::certificate` checks certificates in memory, in folders and in archives.
pub use satoku_verify as verifier;
#[cfg(feature = "process")]
pub use several::{number_first, numbered, recover};
pub use solver::{ProofFormat, ProofLimits, SolverAnswer};

/// Largest side of a certificate. Its formula has some millions of clauses.
pub const MAX_SIDE: usize = 36;

/// Maximum number of solutions that a certificate counts.
pub const MAX_SOLUTIONS: u64 = 10_000;
