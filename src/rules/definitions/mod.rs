//! Rule files: what rules and types of constraint mean.
//!
//! A [`Library`] holds the definitions by name. `rules/README.md` describes the files.

mod block;
mod builder;
mod built_in;
mod catalogue;
mod definition;
mod drawing;
mod error;
mod expression;
mod file;
mod library;
pub(crate) mod names;
mod parser;
mod read;
mod read_blocks;
mod read_drawings;
mod read_parameters;
mod token;
mod unread;

pub(crate) use block::{Block, Cells, CountedDigits, Machine, Steps};
pub(crate) use builder::Builder;
pub use catalogue::{CatalogueEntry, catalogue};
pub use definition::{Definition, Known, Parameter};
pub use drawing::{Colour, Drawing, DrawnText, Form, LineEnd, Pattern};
pub use error::RuleFileError;
pub(crate) use expression::{Expression, Values, Variable};
pub use file::{Kind, ParameterType};
pub use library::Library;
