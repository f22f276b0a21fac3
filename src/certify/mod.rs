//! Certificates: answers that anybody can check without trusting satoku.
//!
//! A certificate is a folder: a claim about a puzzle, the solutions it counts, a formula
//! that says the claim is false, and a proof that the formula has no model. [`certify`]
//! writes it with the encoder and a SAT solver. The judge is another crate,
//! `satoku-verify`, which shares no code with this one; its README lists the files, and
//! its FORMAT.md says what the formula must be.
//!
//! [`verify`] asks the judge, and checkers of proofs by other people.

mod checker;
mod files;
mod folder;
mod formula;
mod hints;
mod lrat;
pub mod manifest;
mod objective;
mod prove;
mod solver;
#[cfg(test)]
mod tests;
pub mod variant;
pub mod verify;

pub use checker::Checker;
pub use folder::require_free;
pub use prove::{
    Assertion, Certification, CertifyError, CertifyRequest, MAX_PROOF, ProofRequest, certify,
};
pub use solver::ProofFormat;

/// Largest side of a certificate. Its formula has some millions of clauses.
pub const MAX_SIDE: usize = 36;

/// Most solutions that a certificate counts.
pub const MAX_SOLUTIONS: u64 = 10_000;
