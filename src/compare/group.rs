//! Findings that are alike, with the smallest example of each group.

use super::diagnose::{Court, Finding};
use super::shrink::Shrunk;
use super::{Case, Known};
use crate::cnf::write::{FormulaWriter, Syntax};
use crate::cnf::{Counter, Formula};
use crate::grid::Puzzle;
use crate::grid::text::{Alphabet, line};
use serde::{Deserialize, Serialize};

/// How many findings of a group are shrunk; one time-out is enough.
const SHRUNK: u32 = 3;

/// Findings of one kind with one culprit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// From 1, in the order of their coming.
    pub number: usize,
    /// What is wrong.
    pub kind: String,
    /// A solver, a backend, or what was known.
    pub culprit: String,
    /// The backend that was accused first.
    pub backend: String,
    /// On how many puzzles.
    pub count: u64,
    /// Where it was seen first.
    pub first: String,
    /// What was said there.
    pub said: String,
    /// The smallest example.
    pub smallest: Example,
    /// What all findings of the group are, before a closer look at the first.
    group: String,
    shrunk: u32,
}

/// A puzzle, and a formula, on which a finding shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Example {
    /// The puzzle on one line, with what must be known of it.
    pub puzzle: String,
    /// Its boxes.
    #[serde(rename = "box")]
    pub shape: String,
    /// How its digits are written.
    pub alphabet: String,
    /// How many cells it has.
    pub cells: usize,
    /// How many givens.
    pub givens: usize,
    /// How many clauses the formula has.
    pub clauses: Option<usize>,
    /// The formula as a DIMACS file, where a SAT solver is to blame.
    pub formula: Option<String>,
}

/// All groups of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Groups {
    list: Vec<Group>,
}

impl Groups {
    /// The groups in the order of their coming.
    pub fn list(&self) -> &[Group] {
        &self.list
    }

    /// Puts a finding about a case to its likes, and shrinks it if it is one of
    /// the first. Returns the group if it has a new smallest example.
    pub fn add(
        &mut self,
        court: &Court<'_>,
        case: &Case,
        place: &str,
        finding: &Finding,
    ) -> Option<&Group> {
        let kind = finding.kind.to_string();
        let known = self
            .list
            .iter()
            .position(|group| (&group.group, &group.culprit) == (&kind, &finding.culprit));
        let enough = if finding.kind.is_wrong() { SHRUNK } else { 1 };
        let Some(index) = known else {
            let shrunk = court.shrink(case, finding);
            self.list.push(Group {
                number: self.list.len() + 1,
                kind: shrunk.kind.to_string(),
                culprit: finding.culprit.clone(),
                backend: finding.accused.clone(),
                count: 1,
                first: place.to_owned(),
                said: finding.said.clone(),
                smallest: Example::new(&shrunk),
                group: kind,
                shrunk: 1,
            });
            return self.list.last();
        };
        let group = self.list.get_mut(index)?;
        group.count += 1;
        if group.shrunk >= enough {
            return None;
        }
        group.shrunk += 1;
        let example = Example::new(&court.shrink(case, finding));
        if example.size() >= group.smallest.size() {
            return None;
        }
        group.smallest = example;
        Some(group)
    }
}

impl Example {
    fn new(shrunk: &Shrunk) -> Example {
        let puzzle = &shrunk.puzzle;
        let side = puzzle.geometry().side();
        Example {
            puzzle: line_of(puzzle, shrunk.known),
            shape: puzzle.geometry().to_string(),
            alphabet: Alphabet::Digits.reaching(side).name().to_owned(),
            cells: puzzle.cells().len(),
            givens: puzzle.givens().count(),
            clauses: shrunk.formula.as_ref().map(Formula::clause_count),
            formula: shrunk.formula.as_ref().and_then(dimacs),
        }
    }

    fn size(&self) -> (usize, usize, usize) {
        let clauses = self.clauses.unwrap_or(usize::MAX);
        (self.cells, self.givens, clauses)
    }
}

/// A puzzle as a line that `compare` reads, with its number of solutions where
/// that is known.
pub fn line_of(puzzle: &Puzzle, known: Known) -> String {
    let alphabet = Alphabet::Digits.reaching(puzzle.geometry().side());
    let text = line::text(puzzle.geometry(), alphabet, puzzle.cells());
    match known {
        Known::Nothing | Known::AtLeast(_) => text,
        Known::None => format!("{text}:0"),
        Known::One => format!("{text}:1"),
        Known::Exactly(count) => format!("{text}:{count}"),
    }
}

/// The text of a DIMACS file.
fn dimacs(formula: &Formula) -> Option<String> {
    let mut counter = Counter::default();
    formula.replay(&mut counter);
    let mut text = Vec::new();
    let mut writer = FormulaWriter::new(&mut text, Syntax::Cnf, [], &[], counter).ok()?;
    formula.replay(&mut writer);
    writer.finish().ok()?;
    String::from_utf8(text).ok()
}
