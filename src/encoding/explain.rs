//! Which clauses forbid a digit in a cell, for people who want to see how a puzzle becomes
//! clauses.

use super::{Encoding, Term, VarMap};
use crate::cnf::propagate::{PartialAssignment, Propagated, propagate};
use crate::cnf::{Formula, Lit, Var};
use crate::grid::{Cell, Digit, Puzzle};

/// What the clauses say about a digit in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DigitStatus {
    /// The digit is given.
    Given,
    /// These clauses forbid it, at least one of them whatever is given: it has no other literal.
    RuledOut(Vec<ForbiddingClause>),
    /// These clauses forbid it given the givens.
    Forbidden(Vec<ForbiddingClause>),
    /// These clauses forbid it in the course of unit propagation.
    ForbiddenLater(Vec<ForbiddingClause>),
    /// These clauses make it true in the course of unit propagation.
    Forced(Vec<ForbiddingClause>),
    /// Unit propagation does not decide it.
    Open,
}

/// A clause that forbids a digit, or makes it true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForbiddingClause {
    /// The name of its family; in a variant, the label of its constraint, such as `killer r1c1
    /// r1c2, sum 12`, or `each cell has one digit`, or `candidates`.
    pub source: String,
    /// Its literals by name, such as `¬r1c1=5`, the candidate's first.
    pub literals: Vec<String>,
}

/// A cell of a puzzle, digit by digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// How many clauses of each source the cell occurs in, in the order of the formula; sources
    /// of which it is in none may be among them.
    pub occurrences: Vec<(String, u64)>,
    /// Every digit with its status, in order.
    pub digits: Vec<(Digit, DigitStatus)>,
    /// Whether unit propagation alone finds a contradiction. Then statuses take only the
    /// givens, in a variant all candidates, into account.
    pub contradiction: bool,
}

impl DigitStatus {
    /// The status of a candidate that is not given. `givens` and `settled` are what the givens
    /// say and what unit propagation finds, unless that is a contradiction; `reasons` are the
    /// clauses that make a literal true.
    fn of(
        candidate: Lit,
        givens: &PartialAssignment,
        settled: Option<&PartialAssignment>,
        reasons: impl Fn(Lit, &PartialAssignment) -> Vec<ForbiddingClause>,
    ) -> DigitStatus {
        let now = reasons(!candidate, givens);
        match settled {
            _ if now.iter().any(|clause| clause.literals.len() == 1) => DigitStatus::RuledOut(now),
            _ if !now.is_empty() => DigitStatus::Forbidden(now),
            None => DigitStatus::Open,
            Some(values) => match values.value(candidate) {
                None => DigitStatus::Open,
                Some(true) => DigitStatus::Forced(reasons(candidate, values)),
                Some(false) => DigitStatus::ForbiddenLater(reasons(!candidate, values)),
            },
        }
    }
}

/// A formula whose clauses know their sources.
pub(super) struct LabelledFormula {
    pub formula: Formula,
    /// The first clause of each source.
    pub starts: Vec<(usize, String)>,
}

/// Explains a cell by the clauses of an encoding with a variable for every candidate.
///
/// # Panics
/// If the grid has no such cell.
pub fn explain(encoding: &Encoding, puzzle: &Puzzle, cell: Cell) -> Explanation {
    let cells = puzzle.cells().len();
    assert!(
        cell.index() < cells,
        "a cell of the grid, which has {cells}"
    );
    let map = VarMap::full(puzzle.geometry());
    let labelled = labelled(encoding, puzzle, &map);
    let mut givens = PartialAssignment::empty(&labelled.formula);
    for (given, digit) in puzzle.givens() {
        if let Term::Lit(lit) = map.term(given, digit) {
            givens.set(lit);
        }
    }
    let families = encoding.families().into_iter();
    let mut occurrences: Vec<(String, u64)> = families.map(|f| (f.name(), 0)).collect();
    let is_here = |lit: &Lit| map.candidate(lit.var()).is_some_and(|c| c.cell == cell);
    for family in labelled.sources_of(is_here) {
        if let Some((_, count)) = occurrences.iter_mut().find(|(f, _)| f == family) {
            *count += 1;
        }
    }
    let digits = puzzle.geometry().digits();
    let terms = digits.map(|digit| (digit, map.term(cell, digit)));
    let given = puzzle.given(cell);
    let name = |lit| literal_name(&map, lit);
    labelled.explanation(occurrences, terms, given, &givens, &name)
}

fn labelled(encoding: &Encoding, puzzle: &Puzzle, map: &VarMap) -> LabelledFormula {
    let mut formula = Formula::default();
    encoding.encode(puzzle, map, &mut formula);
    let mut starts = Vec::new();
    let mut start = 0;
    for (family, size) in encoding.count_by_family(puzzle, map) {
        starts.push((start, family.name()));
        start += size.clauses as usize;
    }
    LabelledFormula { formula, starts }
}

impl LabelledFormula {
    fn source(&self, clause: usize) -> &str {
        let after = self.starts.partition_point(|(start, _)| *start <= clause);
        let start = self.starts.get(after.saturating_sub(1));
        start.map_or("", |(_, source)| source)
    }

    /// The source of each clause that has such a literal.
    pub fn sources_of(&self, is_meant: impl Fn(&Lit) -> bool) -> impl Iterator<Item = &str> {
        let clauses = self.formula.clauses().enumerate();
        let meant = clauses.filter(move |(_, clause)| clause.iter().any(&is_meant));
        meant.map(|(number, _)| self.source(number))
    }

    /// The clauses that make a literal true, each with this literal first.
    fn reasons(
        &self,
        literal: Lit,
        values: &PartialAssignment,
        name: &dyn Fn(Lit) -> String,
    ) -> Vec<ForbiddingClause> {
        let clauses = self.formula.clauses().enumerate();
        let found = clauses.filter(|(_, clause)| values.implies(clause, literal));
        let named = found.map(|(number, clause)| {
            let rest = clause.iter().copied().filter(|lit| *lit != literal);
            ForbiddingClause {
                source: self.source(number).to_owned(),
                literals: [literal].into_iter().chain(rest).map(name).collect(),
            }
        });
        named.collect()
    }

    /// What the formula says about the digits of a cell, where `givens` alone is what the puzzle
    /// gives.
    pub fn explanation(
        &self,
        occurrences: Vec<(String, u64)>,
        terms: impl Iterator<Item = (Digit, Term)>,
        given: Option<Digit>,
        givens: &PartialAssignment,
        name: &dyn Fn(Lit) -> String,
    ) -> Explanation {
        let settled = match propagate(&self.formula) {
            Propagated::Conflict => None,
            Propagated::Fixpoint(values) => Some(values),
        };
        let reasons = |literal, values: &_| self.reasons(literal, values, name);
        let digits = terms.map(|(digit, term)| {
            let status = match term {
                Term::Lit(_) if given == Some(digit) => DigitStatus::Given,
                Term::Lit(candidate) => {
                    DigitStatus::of(candidate, givens, settled.as_ref(), reasons)
                }
                _ => DigitStatus::Open,
            };
            (digit, status)
        });
        Explanation {
            occurrences,
            digits: digits.collect(),
            contradiction: settled.is_none(),
        }
    }
}

/// Candidates by name, other variables by number.
pub fn literal_name(map: &VarMap, lit: Lit) -> String {
    let var: Var = lit.var();
    let name = match map.candidate(var) {
        Some(candidate) => map.geometry().candidate_name(candidate),
        None => format!("x{}", var.number()),
    };
    signed(name, lit)
}

/// The name of a variable, with a sign for its negation.
pub(super) fn signed(name: String, lit: Lit) -> String {
    match lit.is_positive() {
        true => name,
        false => format!("¬{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Geometry;

    /// 1 2 3 . in the first row of a 4×4 grid.
    fn row() -> Puzzle {
        let geometry: Geometry = "2x2".parse().unwrap();
        let mut puzzle = Puzzle::empty(geometry);
        for column in 0..3 {
            let digit = Digit::from_index(column);
            puzzle.set(geometry.cell(0, column), Some(digit));
        }
        puzzle
    }

    #[test]
    fn the_last_cell_of_a_row_is_forced() {
        let puzzle = row();
        let cell = puzzle.geometry().cell(0, 3);
        let encoding = Encoding::named("efficient").unwrap();
        let told = explain(&encoding, &puzzle, cell);
        assert!(!told.contradiction);
        let DigitStatus::Forbidden(clauses) = &told.digits[0].1 else {
            panic!("{:?}", told.digits[0]);
        };
        let literals: Vec<String> = clauses.iter().map(|c| c.literals.join(" ∨ ")).collect();
        assert_eq!(literals, ["¬r1c4=1 ∨ ¬r1c1=1"]);
        assert_eq!(clauses[0].source, "row unique");
        let DigitStatus::Forced(clauses) = &told.digits[3].1 else {
            panic!("{:?}", told.digits[3]);
        };
        let literals: Vec<String> = clauses.iter().map(|c| c.literals.join(" ∨ ")).collect();
        assert_eq!(literals, ["r1c4=4 ∨ r1c4=1 ∨ r1c4=2 ∨ r1c4=3"]);
        let given = explain(&encoding, &puzzle, Cell(0));
        assert_eq!(given.digits[0].1, DigitStatus::Given);
    }

    /// What the summaries of the files and encodings/README.md say of singles.
    #[test]
    fn minimal_finds_naked_singles_and_extended_hidden_ones_too() {
        let forced = |encoding: &str, puzzle: &Puzzle, cell: Cell, digit: usize| {
            let told = explain(&Encoding::named(encoding).unwrap(), puzzle, cell);
            matches!(told.digits[digit].1, DigitStatus::Forced(_))
        };
        let geometry = Geometry::CLASSIC;
        // In the first box, a 1 fits r1c1 only.
        let mut hidden = Puzzle::empty(geometry);
        for (row, column, digit) in [(1, 6, 1), (2, 3, 1), (4, 1, 1), (0, 2, 7)] {
            hidden.set(geometry.cell(row, column), Digit::new(digit));
        }
        for (name, finds_hidden) in [("minimal", false), ("efficient", false), ("extended", true)] {
            let puzzle = row();
            let last = puzzle.geometry().cell(0, 3);
            assert!(forced(name, &puzzle, last, 3), "{name}");
            assert_eq!(forced(name, &hidden, Cell(0), 0), finds_hidden, "{name}");
        }
    }

    #[test]
    fn the_clauses_of_a_cell_are_counted_by_their_families() {
        let puzzle = row();
        let cell = puzzle.geometry().cell(0, 3);
        let encoding = Encoding::named("efficient").unwrap();
        let told = explain(&encoding, &puzzle, cell).occurrences;
        let told: Vec<String> = told
            .iter()
            .map(|(source, count)| format!("{source} {count}"))
            .collect();
        let expected = [
            "cell defined 1",
            "cell unique 6",
            "row unique 12",
            "column unique 12",
            "box unique 12",
            "givens 0",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn propagation_is_distinguished_from_givens() {
        let puzzle = row();
        // r1c4 becomes 4, so that the cell below it cannot be 4.
        let below = puzzle.geometry().cell(1, 3);
        let encoding = Encoding::named("extended").unwrap();
        let told = explain(&encoding, &puzzle, below);
        assert!(matches!(told.digits[3].1, DigitStatus::ForbiddenLater(_)));
        assert_eq!(told.digits[0].1, DigitStatus::Open);
    }

    /// Clauses that were unit only after the digit was forbidden were listed, too.
    #[test]
    fn a_digit_is_not_forbidden_by_what_follows_from_that() {
        let geometry: Geometry = "2x2".parse().unwrap();
        let mut puzzle = Puzzle::empty(geometry);
        for (cell, digit) in [(0, 1), (1, 2), (10, 3)] {
            puzzle.set(Cell(cell), Digit::new(digit));
        }
        // r1c3 holds 4, as 1 and 2 are in its row and 3 in its column, so r1c4 does not.
        let encoding = Encoding::named("efficient").unwrap();
        let told = explain(&encoding, &puzzle, geometry.cell(0, 3));
        let DigitStatus::ForbiddenLater(clauses) = &told.digits[3].1 else {
            panic!("{:?}", told.digits[3]);
        };
        let literals: Vec<String> = clauses.iter().map(|c| c.literals.join(" ∨ ")).collect();
        let both = "¬r1c4=4 ∨ ¬r1c3=4";
        assert_eq!(literals, [both, both]);
        let DigitStatus::Forced(clauses) = &told.digits[2].1 else {
            panic!("{:?}", told.digits[2]);
        };
        let literals: Vec<String> = clauses.iter().map(|c| c.literals.join(" ∨ ")).collect();
        assert_eq!(literals, ["r1c4=3 ∨ r1c4=1 ∨ r1c4=2 ∨ r1c4=4"]);
    }

    #[test]
    fn a_contradiction_is_reported() {
        let mut puzzle = row();
        let geometry = puzzle.geometry();
        puzzle.set(geometry.cell(3, 3), Digit::new(4));
        let encoding = Encoding::named("extended").unwrap();
        let told = explain(&encoding, &puzzle, geometry.cell(0, 3));
        assert!(told.contradiction);
        assert!(matches!(told.digits[3].1, DigitStatus::Forbidden(_)));
        let families: u64 = told.occurrences.iter().map(|(_, count)| count).sum();
        assert!(families > 0);
    }
}
