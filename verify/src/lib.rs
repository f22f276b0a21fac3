#![doc = include_str!("../README.md")]
#![warn(clippy::unwrap_used)]

mod claim;
mod cnf;
mod contents;
mod counter;
pub mod cubes;
pub mod error;
mod escape;
pub mod files;
pub mod formula;
mod grids;
mod json_mistake;
mod manifest;
pub mod objective;
mod parts;
pub mod prices;
pub mod proof;
mod refutation;
pub mod rules;
mod text;
mod variant;
mod verdict;
pub mod verify;
mod words;

/// The files of a certificate.
pub mod file {
    /// The claim, a sentence.
    pub const CLAIM: &str = "claim.txt";
    /// The puzzle.
    pub const PUZZLE: &str = "puzzle.txt";
    /// The puzzle, if it is a variant.
    pub const PUZZLE_JSON: &str = "puzzle.json";
    /// The solutions.
    pub const SOLUTIONS: &str = "solutions.txt";
    /// Weights or values, and for a classic puzzle their reduction.
    pub const OBJECTIVE: &str = "objective.txt";
    /// The formula that says the claim is false.
    pub const FORMULA: &str = "formula.cnf";
    /// Its refutation in DRAT.
    pub const DRAT: &str = "proof.drat";
    /// Its refutation in LRAT.
    pub const LRAT: &str = "proof.lrat";
    /// The prices that bound all scores, if they are the proof.
    pub const PRICES: &str = "prices.txt";
    /// The assumptions of each cube, if the proof is in parts.
    pub const CUBES: &str = "cubes.txt";
    /// The list of the others.
    pub const MANIFEST: &str = "manifest.json";
}
