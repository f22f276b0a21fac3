//! The TOML of a rule file, before its expressions are read.

use super::drawing::{Colour, Form, LineEnd, Pattern};
use crate::toml_mistake::{Exactly, Layout};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;

/// A text with its place in the file.
pub type Text = Spanned<String>;

/// The tables of a rule file.
pub const LAYOUT: Layout = Layout {
    single: &[],
    several: &[
        "requires",
        "parameters",
        "distinct",
        "pairs",
        "sum",
        "sum.terms",
        "equal_sums",
        "automaton",
        "automaton.steps",
        "count",
        "some",
        "candidates",
        "draw",
        "known",
    ],
    values: &[
        ("pairs.steps", "a list of steps, such as [[1, 3]]"),
        (
            "automaton.guess",
            "a range for each register, such as { low = [\"min\", \"max\"] }",
        ),
        (
            "automaton.steps",
            "a list of steps, such as [{ set = { sum = \"sum + d\" } }]",
        ),
        ("some.windows", "rows and columns, such as [3, 3]"),
    ],
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub name: Text,
    #[serde(default)]
    pub also: Vec<Text>,
    pub kind: Kind,
    pub summary: Text,
    pub reference: String,
    #[serde(default)]
    pub example: String,
    #[serde(default)]
    pub requires: Vec<Requirement>,
    #[serde(default)]
    pub includes: Vec<Text>,
    pub builder: Option<Text>,
    #[serde(default)]
    pub parameters: Vec<Parameter>,
    #[serde(default)]
    pub distinct: Vec<Distinct>,
    #[serde(default)]
    pub pairs: Vec<Pairs>,
    #[serde(default)]
    pub sum: Vec<Sum>,
    #[serde(default)]
    pub equal_sums: Vec<EqualSums>,
    #[serde(default)]
    pub automaton: Vec<Automaton>,
    #[serde(default)]
    pub count: Vec<Count>,
    #[serde(default)]
    pub some: Vec<Some_>,
    #[serde(default)]
    pub candidates: Vec<Candidates>,
    pub legend: Option<Text>,
    #[serde(default)]
    pub draw: Vec<Draw>,
    #[serde(default)]
    pub known: Vec<Known>,
}

/// What a rule file defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A rule of the whole board, without parameters.
    Rule,
    /// A type of constraint on some cells.
    Constraint,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Rule => "rule",
            Kind::Constraint => "type of constraint",
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    pub that: Text,
    pub message: String,
}

/// What values a parameter has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ParameterType {
    /// Names of cells in an order.
    Cells,
    /// The name of one cell.
    Cell,
    /// Lists of cells.
    Sets,
    /// A number.
    Integer,
    /// Yes or no.
    Boolean,
    /// Digits of the board, some perhaps several times.
    Digits,
    /// Pairs of a number and a digit, how often the digit occurs.
    Counts,
    /// Pairs of digits that are allowed.
    Table,
    /// A text that only people read.
    Text,
    /// States and transitions of an automaton.
    Automaton,
    /// A regular expression over digits.
    Regex,
    /// Lists of constraints, one of which holds.
    Branches,
}

impl fmt::Display for ParameterType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParameterType::Cells => "cells",
            ParameterType::Cell => "cell",
            ParameterType::Sets => "sets",
            ParameterType::Integer => "integer",
            ParameterType::Boolean => "boolean",
            ParameterType::Digits => "digits",
            ParameterType::Counts => "counts",
            ParameterType::Table => "table",
            ParameterType::Text => "text",
            ParameterType::Automaton => "automaton",
            ParameterType::Regex => "regex",
            ParameterType::Branches => "branches",
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    pub name: Text,
    #[serde(rename = "type")]
    pub kind: ParameterType,
    pub summary: String,
    pub least: Option<Text>,
    pub most: Option<Text>,
    pub impossible: Option<Text>,
    pub default: Option<Text>,
    #[serde(default)]
    pub optional: bool,
    #[serde(default)]
    pub repeats: bool,
}

impl Parameter {
    /// Whether it is the line whose length is `n`.
    pub fn sets_length(&self) -> bool {
        self.kind == ParameterType::Cells && self.name.get_ref() == "cells"
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distinct {
    pub of: Option<Text>,
    #[serde(rename = "where")]
    pub place: Option<Text>,
    pub by: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    pub of: Option<Text>,
    pub with: Option<Text>,
    #[serde(rename = "where")]
    pub places: Option<Text>,
    pub steps: Option<Vec<Exactly<i64, 2>>>,
    #[serde(default)]
    pub unless: Vec<Text>,
    pub allow: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    pub of: Option<Text>,
    pub times: Option<Text>,
    #[serde(default)]
    pub terms: Vec<Term>,
    pub total: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    pub of: Text,
    pub times: Option<Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EqualSums {
    pub of: Option<Text>,
    pub by: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Automaton {
    pub of: Option<Text>,
    #[serde(default)]
    pub guess: BTreeMap<String, Exactly<Text, 2>>,
    #[serde(default)]
    pub registers: BTreeMap<String, Text>,
    pub steps: Vec<Step>,
    pub reject: Option<Text>,
    pub accept: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub when: Option<Text>,
    pub set: BTreeMap<String, Text>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Count {
    pub of: Option<Text>,
    pub digits: Text,
    pub allow: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Some_ {
    pub windows: Exactly<usize, 2>,
    pub each: Option<Spanned<Vec<i64>>>,
    pub allow: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidates {
    pub of: Option<Text>,
    pub allow: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    #[serde(rename = "box")]
    pub shape: Text,
    pub solutions: u64,
    pub reference: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    #[serde(rename = "as")]
    pub form: Spanned<Form>,
    pub of: Option<Text>,
    pub after: Option<Text>,
    pub text: Option<Text>,
    pub sign: Option<Text>,
    #[serde(default)]
    pub color: Colour,
    #[serde(default)]
    pub pattern: Pattern,
    #[serde(default)]
    pub start: LineEnd,
    #[serde(default)]
    pub end: LineEnd,
    #[serde(default)]
    pub thin: bool,
}
