//! The maximum on 9×9, digit by digit: a Lagrangian bound over templates, which is the
//! maximum itself on most instances, and the candidates that it excludes; then searches
//! among those that are left: by cells and, if few templates are left, for nine that fit
//! together. In the same way it finds the highest scores, and all solutions that reach one.

mod bound;
mod branch;
mod join;
mod lanes;
mod list;
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
use crate::search::ranked::Ranked;
use crate::search::simd::Simd;
use bound::{Evaluate, Evaluated, Exclude, Node};
use join::{Joined, join, templates};
use prices::{Effort, Improve};
use propagate::propagate;
use std::ops::ControlFlow;
pub use values::Values;

/// Efforts for the root, after exclusions, and below the root.
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

/// Nodes of one search among the candidates that are left.
const LEFT_NODES: u64 = 100;

/// Nodes of one search for nine templates.
const JOIN_NODES: u64 = 200;

/// Slack below which templates through excluded candidates are never among those
/// that are joined.
const JOIN_SLACK: i32 = 2048;

/// With more templates than this, that search does not pay.
const JOIN_TEMPLATES: usize = 1000;

/// The slack of the first target if units are rounded, which are too high by some forty, and
/// by how much it grows.
const COARSE_SLACK: i64 = 32;
const COARSER: i64 = 2;

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
    wanted: Wanted<'t>,
    /// The best solution that reached a target.
    best: Option<Solution>,
    /// Only solutions that score as much count; above the best one.
    target: i64,
    /// No solution scores more.
    highest: i64,
    /// What the objective of `bound` leaves out.
    constant: i64,
}

/// Which solutions a search looks for.
enum Wanted<'t> {
    /// The best one.
    Best,
    /// One for each of the highest scores.
    Scores(&'t mut Ranked),
    /// All that reach the target.
    All(&'t mut dyn FnMut(&Solution) -> ControlFlow<()>),
}

/// Why a search ends before everything was tried.
enum Stop {
    /// The best solution reaches the upper bound, or nobody wants more solutions.
    Enough,
    Limit(Reason),
}

impl<'t> Search<'t> {
    /// A search on 9×9; `constant` is what scores have beyond those of `bound`.
    pub fn new(
        tables: &'t Tables,
        (values, bound, constant): (&'t Values, &'t ScoreBound, i64),
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
            wanted: Wanted::Best,
            best: None,
            target: i64::MIN,
            highest: i64::MAX,
            constant,
        }
    }

    /// The best solution with these candidates that scores more than `known`, the score
    /// of one of them.
    pub fn run(mut self, candidates: &[u16; 81], known: i64) -> Incumbent {
        let Some((root, bound)) = self.root(candidates) else {
            return Incumbent::proven(None);
        };
        let values = self.values;
        self.highest = values.highest(bound);
        let mut slack = match values.is_exact() {
            true => 1,
            false => values.score_of(COARSE_SLACK),
        };
        while self.highest > known {
            let least = self.highest.saturating_sub(slack - 1);
            self.target = least.max(known.saturating_add(1));
            match self.explore(root.clone(), values, 0, Effort { rounds: 1, ..BELOW }) {
                Ok(()) | Err(Stop::Enough) if self.best.is_some() => {
                    return Incumbent::proven(self.best);
                }
                Ok(()) | Err(Stop::Enough) => self.highest = values.at_most(self.target - 1),
                Err(Stop::Limit(reason)) => {
                    let bound = Some(self.highest);
                    return Incumbent::stopped(self.best, bound, reason);
                }
            }
            if !values.is_exact() {
                slack = slack.saturating_mul(COARSER);
            }
            self.progress.report(Improvement::Bound(self.highest));
        }
        Incumbent::proven(None)
    }

    /// Looks below a node for solutions that reach the target, and raises it with each.
    fn explore(
        &mut self,
        mut node: Node,
        values: &Values,
        depth: u32,
        effort: Effort,
    ) -> Result<(), Stop> {
        if self.nodes == 0 {
            return Err(Stop::Limit(Reason::NodeLimit));
        }
        self.nodes -= 1;
        self.limits.check().map_err(Stop::Limit)?;
        if propagate(self.tables, &mut node.candidates).is_err() {
            return Ok(());
        }
        let needed = values.needed(self.target);
        match self.improve(&mut node, values, effort, needed) {
            Some(bound) if bound >= needed => {}
            _ => return Ok(()),
        }
        let Some(bound) = self.exclude(&mut node, values, needed) else {
            return Ok(());
        };
        if let Some(finer) = values.refined(&mut node) {
            return self.explore(node, &finer, depth, AGAIN);
        }
        match self.left(&node)? {
            End::Exhausted | End::Enough => return Ok(()),
            End::Stopped(Reason::NodeLimit) => {}
            End::Stopped(reason) => return Err(Stop::Limit(reason)),
        }
        if !matches!(self.wanted, Wanted::Best) {
            return self.branch(node, values, depth);
        }
        loop {
            match self.joined(values, bound - values.needed(self.target)) {
                Joined::Found(chosen) => self.found(solution(&chosen))?,
                Joined::None => return Ok(()),
                Joined::TooMany => return self.branch(node, values, depth),
            }
        }
    }

    /// Keeps a solution that reaches the target.
    fn found(&mut self, solution: Solution) -> Result<(), Stop> {
        let digits = solution.cells().iter().map(|digit| digit.index());
        let score = self.values.score(digits);
        if score >= self.target {
            self.target = score + 1;
            self.best = Some(solution);
        }
        match score >= self.highest {
            true => Err(Stop::Enough),
            false => Ok(()),
        }
    }

    /// The root with good prices, and its bound; `None` if there is no solution.
    fn root(&mut self, candidates: &[u16; 81]) -> Option<(Node, i32)> {
        let mut root = Node {
            candidates: *candidates,
            prices: [0.0; 81],
        };
        let bound = self.improve(&mut root, self.values, ROOT, i32::MIN)?;
        Some((root, bound))
    }

    /// The best solution among the candidates that are left, if few nodes show it.
    fn best_left(&mut self, left: State) -> Result<End, Stop> {
        let wanted = SearchLimit {
            bound: self.bound,
            above: self.target - 1 - self.constant,
            enough: self.highest - self.constant,
        };
        let (best, end) = self.bitboard.best(left, wanted, &self.left_limits);
        best.map_or(Ok(()), |best| self.found(best))?;
        Ok(end)
    }

    /// Nine templates of the last evaluation that lose no more than `slack` and reach the
    /// target.
    fn joined(&self, values: &Values, slack: i32) -> Joined {
        if slack < 0 {
            return Joined::None;
        }
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
        let reaches =
            |chosen: &[u128; 9]| values.is_exact() || self.score_of(chosen) >= self.target;
        join(lists, slack, JOIN_NODES, &reaches)
    }

    fn score_of(&self, chosen: &[u128; 9]) -> i64 {
        let digits = solution(chosen);
        self.values
            .score(digits.cells().iter().map(|digit| digit.index()))
    }

    /// Excludes candidates, propagates and improves the prices in turn; the bound
    /// then, or `None` if nothing can score the target.
    fn exclude(&mut self, node: &mut Node, values: &Values, units: i32) -> Option<i32> {
        const TURNS: u32 = 3;
        const FEW: u32 = 6;
        for _ in 0..TURNS {
            let bound = self
                .evaluate(node, values)
                .filter(|bound| *bound >= units)?;
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
            self.improve(node, values, AGAIN, units)?;
        }
        let bound = self.evaluate(node, values)?;
        (bound >= units).then_some(bound)
    }

    /// Improves the prices; `None` if some digit has no template.
    fn improve(
        &mut self,
        node: &mut Node,
        values: &Values,
        effort: Effort,
        units: i32,
    ) -> Option<i32> {
        let improve = Improve {
            values: &values.cells,
            node,
            effort,
            target: units,
            scale: values.units_of_step(),
            scratch: &mut self.evaluated,
        };
        self.simd.run_on_sixteen(improve).ok()
    }

    /// The bound with a node's prices; `None` if some digit has no template.
    fn evaluate(&mut self, node: &Node, values: &Values) -> Option<i32> {
        let evaluate = Evaluate {
            values: &values.cells,
            node,
            scratch: &mut self.evaluated,
        };
        self.simd.run_on_sixteen(evaluate).ok()
    }
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
