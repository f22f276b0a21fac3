//! Depth-first search on top of propagation. Each branch fixes a cell or removes the
//! digit; cells that had to do with many recent failures come first (F. Boussemart and
//! others, "Boosting systematic search by weighting constraints", ECAI 2004).

#[cfg(test)]
mod tests;

use super::copying::Copying;
use super::engine::{Engine, Fixpoint};
use super::goal::Goal;
use super::model::Model;
use super::{team, turns};
use crate::grid::{Digit, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::rules::{Mask, VariantPuzzle};
use crate::search::threads::Threads;
use std::sync::Arc;

/// A branch: the cell holds the digit.
struct Branch {
    mark: usize,
    cell: u32,
    digit: u32,
}

/// A search, which can be run several times: what was excluded stays excluded.
pub(super) struct Search {
    pub engine: Engine,
    branches: Vec<Branch>,
    nodes: u64,
    /// Failures until the next restart, and after that.
    budget: (u64, u64),
    /// The root before the first solution was found.
    before_solutions: Option<usize>,
    /// Whether it paused at a leaf, so that the next step leaves the last branch.
    is_at_leaf: bool,
    /// How many solutions it has shown.
    shown: u64,
    /// Threads that a long search may share with others.
    pub threads: Option<Arc<Threads>>,
}

/// Failures without a solution after which other searches take over (see [`turns`]). A few are
/// enough to tell puzzles that propagation nearly solves from all others (docs/experiments.md).
const PLAIN: u64 = 5;

/// Failures in a row, after a solution, before other searches take over.
const BARREN: u64 = 300;

/// Solutions after which the copying search looks for more, on all threads.
const MANY: u64 = 1000;

/// Leaves of a copying search before its forecast counts, and between two looks at that.
const SURE: u64 = 2048;

/// Failures until the first restart.
const FIRST_BUDGET: u64 = 60;

impl Search {
    /// `None` if there is no solution.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn new(puzzle: &VariantPuzzle, limits: &Limits) -> Result<Option<Search>, Reason> {
        limits.check()?;
        let model = Model::new(puzzle, limits)?;
        let mut engine = Engine::new(model);
        match engine.start(limits) {
            Fixpoint::Failed => Ok(None),
            Fixpoint::Stopped(reason) => Err(reason),
            Fixpoint::Reached => Ok(Some(Search::from(engine, 0))),
        }
    }

    fn from(engine: Engine, nodes: u64) -> Search {
        Search {
            engine,
            branches: Vec::new(),
            nodes,
            budget: (FIRST_BUDGET, FIRST_BUDGET),
            before_solutions: None,
            is_at_leaf: false,
            shown: 0,
            threads: None,
        }
    }

    /// Another search from here, without threads, which must be the root.
    pub fn at_root(&self) -> Search {
        Search::from(self.engine.clone(), self.nodes)
    }

    /// Shares these threads with other searches if it takes long. The order of solutions
    /// depends on the machine then.
    pub fn sharing(self, threads: Option<Arc<Threads>>) -> Search {
        Search { threads, ..self }
    }

    pub fn threads(&self) -> Option<&Threads> {
        self.threads.as_deref()
    }

    /// Looks for all solutions with this digit in this cell, and then returns to where
    /// it was; the engine must be at a fixed point.
    pub fn run_with(
        &mut self,
        (cell, digit): (u32, u32),
        limits: &Limits,
        goal: &mut dyn Goal,
    ) -> End {
        let mark = self.engine.store.mark();
        let end = match self.engine.store.restrict(cell, 1 << digit) {
            Ok(()) => self.run(limits, goal),
            Err(_) => End::Exhausted,
        };
        self.engine.store.undo(mark);
        self.engine.store.forget_changes();
        end
    }

    /// Looks for solutions with these digits in these cells, for about so many failures, and then
    /// returns to where it was; `None` if it is not done then.
    pub fn run_within(
        &mut self,
        fixed: impl IntoIterator<Item = (u32, Mask)>,
        failures: u64,
        limits: &Limits,
        goal: &mut dyn Goal,
    ) -> Option<End> {
        let mark = self.engine.store.mark();
        let mut fixed = fixed.into_iter();
        let fits = fixed.all(|(cell, mask)| self.engine.store.restrict(cell, mask).is_ok());
        self.start();
        let end = match fits {
            true => self.run_for(failures, limits, goal),
            false => Some(End::Exhausted),
        };
        self.engine.store.undo(mark);
        self.start();
        self.engine.clear();
        end
    }

    /// Looks for all solutions, from changes that have not been propagated on. The
    /// search restarts, with what it has learnt of cells, until there is a solution.
    pub fn run(&mut self, limits: &Limits, goal: &mut dyn Goal) -> End {
        self.start();
        let failures = match goal.can_learn() {
            true => PLAIN,
            false => u64::MAX,
        };
        let mut may_copy = true;
        loop {
            if let Some(end) = self.run_for(failures, limits, goal) {
                return end;
            }
            if self.shown >= MANY && may_copy {
                if let Some(end) = self.share(limits, goal) {
                    return end;
                }
                may_copy = false;
            } else if self.before_solutions.is_some() {
                return self.run_below_branches(limits, goal);
            } else {
                self.back_to_root();
                return turns::run(&self.engine, self.threads(), limits, goal);
            }
        }
    }

    /// Prepares a search from the root.
    pub fn start(&mut self) {
        self.branches.clear();
        self.budget = (FIRST_BUDGET, FIRST_BUDGET);
        self.before_solutions = None;
        self.is_at_leaf = false;
        self.shown = 0;
    }

    /// Leaves all branches, for a search of another kind.
    pub fn back_to_root(&mut self) {
        let root = self.root();
        self.engine.store.undo(root);
        self.branches.clear();
        self.engine.clear();
    }

    /// Looks for further solutions, for about this many failures; `None` if it is not done
    /// then. If other searches can learn from failures, it pauses after that many only before the
    /// first solution. After that, it pauses when there are many solutions, or when none has been
    /// found for [`BARREN`] failures.
    pub fn run_for(&mut self, failures: u64, limits: &Limits, goal: &mut dyn Goal) -> Option<End> {
        if std::mem::take(&mut self.is_at_leaf) && !self.retreat() {
            return Some(End::Exhausted);
        }
        let (mut failed, mut since_solution) = (0, 0);
        loop {
            let is_open = match self.engine.propagate(limits) {
                Fixpoint::Stopped(reason) => return Some(End::Stopped(reason)),
                Fixpoint::Failed => false,
                Fixpoint::Reached => !goal.is_hopeless(self.engine.store.masks()),
            };
            if is_open {
                let Some((cell, digit)) = self.choose(goal) else {
                    let root = self.root();
                    self.before_solutions.get_or_insert(root);
                    if goal.solution(self.engine.store.masks()).is_break() {
                        return Some(End::Enough);
                    }
                    self.shown += 1;
                    since_solution = 0;
                    if self.shown == MANY && self.can_share(limits, goal) {
                        self.is_at_leaf = true;
                        return None;
                    }
                    if !self.retreat() {
                        return Some(End::Exhausted);
                    }
                    continue;
                };
                if let Some(reason) = self.too_many_nodes(limits) {
                    return Some(End::Stopped(reason));
                }
                if self.budget.0 == 0 && self.before_solutions.is_none() {
                    self.restart();
                    continue;
                }
                self.advance(cell, digit);
            } else {
                self.budget.0 = self.budget.0.saturating_sub(1);
                failed += 1;
                since_solution += 1;
                let is_due = match self.before_solutions.is_none() || !goal.can_learn() {
                    true => failed >= failures,
                    // A limit on nodes is for one search.
                    false => since_solution >= BARREN && limits.nodes().is_none(),
                };
                if is_due && !self.branches.is_empty() {
                    self.is_at_leaf = true;
                    return None;
                }
                if !self.retreat() {
                    return Some(End::Exhausted);
                }
            }
        }
    }

    /// Looks for further solutions below each open branch, by searches that learn.
    fn run_below_branches(&mut self, limits: &Limits, goal: &mut dyn Goal) -> End {
        self.is_at_leaf = false;
        while self.retreat() {
            match self.engine.propagate(limits) {
                Fixpoint::Stopped(reason) => return End::Stopped(reason),
                Fixpoint::Failed => continue,
                Fixpoint::Reached => {}
            }
            match turns::run(&self.engine, self.threads(), limits, goal) {
                End::Exhausted => {}
                end => return end,
            }
        }
        End::Exhausted
    }

    /// Looks for all solutions from the root by copying, as long as that forecasts no more leaves
    /// than these. `None` if it is not done then, or if it cannot.
    pub fn run_if_short(&self, leaves: u64, limits: &Limits, goal: &mut dyn Goal) -> Option<End> {
        let mut copying = Copying::new(&self.engine.model, self.engine.store.masks())?;
        loop {
            let left = leaves.saturating_sub(copying.leaves());
            let is_long = copying.leaves() >= SURE && copying.forecast() > leaves as f64;
            if left == 0 || is_long {
                return None;
            }
            if let Some(end) = copying.run(left.min(SURE), limits, goal) {
                return Some(end);
            }
        }
    }

    /// Whether the copying search can look for what is left: solutions that all count.
    fn can_share(&self, limits: &Limits, goal: &dyn Goal) -> bool {
        goal.can_learn() && limits.nodes().is_none()
    }

    /// Looks for further solutions by copying, on all threads; `None` if only this search can.
    fn share(&mut self, limits: &Limits, goal: &mut dyn Goal) -> Option<End> {
        let mut copying = Copying::new(&self.engine.model, self.engine.store.masks())?;
        let mut parts = Vec::new();
        while let Some(Branch { mark, cell, digit }) = self.branches.pop() {
            self.engine.store.undo(mark);
            let mut masks = self.engine.store.masks().to_vec();
            masks[cell as usize] &= !(1 << digit);
            parts.extend(copying.part(&masks));
        }
        self.engine.clear();
        let threads = self.threads().filter(|threads| threads.total() > 1);
        Some(match threads {
            Some(threads) => team::search(copying, parts, threads, limits, goal),
            None => copying.run_parts(parts, limits, goal),
        })
    }

    /// Back to the root after a search that was broken off at a solution, with what it
    /// had excluded there before the first one.
    pub fn rewind(&mut self) {
        let root = self.before_solutions.unwrap_or_else(|| self.root());
        self.engine.store.undo(root);
        self.branches.clear();
    }

    /// The mark of the state without branches.
    fn root(&self) -> usize {
        let first = self.branches.first().map(|branch| branch.mark);
        first.unwrap_or_else(|| self.engine.store.mark())
    }

    /// Removes a candidate that is in no solution.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn exclude(&mut self, (cell, digit): (u32, u32), limits: &Limits) -> Result<(), Reason> {
        // If that leaves nothing, later searches notice it.
        _ = self.engine.store.remove(cell, 1 << digit);
        match self.engine.propagate(limits) {
            Fixpoint::Stopped(reason) => Err(reason),
            Fixpoint::Reached | Fixpoint::Failed => Ok(()),
        }
    }

    fn too_many_nodes(&mut self, limits: &Limits) -> Option<Reason> {
        if limits.nodes().is_some_and(|most| self.nodes >= most) {
            return Some(Reason::NodeLimit);
        }
        self.nodes += 1;
        self.nodes.is_multiple_of(64).then(|| limits.exceeded())?
    }

    fn advance(&mut self, cell: u32, digit: u32) {
        let mark = self.engine.store.mark();
        self.branches.push(Branch { mark, cell, digit });
        // The digit is a candidate.
        _ = self.engine.store.restrict(cell, 1 << digit);
    }

    /// Leaves the last branch that has an alternative; false if there is none.
    fn retreat(&mut self) -> bool {
        while let Some(Branch { mark, cell, digit }) = self.branches.pop() {
            self.engine.store.undo(mark);
            self.engine.store.forget_changes();
            if self.engine.store.remove(cell, 1 << digit).is_ok() {
                return true;
            }
        }
        false
    }

    /// Back to the root, where what has been excluded there stays excluded.
    fn restart(&mut self) {
        let root = self.root();
        self.engine.store.undo(root);
        self.branches.clear();
        self.budget.1 += self.budget.1 / 2;
        self.budget.0 = self.budget.1;
    }

    /// The cell with the most weight for each of its candidates, and its digit to try;
    /// `None` if all cells are full.
    fn choose(&self, goal: &dyn Goal) -> Option<(u32, u32)> {
        let increment = self.engine.increment();
        let mut best: Option<(f64, usize, Mask)> = None;
        let masks = self.engine.store.masks().iter();
        for ((cell, &mask), &weight) in masks.enumerate().zip(&self.engine.weights) {
            let count = mask.count_ones();
            if count < 2 {
                continue;
            }
            let score = (weight + increment) / f64::from(count);
            if best.is_none_or(|(most, ..)| score > most) {
                best = Some((score, cell, mask));
            }
        }
        let (_, cell, mask) = best?;
        Some((cell as u32, goal.digit(cell, mask)))
    }
}

/// The solution of full cells.
pub(super) fn solution(masks: &[Mask]) -> Solution {
    let digit = |mask: &Mask| Digit::from_index(mask.trailing_zeros() as usize);
    Solution::new(masks.iter().map(digit).collect())
}
