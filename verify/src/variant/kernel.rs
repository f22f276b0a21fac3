//! The kernels of `puzzle.json`: what they may look like, and which grids obey them.

use super::board::{Board, Cell};
use crate::escape;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Cells, each with some values.
pub type Choices = Vec<(Cell, Vec<i64>)>;

/// A constraint in one of the forms that the verifier knows. Digits are the values that
/// people write.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Kernel {
    /// Cells that differ.
    Distinct(Vec<Cell>),
    /// Two cells that hold one of these pairs.
    Pair {
        cells: (Cell, Cell),
        allowed: Vec<(i64, i64)>,
    },
    /// Values times coefficients add up to the total.
    Sum { terms: Vec<(Cell, i64)>, total: i64 },
    /// The values of the cells lead from the start to an accepting state.
    Automaton {
        cells: Vec<Cell>,
        states: usize,
        start: usize,
        accepting: Vec<usize>,
        /// A state, a value, the state after it.
        transitions: Vec<(usize, i64, usize)>,
    },
    /// At least one of the cells holds one of its values.
    #[serde(rename = "some")]
    Clause(Choices),
    /// All kernels of at least one branch hold.
    AnyOf(Vec<Vec<Kernel>>),
    /// A cell holds one of these values.
    Candidates(Cell, Vec<i64>),
}

/// Maximum number of states of an automaton.
const MAX_STATES: usize = 200_000;

impl Kernel {
    /// What is wrong with it.
    pub fn flaw(&self, board: &Board) -> Result<(), String> {
        match self {
            Kernel::Distinct(cells) => different(board, cells.iter()),
            Kernel::Pair { cells, allowed } => {
                different(board, [&cells.0, &cells.1].into_iter())?;
                increasing(allowed, |(a, b)| format!("the pair {a} {b}"))?;
                let mut values = allowed.iter().flat_map(|&(a, b)| [a, b]);
                values.try_for_each(|value| board.require_value(value))
            }
            Kernel::Sum { terms, .. } => different(board, terms.iter().map(|(cell, _)| cell)),
            Kernel::Automaton {
                cells,
                states,
                start,
                accepting,
                transitions,
            } => {
                cells.iter().try_for_each(|cell| board.require(*cell))?;
                if *states > MAX_STATES {
                    return Err(format!("{states} states, expected at most {MAX_STATES}"));
                }
                increasing(accepting, |state| format!("the accepting state {state}"))?;
                let starts: Vec<(usize, i64)> =
                    transitions.iter().map(|&(from, v, _)| (from, v)).collect();
                increasing(&starts, |(from, value)| {
                    format!("the transition from state {from} by {value}")
                })?;
                let ends = transitions.iter().flat_map(|&(from, _, to)| [from, to]);
                let mut all = ends.chain(accepting.iter().copied()).chain([*start]);
                if let Some(state) = all.find(|state| state >= states) {
                    return Err(format!("state {state}, expected one below {states}"));
                }
                let mut values = starts.iter().map(|(_, value)| *value);
                values.try_for_each(|value| board.require_value(value))
            }
            Kernel::Clause(choices) => {
                different(board, choices.iter().map(|(cell, _)| cell))?;
                let mut lists = choices.iter().map(|(_, values)| values);
                lists.try_for_each(|values| values_flaw(board, values))
            }
            Kernel::AnyOf(branches) => {
                let mut kernels = branches.iter().flatten();
                kernels.try_for_each(|kernel| kernel.flaw(board))
            }
            Kernel::Candidates(cell, values) => {
                board.require(*cell)?;
                values_flaw(board, values)
            }
        }
    }

    /// Whether a grid keeps it.
    pub fn holds(&self, board: &Board, grid: &[i64]) -> bool {
        let at = |cell: &Cell| grid[board.place(*cell)];
        match self {
            Kernel::Distinct(cells) => {
                let mut seen = HashSet::new();
                cells.iter().all(|cell| seen.insert(at(cell)))
            }
            Kernel::Pair { cells, allowed } => {
                allowed.binary_search(&(at(&cells.0), at(&cells.1))).is_ok()
            }
            Kernel::Sum { terms, total } => {
                let values = terms
                    .iter()
                    .map(|(cell, times)| i128::from(*times) * i128::from(at(cell)));
                values.sum::<i128>() == i128::from(*total)
            }
            Kernel::Automaton {
                cells,
                start,
                accepting,
                transitions,
                ..
            } => {
                let mut line = cells.iter().map(at);
                let end = line.try_fold(*start, |state, value| after(transitions, state, value));
                end.is_some_and(|state| accepting.binary_search(&state).is_ok())
            }
            Kernel::Clause(choices) => choices
                .iter()
                .any(|(cell, values)| values.contains(&at(cell))),
            Kernel::AnyOf(branches) => branches
                .iter()
                .any(|branch| branch.iter().all(|kernel| kernel.holds(board, grid))),
            Kernel::Candidates(cell, values) => values.contains(&at(cell)),
        }
    }

    /// Its name in `puzzle.json`.
    pub fn kind(&self) -> &'static str {
        match self {
            Kernel::Distinct(_) => "distinct",
            Kernel::Pair { .. } => "pair",
            Kernel::Sum { .. } => "sum",
            Kernel::Automaton { .. } => "automaton",
            Kernel::Clause(_) => "some",
            Kernel::AnyOf(_) => "any-of",
            Kernel::Candidates(..) => "candidates",
        }
    }
}

/// The state after a value; transitions are sorted.
pub fn after(transitions: &[(usize, i64, usize)], state: usize, value: i64) -> Option<usize> {
    let place = transitions.binary_search_by_key(&(state, value), |&(from, v, _)| (from, v));
    place.ok().map(|place| transitions[place].2)
}

/// Values of the board, in increasing order.
pub fn values_flaw(board: &Board, values: &[i64]) -> Result<(), String> {
    increasing(values, |value| format!("the value {value}"))?;
    values
        .iter()
        .try_for_each(|value| board.require_value(*value))
}

fn different<'c>(board: &Board, cells: impl Iterator<Item = &'c Cell>) -> Result<(), String> {
    let mut seen = HashSet::new();
    for cell in cells {
        board.require(*cell)?;
        if !seen.insert(*cell) {
            return Err(format!("{cell} twice"));
        }
    }
    Ok(())
}

/// Requires increasing items, so that each stands there once.
pub fn increasing<T: Ord>(items: &[T], name: impl Fn(&T) -> String) -> Result<(), String> {
    match items.windows(2).find(|two| two[0] >= two[1]) {
        Some(two) => {
            let name = escape::line(&name(&two[1]));
            Err(format!("{name} out of order, expected increasing order"))
        }
        None => Ok(()),
    }
}
