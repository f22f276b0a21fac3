//! Sudoku as clauses. An [`Encoding`] is a file that says which clause families are
//! written and how. Together with a puzzle it becomes clauses; [`decode`] turns a model
//! back into a grid.
//!
//! [`write_formula`] exports a puzzle as a self-describing file, [`ModelKey`] reads a
//! model of such a file, and [`explain()`] shows the clauses behind a cell.
//!
//! The [front page](crate) has a worked example.

pub(crate) mod explain;
pub(crate) mod export;
mod families;
mod groups;
pub mod kernels;
mod spec;
mod varmap;

pub use explain::{DigitStatus, Explanation, ForbiddingClause, explain, literal_name};
pub use export::{ExportOptions, KeyError, ModelKey, Unfinished, write as write_formula};
pub use families::Family;
pub use spec::{ExpectedSize, Families, MAX_COUNTED_SIDE, Rule, Scope, Spec, SpecError};
pub use varmap::{Term, VarMap};

use crate::cnf::{ClauseSink, Counter, Var};
use crate::grid::{Candidate, Digit, Puzzle, Solution};
use families::FamilyWriter;

/// The built-in encodings: file name and text.
const BUILT_IN: [(&str, &str); 10] = [
    ("minimal.toml", include_str!("../../encodings/minimal.toml")),
    (
        "efficient.toml",
        include_str!("../../encodings/efficient.toml"),
    ),
    (
        "extended.toml",
        include_str!("../../encodings/extended.toml"),
    ),
    ("ordered.toml", include_str!("../../encodings/ordered.toml")),
    ("triad.toml", include_str!("../../encodings/triad.toml")),
    (
        "sequential.toml",
        include_str!("../../encodings/sequential.toml"),
    ),
    ("product.toml", include_str!("../../encodings/product.toml")),
    (
        "commander.toml",
        include_str!("../../encodings/commander.toml"),
    ),
    (
        "bimander.toml",
        include_str!("../../encodings/bimander.toml"),
    ),
    ("binary.toml", include_str!("../../encodings/binary.toml")),
];

/// The name of the default encoding.
pub const DEFAULT: &str = "extended";

/// A way to encode Sudoku as clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoding {
    spec: Spec,
}

/// The variables of a map.
///
/// # Panics
/// If the sink has variables already.
fn declare(variables: usize, sink: &mut dyn ClauseSink) {
    for index in 0..variables {
        let number = sink.new_var().index();
        assert_eq!(number, index, "a variable of a sink without any");
    }
}

/// Panics unless the map has the puzzle's shape.
fn check_shape(puzzle: &Puzzle, map: &VarMap) {
    let (found, expected) = (map.geometry(), puzzle.geometry());
    assert!(
        found == expected,
        "a map for boxes of {found}, expected {expected} as in the puzzle"
    );
}

impl Encoding {
    /// An encoding from the text of its file, called `file` in messages.
    ///
    /// # Errors
    /// See [`Spec::parse`].
    pub fn parse(text: &str, file: &str) -> Result<Encoding, SpecError> {
        Spec::parse(text, file).map(|spec| Encoding { spec })
    }

    /// The built-in encodings.
    pub fn built_in() -> Vec<Encoding> {
        let files = BUILT_IN.iter();
        files
            .map(|(file, text)| Encoding::of_built_in(file, text))
            .collect()
    }

    fn of_built_in(file: &str, text: &str) -> Encoding {
        Encoding::parse(text, file).expect("the tests read every built-in file")
    }

    /// The names and the texts of the built-in files.
    pub fn built_in_files() -> impl Iterator<Item = (&'static str, &'static str)> {
        BUILT_IN.into_iter()
    }

    /// The built-in encoding of this name.
    pub fn named(name: &str) -> Option<Encoding> {
        let (file, text) = BUILT_IN
            .iter()
            .find(|(file, _)| file.strip_suffix(".toml") == Some(name))?;
        Some(Encoding::of_built_in(file, text))
    }

    /// The contents of the file.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// Writes the variables of `map`, the rules and a unit clause for each given that has a
    /// variable.
    ///
    /// # Panics
    /// If the map is of another shape than the puzzle, or the sink has variables already: the
    /// first candidate has the first variable.
    pub fn encode(&self, puzzle: &Puzzle, map: &VarMap, sink: &mut dyn ClauseSink) {
        self.encode_by_family(puzzle, map, sink);
    }

    /// Like [`Encoding::encode`]; the size of each family, in the order in which they are
    /// written. Candidate variables belong to none.
    ///
    /// # Panics
    /// As [`Encoding::encode`].
    pub fn encode_by_family(
        &self,
        puzzle: &Puzzle,
        map: &VarMap,
        sink: &mut dyn ClauseSink,
    ) -> Vec<(Family, Counter)> {
        check_shape(puzzle, map);
        declare(map.len(), sink);
        let mut writer = FamilyWriter::new(&self.spec, map, sink);
        let mut sizes = Vec::new();
        for family in self.families() {
            let before = writer.so_far();
            match family {
                Family::Rule(scope, rule) => writer.family(scope, rule),
                Family::Givens if map.is_live() && writer.knows_givens(puzzle) => continue,
                Family::Givens => writer.givens(puzzle),
            }
            sizes.push((family, writer.so_far() - before));
        }
        sizes
    }

    /// Writes the variables of `map` and the rules, but no givens.
    ///
    /// # Panics
    /// If the sink has variables already.
    pub fn encode_rules(&self, map: &VarMap, sink: &mut dyn ClauseSink) {
        declare(map.len(), sink);
        let mut writer = FamilyWriter::new(&self.spec, map, sink);
        for (scope, rule) in self.spec.families.rules() {
            writer.family(scope, rule);
        }
    }

    /// The families in the order in which they are written.
    pub fn families(&self) -> Vec<Family> {
        let rules = self.spec.families.rules();
        let families = rules.map(|(scope, rule)| Family::Rule(scope, rule));
        families.chain([Family::Givens]).collect()
    }

    /// The size of each family in the formula of a puzzle, in order. Candidate variables
    /// belong to none.
    ///
    /// # Panics
    /// If the map is of another shape than the puzzle.
    pub fn count_by_family(&self, puzzle: &Puzzle, map: &VarMap) -> Vec<(Family, Counter)> {
        self.encode_by_family(puzzle, map, &mut Counter::default())
    }

    /// Checks the sizes that the file expects.
    ///
    /// # Errors
    /// The first wrong size, in words.
    pub fn check_expected(&self) -> Result<(), String> {
        for expected in &self.spec.expected {
            let geometry = expected.geometry;
            let counted = self.count(&Puzzle::empty(geometry), &VarMap::full(geometry));
            let said = (expected.variables, expected.clauses);
            if (counted.variables, counted.clauses) != said {
                return Err(format!(
                    "found {} variables and {} clauses on the empty grid with boxes \
                     {geometry}, expected {} and {}, as the file says",
                    counted.variables, counted.clauses, said.0, said.1
                ));
            }
        }
        Ok(())
    }

    /// The size of the formula of a puzzle.
    ///
    /// # Panics
    /// If the map is of another shape than the puzzle.
    pub fn count(&self, puzzle: &Puzzle, map: &VarMap) -> Counter {
        let mut counter = Counter::default();
        self.encode(puzzle, map, &mut counter);
        counter
    }
}

/// A model that is not a grid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAGrid {
    /// No digit is true in a cell.
    #[error("the model leaves {0} without a digit")]
    Empty(String),
    /// Two digits are true in a cell.
    #[error("the model makes both {0} and {1} true")]
    Twice(String, String),
}

/// The grid that a model describes. It may still break the rules, see
/// [`Solution::check`].
///
/// # Errors
/// [`NotAGrid`] unless exactly one digit is true in each cell.
pub fn decode(map: &VarMap, value: impl Fn(Var) -> bool) -> Result<Solution, NotAGrid> {
    let geometry = map.geometry();
    let cells = geometry.cells().map(|cell| {
        let is_true = |digit: &Digit| map.term(cell, *digit).is_true(&value);
        let name = |digit| geometry.candidate_name(Candidate { cell, digit });
        digit_of_cell(
            geometry.digits().filter(is_true),
            || geometry.name(cell),
            name,
        )
    });
    cells.collect::<Result<_, _>>().map(Solution::new)
}

/// The only digit that is true in a cell; `cell` and `candidate` name what is wrong.
fn digit_of_cell(
    mut digits: impl Iterator<Item = Digit>,
    cell: impl FnOnce() -> String,
    candidate: impl Fn(Digit) -> String,
) -> Result<Digit, NotAGrid> {
    let first = digits.next().ok_or_else(|| NotAGrid::Empty(cell()))?;
    match digits.next() {
        None => Ok(first),
        Some(second) => Err(NotAGrid::Twice(candidate(first), candidate(second))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Amo, Formula};
    use crate::grid::{Candidates, Cell, Geometry};
    use crate::limits::Limits;
    use crate::sat::enumerate::{Blocking, enumerate};
    use crate::sat::{LimitChecks, Varisat};
    use std::ops::ControlFlow;

    #[test]
    fn each_built_in_file_counts_what_it_says() {
        for encoding in Encoding::built_in() {
            assert!(!encoding.spec().expected.is_empty(), "{}", encoding.name());
            assert_eq!(encoding.check_expected(), Ok(()));
        }
    }

    #[test]
    #[should_panic(expected = "a map for boxes of 2x2, expected 3x3 as in the puzzle")]
    fn a_map_of_another_shape_is_refused() {
        let encoding = Encoding::named(DEFAULT).unwrap();
        let map = VarMap::full(Geometry::new(2, 2).unwrap());
        let mut formula = Formula::default();
        encoding.encode(&Puzzle::empty(Geometry::CLASSIC), &map, &mut formula);
    }

    /// A map that was made for another puzzle, or before a given was set.
    #[test]
    fn givens_that_a_map_leaves_open_are_written() {
        let geometry = Geometry::new(2, 2).unwrap();
        let mut puzzle = Puzzle::empty(geometry);
        let map = VarMap::live(&Candidates::all(geometry));
        let (cell, digit) = (Cell(0), Digit::new(2).unwrap());
        puzzle.set(cell, Some(digit));
        let mut formula = Formula::default();
        Encoding::named(DEFAULT)
            .unwrap()
            .encode(&puzzle, &map, &mut formula);
        let given = map.term(cell, digit).literal().unwrap();
        assert!(formula.clauses().any(|clause| clause == [given]));
    }

    #[test]
    fn families_add_up() {
        let geometry = Geometry::CLASSIC;
        let mut puzzle = Puzzle::empty(geometry);
        puzzle.set(Cell(0), Digit::new(1));
        let map = VarMap::full(geometry);
        for encoding in Encoding::built_in() {
            let sizes = encoding.count_by_family(&puzzle, &map);
            let families: Vec<Family> = sizes.iter().map(|(family, _)| *family).collect();
            assert_eq!(families, encoding.families());
            let mut sum = Counter::default();
            for (_, size) in sizes {
                sum.variables += size.variables;
                sum.clauses += size.clauses;
                sum.literals += size.literals;
            }
            sum.variables += map.len();
            assert_eq!(sum, encoding.count(&puzzle, &map), "{}", encoding.name());
        }
    }

    /// Mini-rows without the digit used to leave auxiliary variables free: a puzzle with three
    /// solutions had a million models.
    #[test]
    fn minis_have_one_model_for_each_solution_with_every_scheme() {
        let geometry = Geometry::new(2, 2).unwrap();
        let mut puzzle = Puzzle::empty(geometry);
        for (cell, digit) in [(0, 1), (8, 3), (15, 2)] {
            puzzle.set(Cell(cell), Digit::new(digit));
        }
        for scheme in Amo::ALL {
            let text = format!(
                "name = 'minis'\nsummary = 's'\nreference = 'r'\nat_most_one = '{scheme}'\n\
                 [families]\ncell = ['defined', 'unique']\nrow = ['minis']\ncolumn = ['minis']\n\
                 box = ['minis']\n"
            );
            let encoding = Encoding::parse(&text, "minis.toml").unwrap();
            for map in [
                VarMap::full(geometry),
                VarMap::live(&Candidates::of_givens(&puzzle)),
            ] {
                let mut formula = Formula::default();
                encoding.encode(&puzzle, &map, &mut formula);
                let mut solver = Varisat::new(LimitChecks::BeforeSolving);
                formula.replay(&mut solver);
                let variables = formula.variables();
                let mut models = 0;
                let limits = Limits::unlimited();
                enumerate(&mut solver, &[], Blocking::Permanent, &limits, |solver| {
                    models += 1;
                    let each = (0..variables).map(Var::from_index);
                    let other = |var: Var| match solver.value(var) {
                        Some(true) => var.negative(),
                        _ => var.positive(),
                    };
                    match models > 3 {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(each.map(other).collect()),
                    }
                });
                assert_eq!(models, 3, "{scheme}");
            }
        }
    }

    #[test]
    fn files_are_named_after_their_encodings() {
        for (encoding, (file, _)) in Encoding::built_in().iter().zip(BUILT_IN) {
            assert_eq!(format!("{}.toml", encoding.name()), file);
        }
        assert!(Encoding::named(DEFAULT).is_some());
    }
}
