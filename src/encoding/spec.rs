//! Encoding files: their contents, and why one is rejected.

use super::kernels::KernelChoices;
use crate::cnf::{Amo, amo};
use crate::grid::Geometry;
use crate::toml_mistake::{self, Layout, lines};
use serde::Deserialize;
use std::fmt;
use toml::Spanned;

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
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedSize {
    /// The box shape, such as `3x3`.
    #[serde(rename = "box")]
    pub shape: String,
    /// Variables.
    pub variables: usize,
    /// Clauses, duplicates counted.
    pub clauses: u64,
}

/// An encoding file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
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
    pub group: Option<i64>,
    /// The rules.
    pub families: Spanned<Families>,
    /// How constraints of variants become clauses.
    #[serde(default)]
    pub kernels: KernelChoices,
    /// Expected sizes.
    #[serde(default)]
    pub expected: Vec<Spanned<ExpectedSize>>,
}

/// A half of a rule, as a file lists it for a scope.
const HALVES: &str = "a list, such as [\"defined\"] or [\"unique\"]";

const LAYOUT: Layout = Layout {
    single: &["families", "kernels"],
    several: &["expected"],
    values: &[
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
    /// The scopes in the order in which they are written, with their names.
    pub fn scopes(&self) -> [(&'static str, &[Rule]); 4] {
        [
            ("cell", &self.cell),
            ("row", &self.row),
            ("column", &self.column),
            ("box", &self.box_),
        ]
    }

    /// Why these rules are not equivalent to those of Sudoku, if they are not, and the scope
    /// to blame if it is one.
    ///
    /// Each scope splits the `N³` candidates into `N²` groups. "Defined" in one
    /// scope forces at least `N²` true candidates, "unique" in one scope allows
    /// at most `N²`. With exactly `N²` of them, either rule makes every group
    /// of its scope hold exactly one. So the rules are Sudoku's if and only if every
    /// scope has a rule and both kinds of rule occur.
    fn unsound(&self) -> Option<(String, Option<&'static str>)> {
        let scopes = self.scopes();
        if let Some((scope, _)) = scopes.iter().find(|(_, rules)| rules.is_empty()) {
            let message = format!(
                "families.{scope}: empty or missing, so the formula has models that are no \
                 solutions; add \"defined\" or \"unique\""
            );
            return Some((message, Some(scope)));
        }
        if self.cell.contains(&Rule::Minis) {
            let message = "families.cell: \"minis\" is for row, column and box";
            return Some((message.into(), Some("cell")));
        }
        let has = |rule: Rule| {
            let both = [rule, Rule::Ordered, Rule::Minis];
            let mut rules = scopes.iter().flat_map(|(_, rules)| rules.iter());
            rules.any(|rule| both.contains(rule))
        };
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
    /// The size of groups, for schemes that have them.
    pub fn group_size(&self) -> usize {
        let group = self.group.and_then(|group| usize::try_from(group).ok());
        group.unwrap_or(amo::DEFAULT_GROUP)
    }

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
        let spec: Spec = toml_mistake::read(text, &LAYOUT)
            .map_err(|mistake| refuse(mistake.message, mistake.offset))?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if spec.name.is_empty() || !spec.name.chars().all(plain) {
            let message = "name: expected letters, digits, - and _ only".into();
            return Err(refuse(message, key_offset(text, 0, "name")));
        }
        if let Some(group) = spec.group {
            let message = match spec.at_most_one.has_groups() {
                false => format!("group: the scheme {} has no groups", spec.at_most_one),
                true if group < 2 => format!("group: {group} is too small, expected 2 or more"),
                true => String::new(),
            };
            if !message.is_empty() {
                return Err(refuse(message, key_offset(text, 0, "group")));
            }
        }
        let start = spec.families.span().start;
        let at = |scope: Option<&str>| {
            let key = scope.and_then(|scope| key_offset(text, start, scope));
            Some(key.unwrap_or(start))
        };
        for (scope, rules) in spec.families.get_ref().scopes() {
            let mut numbered = rules.iter().enumerate();
            if let Some((_, rule)) = numbered.find(|(k, rule)| rules[..*k].contains(rule)) {
                let message = format!("families.{scope}: \"{rule}\" occurs twice");
                return Err(refuse(message, at(Some(scope))));
            }
        }
        if let Some((message, scope)) = spec.families.get_ref().unsound() {
            return Err(refuse(message, at(scope)));
        }
        for expected in &spec.expected {
            let wrong = match expected.get_ref().shape.parse::<Geometry>() {
                Err(error) => error.to_string(),
                Ok(shape) if shape.side() > MAX_COUNTED_SIDE => {
                    format!("{shape}: clauses are counted up to side {MAX_COUNTED_SIDE}")
                }
                Ok(_) => continue,
            };
            let message = format!("expected.box: {wrong}");
            return Err(refuse(message, Some(expected.span().start)));
        }
        Ok(spec)
    }
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
mod tests {
    use super::*;

    fn file(families: &str) -> String {
        format!(
            "name = \"x\"\nsummary = \"x\"\nreference = \"x\"\nat_most_one = \"pairwise\"\n\
             [families]\n{families}"
        )
    }

    fn message(text: &str) -> String {
        Spec::parse(text, "x.toml").unwrap_err().to_string()
    }

    #[test]
    fn rules_that_are_not_sudoku_are_rejected() {
        let unique = "[\"unique\"]";
        let defined = "[\"defined\"]";
        let all = |cell, rest: &str| {
            file(&format!(
                "cell = {cell}\nrow = {rest}\ncolumn = {rest}\nbox = {rest}\n"
            ))
        };
        assert!(Spec::parse(&all(defined, unique), "x").is_ok());
        assert!(Spec::parse(&all(unique, defined), "x").is_ok());
        assert!(message(&all(unique, unique)).contains("no scope is \"defined\""));
        assert!(message(&all(defined, defined)).contains("no scope is \"unique\""));
        let no_box = file("cell = [\"defined\"]\nrow = [\"unique\"]\ncolumn = [\"unique\"]\n");
        assert!(message(&no_box).starts_with("x.toml:5:1: families.box: empty or missing"));
        let wrong = |row: &str| message(&all(defined, unique).replacen(unique, row, 1));
        assert_eq!(
            wrong("[\"unique\", \"unique\"]"),
            "x.toml:7:1: families.row: \"unique\" occurs twice"
        );
        assert_eq!(
            wrong("\"unique\""),
            "x.toml:7:7: row: found \"unique\", expected a list, such as [\"defined\"] or \
             [\"unique\"]"
        );
        let minis = all("[\"minis\"]", unique);
        assert!(message(&minis).starts_with("x.toml:6:1: families.cell: \"minis\" is for row"));
        let several = all(defined, unique).replace("[families]", "[[families]]");
        assert_eq!(
            message(&several),
            "x.toml:5:1: families: found [[families]], expected [families], which occurs once"
        );
    }

    #[test]
    fn errors_name_line_and_key() {
        assert_eq!(
            message("name = 3\n"),
            "x.toml:1:8: name: found 3, expected text in quotes"
        );
        assert!(message("nmae = \"x\"\n").contains("unknown field `nmae`"));
        assert!(message("name = \"x\"\n").contains("missing field `summary`"));
        let scheme = file("").replace("pairwise", "triples");
        assert!(
            message(&scheme).starts_with("x.toml:4:15: at_most_one: unknown variant `triples`")
        );
        assert!(message("name = \n").starts_with("x.toml:1:"));
        let commented = format!("# name: x\n{}", file("").replace("\"x\"", "\"x y\""));
        assert!(message(&commented).starts_with("x.toml:2:1: name: expected letters"));
    }

    #[test]
    fn groups_belong_to_schemes_that_have_some() {
        let with = |scheme: &str, group: usize| {
            let families = "cell = [\"defined\"]\nrow = [\"unique\"]\ncolumn = [\"unique\"]\nbox = [\"unique\"]\n";
            let head = format!("at_most_one = \"{scheme}\"\ngroup = {group}");
            file(families).replace("at_most_one = \"pairwise\"", &head)
        };
        let small = message(&with("commander", 1));
        assert!(
            small.starts_with("x.toml:5:1: group: 1 is too small"),
            "{small}"
        );
        assert!(Spec::parse(&with("commander", 2), "x").is_ok());
        let none = message(&with("pairwise", 2));
        assert!(
            none.starts_with("x.toml:5:1: group: the scheme pairwise has no groups"),
            "{none}"
        );
    }

    #[test]
    fn names_are_plain() {
        let named = |name: &str| {
            file("cell = [\"defined\"]\nrow = [\"unique\"]\ncolumn = [\"unique\"]\nbox = [\"unique\"]\n")
                .replace("name = \"x\"", &format!("name = \"{name}\""))
        };
        assert!(Spec::parse(&named("A-b_3"), "x").is_ok());
        for wrong in ["", "a b", "ä", "a/b"] {
            assert!(
                message(&named(wrong)).starts_with("x.toml:1:1: name: expected"),
                "{wrong}"
            );
        }
    }

    #[test]
    fn kernels_have_defaults_and_messages() {
        let families =
            "cell = [\"defined\"]\nrow = [\"unique\"]\ncolumn = [\"unique\"]\nbox = [\"unique\"]\n";
        let with = |kernels: &str| format!("{}[kernels]\n{kernels}\n", file(families));
        let plain = Spec::parse(&file(families), "x").unwrap();
        assert_eq!(plain.kernels, KernelChoices::default());
        let text = with("pairs = \"conflict\"\nderived_house_sums = false");
        let spec = Spec::parse(&text, "x").unwrap();
        assert!(!spec.kernels.derived_house_sums);
        assert_eq!(spec.kernels.cages, plain.kernels.cages);
        assert_ne!(spec.kernels.pairs, plain.kernels.pairs);
        let wrong = message(&with("cages = \"sets\""));
        assert!(
            wrong.starts_with("x.toml:11:9: cages: unknown variant `sets`, expected one of"),
            "{wrong}"
        );
        let unknown = message(&with("pair = \"support\""));
        assert!(unknown.contains("unknown field `pair`"), "{unknown}");
    }
}
