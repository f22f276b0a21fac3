//! Encoding files: their contents, and why one is rejected.

use super::kernels::KernelChoices;
use crate::cnf::{Amo, amo};
use crate::grid::{Geometry, HouseKind};
use crate::toml_mistake::{self, Layout, lines};
use serde::Deserialize;
use std::fmt;
use toml::Spanned;

/// One of the four ways to split the candidates into groups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// The digits of a cell.
    Cell,
    /// The places of a digit in a house.
    House(HouseKind),
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scope::Cell => "cell",
            Scope::House(HouseKind::Row) => "row",
            Scope::House(HouseKind::Column) => "column",
            Scope::House(HouseKind::Box) => "box",
        })
    }
}

/// A rule about the groups of a scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// At least one of the candidates is true.
    Defined,
    /// At most one of the candidates is true.
    Unique,
    /// Exactly one is true, by order literals along the group.
    Ordered,
    /// Exactly one is true, by mini-rows and mini-columns; for houses only.
    Minis,
}

impl Rule {
    /// Whether groups that obey this rule obey `other`, too.
    pub fn implies(self, other: Rule) -> bool {
        self == other || matches!(self, Rule::Ordered | Rule::Minis)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::Defined => "defined",
            Rule::Unique => "unique",
            Rule::Ordered => "ordered",
            Rule::Minis => "minis",
        })
    }
}

/// Rules by scope: the candidates of a cell, or those of a digit in a house.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Families {
    /// For each cell, over its digits.
    #[serde(default)]
    pub cell: Vec<Rule>,
    /// For each row and digit, over the cells.
    #[serde(default)]
    pub row: Vec<Rule>,
    /// For each column and digit, over the cells.
    #[serde(default)]
    pub column: Vec<Rule>,
    /// For each box and digit, over the cells.
    #[serde(default, rename = "box")]
    pub box_: Vec<Rule>,
}

/// Largest side of an empty grid whose clauses are counted: beyond it, that takes minutes.
pub const MAX_COUNTED_SIDE: usize = 100;

/// The expected size of the formula of an empty grid, for tests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExpectedSize {
    /// The shape of the grid, of at most [`MAX_COUNTED_SIDE`].
    pub geometry: Geometry,
    /// Variables, auxiliary ones included.
    pub variables: usize,
    /// Clauses, duplicates counted.
    pub clauses: u64,
}

/// What an encoding file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name for `--encoding`.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// The paper it comes from.
    pub reference: String,
    /// The at-most-one scheme.
    pub at_most_one: Amo,
    /// Size of groups, at least 2, for schemes that have them.
    pub group: usize,
    /// The rules.
    pub families: Families,
    /// How constraints of variants become clauses.
    pub kernels: KernelChoices,
    /// Expected sizes.
    pub expected: Vec<ExpectedSize>,
}

/// An encoding file as it is written, with the places of what may be wrong.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    summary: String,
    reference: String,
    at_most_one: Amo,
    group: Option<i64>,
    families: Spanned<Families>,
    #[serde(default)]
    kernels: KernelChoices,
    #[serde(default)]
    expected: Vec<Spanned<Expected>>,
}

/// An [`ExpectedSize`] as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// The box shape, such as `3x3`.
    #[serde(rename = "box")]
    shape: String,
    variables: usize,
    clauses: u64,
}

/// A half of a rule, as a file lists it for a scope.
const HALVES: &str = "a list, such as [\"defined\"] or [\"unique\"]";

const SCHEME: &str = "one name in quotes, such as \"product\": one scheme holds for all scopes";

const LAYOUT: Layout = Layout {
    single: &["families", "kernels"],
    several: &["expected"],
    values: &[
        ("at_most_one", SCHEME),
        ("families.cell", HALVES),
        ("families.row", HALVES),
        ("families.column", HALVES),
        ("families.box", HALVES),
    ],
};

/// A file that is not an encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// The file's name.
    pub file: String,
    /// Line and column, from 1, where they are known.
    pub place: Option<(usize, usize)>,
    /// What is wrong and what to do about it.
    pub message: String,
}

impl std::error::Error for SpecError {}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.file, self.message),
            None => write!(f, "{}: {}", self.file, self.message),
        }
    }
}

impl Families {
    /// The rules of each scope, in the order in which they are written.
    pub fn scopes(&self) -> [(Scope, &[Rule]); 4] {
        [
            (Scope::Cell, &self.cell),
            (Scope::House(HouseKind::Row), &self.row),
            (Scope::House(HouseKind::Column), &self.column),
            (Scope::House(HouseKind::Box), &self.box_),
        ]
    }

    /// The rules of a scope.
    pub fn of(&self, scope: Scope) -> &[Rule] {
        match scope {
            Scope::Cell => &self.cell,
            Scope::House(HouseKind::Row) => &self.row,
            Scope::House(HouseKind::Column) => &self.column,
            Scope::House(HouseKind::Box) => &self.box_,
        }
    }

    /// Each rule with its scope, in the order in which they are written.
    pub fn rules(&self) -> impl Iterator<Item = (Scope, Rule)> {
        let scopes = self.scopes().into_iter();
        scopes.flat_map(|(scope, rules)| rules.iter().map(move |&rule| (scope, rule)))
    }

    /// The first rule that a scope lists twice, in words, and the scope.
    fn repeated(&self) -> Option<(String, Option<Scope>)> {
        self.scopes().into_iter().find_map(|(scope, rules)| {
            let mut numbered = rules.iter().enumerate();
            let (_, rule) = numbered.find(|(k, rule)| rules[..*k].contains(rule))?;
            let message = format!("families.{scope}: \"{rule}\" occurs twice");
            Some((message, Some(scope)))
        })
    }

    /// Why these rules are not equivalent to those of Sudoku, if they are not, and the scope
    /// to blame if it is one.
    ///
    /// Each scope splits the `N³` candidates into `N²` groups. "Defined" in one
    /// scope forces at least `N²` true candidates, "unique" in one scope allows
    /// at most `N²`. With exactly `N²` of them, either rule makes every group
    /// of its scope hold exactly one. So the rules are Sudoku's if and only if every
    /// scope has a rule and both kinds of rule occur.
    fn unsound(&self) -> Option<(String, Option<Scope>)> {
        let scopes = self.scopes();
        if let Some((scope, _)) = scopes.iter().find(|(_, rules)| rules.is_empty()) {
            let message = format!(
                "families.{scope}: empty or missing, so the formula has models that are no \
                 solutions; add \"defined\" or \"unique\""
            );
            return Some((message, Some(*scope)));
        }
        if self.cell.contains(&Rule::Minis) {
            let message = "families.cell: \"minis\" is for row, column and box";
            return Some((message.into(), Some(Scope::Cell)));
        }
        let has = |half: Rule| self.rules().any(|(_, rule)| rule.implies(half));
        if !has(Rule::Defined) {
            let message = "families: no scope is \"defined\", so empty cells satisfy the formula: \
                 add \"defined\" to one";
            return Some((message.into(), None));
        }
        if !has(Rule::Unique) {
            let message = "families: no scope is \"unique\", so cells with several digits satisfy \
                 the formula: add \"unique\" to one";
            return Some((message.into(), None));
        }
        None
    }
}

impl Spec {
    /// Reads an encoding file, called `file` in messages.
    ///
    /// # Errors
    /// [`SpecError`] for text that is not TOML, unknown or missing keys, unknown
    /// schemes, repeated rules, and rules that are not Sudoku's.
    pub fn parse(text: &str, file: &str) -> Result<Spec, SpecError> {
        let refuse = |message: String, offset: Option<usize>| SpecError {
            file: file.to_owned(),
            place: offset.map(|offset| place(text, offset)),
            message,
        };
        let read: File = toml_mistake::read(text, &LAYOUT)
            .map_err(|mistake| refuse(mistake.message, mistake.offset))?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if read.name.is_empty() || !read.name.chars().all(plain) {
            let message = "name: expected letters, digits, - and _ only".into();
            return Err(refuse(message, key_offset(text, 0, "name")));
        }
        let group = group_size(read.at_most_one, read.group)
            .map_err(|message| refuse(message, key_offset(text, 0, "group")))?;
        let start = read.families.span().start;
        let families = read.families.into_inner();
        if let Some((message, scope)) = families.repeated().or_else(|| families.unsound()) {
            let key = scope.and_then(|scope| key_offset(text, start, &scope.to_string()));
            return Err(refuse(message, Some(key.unwrap_or(start))));
        }
        let mut expected = Vec::with_capacity(read.expected.len());
        for each in read.expected {
            let start = each.span().start;
            let size = expected_size(each.into_inner());
            expected.push(size.map_err(|message| refuse(message, Some(start)))?);
        }
        Ok(Spec {
            name: read.name,
            summary: read.summary,
            reference: read.reference,
            at_most_one: read.at_most_one,
            group,
            families,
            kernels: read.kernels,
            expected,
        })
    }
}

/// The size of groups, as a file gives it.
fn group_size(scheme: Amo, group: Option<i64>) -> Result<usize, String> {
    match group {
        None => Ok(amo::DEFAULT_GROUP),
        Some(_) if !scheme.has_groups() => Err(format!("group: the scheme {scheme} has no groups")),
        Some(group) if group < 2 => Err(format!("group: {group} is too small, expected 2 or more")),
        // What does not fit is larger than any group, too.
        Some(group) => Ok(usize::try_from(group).unwrap_or(usize::MAX)),
    }
}

fn expected_size(expected: Expected) -> Result<ExpectedSize, String> {
    let shape = expected.shape.parse::<Geometry>();
    let geometry = shape.map_err(|error| format!("expected.box: {error}"))?;
    if geometry.side() > MAX_COUNTED_SIDE {
        return Err(format!(
            "expected.box: {geometry}: clauses are counted up to side {MAX_COUNTED_SIDE}"
        ));
    }
    Ok(ExpectedSize {
        geometry,
        variables: expected.variables,
        clauses: expected.clauses,
    })
}

/// Where a line begins with this key, at this byte or later.
fn key_offset(text: &str, from: usize, key: &str) -> Option<usize> {
    let is_key = |line: &str| {
        let after = line.trim_start().strip_prefix(key).map(str::trim_start);
        after.is_some_and(|rest| rest.starts_with('='))
    };
    let mut keys = lines(text).filter(|&(start, line)| start >= from && is_key(line));
    keys.next().map(|(start, _)| start)
}

/// Line and column, from 1, of a byte offset.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests;
