//! Which clauses forbid a digit in a cell, for people who want to see how a puzzle becomes
//! clauses.

use super::{Encoding, Family, Term, VarMap};
use crate::cnf::propagate::{PartialAssignment, Propagated, propagate};
use crate::cnf::{Formula, Lit, Var};
use crate::grid::{Cell, Digit, Puzzle};

/// What the clauses say about a digit in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DigitStatus<C = ForbiddingClause> {
    /// The digit is given.
    Given,
    /// These clauses forbid it, at least one of them whatever is given: it has no other literal.
    RuledOut(Vec<C>),
    /// These clauses forbid it given the givens.
    Forbidden(Vec<C>),
    /// These clauses forbid it in the course of unit propagation.
    ForbiddenLater(Vec<C>),
    /// These clauses make it true in the course of unit propagation.
    Forced(Vec<C>),
    /// Unit propagation does not decide it.
    Open,
}

/// A clause that forbids a digit, or makes it true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForbiddingClause {
    /// Its family.
    pub family: Family,
    /// Its literals by name, such as `¬r1c1=5`, the candidate's first.
    pub literals: Vec<String>,
}

/// A cell of a puzzle, digit by digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The clauses of each family in which the cell occurs.
    pub occurrences: Vec<(Family, u64)>,
    /// Every digit with its status, in order.
    pub digits: Vec<(Digit, DigitStatus)>,
    /// Whether unit propagation alone finds a contradiction. Then statuses take only the
    /// givens into account.
    pub contradiction: bool,
}

impl<C> DigitStatus<C> {
    /// The status of a candidate that is not given. `givens` and `settled` are what the givens
    /// say and what unit propagation finds, unless that is a contradiction; `reasons` are the
    /// clauses that make a literal true.
    pub(super) fn of(
        candidate: Lit,
        givens: &PartialAssignment,
        settled: Option<&PartialAssignment>,
        reasons: impl Fn(Lit, &PartialAssignment) -> Vec<C>,
        is_unit: impl Fn(&C) -> bool,
    ) -> DigitStatus<C> {
        let now = reasons(!candidate, givens);
        match settled {
            _ if now.iter().any(is_unit) => DigitStatus::RuledOut(now),
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

struct LabelledFormula {
    formula: Formula,
    /// The first clause of each family.
    starts: Vec<(usize, Family)>,
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
    let labelled = LabelledFormula::new(encoding, puzzle, &map);
    let mut givens = PartialAssignment::empty(&labelled.formula);
    for (given, digit) in puzzle.givens() {
        if let Term::Lit(lit) = map.term(given, digit) {
            givens.set(lit);
        }
    }
    let settled = match propagate(&labelled.formula) {
        Propagated::Conflict => None,
        Propagated::Fixpoint(values) => Some(values),
    };
    let standing = |digit: Digit| {
        let Term::Lit(candidate) = map.term(cell, digit) else {
            return DigitStatus::Open;
        };
        if puzzle.given(cell) == Some(digit) {
            return DigitStatus::Given;
        }
        let reasons = |literal, values: &_| labelled.reasons(&map, literal, values);
        let is_unit = |clause: &ForbiddingClause| clause.literals.len() == 1;
        DigitStatus::of(candidate, &givens, settled.as_ref(), reasons, is_unit)
    };
    Explanation {
        occurrences: labelled.occurrences(encoding, &map, cell),
        digits: puzzle
            .geometry()
            .digits()
            .map(|d| (d, standing(d)))
            .collect(),
        contradiction: settled.is_none(),
    }
}

impl LabelledFormula {
    fn new(encoding: &Encoding, puzzle: &Puzzle, map: &VarMap) -> LabelledFormula {
        let mut formula = Formula::default();
        encoding.encode(puzzle, map, &mut formula);
        let mut starts = Vec::new();
        let mut start = 0;
        for (family, size) in encoding.count_by_family(puzzle, map) {
            starts.push((start, family));
            start += size.clauses as usize;
        }
        LabelledFormula { formula, starts }
    }

    fn family(&self, clause: usize) -> Family {
        let after = self.starts.partition_point(|(start, _)| *start <= clause);
        self.starts[after.saturating_sub(1)].1
    }

    /// The clauses that make a literal true.
    fn reasons(
        &self,
        map: &VarMap,
        literal: Lit,
        values: &PartialAssignment,
    ) -> Vec<ForbiddingClause> {
        let found = reasons(&self.formula, literal, values);
        let clauses = found.map(|(number, clause)| ForbiddingClause {
            family: self.family(number),
            literals: clause.map(|lit| literal_name(map, lit)).collect(),
        });
        clauses.collect()
    }

    fn occurrences(&self, encoding: &Encoding, map: &VarMap, cell: Cell) -> Vec<(Family, u64)> {
        let mut counts: Vec<(Family, u64)> =
            encoding.families().into_iter().map(|f| (f, 0)).collect();
        let here = |lit: &Lit| map.candidate(lit.var()).is_some_and(|c| c.cell == cell);
        for (number, clause) in self.formula.clauses().enumerate() {
            let family = self.family(number);
            if clause.iter().any(here)
                && let Some((_, count)) = counts.iter_mut().find(|(f, _)| *f == family)
            {
                *count += 1;
            }
        }
        counts
    }
}

/// The clauses that make a literal true, by index, each with this literal first.
pub(super) fn reasons(
    formula: &Formula,
    literal: Lit,
    values: &PartialAssignment,
) -> impl Iterator<Item = (usize, impl Iterator<Item = Lit>)> {
    let clauses = formula.clauses().enumerate();
    let found = clauses.filter(move |(_, clause)| values.implies(clause, literal));
    found.map(move |(index, clause)| {
        let rest = clause.iter().copied().filter(move |lit| *lit != literal);
        (index, [literal].into_iter().chain(rest))
    })
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
        assert_eq!(clauses[0].family.name(), "row unique");
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
            .map(|(f, n)| format!("{} {n}", f.name()))
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
