//! Differential testing of variants: random boards, rules and constraints of every type
//! ([`VariantCorpus`]), the same queries to every backend ([`compare_variants`]), an
//! oracle for small boards ([`BruteForce`]), and the smallest puzzle that shows a
//! difference ([`smallest`]).

mod brute_force;
mod corpus;
mod filling;
mod round;
mod shrink;

pub use brute_force::BruteForce;
pub use corpus::VariantCorpus;
pub use round::{VariantDepth, compare_variants};
pub use shrink::smallest;
