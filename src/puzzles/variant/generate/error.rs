//! Why no variant puzzle is generated.

use super::super::super::generate::RecipeError;
use super::super::minimize::VariantError;
use super::{ATTEMPTS, Misses};
use crate::outcome::Reason;

/// Why no variant puzzle was generated.
#[derive(Debug, thiserror::Error)]
pub enum VariantGenerateError {
    /// The board or its rules are wrong, or the backend is.
    #[error(transparent)]
    Puzzle(#[from] VariantError),
    /// No puzzle can have that many givens.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// No grid obeys the rules.
    #[error("no grid obeys these rules; leave one of them out")]
    Unsatisfiable,
    /// A name that is not that of a type, and what may be there.
    #[error("found '{0}' as a type of constraint, expected {1}")]
    Unknown(String, String),
    /// A type that cannot be drawn at random, and why.
    #[error("constraints of type '{0}' cannot be placed at random: {1}")]
    Undrawable(String, String),
    /// A type, such as the user's own, of which no constraint was found that holds.
    #[error("no constraint of type '{kind}' was found that holds in {grids} random grids: {why}")]
    Never {
        /// The type.
        kind: String,
        /// How many grids were tried in a row.
        grids: usize,
        /// Why the last attempt failed.
        why: String,
    },
    /// A rule in the place of a type.
    #[error("'{0}' is a rule, not a type of constraint; name it among the rules")]
    Rule(String),
    /// A type that the board does not allow, and which board does.
    #[error("constraints of type '{0}' need another board, expected {1}")]
    Board(String, String),
    /// A type that no digits of the board satisfy, as the error of a constraint says.
    #[error("no constraint of type '{0}' can hold on this board: found {1}; choose another type")]
    Impossible(String, String),
    /// No attempt gave what was asked for; perhaps because of constraints that fitted nowhere.
    #[error(
        "none of {ATTEMPTS} attempts gave such a puzzle{0}; ask for more givens, or for fewer rules or types of constraints"
    )]
    Attempts(Misses),
    /// A limit was reached first.
    #[error("{0}")]
    Stopped(Reason),
}
