//! A definition: what a rule file says, ready for use.

use super::block::{Block, BlockPlace};
use super::builder::Builder;
use super::drawing::Drawing;
use super::expression::{Expression, Variable};
use super::file::{Kind, ParameterType};

/// A rule of the whole board, or a type of constraint.
#[derive(Clone, Debug)]
pub struct Definition {
    pub(crate) name: String,
    pub(crate) also: Vec<String>,
    pub(crate) kind: Kind,
    pub(crate) summary: String,
    pub(crate) reference: String,
    pub(crate) example: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) requires: Vec<(Expression, String)>,
    pub(crate) includes: Vec<String>,
    pub(crate) builder: Option<Builder>,
    pub(crate) blocks: Vec<Block>,
    /// Where in the text each block is.
    pub(crate) places: Vec<BlockPlace>,
    pub(crate) drawings: Vec<Drawing>,
    pub(crate) legend: Option<String>,
    pub(crate) known: Vec<Known>,
    pub(crate) text: String,
    pub(crate) file: String,
    /// Where in the text the name is.
    pub(crate) name_at: usize,
    /// Names of other files that this one uses, of these kinds, and where in the text they are.
    pub(crate) uses: Vec<(Kind, String, usize)>,
}

/// Where no digits satisfy a constraint: beyond these ends of a parameter's range.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Impossible {
    /// Below the least value.
    pub(crate) below: bool,
    /// Above the largest value.
    pub(crate) above: bool,
}

impl Impossible {
    /// As a file writes it.
    pub(crate) fn named(name: &str) -> Option<Impossible> {
        let (below, above) = match name {
            "below" => (true, false),
            "above" => (false, true),
            "outside" => (true, true),
            _ => return None,
        };
        Some(Impossible { below, above })
    }
}

/// A parameter of a type of constraint.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub(crate) name: String,
    pub(crate) kind: ParameterType,
    pub(crate) summary: String,
    pub(crate) least: Option<Expression>,
    pub(crate) most: Option<Expression>,
    pub(crate) impossible: Impossible,
    pub(crate) default: Option<Expression>,
    pub(crate) optional: bool,
    pub(crate) repeats: bool,
    /// Whether the ranges of other parameters depend on its number of cells.
    pub(crate) sets_length: bool,
    pub(crate) range: (Option<String>, Option<String>, Option<String>),
    pub(crate) variable: Option<Variable>,
}

/// How many solutions an empty grid has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// Where it is in the file: bytes from its start.
    pub(crate) at: usize,
    /// The box shape, such as `2x2`.
    pub shape: String,
    /// How many solutions.
    pub solutions: u64,
    /// Who counted.
    pub reference: Option<String>,
}

impl Definition {
    /// The name, by which puzzles use it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What other programs and people call it. Puzzles cannot use these names; messages
    /// about them point to [`Definition::name`].
    pub fn also(&self) -> &[String] {
        &self.also
    }

    /// A rule, or a type of constraint.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// One sentence.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// Where it comes from.
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// A drawing with explanations, perhaps empty.
    pub fn example(&self) -> &str {
        &self.example
    }

    /// The parameters in the order of the file.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How it looks on the board; empty if the file does not say.
    pub fn drawings(&self) -> &[Drawing] {
        &self.drawings
    }

    /// The rules that it puts together.
    pub fn includes(&self) -> &[String] {
        &self.includes
    }

    /// Known counts of solutions of empty grids.
    pub fn known(&self) -> &[Known] {
        &self.known
    }

    /// The whole file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }
}

impl Parameter {
    /// The key in the puzzle.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The type of its values.
    pub fn kind(&self) -> ParameterType {
        self.kind
    }

    /// What it means.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The least value or number of cells, as the file writes it.
    pub fn least(&self) -> Option<&str> {
        self.range.0.as_deref()
    }

    /// The largest value or number of cells, as the file writes it.
    pub fn most(&self) -> Option<&str> {
        self.range.1.as_deref()
    }

    /// The value if the puzzle has none, as the file writes it.
    pub fn default(&self) -> Option<&str> {
        self.range.2.as_deref()
    }

    /// Whether a puzzle must have it.
    pub fn is_required(&self) -> bool {
        !self.optional && self.default.is_none()
    }

    /// Whether a cell may occur several times.
    pub fn repeats(&self) -> bool {
        self.repeats
    }
}
