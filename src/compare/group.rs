//! Findings of one kind with one culprit, and the smallest example of each group.

use super::diagnose::Finding;
use super::shrink::Shrunk;
use super::{FindingKind, KnownCount};
use crate::cnf::write::{FormulaWriter, Syntax};
use crate::cnf::{Counter, Formula};
use crate::escape;
use crate::grid::Puzzle;
use crate::grid::text::{Alphabet, line};
use crate::rules::Description;
use serde::{Deserialize, Serialize};

/// How many findings of a group are shrunk; of time-outs, only the first that is reproduced.
const SHRUNK: u32 = 3;

/// Findings of one kind with one culprit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// From 1, in the order of discovery.
    pub number: usize,
    /// What is wrong.
    pub kind: String,
    /// The solver or backend to blame.
    pub culprit: String,
    /// The backend that was accused first.
    pub backend: String,
    /// The number of puzzles it was seen on.
    pub count: u64,
    /// Where it was seen first.
    pub first: String,
    /// What the backend answered there.
    #[serde(rename = "said")]
    pub claim: String,
    /// The smallest example.
    pub smallest: Example,
    /// The kind before shrinking, which may turn a time-out into a hang.
    #[serde(rename = "group")]
    original_kind: String,
    shrunk: u32,
}

/// A puzzle, and a formula, on which a finding can be seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Example {
    /// The puzzle on one line, with its number of solutions if that is needed; a variant
    /// as JSON.
    pub puzzle: String,
    /// How to read the line of a classic puzzle.
    #[serde(flatten)]
    pub classic: Option<LineShape>,
    /// The number of rules and constraints of a variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraints: Option<usize>,
    /// The number of cells.
    pub cells: usize,
    /// The number of givens.
    pub givens: usize,
    /// The number of clauses of the formula.
    pub clauses: Option<usize>,
    /// The formula as a DIMACS file, if a SAT solver is to blame.
    pub formula: Option<String>,
    /// Whether further runs did not all show the finding.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub flaky: bool,
    /// Whether shrinking ended before it was done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Whether shrinking came to its limit on time or on puzzles.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

/// What the line of a classic puzzle does not say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineShape {
    /// The shape of its boxes.
    #[serde(rename = "box")]
    pub boxes: String,
    /// How its digits are written.
    pub alphabet: String,
}

/// All groups of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Groups {
    list: Vec<Group>,
}

impl Groups {
    /// The groups in the order of discovery.
    pub fn list(&self) -> &[Group] {
        &self.list
    }

    /// Adds a finding to its group, and shrinks it if it is one of the first: `shrink`
    /// makes a small example, of a kind that may be another than before. Returns the
    /// group if it has a new smallest example.
    pub fn add(
        &mut self,
        place: &str,
        finding: &Finding,
        shrink: impl FnOnce() -> (FindingKind, Example),
    ) -> Option<&Group> {
        let kind = finding.kind.to_string();
        let known = self
            .list
            .iter()
            .position(|group| (&group.original_kind, &group.culprit) == (&kind, &finding.culprit));
        let Some(index) = known else {
            let (shrunk_kind, smallest) = shrink();
            self.list.push(Group {
                number: self.list.len() + 1,
                kind: shrunk_kind.to_string(),
                culprit: finding.culprit.clone(),
                backend: finding.accused.clone(),
                count: 1,
                first: place.to_owned(),
                claim: finding.claim.clone(),
                shrunk: u32::from(!smallest.interrupted),
                smallest,
                original_kind: kind,
            });
            return self.list.last();
        };
        let group = self.list.get_mut(index)?;
        group.count += 1;
        let enough = match finding.kind.is_wrong() || group.smallest.flaky {
            true => SHRUNK,
            false => 1,
        };
        if group.shrunk >= enough {
            return None;
        }
        let (shrunk_kind, example) = shrink();
        group.shrunk += u32::from(!example.interrupted);
        if example.rank() >= group.smallest.rank() {
            return None;
        }
        group.kind = shrunk_kind.to_string();
        group.smallest = example;
        Some(group)
    }
}

impl Example {
    /// A classic puzzle.
    pub fn new(shrunk: &Shrunk) -> Example {
        let puzzle = &shrunk.puzzle;
        let side = puzzle.geometry().side();
        Example {
            puzzle: puzzle_line(puzzle, shrunk.known),
            classic: Some(LineShape {
                boxes: puzzle.geometry().to_string(),
                alphabet: Alphabet::Digits.detected(side, puzzle.cells()).to_string(),
            }),
            constraints: None,
            cells: puzzle.cells().len(),
            givens: puzzle.givens().count(),
            clauses: shrunk.formula.as_ref().map(Formula::clause_count),
            formula: shrunk.formula.as_ref().and_then(dimacs),
            flaky: shrunk.is_flaky,
            interrupted: false,
            cut_short: shrunk.is_cut_short,
        }
    }

    /// The example of a shrunk variant.
    pub fn of_variant(shrunk: &Shrunk<Description>) -> Example {
        let puzzle = &shrunk.puzzle;
        Example {
            puzzle: escape::json(puzzle).unwrap_or_default(),
            classic: None,
            constraints: Some(puzzle.rules.len() + puzzle.constraints.len()),
            cells: puzzle.rows * puzzle.columns,
            givens: puzzle.candidates.len(),
            clauses: shrunk.formula.as_ref().map(Formula::clause_count),
            formula: shrunk.formula.as_ref().and_then(dimacs),
            flaky: shrunk.is_flaky,
            interrupted: false,
            cut_short: shrunk.is_cut_short,
        }
    }

    /// The lower, the better: seen every time, shrunk to the end, with a formula, and small.
    fn rank(&self) -> impl Ord + use<> {
        let constraints = self.constraints.unwrap_or_default();
        let clauses = self.clauses.unwrap_or(usize::MAX);
        let size = (self.cells, constraints, self.givens, clauses);
        let is_without_formula = self.formula.is_none();
        let is_open = self.interrupted || self.cut_short;
        (self.flaky, is_open, is_without_formula, size)
    }
}

/// A puzzle as a line that `compare` reads, with its number of solutions if that is
/// known.
pub fn puzzle_line(puzzle: &Puzzle, known: KnownCount) -> String {
    let text = line::of_puzzle(puzzle);
    match known {
        KnownCount::Unknown | KnownCount::AtLeast(_) => text,
        KnownCount::Exactly(count) => format!("{text}:{count}"),
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
