//! Which clauses forbid a digit in a cell of a variant puzzle, each with its constraint.

use super::{FormulaPart, Observer, VariantMap};
use crate::cnf::propagate::PartialAssignment;
use crate::cnf::{Counter, Formula, Lit, Var};
use crate::encoding::explain::{LabelledFormula, signed};
use crate::encoding::{Encoding, Explanation};
use crate::grid::{Cell, Digit};
use crate::rules::{VariantPuzzle, members, only_digit};
use std::collections::HashMap;

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
///
/// # Panics
/// If the board has no such cell.
pub fn explain_variant(encoding: &Encoding, puzzle: &VariantPuzzle, cell: Cell) -> Explanation {
    let map = VariantMap::full(puzzle.board());
    let mut labels = Labels {
        puzzle,
        starts: Vec::new(),
        names: HashMap::new(),
    };
    let mut formula = Formula::default();
    encoding.encode_variant(puzzle, &map, &mut formula, &mut labels);
    let Labels { starts, names, .. } = labels;
    let labelled = LabelledFormula { formula, starts };
    let mut occurrences: Vec<(String, u64)> = Vec::new();
    let is_here = |lit: &Lit| map.candidate(lit.var()).is_some_and(|(c, _)| c == cell);
    for source in labelled.sources_of(is_here) {
        match occurrences.last_mut() {
            Some((last, count)) if last == source => *count += 1,
            _ => occurrences.push((source.to_owned(), 1)),
        }
    }
    let digits = members(puzzle.board().all_digits());
    let terms = digits.map(|digit| (Digit::from_index(digit), map.term(cell, digit)));
    let given = only_digit(puzzle.candidates()[cell.index()]);
    let candidates = candidates(puzzle, &map, &labelled.formula);
    let name = |lit| literal_name(&map, &names, lit);
    labelled.explanation(occurrences, terms, given, &candidates, &name)
}

/// What the givens and dropped candidates alone say.
fn candidates(puzzle: &VariantPuzzle, map: &VariantMap, formula: &Formula) -> PartialAssignment {
    let mut values = PartialAssignment::empty(formula);
    for (var, cell, digit) in map.candidates() {
        let mask = puzzle.candidates()[cell.index()];
        if mask == 1 << digit.index() {
            values.set(var.positive());
        } else if mask >> digit.index() & 1 == 0 && !mask.is_power_of_two() {
            values.set(var.negative());
        }
    }
    values
}

/// Candidates by name, auxiliary variables by what they stand for.
fn literal_name(map: &VariantMap, names: &HashMap<Var, String>, lit: Lit) -> String {
    let var = lit.var();
    let name = match map.candidate(var) {
        Some((cell, digit)) => map.name(cell, digit),
        None => match names.get(&var) {
            Some(name) => format!("[{name}]"),
            None => format!("x{}", var.number()),
        },
    };
    signed(name, lit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::DigitStatus;
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
    #[test]
    fn auxiliary_variables_are_named() {
        let board = Board::new((1, 9), (1, 9), None).unwrap();
        let cage: Vec<Cell> = board.cells().take(3).collect();
        let kernels = vec![
            Kernel::Distinct(cage.clone()),
            Kernel::sum(cage.iter().map(|&cell| (cell, 1)), 8),
        ];
        let mut puzzle = VariantPuzzle::new(board).with(kernels);
        puzzle.restrict(Cell(1), 0b10);
        let encoding = Encoding::named("extended").unwrap();
        let told = explain_variant(&encoding, &puzzle, Cell(0));
        let clauses = told
            .digits
            .into_iter()
            .flat_map(|(_, status)| match status {
                DigitStatus::RuledOut(clauses)
                | DigitStatus::Forbidden(clauses)
                | DigitStatus::ForbiddenLater(clauses)
                | DigitStatus::Forced(clauses) => clauses,
                DigitStatus::Given | DigitStatus::Open => Vec::new(),
            });
        let literals: Vec<String> = clauses.flat_map(|clause| clause.literals).collect();
        let is_named = |literal: &String| literal.contains('[');
        let is_candidate = |literal: &String| literal.trim_start_matches('¬').starts_with("r1c");
        assert!(literals.iter().any(is_named), "{literals:?}");
        let mut all = literals.iter();
        assert!(all.all(|literal| is_named(literal) || is_candidate(literal)));
    }
}
