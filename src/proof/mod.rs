//! Certificates: answers that an independent checker accepts.
//!
//! A certificate is a folder. [`prove()`] writes it with the encoder and a SAT
//! solver; [`verify`] reads it and trusts neither: it has a generator of its own
//! ([`rules`], [`counter`]) and checkers of its own ([`check`], and [`lrat::check`],
//! the shorter one: it follows hints and never searches).
//!
//! | file | what it holds |
//! |---|---|
//! | `claim.txt` | the claim, one sentence |
//! | `puzzle.txt` | the puzzle, one line |
//! | `solutions.txt` | the solutions that the claim counts, or the best one, a line each |
//! | `objective.txt` | for a highest or lowest score: the weights and their reduction |
//! | `formula.cnf` | the formula that says the claim is false |
//! | `proof.drat` or `proof.lrat` | its refutation, as text or binary [DRAT](drat) or [LRAT](lrat) |
//! | `manifest.json` | the kind of claim, the box shape, the kind of proof, sizes and SHA-256 of the others |
//!
//! Nothing else may be in the folder, and no file says more than it must: the first
//! four are exactly as [`prove()`] writes them, byte by byte, and the formula has no
//! comments. So nobody who opens a file sees what was not proven.
//!
//! # The formula
//! It has one form, so that it can be demanded exactly, though clauses may come
//! in any order, and literals in any order within them. `N` is the side; rows and
//! columns count from 0, digits from 1.
//!
//! - *Variables.* `(r·N + c)·N + d`: the digit `d` stands in row `r`, column `c`.
//! - *Rules.* Each cell has a digit; each row, column and box has each digit. No
//!   two digits in a cell, no digit twice in a row, column or box, a clause for
//!   each pair.
//! - *Givens.* A clause with one literal for each. No clause of the rules and the
//!   givens is written twice.
//! - *Solutions*, where the claim counts them. A clause for each, which says that
//!   some cell without a given holds another digit; a contradiction if there is no
//!   such cell.
//! - *A better score*, where the claim is about one. Scores are those of the
//!   reduced objective, with the sign changed if the lowest is claimed. The live
//!   digits of a given cell are its given, those of others all that no given cell
//!   of its row, column or box holds. A cell's *loss* by a live digit is what its
//!   best live digit is worth more. A grid is better than the one in
//!   `solutions.txt` exactly if its losses add up to less than those of that one.
//!   What a house *loses at least* is the least sum of losses of those of its cells
//!   that have a live digit with a loss, if these hold different live digits; 0 if
//!   they cannot. Of rows, columns and boxes, the kind counts whose houses lose most
//!   at least in sum; on ties boxes before columns before rows. Let `L` be the losses
//!   of the grid less that sum. If `L` is not above 0 the formula has a
//!   contradiction. Otherwise, for each house of the kind with such cells, one by one, let
//!   `l` be what it loses at least:
//!   - A *leaf* for each such cell, in reading order. Losses above `l + L` count as
//!     `l + L`. A leaf has a literal for each of its losses, which says "this loss or
//!     more". The literals are made from the largest loss down: a new variable,
//!     implied by each digit with this loss and by the literal of the loss above; but
//!     where the largest loss has one digit, its own literal.
//!   - *Sums.* As long as there are several nodes, the two with the fewest literals,
//!     the earlier made on ties, are replaced by their sum. It has a literal, a new
//!     variable, for each sum above 0 of a loss of the first, or none, and one of the
//!     second, or none, sums above `l + L` counting as `l + L`. Each implies the
//!     literal of the next smaller sum; two losses together, or one alone, imply that
//!     of their sum. New variables are numbered by increasing sums.
//!   - Of the last node, losses up to `l` are left out, and `l` is taken from others.
//!
//!   These nodes, house by house, are summed in the same way, sums above `L` counting
//!   as `L`, and a clause forbids the last node's literal for `L`, if it has one. The
//!   pairs that are added, one more than literals on either side, are at most
//!   4,000,000.
//!
//! A *contradiction* is a clause with the literal 1 and a clause with the literal -1,
//! given or not: not every checker takes a formula with the empty clause.
//!
//! Reduced scores are scores less a constant, because each house holds each digit
//! once; [`worth`] states the arithmetic.

mod case;
pub mod check;
pub mod claim;
pub mod command;
mod contents;
pub mod counter;
mod database;
pub mod drat;
mod engine;
pub mod external;
mod folder;
mod form;
mod hints;
pub mod lrat;
pub mod manifest;
mod names;
pub mod numbers;
mod propagation;
mod prove;
pub mod rules;
pub mod system;
pub mod verify;
pub mod worth;

pub use claim::Claim;
pub use engine::ProofFormat;
pub use folder::require_free;
pub use prove::{Goal, MAX_PROOF, Outcome, ProveError, Request, prove};

/// Largest side of a certificate. Its formula has some millions of clauses.
pub const MAX_SIDE: usize = 36;

/// Most solutions that a certificate counts.
pub const MAX_SOLUTIONS: u64 = 10_000;

/// The files of a certificate by name.
pub mod file {
    /// The claim in words.
    pub const CLAIM: &str = "claim.txt";
    /// The puzzle.
    pub const PUZZLE: &str = "puzzle.txt";
    /// The solutions.
    pub const SOLUTIONS: &str = "solutions.txt";
    /// Weights and their reduction.
    pub const OBJECTIVE: &str = "objective.txt";
    /// The formula.
    pub const FORMULA: &str = "formula.cnf";
    /// The proof in DRAT.
    pub const DRAT: &str = "proof.drat";
    /// The proof in LRAT.
    pub const LRAT: &str = "proof.lrat";
    /// The list of the others.
    pub const MANIFEST: &str = "manifest.json";
}
