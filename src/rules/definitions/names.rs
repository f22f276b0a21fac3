//! The names that expressions may use besides parameters and registers.

use super::expression::Variable;

/// A name with a fixed place among the values.
pub type Name = (&'static str, usize);

/// Rows of the board.
pub const ROWS: usize = 0;
/// Columns of the board.
pub const COLUMNS: usize = 1;
/// The smallest digit.
pub const MIN: usize = 2;
/// The largest digit.
pub const MAX: usize = 3;
/// How many digits there are.
pub const SIZE: usize = 4;
/// Rows of a box, or 0 if the regions are not equal rectangles.
pub const BOX_ROWS: usize = 5;
/// Columns of a box, or 0.
pub const BOX_COLUMNS: usize = 6;
/// How many regions there are.
pub const REGIONS: usize = 7;
/// The row of a cell, from 1.
pub const R: usize = 8;
/// The column of a cell, from 1.
pub const C: usize = 9;
/// The place in the line, from 1; in pairs that of the first cell.
pub const I: usize = 10;
/// The place of the second cell of a pair, from 1.
pub const J: usize = 11;
/// How many cells the line has.
pub const N: usize = 12;
/// The digit of the first cell of a pair.
pub const A: usize = 13;
/// The digit of the second cell of a pair.
pub const B: usize = 14;
/// A digit.
pub const D: usize = 15;
/// How often a digit occurs.
pub const K: usize = 16;
/// How often a parameter names a digit.
pub const TIMES: usize = 17;
/// A member of the list `each`.
pub const EACH: usize = 18;
/// How often the region has changed along the line so far.
pub const PART: usize = 19;
/// The sum of the `n` smallest digits.
pub const LEAST: usize = 20;
/// The sum of the `n` largest digits.
pub const MOST: usize = 21;
/// How many rows the second cell of a pair is below the first.
pub const DOWN: usize = 22;
/// How many columns the second cell of a pair is to the right of the first.
pub const RIGHT: usize = 23;
/// Parameters and registers have the places from here.
pub const FIRST_FREE: usize = 24;

/// What every expression may use.
pub const BOARD: &[Name] = &[
    ("rows", ROWS),
    ("columns", COLUMNS),
    ("min", MIN),
    ("max", MAX),
    ("size", SIZE),
    ("box_rows", BOX_ROWS),
    ("box_columns", BOX_COLUMNS),
    ("regions", REGIONS),
];
/// Which cells of the board.
pub const CELL: &[Name] = &[("r", R), ("c", C)];
/// Which places of a line.
pub const PLACE: &[Name] = &[("i", I), ("n", N), ("part", PART), ("r", R), ("c", C)];
/// Which pairs of places.
pub const PLACES: &[Name] = &[("i", I), ("j", J), ("n", N)];
/// Which pairs of digits.
pub const PAIR: &[Name] = &[("a", A), ("b", B), ("i", I), ("j", J), ("n", N)];
/// Which pairs of cells of the board.
pub const STEP: &[Name] = &[("r", R), ("c", C), ("down", DOWN), ("right", RIGHT)];
/// Which pairs of digits for two cells of the board.
pub const STEP_PAIR: &[Name] = &[("a", A), ("b", B), ("down", DOWN), ("right", RIGHT)];
/// Which digits of a cell.
pub const DIGIT: &[Name] = &[("d", D), ("i", I), ("n", N)];
/// Which digits of a cell in a window.
pub const DIGIT_OF_WINDOW: &[Name] = &[("d", D)];
/// Which digits of a cell in a window, for each number of a list.
pub const DIGIT_OF_EACH: &[Name] = &[("d", D), ("each", EACH)];
/// How often a digit may occur.
pub const COUNT: &[Name] = &[("d", D), ("k", K), ("times", TIMES), ("n", N)];
/// The number of cells: of all that a sum adds, or of the line of an automaton.
pub const LENGTH: &[Name] = &[("n", N)];
/// Ranges of parameters.
pub const RANGE: &[Name] = &[("n", N), ("least", LEAST), ("most", MOST)];

/// Words of the language, and `every`, which stands for all digits.
const WORDS: &[&str] = &[
    "and", "or", "not", "in", "div", "mod", "abs", "pow", "if", "every",
];

/// Whether a name means something in a constraint, if only in some kernels: a parameter of
/// that name would be hidden there. Rules, which know more names, have no parameters.
pub fn is_taken(name: &str) -> bool {
    let kernels = [BOARD, PLACE, PLACES, PAIR, DIGIT, COUNT, RANGE];
    let mut names = kernels.into_iter().flatten();
    WORDS.contains(&name) || names.any(|&(known, _)| known == name)
}

/// The names known at some place of a rule file.
#[derive(Clone, Default)]
pub struct Scope {
    names: Vec<(String, Variable)>,
}

impl Scope {
    /// The names of the board and these parameters.
    pub fn new(parameters: &[(String, Variable)]) -> Scope {
        let board = BOARD.iter();
        let board = board.map(|&(name, place)| (name.to_owned(), Variable::Number(place)));
        Scope {
            names: board.chain(parameters.iter().cloned()).collect(),
        }
    }

    /// These names as well.
    pub fn with(&self, names: &[Name]) -> Scope {
        let mut scope = self.clone();
        let numbers = names.iter();
        let numbers = numbers.map(|&(name, place)| (name.to_owned(), Variable::Number(place)));
        scope.names.extend(numbers);
        scope
    }

    /// A number with this name as well.
    pub fn with_number(mut self, name: &str, place: usize) -> Scope {
        self.names.push((name.to_owned(), Variable::Number(place)));
        self
    }

    /// What a name stands for.
    pub fn find(&self, name: &str) -> Option<Variable> {
        let found = self.names.iter().find(|(known, _)| known == name);
        found.map(|&(_, variable)| variable)
    }

    /// All names.
    pub fn names(&self) -> Vec<&str> {
        self.names.iter().map(|(name, _)| name.as_str()).collect()
    }
}
