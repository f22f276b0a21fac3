//! Clause learning on top of the propagators ("lazy clause generation"; O. Ohrimenko,
//! P. Stuckey and M. Codish, "Propagation via lazy clause generation", Constraints 14,
//! 2009): what a propagator removes is explained by what its cells had lost before, and
//! conflicts become clauses over "the cell holds this digit".
//!
//! `choices` adds cells for the sets that cages hold, `literals` keeps the trail of
//! literals, `explain` says why one holds (`cage` where a cage removed it, `weaken` with as
//! little as possible), `analyse` finds what is to be learnt, `watch` propagates what was
//! learnt.

mod analyse;
mod cage;
mod choices;
mod explain;
mod literals;
#[cfg(test)]
mod tests;
mod watch;
mod weaken;

use super::engine::Engine;
use super::goal::Goal;
use super::store::{Alive, Dead, Why};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::rules::Mask;
use crate::search::cdcl::{Clauses, Lit, Order};
use literals::Literals;

/// Conflicts before half of the learnt clauses are forgotten, and how many more each
/// time.
const FORGET: u64 = 4000;
const FORGET_STEP: u64 = 1000;

/// Conflicts until the first restart; the later ones come in Luby's order.
const RESTART: u64 = 40;

/// Conflicts between two looks at the limits.
const CONFLICTS_PER_CHECK: u64 = 16;

/// A learning search.
pub(super) struct Learner {
    engine: Engine,
    literals: Literals,
    /// What has been visited of the trail of literals.
    visited: usize,
    clauses: Clauses,
    order: Order,
    analysis: analyse::Analysis,
    conflicts: u64,
    decisions: u64,
    pace: Pace,
    /// How many cells the board has.
    cells: usize,
    /// Those of the run.
    limits: Limits,
}

impl Learner {
    /// A search from where an engine is, which must be a fixed point.
    pub fn new(engine: &Engine) -> Learner {
        let cells = engine.store.masks().len();
        let mut model = engine.model.clone();
        model.masks = engine.store.masks().to_vec();
        choices::add_choices(&mut model);
        let masks = model.masks.clone();
        let engine = Engine::new(model);
        let literals = Literals::new(masks);
        let count = literals.variables();
        let activity = |var: usize| {
            let (cell, _) = literals.candidate(var as u32);
            let size = f64::from(literals.root(cell).count_ones().max(1));
            let noise = (var as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
            0.1 / size + 0.001 * noise as f64 / (1u64 << 24) as f64
        };
        let order = Order::new((0..count).map(activity).collect());
        Learner {
            order,
            clauses: Clauses::new(count),
            analysis: analyse::Analysis::new(count),
            literals,
            engine,
            visited: 0,
            conflicts: 0,
            decisions: 0,
            pace: Pace::new(),
            cells,
            limits: Limits::unlimited(),
        }
    }

    /// Looks for all solutions.
    pub fn run(&mut self, limits: &Limits, goal: &mut dyn Goal) -> End {
        loop {
            if let Some(end) = self.run_for(u64::MAX, limits, goal) {
                return end;
            }
        }
    }

    /// Looks for further solutions, for at most this many conflicts; `None` if it is not done
    /// then.
    pub fn run_for(&mut self, conflicts: u64, limits: &Limits, goal: &mut dyn Goal) -> Option<End> {
        self.limits = limits.clone();
        let pause = self.conflicts.saturating_add(conflicts);
        while self.conflicts < pause {
            match self.propagate(limits) {
                Err(reason) => return Some(End::Stopped(reason)),
                Ok(false) => {
                    if let Some(end) = self.meet_conflict(limits) {
                        return Some(end);
                    }
                    self.pace.since += 1;
                    continue;
                }
                Ok(true) => {}
            }
            if self.pace.is_restart_due() {
                self.go_back_to(0);
                if self.pace.is_forgetting_due(self.conflicts) {
                    self.forget();
                }
                continue;
            }
            if limits.nodes().is_some_and(|most| self.decisions >= most) {
                return Some(End::Stopped(Reason::NodeLimit));
            }
            if self.decide(goal) {
                continue;
            }
            if let Some(end) = self.take_solution(limits, goal) {
                return Some(end);
            }
        }
        None
    }

    /// Learns from a conflict; how the search ended if it did.
    fn meet_conflict(&mut self, limits: &Limits) -> Option<End> {
        self.conflicts += 1;
        if !self.learn() {
            return Some(End::Exhausted);
        }
        let is_due = self.conflicts.is_multiple_of(CONFLICTS_PER_CHECK);
        is_due.then(|| limits.exceeded())?.map(End::Stopped)
    }

    /// Shows the solution, and excludes it; how the search ended if it did.
    fn take_solution(&mut self, limits: &Limits, goal: &mut dyn Goal) -> Option<End> {
        let masks = &self.engine.store.masks()[..self.cells];
        if goal.solution(masks).is_break() {
            return Some(End::Enough);
        }
        let goes_on = match goal.wanted() {
            Some(wanted) => self.demand(wanted),
            None => self.block(),
        };
        match goes_on {
            // Where solutions are many, there may be neither conflicts nor propagation.
            true => {
                let room = self.clauses.check_room().err();
                room.or_else(|| limits.exceeded()).map(End::Stopped)
            }
            false => Some(End::Exhausted),
        }
    }

    /// Propagates everything; false if that fails.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    fn propagate(&mut self, limits: &Limits) -> Result<bool, Reason> {
        loop {
            if self.settle().is_err() {
                return Ok(false);
            }
            let Some(index) = self.engine.next() else {
                return Ok(true);
            };
            self.engine.charge(index, limits)?;
            if self.engine.run(index).is_err() {
                self.literals.read(&self.engine);
                self.analysis
                    .note_failure(&self.literals, &self.engine, &self.limits, index);
                return Ok(false);
            }
        }
    }

    /// Propagates clauses and cells that are fixed.
    fn settle(&mut self) -> Alive {
        loop {
            let end = self.engine.settle();
            self.literals.read(&self.engine);
            if end.is_err() {
                self.analysis
                    .note_empty(&self.literals, &self.engine, &self.limits);
                return Err(Dead);
            }
            if self.visited == self.literals.len() {
                return Ok(());
            }
            while self.visited < self.literals.len() {
                let lit = self.literals.get(self.visited);
                self.visited += 1;
                self.visit_watches(lit.not())?;
            }
        }
    }

    /// Decides on the most active candidate; false if all cells are full.
    fn decide(&mut self, goal: &dyn Goal) -> bool {
        let masks = &self.engine.store.masks()[..self.cells];
        let first = match self.literals.level() {
            0 => goal.first(masks),
            _ => None,
        };
        if let Some((cell, digit)) = first {
            self.decisions += 1;
            self.literals.open_level(self.engine.store.mark());
            self.assert(self.literals.yes(cell, digit), Why::Decision);
            return true;
        }
        while let Some(var) = self.order.pop() {
            let (cell, digit) = self.literals.candidate(var);
            let mask = self.engine.store.mask(cell);
            if mask >> digit & 1 == 1 && !mask.is_power_of_two() {
                let is_own = (cell as usize) < self.cells;
                let preferred = is_own.then(|| goal.preferred(cell, mask)).flatten();
                let yes = preferred.map_or(Lit::yes(var), |digit| self.literals.yes(cell, digit));
                self.decisions += 1;
                self.literals.open_level(self.engine.store.mark());
                self.assert(yes, Why::Decision);
                return true;
            }
        }
        false
    }

    /// Takes back all levels above this one.
    fn go_back_to(&mut self, level: usize) {
        self.engine.clear();
        if let Some(mark) = self.literals.close_levels(level, &mut self.order) {
            self.engine.store.undo(mark);
        }
        self.visited = self.visited.min(self.literals.len());
        self.analysis.cut(self.literals.len());
    }

    /// Makes an open literal hold.
    fn assert(&mut self, lit: Lit, why: Why) {
        let (cell, digit) = self.literals.candidate(lit.var());
        self.engine.store.why = why;
        self.literals.asserted = Some(lit);
        let mask: Mask = 1 << digit;
        // The cell keeps a candidate: the literal is open.
        _ = match lit.is_yes() {
            true => self.engine.store.restrict(cell, mask),
            false => self.engine.store.remove(cell, mask),
        };
        self.literals.read(&self.engine);
    }

    /// Learns from a conflict; false if there is no solution left.
    fn learn(&mut self) -> bool {
        let Some(level) = self.analyse() else {
            return false;
        };
        self.go_back_to(level);
        let learnt = std::mem::take(&mut self.analysis.learnt);
        self.order.decay();
        self.clauses.decay();
        let is_consistent = self.add(&learnt, self.analysis.glue);
        self.analysis.learnt = learnt;
        is_consistent
    }

    /// Adds a clause of which all literals but the first are false, and makes that one
    /// hold; false if there is no solution left.
    fn add(&mut self, clause: &[Lit], glue: u32) -> bool {
        let why = match clause.len() {
            0 => return false,
            1 => Why::Decision,
            _ => Why::Clause(self.clauses.add(clause, glue)),
        };
        self.assert(clause[0], why);
        true
    }

    /// Excludes the solution by the decisions that led to it; false if there are no more.
    fn block(&mut self) -> bool {
        let mut clause: Vec<Lit> = self.literals.decisions().map(Lit::not).collect();
        clause.reverse();
        let Some(level) = clause.len().checked_sub(1) else {
            return false;
        };
        self.go_back_to(level);
        self.add(&clause, 0)
    }

    /// Adds a clause, at level 0: one of these candidates holds. False if none can.
    fn demand(&mut self, wanted: Vec<(u32, u32)>) -> bool {
        self.go_back_to(0);
        let open = wanted
            .iter()
            .filter(|&&(cell, digit)| self.literals.may_hold(cell, digit));
        let open: Vec<Lit> = open
            .map(|&(cell, digit)| self.literals.yes(cell, digit))
            .collect();
        match open[..] {
            [] => return false,
            [only] => self.assert(only, Why::Decision),
            _ => _ = self.clauses.add(&open, 0),
        }
        true
    }

    /// Forgets the worse half of the clauses; only at level 0.
    fn forget(&mut self) {
        // What holds at level 0 is never explained.
        self.clauses.forget(|_| false, |_, _| {});
    }
}

/// When to restart and when to forget.
struct Pace {
    restarts: u64,
    /// Conflicts since the last restart.
    since: u64,
    forgets: u64,
    forget_at: u64,
}

impl Pace {
    fn new() -> Pace {
        Pace {
            restarts: 1,
            since: 0,
            forgets: 0,
            forget_at: FORGET,
        }
    }

    /// Whether to restart now, which then counts as done.
    fn is_restart_due(&mut self) -> bool {
        let is_due = self.since >= RESTART * luby(self.restarts);
        if is_due {
            (self.restarts, self.since) = (self.restarts + 1, 0);
        }
        is_due
    }

    /// Whether to forget clauses after this many conflicts, which then counts as done.
    fn is_forgetting_due(&mut self, conflicts: u64) -> bool {
        let is_due = conflicts >= self.forget_at;
        if is_due {
            self.forgets += 1;
            self.forget_at = conflicts + FORGET + FORGET_STEP * self.forgets;
        }
        is_due
    }
}

/// M. Luby, A. Sinclair and D. Zuckerman, "Optimal speedup of Las Vegas algorithms",
/// 1993: 1, 1, 2, 1, 1, 2, 4, …
fn luby(index: u64) -> u64 {
    let mut index = index;
    loop {
        let size = (index + 1).next_power_of_two();
        if size == index + 1 {
            return size / 2;
        }
        index -= size / 2 - 1;
    }
}
