//! Finds kernels of a rule file that restrict nothing, or that no digits can satisfy, whatever the
//! cells and the numbers are.

use super::bind::Bound;
use super::error::RuleError;
use super::{CompileError, Compiler, impossible, missing, names, range, shape};
use crate::grid::{Geometry, Puzzle};
use crate::limits::Limits;
use crate::rules::definitions::{
    Block, Definition, Kind, Library, Parameter, ParameterType, RuleFileError, Steps, Values,
};
use crate::rules::{Board, ConstraintItem, Description, Kernel};
use crate::words::rows_and_columns;
use serde_json::{Value, json};

/// Boxes of the boards of which the first is taken that the file does not refuse.
const BOXES: [(usize, usize); 4] = [(3, 3), (2, 3), (2, 2), (4, 4)];

/// Rows down and columns to the right from one cell of a line to the next.
const STEPS: [(usize, usize); 3] = [(0, 1), (1, 0), (1, 1)];

/// Lengths of lines: of the first parameter that is one, and of all others.
const LENGTHS: [usize; 9] = [2, 3, 4, 5, 6, 7, 8, 9, 1];
const OTHER_LENGTHS: [Option<usize>; 3] = [None, Some(1), Some(2)];

/// Values of integers, unless the range is beyond them.
const NUMBERS: [i64; 19] = [
    5, 2, 1, 3, 4, 6, 7, 8, 9, 0, 10, 12, 20, 30, 45, 60, 120, -1, -2,
];

/// The first kernel of a file that has no effect on any line tried, or that no digits satisfy
/// on any; nothing if a limit came first.
pub fn trial(definition: &Definition, library: &Library, limits: &Limits) -> Option<RuleFileError> {
    let description = BOXES.into_iter().find_map(|(rows, columns)| {
        let shape = Geometry::new(rows, columns).ok()?;
        let description = Description::of_classic(&Puzzle::empty(shape))?;
        let board = shape::board(&description).ok()?;
        missing(definition, &shape::numbers(&board))
            .is_none()
            .then_some(description)
    })?;
    let board = shape::board(&description).ok()?;
    let mut compiler = Compiler::new(&board, &description, library, limits);
    let blocks = definition.blocks.iter();
    let mut outcomes: Vec<Outcome> = blocks
        .map(|block| match block.mentions_list() {
            // Few lists are tried, and others may have an effect.
            true => Outcome::Works,
            false => Outcome::Untried,
        })
        .collect();
    for bound in bounds(definition, &board) {
        limits.check().ok()?;
        for (place, outcome) in outcomes.iter_mut().enumerate() {
            if *outcome != Outcome::Works {
                let next = compiler.outcome(definition, place, &bound);
                *outcome = std::mem::replace(outcome, Outcome::Untried).and(next);
            }
        }
        if outcomes.iter().all(|outcome| *outcome == Outcome::Works) {
            return None;
        }
    }
    let mut outcomes = outcomes.iter().enumerate();
    outcomes.find_map(|(place, outcome)| mistake(definition, place, outcome, &board))
}

/// What a kernel does on the lines tried so far.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Outcome {
    /// There was no line.
    Untried,
    /// It picks no cells.
    PicksNone,
    /// It picks cells and allows them all digits.
    AllowsAll,
    /// No digits satisfy it.
    AllowsNone {
        /// It pairs a cell with itself.
        with_itself: bool,
    },
    /// It is refused, and why.
    Refused(RuleError),
    /// It does something else, or it is not known what.
    Works,
}

impl Outcome {
    /// What a kernel does on several lines.
    fn and(self, other: Outcome) -> Outcome {
        let rank = |outcome: &Outcome| match outcome {
            Outcome::Untried => 0,
            Outcome::Refused(_) => 1,
            Outcome::PicksNone => 2,
            Outcome::AllowsAll => 3,
            Outcome::AllowsNone { .. } => 4,
            Outcome::Works => 5,
        };
        match rank(&other) > rank(&self) {
            true => other,
            false => self,
        }
    }
}

impl Compiler<'_> {
    fn outcome(&mut self, definition: &Definition, place: usize, bound: &Bound) -> Outcome {
        let block = &definition.blocks[place];
        let kernels = self.block(definition, place, bound);
        let is_false = match &kernels {
            Ok(kernels) => {
                kernels.iter().any(|kernel| self.has_no_sum(kernel))
                    || impossible::check(self.board, kernels, "").is_err()
            }
            Err(CompileError::Rule(error)) => error.is_impossible(),
            Err(CompileError::Stopped(_)) => false,
        };
        if is_false {
            return Outcome::AllowsNone {
                with_itself: self.picks(block, bound, |i, j| i == j),
            };
        }
        let mut kernels = match kernels {
            Ok(kernels) => kernels,
            Err(CompileError::Rule(error)) => return Outcome::Refused(error),
            Err(CompileError::Stopped(_)) => return Outcome::Works,
        };
        let all = self.board.all_digits();
        kernels.retain(|kernel| match kernel {
            Kernel::Candidates(_, mask) => *mask != all,
            Kernel::Clause(choices) => choices.iter().all(|(_, mask)| *mask != all),
            Kernel::Sum { terms, total } => {
                *total != 0 || terms.iter().any(|(_, times)| *times != 0)
            }
            _ => true,
        });
        match kernels.is_empty() {
            false => Outcome::Works,
            true if self.picks(block, bound, |_, _| true) => Outcome::AllowsAll,
            true => Outcome::PicksNone,
        }
    }

    fn has_no_sum(&self, kernel: &Kernel) -> bool {
        let Kernel::Sum { terms, total } = kernel else {
            return false;
        };
        let (least, most) = self.sum_range(terms, false);
        *total < least || *total > most
    }

    /// Whether a kernel picks cells at such places.
    fn picks(&self, block: &Block, bound: &Bound, are_meant: fn(usize, usize) -> bool) -> bool {
        match block {
            Block::Pairs {
                of, with, places, ..
            } => {
                let (first, second) = (self.cells(bound, of), self.cells(bound, with));
                let mut numbers = bound.numbers.clone();
                numbers[names::N] = second.len() as i64;
                let pairs = (1..=first.len()).flat_map(|i| (1..=second.len()).map(move |j| (i, j)));
                let mut pairs = pairs.filter(|&(i, j)| are_meant(i, j));
                pairs.any(|(i, j)| {
                    (numbers[names::I], numbers[names::J]) = (i as i64, j as i64);
                    places.holds(Values {
                        numbers: &numbers,
                        lists: &bound.lists,
                    })
                })
            }
            Block::Steps { steps, .. } => {
                // If a limit came first, there may be some.
                let pairs = self.step_pairs(bound, steps);
                are_meant(1, 2) && !pairs.is_ok_and(|pairs| pairs.is_empty())
            }
            Block::Distinct {
                of,
                place: Some(place),
                ..
            } => {
                let cells = self.cells(bound, of);
                let picked = self.along(bound, &cells, |_, values| place.holds(values));
                are_meant(1, 2) && picked.contains(&true)
            }
            _ => are_meant(1, 2),
        }
    }
}

/// What to do about a file that the boards tried are not meant for.
const OTHER_BOARDS: &str = "; if it is for other boards, `requires` says for which";

/// What is wrong with a kernel that never does anything else.
fn mistake(
    definition: &Definition,
    place: usize,
    outcome: &Outcome,
    board: &Board,
) -> Option<RuleFileError> {
    let (block, at) = (&definition.blocks[place], definition.places[place]);
    let tried = tried(definition, board);
    let table = at.table;
    let (offset, message) = match outcome {
        Outcome::Untried | Outcome::Works => return None,
        Outcome::PicksNone => {
            let (picked, hint) = match block {
                Block::Pairs { .. } => ("pair of places", "places count from 1"),
                Block::Steps {
                    steps: Steps::Listed(_),
                    ..
                } => ("pair of cells", "a step is rows down and columns right"),
                Block::Steps { .. } => ("pair of cells", "rows and columns count from 1"),
                _ => ("cell", "places, rows and columns count from 1"),
            };
            let key = if at.picks.is_some() { ".where" } else { "" };
            let says = format!("{table}{key}: it picks no {picked} {tried}, and so says nothing");
            (
                at.picks.unwrap_or(at.says),
                format!("{says}; {hint}{OTHER_BOARDS}"),
            )
        }
        Outcome::AllowsAll => {
            let what = match block {
                Block::Distinct { .. } => format!("no two cells have to differ {tried}"),
                Block::EqualSums { .. } => format!("there are no two sums to compare {tried}"),
                _ => format!("all digits satisfy it {tried}, and so it says nothing"),
            };
            (at.says, format!("{table}: {what}{OTHER_BOARDS}"))
        }
        Outcome::Refused(RuleError {
            found, expected, ..
        }) => {
            let what = format!("found {found} {tried}, expected {expected}");
            (at.says, format!("{table}: {what}{OTHER_BOARDS}"))
        }
        Outcome::AllowsNone { with_itself } => {
            let hint = match with_itself {
                true => "; `where` pairs a place with itself, whose digit is both `a` and `b`",
                false => OTHER_BOARDS,
            };
            let (min, max) = (board.min(), board.max());
            let what = format!("no digits from {min} to {max} satisfy it {tried}{hint}");
            (at.says, format!("{table}: {what}"))
        }
    };
    let (file, text) = (&definition.file, &definition.text);
    Some(RuleFileError::at(file, text, offset, message))
}

/// What a mistake was looked for on.
fn tried(definition: &Definition, board: &Board) -> String {
    let (rows, columns) = (board.rows(), board.columns());
    if definition.kind == Kind::Rule {
        return format!("on a board of {}", rows_and_columns(rows, columns));
    }
    let mut parameters = definition.parameters.iter();
    let has_numbers = parameters.any(|each| each.kind == ParameterType::Integer);
    let numbers = if has_numbers {
        ", with several numbers"
    } else {
        ""
    };
    format!("on any line tried, of 1 to 9 cells of a {rows}×{columns} board{numbers}")
}

/// The parameters of a definition with many values, as far as they are in their ranges.
fn bounds<'a>(definition: &'a Definition, board: &'a Board) -> impl Iterator<Item = Bound> + 'a {
    let values = shape::numbers(board);
    let items = items(definition, board);
    let bound = move |item: ConstraintItem| match definition.kind {
        Kind::Rule => Some(Bound::empty(&values, "")),
        Kind::Constraint => Bound::new(definition, &item, board, &values, "").ok(),
    };
    let most = match definition.kind {
        Kind::Rule => 1,
        Kind::Constraint => usize::MAX,
    };
    items.take(most).filter_map(bound)
}

fn items<'a>(
    definition: &'a Definition,
    board: &'a Board,
) -> impl Iterator<Item = ConstraintItem> + 'a {
    let kinds = [ParameterType::Integer, ParameterType::Boolean];
    let is_number = move |each: &&Parameter| kinds.contains(&each.kind);
    let numbers = definition.parameters.iter().filter(is_number).count() as u32;
    // Of three numbers or more, those after the second have the value of the first.
    let choices = NUMBERS.len().pow(numbers.min(2));
    let lines = LENGTHS
        .into_iter()
        .flat_map(|length| OTHER_LENGTHS.map(|other| (length, other.unwrap_or(length))));
    let lines = lines.flat_map(|lengths| STEPS.map(|step| (lengths, step)));
    lines
        .flat_map(move |line| (0..choices).map(move |choice| item(definition, board, line, choice)))
}

/// Lengths of lines, and the step from cell to cell.
type Line = ((usize, usize), (usize, usize));

fn item(definition: &Definition, board: &Board, line: Line, choice: usize) -> ConstraintItem {
    let ((first, other), (down, right)) = line;
    let (mut lines, mut numbers) = (0, 0);
    let mut fields = serde_json::Map::new();
    for parameter in &definition.parameters {
        let cells = |length: usize| {
            // Lines begin in different boxes.
            let start = lines % 3 * 3;
            let place = |step| {
                let (row, column) = (start + step * down, start + step * right);
                board.cell(row % board.rows(), column % board.columns())
            };
            let names = (0..length).map(|step| json!(board.name(place(step))));
            Value::Array(names.collect())
        };
        let number = match numbers {
            1 => NUMBERS[choice / NUMBERS.len()],
            _ => NUMBERS[choice % NUMBERS.len()],
        };
        let value = match parameter.kind {
            ParameterType::Cells => cells(if lines == 0 { first } else { other }),
            ParameterType::Cell => cells(1)[0].clone(),
            ParameterType::Integer => {
                let (least, most) = range(definition, parameter, board, first, &[]);
                json!(match (least, most) {
                    (Some(least), _) if least > 120 => least.saturating_add(number),
                    (_, Some(most)) if most < -2 => most.saturating_sub(number),
                    _ => number,
                })
            }
            ParameterType::Boolean => json!(number % 2 == 1),
            ParameterType::Digits => json!([2, 5]),
            ParameterType::Counts => json!([[1, 5]]),
            ParameterType::Table => json!([[1, 3], [3, 5]]),
            ParameterType::Text
            | ParameterType::Sets
            | ParameterType::Automaton
            | ParameterType::Regex
            | ParameterType::Branches => continue,
        };
        match parameter.kind {
            ParameterType::Cells | ParameterType::Cell => lines += 1,
            ParameterType::Integer | ParameterType::Boolean => numbers += 1,
            _ => {}
        }
        fields.insert(parameter.name.clone(), value);
    }
    ConstraintItem {
        kind: definition.name.clone(),
        fields,
    }
}
