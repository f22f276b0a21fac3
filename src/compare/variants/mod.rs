//! Differential testing of variants: random boards, rules and constraints of every type
//! ([`VariantCorpus`]), the same queries to every backend ([`compare_variants`]), an
//! oracle for small boards ([`BruteForce`]), and what is to blame for a difference, on a
//! small puzzle ([`VariantDiagnosis`]).

mod brute_force;
mod corpus;
mod diagnose;
mod filling;
mod roster;
mod round;
mod shrink;

pub use brute_force::BruteForce;
pub use corpus::VariantCorpus;
pub use diagnose::{ShrunkVariant, VariantDiagnosis};
pub use roster::{VariantBackend, VariantRoster, VariantSatSpec};
pub use round::{VariantDepth, compare_variants};
pub use shrink::smallest;
