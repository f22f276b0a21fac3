//! The maximum on 9×9, digit by digit: a Lagrangian bound over templates, which
//! is the maximum itself on most instances, the candidates that it excludes, and
//! a search for nine templates that fit together.

mod bound;
mod join;
mod lanes;
mod propagate;
mod shape;

use super::tables::Tables;
use crate::budget::{Budget, Reason};
use crate::grid::{Digit, Geometry, Puzzle, Solution};
use crate::objective::Objective;
use bound::{CellValues, Effort, Evaluated, MOST_VALUE, Node, improve};
use join::{Joined, join, templates};
use lanes::Lanes;
use propagate::propagate;

/// Finest steps of a score.
const FINEST: i64 = 64;

/// Efforts for the root, after exclusions, below it, and for a try.
const ROOT: Effort = Effort {
    rounds: 400,
    step: 160.0,
    patience: 40,
};
const AGAIN: Effort = Effort {
    rounds: 24,
    step: 12.0,
    patience: 10,
};
const BELOW: Effort = Effort {
    rounds: 80,
    step: 30.0,
    patience: 30,
};
const TRY: Effort = Effort {
    rounds: 16,
    step: 20.0,
    patience: 16,
};

/// Nodes of one search for nine templates.
const JOIN_LIMIT: u64 = 200;

/// Templates beyond which that search is not worth a start.
const JOIN_TEMPLATES: usize = 1000;

/// Depth down to which every narrow cell is tried before branching.
const TRIED_DEPTH: u32 = 2;

/// What the search found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// This solution is worth most.
    Best(Solution),
    /// No solution is worth more than this; whether one is worth as much was
    /// not found out.
    Bound(i64, Reason),
}

/// An objective and a puzzle in the form that the bound takes.
pub struct Search<'t> {
    tables: &'t Tables,
    budget: &'t Budget,
    values: CellValues,
    /// Units of one point of the score.
    scale: i32,
    /// The score is this and the sum of the values in points.
    constant: i64,
    points: Vec<[i64; 9]>,
    /// Nodes left; a candidate that is tried counts as one.
    nodes: u64,
    /// Room for the evaluations of prices.
    room: Box<Evaluated>,
}

/// The search is over for a reason that is no answer.
struct GaveUp(Reason);

impl<'t> Search<'t> {
    /// A search on a 9×9 puzzle; `None` for other shapes, and for values that
    /// differ too much to be told apart in 16 bits.
    pub fn new(
        tables: &'t Tables,
        objective: &Objective,
        budget: &'t Budget,
        nodes: u64,
    ) -> Option<Search<'t>> {
        if tables.geometry != Geometry::CLASSIC {
            return None;
        }
        let reduced = objective.reduced();
        let mut constant = reduced.constant;
        let mut points = Vec::with_capacity(81);
        let mut most = 1;
        for cell in tables.geometry.cells() {
            let value = |digit| reduced.objective.value(cell, Digit::from_index(digit));
            let all: [i64; 9] = std::array::from_fn(value);
            let (low, high) = all.iter().fold((all[0], all[0]), |(low, high), &value| {
                (low.min(value), high.max(value))
            });
            let middle = low + (high - low) / 2;
            constant += middle;
            most = most.max(high - middle).max(middle - low);
            points.push(all.map(|value| value - middle));
        }
        let scale = (i64::from(MOST_VALUE) / most).min(FINEST);
        if scale == 0 {
            return None;
        }
        let mut values = [Lanes::all(0); 81];
        for (lanes, points) in values.iter_mut().zip(&points) {
            for (lane, &points) in lanes.0.iter_mut().zip(points) {
                *lane = (points * scale) as i16;
            }
        }
        Some(Search {
            tables,
            budget,
            values,
            scale: scale as i32,
            constant,
            points,
            nodes,
            room: Box::new(Evaluated::room()),
        })
    }

    /// The best solution of a puzzle that has one.
    pub fn run(mut self, puzzle: &Puzzle) -> Found {
        let mut root = Node {
            candidates: [0x1FF; 81],
            prices: [0.0; 81],
        };
        for (cell, digit) in puzzle.givens() {
            root.candidates[cell.index()] = 1 << digit.index();
        }
        let bound = match propagate(self.tables, &mut root.candidates) {
            Ok(()) => self.improve(&mut root, ROOT, i32::MIN),
            Err(_) => None,
        };
        let Some(bound) = bound else {
            let why = "there is no solution".into();
            return Found::Bound(i64::MIN, Reason::Engine(why));
        };
        let mut target = bound.div_euclid(self.scale);
        loop {
            match self.explore(root.clone(), target, 0, Effort { rounds: 1, ..BELOW }) {
                Ok(Some(solution)) => return Found::Best(solution),
                Ok(None) => target -= 1,
                Err(GaveUp(reason)) => {
                    return Found::Bound(self.constant + i64::from(target), reason);
                }
            }
            self.budget
                .report(None, Some(self.constant + i64::from(target)));
        }
    }

    /// A solution worth `target` points or more below a node, if there is one.
    fn explore(
        &mut self,
        mut node: Node,
        target: i32,
        depth: u32,
        effort: Effort,
    ) -> Result<Option<Solution>, GaveUp> {
        if self.nodes == 0 {
            return Err(GaveUp(Reason::ModelLimit));
        }
        self.nodes -= 1;
        if let Some(reason) = self.budget.exceeded() {
            return Err(GaveUp(reason));
        }
        if propagate(self.tables, &mut node.candidates).is_err() {
            return Ok(None);
        }
        let units = target * self.scale;
        match self.improve(&mut node, effort, units) {
            Some(bound) if bound >= units => {}
            _ => return Ok(None),
        }
        let Some(evaluated) = self.exclude(&mut node, units) else {
            return Ok(None);
        };
        let slack = evaluated.bound - units;
        let lists: Vec<_> = (0..9)
            .map(|digit| templates(&evaluated, digit, slack))
            .collect();
        if lists.iter().any(Vec::is_empty) {
            return Ok(None);
        }
        let many = lists.iter().map(Vec::len).sum::<usize>() > JOIN_TEMPLATES;
        if many && depth > 0 {
            return self.branch(node, target, depth);
        }
        let accept = |chosen: &[u128; 9]| self.worth(chosen) >= i64::from(target);
        match join(&lists, slack, JOIN_LIMIT, &accept) {
            Joined::Found(chosen) => Ok(Some(solution(&chosen))),
            Joined::None => Ok(None),
            Joined::TooMany => self.branch(node, target, depth),
        }
    }

    /// Excludes candidates, propagates and improves the prices in turn; `None` if
    /// nothing is worth the target.
    fn exclude(&mut self, node: &mut Node, units: i32) -> Option<Box<Evaluated>> {
        const TURNS: u32 = 3;
        const FEW: u32 = 6;
        for _ in 0..TURNS {
            let evaluated = self.evaluate(node, units)?;
            let excluded = evaluated.exclude(node, evaluated.bound - units);
            if excluded == 0 {
                return Some(evaluated);
            }
            propagate(self.tables, &mut node.candidates).ok()?;
            if excluded < FEW {
                break;
            }
            self.improve(node, AGAIN, units)?;
        }
        self.evaluate(node, units)
    }

    /// Improves the prices; `None` if some digit has no template.
    fn improve(&mut self, node: &mut Node, effort: Effort, units: i32) -> Option<i32> {
        improve(
            &self.values,
            node,
            effort,
            units,
            self.scale,
            &mut self.room,
        )
        .ok()
    }

    fn evaluate(&self, node: &Node, units: i32) -> Option<Box<Evaluated>> {
        let mut evaluated = Box::new(Evaluated::room());
        let bound = evaluated.evaluate(&self.values, node).ok()?;
        (bound >= units).then_some(evaluated)
    }

    /// Tries the candidates of one cell.
    fn branch(
        &mut self,
        mut node: Node,
        target: i32,
        depth: u32,
    ) -> Result<Option<Solution>, GaveUp> {
        let mut cell = None;
        if depth <= TRIED_DEPTH {
            match self.tried(&mut node, target) {
                None => return Ok(None),
                Some(Tried::Smaller) => return self.explore(node, target, depth + 1, AGAIN),
                Some(Tried::Branch(at)) => cell = Some(at),
                Some(Tried::Nothing) => {}
            }
        }
        let Some(cell) = cell.or_else(|| self.narrowest(&node)) else {
            return Ok(None);
        };
        for digit in (0..9)
            .rev()
            .filter(|digit| node.candidates[cell] >> digit & 1 == 1)
        {
            let mut below = node.clone();
            below.candidates[cell] = 1 << digit;
            if let Some(found) = self.explore(below, target, depth + 1, BELOW)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The open cell with the fewest candidates, the one with the largest values
    /// among these.
    fn narrowest(&self, node: &Node) -> Option<usize> {
        let open = (0..81).filter(|&cell| node.candidates[cell].count_ones() > 1);
        open.min_by_key(|&cell| {
            let weight = self.points[cell].iter().map(|points| points.abs()).max();
            (node.candidates[cell].count_ones(), -weight.unwrap_or(0))
        })
    }

    /// Tries every candidate of every cell with two or three: what cannot reach
    /// the target goes; the cell whose candidates cost most is the one to branch
    /// on. `None` if a cell loses all.
    fn tried(&mut self, node: &mut Node, target: i32) -> Option<Tried> {
        let units = target * self.scale;
        let mut smaller = false;
        let mut best: Option<(i64, usize)> = None;
        let here = self.room.evaluate(&self.values, node).ok()?;
        for cell in 0..81 {
            let mask = node.candidates[cell];
            if !(2..=3).contains(&mask.count_ones()) {
                continue;
            }
            let mut cost = 0;
            for digit in (0..9).filter(|digit| mask >> digit & 1 == 1) {
                self.nodes = self.nodes.saturating_sub(1);
                let mut below = node.clone();
                below.candidates[cell] = 1 << digit;
                let reached = match propagate(self.tables, &mut below.candidates) {
                    Ok(()) => self.improve(&mut below, TRY, units),
                    Err(_) => None,
                };
                match reached.filter(|&bound| bound >= units) {
                    Some(bound) => cost += i64::from(here) - i64::from(bound) + 1,
                    None => {
                        node.candidates[cell] &= !(1 << digit);
                        smaller = true;
                        propagate(self.tables, &mut node.candidates).ok()?;
                    }
                }
            }
            let open = node.candidates[cell].count_ones() > 1;
            if open && best.is_none_or(|(most, _)| cost > most) {
                best = Some((cost, cell));
            }
        }
        Some(match (smaller, best) {
            (true, _) => Tried::Smaller,
            (false, Some((_, cell))) => Tried::Branch(cell),
            (false, None) => Tried::Nothing,
        })
    }

    /// What nine templates are worth, in points.
    fn worth(&self, chosen: &[u128; 9]) -> i64 {
        let digits = chosen.iter().enumerate();
        digits
            .map(|(digit, &template)| {
                let cells = (0..81).filter(|cell| template >> cell & 1 == 1);
                cells.map(|cell| self.points[cell][digit]).sum::<i64>()
            })
            .sum()
    }
}

/// What trying narrow cells came to.
enum Tried {
    /// Candidates are gone.
    Smaller,
    /// This cell is the one to branch on.
    Branch(usize),
    /// No cell is narrow.
    Nothing,
}

/// The grid of nine templates.
fn solution(chosen: &[u128; 9]) -> Solution {
    let digit_of = |cell: usize| {
        let holds = |template: &u128| template >> cell & 1 == 1;
        Digit::from_index(chosen.iter().position(holds).unwrap_or(0))
    };
    Solution::new((0..81).map(digit_of).collect())
}

#[cfg(test)]
mod tests;
