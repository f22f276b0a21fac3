//! Types of constraint that a rule file cannot express.

use super::bind::{Bound, RawValue};
use super::error::{CompileError, RuleError};
use super::lower::Lowered;
use super::{Compiler, json, regex};
use crate::grid::Cell;
use crate::limits::Limits;
use crate::rules::definitions::{Definition, ParameterType};
use crate::rules::{Automaton, Board, ConstraintItem, Kernel, Table, Transition};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// Maximum number of literals in clauses that say nothing which automata do not say, too.
const MAX_LITERALS: usize = 1 << 20;

/// What a branch means.
enum Branch {
    /// A label, and what must hold.
    Kernels(String, Vec<Kernel>),
    /// No digits satisfy it.
    Impossible(RuleError),
}

impl Compiler<'_> {
    /// One of several lists of constraints, with a label.
    pub(super) fn any_of(
        &mut self,
        bound: &Bound,
        depth: usize,
    ) -> Result<(String, Kernel), CompileError> {
        // A rule file whose type has no such parameter is refused.
        let Some(RawValue { value, pointer, .. }) = bound.raw.first() else {
            let found = "no branches".into();
            return Err(RuleError::new(&bound.pointer, found, "some".into()).into());
        };
        let branches = json::list(value, pointer, "branches")?;
        if branches.is_empty() {
            let expected = "at least one branch".into();
            return Err(RuleError::new(pointer, "no branch".into(), expected).into());
        }
        let mut labels = Vec::new();
        let mut kernels = Vec::new();
        let mut impossible = None;
        for (index, branch) in branches.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            match self.branch(branch, &pointer, depth)? {
                Branch::Kernels(label, all) => {
                    labels.push(label);
                    kernels.push(all);
                }
                Branch::Impossible(error) => {
                    labels.push("a branch that no digits satisfy".into());
                    _ = impossible.get_or_insert(error);
                }
            }
        }
        match impossible {
            Some(error) if kernels.is_empty() => Err(error.into()),
            _ => {
                let label = format!("any of: {}", labels.join("; or "));
                let label = match depth {
                    0 => label,
                    _ => format!("({label})"),
                };
                Ok((label, Kernel::AnyOf(kernels)))
            }
        }
    }

    /// All constraints of a branch. What follows one that no digits satisfy must mean
    /// something all the same.
    fn branch(
        &mut self,
        branch: &Value,
        pointer: &str,
        depth: usize,
    ) -> Result<Branch, CompileError> {
        let mut names = Vec::new();
        let mut all = Vec::new();
        let mut impossible = None;
        let items = json::list(branch, pointer, "constraints")?;
        for (index, item) in items.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            let item = ConstraintItem::deserialize(item).map_err(|error| {
                let expected = format!("a constraint: {error}");
                RuleError::new(&pointer, json::show(item), expected)
            })?;
            match self.item(&item, &pointer, depth + 1) {
                Ok((label, kernels)) => {
                    names.push(label);
                    all.extend(kernels);
                }
                Err(CompileError::Rule(error)) if error.is_impossible() => {
                    impossible.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(match impossible {
            Some(error) => Branch::Impossible(error),
            None => Branch::Kernels(names.join(" and "), all),
        })
    }

    /// An automaton, a regular expression, or both, about the one line that there is.
    pub(super) fn automaton(&self, definition: &Definition, bound: &Bound) -> Lowered {
        let lines = definition.parameters.iter().zip(&bound.cells);
        let lines = lines.filter(|(parameter, _)| parameter.kind == ParameterType::Cells);
        let line: Vec<Cell> = lines.flat_map(|(_, cells)| cells).copied().collect();
        let mut kernels = Vec::new();
        for raw in &bound.raw {
            let (value, pointer) = (&raw.value, &*raw.pointer);
            let (board, length, limits) = (self.board, line.len(), self.limits);
            let automaton = match raw.kind {
                ParameterType::Regex => expression(board, value, pointer, length, limits)?,
                _ => written(board, value, pointer, length, limits)?,
            };
            let automaton = self.finish(automaton, length, pointer)?;
            kernels.push(Kernel::Automaton(line.clone(), automaton));
        }
        if kernels.is_empty() {
            let found = "neither an automaton nor a regular expression".into();
            return Err(RuleError::new(&bound.pointer, found, "one of them".into()).into());
        }
        // Puzzles name both to say the same twice.
        kernels.dedup();
        Ok(kernels)
    }

    /// Sets of cells that hold the same digits equally often.
    pub(super) fn same_digits(&self, bound: &Bound) -> Lowered {
        let board = self.board;
        let mut kernels = Vec::new();
        for pair in bound.sets.windows(2) {
            let (first, second) = (&pair[0], &pair[1]);
            if let ([a], [b]) = (first.as_slice(), second.as_slice()) {
                let table = Arc::new(Table::new(board.digit_count(), |x, y| x == y));
                kernels.extend((a != b).then_some(Kernel::Pair(*a, *b, table)));
                continue;
            }
            // Clauses say everything about sets in which no digit occurs twice.
            let is_said = in_one_house(board, first) && in_one_house(board, second);
            // First, because they may be refused before they take much memory.
            let balances = match is_said {
                true => Vec::new(),
                false => self.balances(first, second, &bound.pointer)?,
            };
            let literals = 2 * first.len() * (first.len() + 1) * board.digit_count();
            if is_said || literals <= MAX_LITERALS {
                for digit in 0..board.digit_count() {
                    kernels.extend(implications(board, first, second, digit));
                    kernels.extend(implications(board, second, first, digit));
                }
            }
            kernels.extend(balances);
        }
        Ok(kernels)
    }

    /// Each digit occurs equally often in both.
    fn balances(&self, first: &[Cell], second: &[Cell], pointer: &str) -> Lowered {
        let half = first.len();
        let line: Vec<Cell> = first.iter().chain(second).copied().collect();
        let digits = self.board.digit_count();
        let balances = (0..digits).map(|digit| {
            let next = |&(place, left): &(usize, usize), index: usize| {
                let counts = usize::from(index == digit);
                let left = match place < half {
                    true => left + counts,
                    false => left.checked_sub(counts)?,
                };
                Some((place + 1, left))
            };
            let automaton = Automaton::explore_lines(
                (digits, line.len()),
                (0, 0),
                |&(place, left)| place == line.len() && left == 0,
                next,
                self.limits,
            );
            let automaton = self.finish(automaton, line.len(), pointer)?;
            Ok(Kernel::Automaton(line.clone(), automaton))
        });
        balances.collect()
    }
}

/// States and transitions as a puzzle writes them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct Written {
    states: usize,
    start: Vec<usize>,
    accept: Vec<usize>,
    transitions: Vec<Transition>,
}

/// Maximum number of states and transitions that a puzzle may write.
const MAX_WRITTEN: usize = 100_000;

fn expression(
    board: &Board,
    value: &Value,
    pointer: &str,
    length: usize,
    limits: &Limits,
) -> Result<Built, RuleError> {
    let text = value.as_str().ok_or_else(|| {
        let expected = "a regular expression as a text".into();
        RuleError::new(pointer, json::show(value), expected)
    })?;
    regex::automaton(board, text, length, limits).map_err(|error| {
        let found = format!("{}, at character {}", error.message, error.column);
        let expected = "a regular expression over digits".into();
        RuleError::new(pointer, found, expected)
    })
}

type Built = Result<Automaton, crate::rules::AutomatonError>;

fn written(
    board: &Board,
    value: &Value,
    pointer: &str,
    length: usize,
    limits: &Limits,
) -> Result<Built, RuleError> {
    check_transitions(value, pointer)?;
    let written = Written::deserialize(value).map_err(|error| {
        let expected = format!("{{states, start, accept, transitions}}: {error}");
        RuleError::new(pointer, json::show(value), expected)
    })?;
    if written.states.max(written.transitions.len()) > MAX_WRITTEN {
        let found = format!(
            "{} states and {} transitions",
            written.states,
            written.transitions.len()
        );
        let expected = format!("at most {MAX_WRITTEN} of each");
        return Err(RuleError::new(pointer, found, expected));
    }
    Ok(Automaton::for_lines(
        (board.digit_count(), length),
        written.states,
        &written.start,
        &written.accept,
        &written.transitions,
        limits,
    ))
}

/// Refuses a transition that is not three numbers.
fn check_transitions(value: &Value, pointer: &str) -> Result<(), RuleError> {
    let transitions = value.get("transitions").and_then(Value::as_array);
    for (index, each) in transitions.into_iter().flatten().enumerate() {
        let pointer = format!("{pointer}/transitions/{index}");
        let Some(numbers) = each.as_array().filter(|numbers| numbers.len() == 3) else {
            let expected = "three numbers from 0: a state, the place of a digit, the next state";
            return Err(RuleError::new(&pointer, json::show(each), expected.into()));
        };
        if let Some(place) = numbers.iter().position(|number| !number.is_u64()) {
            let pointer = format!("{pointer}/{place}");
            let found = json::show(&numbers[place]);
            return Err(RuleError::new(&pointer, found, "a number from 0".into()));
        }
    }
    Ok(())
}

fn in_one_house(board: &Board, cells: &[Cell]) -> bool {
    let mut houses = board.houses().iter();
    houses.any(|house| cells.iter().all(|cell| house.cells.contains(cell)))
}

/// A digit in one of the first cells is in some second cell.
fn implications(board: &Board, first: &[Cell], second: &[Cell], digit: usize) -> Vec<Kernel> {
    let bit = 1 << digit;
    let others = board.all_digits() & !bit;
    let outside = first.iter().filter(|cell| !second.contains(cell));
    let clauses = outside.map(|&cell| {
        let there = second.iter().map(|&cell| (cell, bit));
        let mut clause = vec![(cell, others)];
        clause.extend(there);
        Kernel::Clause(clause)
    });
    clauses.collect()
}
