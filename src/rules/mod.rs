//! Variant Sudoku: boards of any form, and constraints beyond rows, columns and boxes.
//!
//! A [`Description`] holds a puzzle as it is written. Rule files (`rules/*.toml`) say what that
//! means: they turn it into a [`VariantPuzzle`], whose constraints are composed of a few
//! [`Kernel`]s. Engines, encodings and the verifier know kernels and nothing else, so a new type of
//! constraint is a file.

mod automaton;
mod board;
mod compile;
mod definitions;
mod description;
mod kernel;
mod nearest;
#[cfg(test)]
mod oracle;
mod puzzle;
pub(crate) mod region_map;
mod symmetry;
pub mod text;

pub use automaton::{Automaton, AutomatonError, MAX_STATES, Transition};
pub use board::{
    Board, BoardError, BoardHouse, BoardHouseKind, MAX_DIGITS, Mask, members, only_digit,
};
pub use compile::{
    CompileError, Compiled, RuleError, RuleErrorKind, compile, compile_or_board, compile_within,
    trial,
};
pub(crate) use compile::{
    legend, range, range_depends_on, required, rules_depend_on, spared_by, turning_points,
};
pub(crate) use definitions::Block;
pub use definitions::{CatalogueEntry, catalogue};
pub use definitions::{Colour, Drawing, DrawnText, Form, LineEnd, Pattern};
pub use definitions::{Definition, Kind, Known, Library, Parameter, ParameterType, RuleFileError};
pub use description::{ConstraintItem, Description};
pub use kernel::{Kernel, KernelError, Table};
pub(crate) use nearest::nearest;
#[cfg(feature = "cli")]
pub(crate) use nearest::nearest_name;
pub use puzzle::{BoardClash, Constraint, Origin, VariantPuzzle, Violation};
pub use symmetry::BoardSymmetry;
