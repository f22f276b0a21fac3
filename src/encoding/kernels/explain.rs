//! Which clauses forbid a digit in a cell of a variant puzzle, each with its constraint.

use super::{FormulaPart, Observer, VariantMap};
use crate::cnf::propagate::{PartialAssignment, Propagated, propagate};
use crate::cnf::{Counter, Formula, Lit, Var};
use crate::encoding::explain::{reasons, signed};
use crate::encoding::{DigitStatus, Encoding, Term};
use crate::grid::{Cell, Digit};
use crate::rules::{VariantPuzzle, members};
use std::collections::HashMap;

/// A clause that forbids a digit, or makes it true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantClause {
    /// The label of its constraint, such as `killer r1c1 r1c2, sum 12`; `each cell has one
    /// digit`, or `candidates`.
    pub source: String,
    /// Its literals by name, such as `¬r1c1=5`, the candidate's first.
    pub literals: Vec<String>,
}

/// A cell of a variant puzzle, digit by digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantExplanation {
    /// How many clauses of each source the cell occurs in, in the order of the formula.
    pub occurrences: Vec<(String, u64)>,
    /// Every digit with its status, in order.
    pub digits: Vec<(Digit, DigitStatus<VariantClause>)>,
    /// Whether unit propagation alone finds a contradiction. Then statuses take only the
    /// candidates into account.
    pub contradiction: bool,
}

/// A formula whose clauses know their sources and whose variables have names.
struct Labelled {
    map: VariantMap,
    formula: Formula,
    /// The first clause of each source.
    starts: Vec<(usize, String)>,
    names: HashMap<Var, String>,
}

/// Collects sources and names.
struct Labels<'l> {
    puzzle: &'l VariantPuzzle,
    starts: Vec<(usize, String)>,
    names: HashMap<Var, String>,
}

impl Observer for Labels<'_> {
    fn begin(&mut self, part: FormulaPart, so_far: Counter) {
        let source = part.label(self.puzzle);
        self.starts.push((so_far.clauses as usize, source));
    }

    fn name(&mut self, var: Var, name: &dyn Fn() -> String) {
        self.names.insert(var, name());
    }
}

/// Explains a cell by the clauses of an encoding with a variable for every candidate.
pub fn explain_variant(
    encoding: &Encoding,
    puzzle: &VariantPuzzle,
    cell: Cell,
) -> VariantExplanation {
    let labelled = Labelled::new(encoding, puzzle);
    let settled = match propagate(&labelled.formula) {
        Propagated::Conflict => None,
        Propagated::Fixpoint(values) => Some(values),
    };
    let board = puzzle.board();
    let candidates = labelled.candidates(puzzle);
    let mask = puzzle.candidates()[cell.index()];
    let status = |digit: usize| {
        let Term::Lit(candidate) = labelled.map.term(cell, digit) else {
            return DigitStatus::Open;
        };
        if mask == 1 << digit {
            return DigitStatus::Given;
        }
        let reasons = |literal, values: &_| labelled.reasons(literal, values);
        let is_unit = |clause: &VariantClause| clause.literals.len() == 1;
        DigitStatus::of(candidate, &candidates, settled.as_ref(), reasons, is_unit)
    };
    let digits = members(board.all_digits());
    VariantExplanation {
        occurrences: labelled.occurrences(cell),
        digits: digits.map(|d| (Digit::from_index(d), status(d))).collect(),
        contradiction: settled.is_none(),
    }
}

impl Labelled {
    fn new(encoding: &Encoding, puzzle: &VariantPuzzle) -> Labelled {
        let map = VariantMap::full(puzzle.board());
        let mut labels = Labels {
            puzzle,
            starts: Vec::new(),
            names: HashMap::new(),
        };
        let mut formula = Formula::default();
        encoding.encode_variant(puzzle, &map, &mut formula, &mut labels);
        Labelled {
            map,
            formula,
            starts: labels.starts,
            names: labels.names,
        }
    }

    /// What the givens and dropped candidates alone say.
    fn candidates(&self, puzzle: &VariantPuzzle) -> PartialAssignment {
        let mut values = PartialAssignment::empty(&self.formula);
        for (var, cell, digit) in self.map.candidates() {
            let mask = puzzle.candidates()[cell.index()];
            if mask == 1 << digit.index() {
                values.set(var.positive());
            } else if mask >> digit.index() & 1 == 0 && !mask.is_power_of_two() {
                values.set(var.negative());
            }
        }
        values
    }

    fn source(&self, clause: usize) -> &str {
        let after = self.starts.partition_point(|(start, _)| *start <= clause);
        let start = self.starts.get(after.saturating_sub(1));
        start.map_or("", |(_, source)| source)
    }

    /// The clauses that make a literal true.
    fn reasons(&self, literal: Lit, values: &PartialAssignment) -> Vec<VariantClause> {
        let found = reasons(&self.formula, literal, values);
        let clauses = found.map(|(number, clause)| VariantClause {
            source: self.source(number).to_owned(),
            literals: clause.map(|lit| self.name(lit)).collect(),
        });
        clauses.collect()
    }

    fn occurrences(&self, cell: Cell) -> Vec<(String, u64)> {
        let mut counts: Vec<(String, u64)> = Vec::new();
        let is_here = |lit: &Lit| {
            self.map
                .candidate(lit.var())
                .is_some_and(|(c, _)| c == cell)
        };
        for (number, clause) in self.formula.clauses().enumerate() {
            if !clause.iter().any(is_here) {
                continue;
            }
            let source = self.source(number);
            match counts.last_mut() {
                Some((last, count)) if last == source => *count += 1,
                _ => counts.push((source.to_owned(), 1)),
            }
        }
        counts
    }

    /// Candidates by name, auxiliary variables by what they stand for.
    fn name(&self, lit: Lit) -> String {
        let var = lit.var();
        let name = match self.map.candidate(var) {
            Some((cell, digit)) => self.map.name(cell, digit),
            None => match self.names.get(&var) {
                Some(name) => format!("[{name}]"),
                None => format!("x{}", var.number()),
            },
        };
        signed(name, lit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Constraint, Kernel, Origin};

    /// 4×4 with a cage of two cells in the first row, and 4 given in r1c3.
    fn puzzle() -> VariantPuzzle {
        let board = Board::classic("2x2".parse().unwrap()).unwrap();
        let mut puzzle = VariantPuzzle::new(board);
        let cage = vec![Cell(0), Cell(1)];
        puzzle
            .add(Constraint {
                label: "killer r1c1 r1c2, sum 3".into(),
                origin: Origin::Listed {
                    kind: "killer".into(),
                    index: 0,
                },
                kernels: vec![
                    Kernel::Distinct(cage.clone()),
                    Kernel::sum(cage.into_iter().map(|cell| (cell, 1)), 3),
                ],
            })
            .unwrap();
        puzzle.restrict(Cell(2), 0b1000);
        puzzle
    }

    #[test]
    fn clauses_name_their_constraints() {
        let encoding = Encoding::named("extended").unwrap();
        let told = explain_variant(&encoding, &puzzle(), Cell(0));
        assert!(!told.contradiction);
        let DigitStatus::RuledOut(clauses) = &told.digits[2].1 else {
            panic!("{:?}", told.digits[2]);
        };
        assert_eq!(clauses[0].source, "killer r1c1 r1c2, sum 3");
        assert_eq!(clauses[0].literals, ["¬r1c1=3"]);
        // The cage alone says so, whatever the row says with the given.
        let DigitStatus::RuledOut(clauses) = &told.digits[3].1 else {
            panic!("{:?}", told.digits[3]);
        };
        assert_eq!(clauses[0].source, "row 1");
        assert_eq!(clauses[0].literals, ["¬r1c1=4", "¬r1c3=4"]);
        assert!(clauses.iter().any(|clause| clause.literals == ["¬r1c1=4"]));
        assert_eq!(told.digits[0].1, DigitStatus::Open);
        let beside = explain_variant(&encoding, &puzzle(), Cell(3));
        let DigitStatus::Forced(clauses) = &beside.digits[2].1 else {
            panic!("{:?}", beside.digits[2]);
        };
        assert_eq!(clauses[0].source, "each cell has one digit");
        let DigitStatus::RuledOut(clauses) = &beside.digits[0].1 else {
            panic!("{:?}", beside.digits[0]);
        };
        assert_eq!(clauses[0].source, "killer r1c1 r1c2, sum 3");
        assert_eq!(clauses[0].literals, ["¬r1c4=1"]);
        let below = explain_variant(&encoding, &puzzle(), Cell(7));
        let DigitStatus::RuledOut(clauses) = &below.digits[2].1 else {
            panic!("{:?}", below.digits[2]);
        };
        assert_eq!(clauses[0].source, "cages and row 1: r1c3 + r1c4 = 7");
        let later = explain_variant(&encoding, &puzzle(), Cell(15));
        assert!(matches!(later.digits[2].1, DigitStatus::ForbiddenLater(_)));
        let given = explain_variant(&encoding, &puzzle(), Cell(2));
        assert_eq!(given.digits[3].1, DigitStatus::Given);
    }

    /// A cell has one of four digits, and no two; each of them is somewhere in each house, and
    /// not in another cell of it.
    #[test]
    fn clauses_with_a_cell_are_counted_by_source() {
        let encoding = Encoding::named("extended").unwrap();
        let empty = VariantPuzzle::new(Board::classic("2x2".parse().unwrap()).unwrap());
        let told = explain_variant(&encoding, &empty, Cell(0));
        let house = 4 + 4 * 3;
        let expected = [
            ("each cell has one digit", 1 + 6),
            ("row 1", house),
            ("column 1", house),
            ("region 1", house),
        ];
        let expected = expected.map(|(source, count)| (source.to_owned(), count));
        assert_eq!(told.occurrences[..4], expected);
        let given = explain_variant(&encoding, &puzzle(), Cell(2));
        assert_eq!(given.occurrences[0], ("candidates".to_owned(), 1));
        assert_eq!(given.occurrences[2], ("row 1".to_owned(), house));
    }
}
