//! Layered diagrams of sums and automata.

use super::{MAX_EDGES, TooLarge};
use crate::grid::Cell;
use crate::rules::{Automaton, Board, Mask, members};
use std::collections::BTreeSet;

/// How a line of digits is read: a state, and for each digit the state after it.
pub enum LineStep<'a> {
    /// Partial sums that can still become the total.
    Sum {
        /// The smallest value.
        min: i128,
        /// Coefficients, and the least and most that the cells after add.
        terms: Vec<(i128, i128, i128)>,
        /// What all add up to.
        total: i128,
    },
    /// The states of an automaton.
    Automaton(&'a Automaton),
}

impl<'a> LineStep<'a> {
    /// Reads the cells of a sum.
    pub fn sum(board: &Board, terms: &[(Cell, i64)], total: i64) -> LineStep<'a> {
        let (min, max) = (i128::from(board.min()), i128::from(board.max()));
        let (mut least, mut most) = (0, 0);
        let mut steps = Vec::new();
        for &(_, times) in terms.iter().rev() {
            let times = i128::from(times);
            steps.push((times, least, most));
            least += (times * min).min(times * max);
            most += (times * min).max(times * max);
        }
        steps.reverse();
        LineStep::Sum {
            min,
            terms: steps,
            total: i128::from(total),
        }
    }

    /// Reads the cells of an automaton.
    pub fn automaton(automaton: &'a Automaton) -> LineStep<'a> {
        LineStep::Automaton(automaton)
    }

    fn start(&self) -> i128 {
        match self {
            LineStep::Sum { .. } => 0,
            LineStep::Automaton(automaton) => automaton.start() as i128,
        }
    }

    fn accepts(&self, state: i128) -> bool {
        match self {
            LineStep::Sum { total, .. } => state == *total,
            LineStep::Automaton(automaton) => automaton.is_accepting(state as usize),
        }
    }

    fn next(&self, level: usize, state: i128, digit: usize) -> Option<i128> {
        match self {
            LineStep::Sum { min, terms, total } => {
                let (times, least, most) = terms[level];
                let sum = state + times * (min + digit as i128);
                let missing = total - sum;
                (least <= missing && missing <= most).then_some(sum)
            }
            LineStep::Automaton(automaton) => Some(automaton.next(state as usize, digit)? as i128),
        }
    }
}

/// The states before, between and after the cells that lie on a way from the start to an
/// accepted end.
pub struct Diagram {
    levels: Vec<Vec<i128>>,
}

impl Diagram {
    /// The diagram of cells with these digits; none if there is no way. Edges are counted
    /// before dead ends are removed.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn new(
        digits: &[Mask],
        line: &LineStep<'_>,
        edges: &mut usize,
    ) -> Result<Option<Diagram>, TooLarge> {
        let mut levels = vec![vec![line.start()]];
        for (level, &mask) in digits.iter().enumerate() {
            let mut reached = BTreeSet::new();
            for &state in &levels[level] {
                for to in successors(line, level, state, mask) {
                    reached.insert(to.1);
                    *edges += 1;
                }
                if *edges > MAX_EDGES {
                    return Err(TooLarge("diagrams of more than 4 million edges"));
                }
            }
            levels.push(reached.into_iter().collect());
        }
        if let Some(last) = levels.last_mut() {
            last.retain(|state| line.accepts(*state));
        }
        for (level, &mask) in digits.iter().enumerate().rev() {
            let (before, after) = levels.split_at_mut(level + 1);
            before[level].retain(|&state| {
                let mut reached = successors(line, level, state, mask);
                reached.any(|(_, to)| after[0].binary_search(&to).is_ok())
            });
        }
        let is_empty = levels[0].is_empty();
        Ok((!is_empty).then_some(Diagram { levels }))
    }

    /// How many nodes there are before the cell of this number, or after the last.
    pub fn nodes(&self, level: usize) -> usize {
        self.levels[level].len()
    }

    /// The edges of a cell in order: numbers of nodes, and a digit between them.
    pub fn edges(
        &self,
        level: usize,
        line: &LineStep<'_>,
        mask: Mask,
    ) -> Vec<(usize, usize, usize)> {
        let mut edges = Vec::new();
        for (from, &state) in self.levels[level].iter().enumerate() {
            for (digit, to) in successors(line, level, state, mask) {
                if let Ok(to) = self.levels[level + 1].binary_search(&to) {
                    edges.push((from, digit, to));
                }
            }
        }
        edges
    }
}

/// The digits that a state allows, with the states after them.
fn successors(
    line: &LineStep<'_>,
    level: usize,
    state: i128,
    mask: Mask,
) -> impl Iterator<Item = (usize, i128)> {
    members(mask).filter_map(move |digit| Some((digit, line.next(level, state, digit)?)))
}
