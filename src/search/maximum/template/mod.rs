//! The maximum on 9×9, digit by digit: a Lagrangian bound over templates, which is the
//! maximum itself on most instances, and the candidates that it excludes; then searches
//! among those that are left: by cells and, if few templates are left, for nine that fit
//! together.

mod bound;
mod join;
mod lanes;
mod prices;
mod propagate;
mod shape;
mod values;

use super::incumbent::Incumbent;
use crate::grid::{Digit, Solution};
use crate::limits::Limits;
use crate::objective::{Improvement, Progress};
use crate::outcome::{End, Reason};
use crate::search::bitboard::{Bitboard, ScoreBound, SearchLimit, State};
use crate::search::dfs::tables::Tables;
use crate::search::simd::Simd;
use bound::{Evaluate, Evaluated, Exclude, Node};
use join::{Joined, join, templates};
use prices::{Effort, Improve};
use propagate::propagate;
pub use values::Values;

/// Efforts for the root, after exclusions, below the root, and for trying a candidate.
const ROOT: Effort = Effort {
    rounds: 400,
    step: 160.0,
    patience: 25,
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

/// Nodes of one search among the candidates that are left.
const LEFT_NODES: u64 = 100;

/// Nodes of one search for nine templates.
const JOIN_NODES: u64 = 200;

/// Slack below which templates through excluded candidates are never among those
/// that are joined.
const JOIN_SLACK: i32 = 2048;

/// With more templates than this, that search does not pay.
const JOIN_TEMPLATES: usize = 1000;

/// Depth down to which every narrow cell is tried before branching.
const TRIED_DEPTH: u32 = 2;

/// A search for the maximum of one puzzle.
pub struct Search<'t> {
    tables: &'t Tables,
    values: &'t Values,
    bound: &'t ScoreBound,
    bitboard: &'t mut Bitboard,
    limits: &'t Limits,
    progress: Progress<'t>,
    /// The limits of each search among the candidates that are left.
    left_limits: Limits,
    /// Nodes left; a candidate that is tried counts as one.
    nodes: u64,
    simd: Simd,
    /// The last evaluation.
    evaluated: Box<Evaluated>,
}

impl<'t> Search<'t> {
    /// A search on 9×9.
    pub fn new(
        tables: &'t Tables,
        (values, bound): (&'t Values, &'t ScoreBound),
        bitboard: &'t mut Bitboard,
        limits: &'t Limits,
        progress: Progress<'t>,
    ) -> Search<'t> {
        Search {
            tables,
            values,
            bound,
            bitboard,
            limits,
            progress,
            left_limits: limits.clone().up_to_nodes(LEFT_NODES),
            nodes: limits.nodes().unwrap_or(u64::MAX),
            simd: Simd::from_environment().unwrap_or_else(|_| Simd::best()),
            evaluated: Box::new(Evaluated::empty()),
        }
    }

    /// The best solution with these candidates that scores more than `known`, the score
    /// of one of them.
    pub fn run(mut self, candidates: &[u16; 81], known: i64) -> Incumbent {
        let mut root = Node {
            candidates: *candidates,
            prices: [0.0; 81],
        };
        let Some(bound) = self.improve(&mut root, ROOT, i32::MIN) else {
            return Incumbent::proven(None);
        };
        let constant = self.values.constant;
        let mut target = bound.div_euclid(self.values.scale);
        while constant + i64::from(target) > known {
            match self.explore(root.clone(), target, 0, Effort { rounds: 1, ..BELOW }) {
                Ok(Some(solution)) => return Incumbent::proven(Some(solution)),
                Ok(None) => target -= 1,
                Err(reason) => {
                    let bound = Some(constant + i64::from(target));
                    return match reason {
                        Reason::NodeLimit => Incumbent::unfinished(None, bound),
                        reason => Incumbent::stopped(None, bound, reason),
                    };
                }
            }
            let bound = constant + i64::from(target);
            self.progress.report(Improvement::Bound(bound));
        }
        Incumbent::proven(None)
    }

    /// A solution that scores `target` points or more below a node, if there is one.
    fn explore(
        &mut self,
        mut node: Node,
        target: i32,
        depth: u32,
        effort: Effort,
    ) -> Result<Option<Solution>, Reason> {
        if self.nodes == 0 {
            return Err(Reason::NodeLimit);
        }
        self.nodes -= 1;
        self.limits.check()?;
        if propagate(self.tables, &mut node.candidates).is_err() {
            return Ok(None);
        }
        let units = target * self.values.scale;
        match self.improve(&mut node, effort, units) {
            Some(bound) if bound >= units => {}
            _ => return Ok(None),
        }
        let Some(bound) = self.exclude(&mut node, units) else {
            return Ok(None);
        };
        match self.best_left(&node, target) {
            (Some(solution), _) => Ok(Some(solution)),
            (None, End::Exhausted | End::Enough) => Ok(None),
            (None, End::Stopped(Reason::NodeLimit)) => match self.joined(bound - units) {
                Joined::Found(chosen) => Ok(Some(solution(&chosen))),
                Joined::None => Ok(None),
                Joined::TooMany => self.branch(node, target, depth),
            },
            (None, End::Stopped(reason)) => Err(reason),
        }
    }

    /// A solution that scores `target` points or more among the candidates that are left,
    /// if few nodes show one.
    fn best_left(&mut self, node: &Node, target: i32) -> (Option<Solution>, End) {
        let enough = self.values.middles + i64::from(target);
        let wanted = SearchLimit {
            bound: self.bound,
            above: enough - 1,
            enough,
        };
        let left = State::of_candidates(&node.candidates);
        self.bitboard.best(left, wanted, &self.left_limits)
    }

    /// Nine templates of the last evaluation that lose no more than `slack`.
    fn joined(&self, slack: i32) -> Joined {
        if slack >= JOIN_SLACK {
            return Joined::TooMany;
        }
        let mut lists = Vec::with_capacity(9);
        let mut all = 0;
        for digit in 0..9 {
            let list = templates(&self.evaluated, digit, slack);
            all += list.len();
            if all > JOIN_TEMPLATES {
                return Joined::TooMany;
            }
            lists.push(list);
        }
        join(lists, slack, JOIN_NODES)
    }

    /// Excludes candidates, propagates and improves the prices in turn; the bound
    /// then, or `None` if nothing can score the target.
    fn exclude(&mut self, node: &mut Node, units: i32) -> Option<i32> {
        const TURNS: u32 = 3;
        const FEW: u32 = 6;
        for _ in 0..TURNS {
            let bound = self.evaluate(node).filter(|bound| *bound >= units)?;
            let excluded = self.simd.run_on_sixteen(Exclude {
                evaluated: &self.evaluated,
                candidates: &mut node.candidates,
                slack: bound - units,
            });
            if excluded == 0 {
                return Some(bound);
            }
            propagate(self.tables, &mut node.candidates).ok()?;
            if excluded < FEW {
                break;
            }
            self.improve(node, AGAIN, units)?;
        }
        let bound = self.evaluate(node)?;
        (bound >= units).then_some(bound)
    }

    /// Improves the prices; `None` if some digit has no template.
    fn improve(&mut self, node: &mut Node, effort: Effort, units: i32) -> Option<i32> {
        let improve = Improve {
            values: &self.values.cells,
            node,
            effort,
            target: units,
            scale: self.values.scale,
            scratch: &mut self.evaluated,
        };
        self.simd.run_on_sixteen(improve).ok()
    }

    /// The bound with a node's prices; `None` if some digit has no template.
    fn evaluate(&mut self, node: &Node) -> Option<i32> {
        let evaluate = Evaluate {
            values: &self.values.cells,
            node,
            scratch: &mut self.evaluated,
        };
        self.simd.run_on_sixteen(evaluate).ok()
    }

    /// Tries the candidates of one cell.
    fn branch(
        &mut self,
        mut node: Node,
        target: i32,
        depth: u32,
    ) -> Result<Option<Solution>, Reason> {
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
            let weight = self.values.points[cell]
                .iter()
                .map(|points| points.abs())
                .max();
            (node.candidates[cell].count_ones(), -weight.unwrap_or(0))
        })
    }

    /// Tries every candidate of every cell with two or three: what cannot reach
    /// the target goes; the cell whose candidates cost most is the one to branch
    /// on. `None` if a cell loses all.
    fn tried(&mut self, node: &mut Node, target: i32) -> Option<Tried> {
        let units = target * self.values.scale;
        let mut smaller = false;
        let mut best: Option<(i64, usize)> = None;
        let here = self.evaluate(node)?;
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
}

/// The outcome of trying narrow cells.
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
