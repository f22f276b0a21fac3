//! Branch and bound on any shape: depth-first search, cut where the objective's bound
//! shows that nothing better lies below.

use super::incumbent::Incumbent;
use crate::grid::{Cell, Digit, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::End;
use crate::search::dfs::state::{Branch, State};
use crate::search::dfs::tables::Tables;
use crate::search::dfs::{self, Goal, Step};
use crate::search::ranked::Ranked;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Nodes without a bound that cost less than a bound at the root.
const FEW_NODES: u64 = 24;

/// Finds the best solution by bounds.
struct Best<'o> {
    objective: &'o Objective,
    best: Option<(i64, Solution)>,
    /// The bound at the root, once it is known.
    root: Option<i64>,
}

impl<const W: usize> Goal<W> for Best<'_> {
    fn enter(&mut self, state: &State<'_, W>) -> Step {
        let bound = self.objective.bound(|cell| state.digit(cell));
        self.root.get_or_insert(bound);
        match self.best {
            Some((score, _)) if bound <= score => Step::Cut,
            _ => Step::Search,
        }
    }

    fn order(&mut self, branches: &mut [Branch]) {
        best_first(self.objective, branches);
    }

    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        keep_better(self.objective, &mut self.best, state.solution());
        ControlFlow::Continue(())
    }
}

fn best_first(objective: &Objective, branches: &mut [Branch]) {
    branches.sort_by_key(|branch| {
        let digit = Digit::from_index(branch.digit as usize);
        Reverse(objective.value(Cell(branch.cell), digit))
    });
}

/// Keeps the solution if it scores more than the best so far.
fn keep_better(objective: &Objective, best: &mut Option<(i64, Solution)>, solution: Solution) {
    let score = objective.score(&solution);
    if best.as_ref().is_none_or(|(best, _)| score > *best) {
        *best = Some((score, solution));
    }
}

/// Looks for a solution better than `first`.
pub fn maximise(
    tables: &Tables,
    puzzle: &Puzzle,
    objective: &Objective,
    first: Option<Solution>,
    limits: &Limits,
) -> Incumbent {
    // The bound is tighter on the smaller objective, and both have the same best
    // solutions.
    let reduced = objective.reduced();
    let mut goal = Best {
        objective: &reduced.objective,
        best: first.map(|first| (reduced.objective.score(&first), first)),
        root: None,
    };
    let end = dfs::search(tables, puzzle, limits, &mut goal);
    let best = goal.best.map(|(_, solution)| solution);
    let bound = goal.root.map(|root| root + reduced.constant);
    Incumbent { best, bound, end }
}

/// Finds the highest scores by bounds.
struct Top<'o> {
    objective: &'o Objective,
    /// The cells that make a difference.
    cells: Vec<Cell>,
    ranked: &'o mut Ranked,
}

impl<const W: usize> Goal<W> for Top<'_> {
    fn enter(&mut self, state: &State<'_, W>) -> Step {
        let bound = self.objective.bound(|cell| state.digit(cell));
        let is_settled = || self.cells.iter().all(|cell| state.digit(*cell).is_some());
        match bound <= self.ranked.to_exceed() || (self.ranked.holds(bound) && is_settled()) {
            true => Step::Cut,
            false => Step::Search,
        }
    }

    fn order(&mut self, branches: &mut [Branch]) {
        best_first(self.objective, branches);
    }

    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        let solution = state.solution();
        let score = self.objective.score(&solution);
        self.ranked.add(score, || solution);
        ControlFlow::Continue(())
    }
}

/// Adds the highest scores, until the limits end the search.
pub fn top(
    tables: &Tables,
    puzzle: &Puzzle,
    objective: &Objective,
    ranked: &mut Ranked,
    limits: &Limits,
) -> End {
    let cells = puzzle.geometry().cells();
    let mut goal = Top {
        objective,
        cells: cells.filter(|cell| objective.matters(*cell)).collect(),
        ranked,
    };
    dfs::search(tables, puzzle, limits, &mut goal)
}

/// Shows solutions that reach a score.
struct Reaching<'o> {
    objective: &'o Objective,
    least: i64,
    visitor: &'o mut dyn FnMut(&Solution) -> ControlFlow<()>,
}

impl<const W: usize> Goal<W> for Reaching<'_> {
    fn enter(&mut self, state: &State<'_, W>) -> Step {
        let bound = self.objective.bound(|cell| state.digit(cell));
        match bound < self.least {
            true => Step::Cut,
            false => Step::Search,
        }
    }

    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        let solution = state.solution();
        match self.objective.score(&solution) < self.least {
            true => ControlFlow::Continue(()),
            false => (self.visitor)(&solution),
        }
    }
}

/// Shows all solutions that score `least` or more.
pub fn reaching(
    tables: &Tables,
    puzzle: &Puzzle,
    objective: &Objective,
    least: i64,
    limits: &Limits,
    visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> End {
    // The bound is tighter on the smaller objective.
    let reduced = objective.reduced();
    let mut goal = Reaching {
        objective: &reduced.objective,
        least: least.saturating_sub(reduced.constant),
        visitor,
    };
    dfs::search(tables, puzzle, limits, &mut goal)
}

/// Scores solutions without any bound.
struct BestOfFew<'o> {
    objective: &'o Objective,
    best: Option<(i64, Solution)>,
}

impl<const W: usize> Goal<W> for BestOfFew<'_> {
    fn solution(&mut self, state: &State<'_, W>) -> ControlFlow<()> {
        keep_better(self.objective, &mut self.best, state.solution());
        ControlFlow::Continue(())
    }
}

/// The best solution of a puzzle that a few nodes exhaust; `None` for any other puzzle.
pub fn maximum_of_few(
    tables: &Tables,
    puzzle: &Puzzle,
    objective: &Objective,
    limits: &Limits,
) -> Option<Incumbent> {
    let mut goal = BestOfFew {
        objective,
        best: None,
    };
    let limits = limits.clone().within_nodes(FEW_NODES);
    let end = dfs::search(tables, puzzle, &limits, &mut goal);
    let best = goal.best.map(|(_, solution)| solution);
    (end == End::Exhausted).then(|| Incumbent::proven(best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Geometry;

    #[test]
    fn a_lower_limit_on_nodes_holds_for_few_nodes() {
        let geometry = Geometry::new(2, 2).unwrap();
        let mut puzzle = Puzzle::empty(geometry);
        for (cell, digit) in [(0, 0), (1, 1), (4, 2), (10, 0)] {
            puzzle.set(Cell(cell), Some(Digit::from_index(digit)));
        }
        let tables = Tables::new(geometry);
        let objective = Objective::pyramid(geometry);
        let within = |limits: &Limits| maximum_of_few(&tables, &puzzle, &objective, limits);
        assert!(within(&Limits::unlimited()).is_some());
        assert!(within(&Limits::unlimited().up_to_nodes(0)).is_none());
    }
}
