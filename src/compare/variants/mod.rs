//! What differential testing of variants adds: random boards, rules and constraints of every type
//! ([`VariantCorpus`]), an oracle for small boards ([`BruteForce`]), and smaller puzzles for what
//! was found ([`VariantShrinker`]).

mod brute_force;
mod corpus;
mod filling;
mod shrink;

pub use brute_force::BruteForce;
pub use corpus::VariantCorpus;
pub use shrink::VariantShrinker;
