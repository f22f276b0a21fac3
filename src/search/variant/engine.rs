//! Propagation to a fixed point, and what failures teach about cells.

use super::line::Sweep;
use super::model::Model;
use super::propagator::PRIORITIES;
use super::store::{Alive, Store, Why};
use crate::limits::Limits;
use crate::outcome::Reason;

/// Microseconds of work, roughly, between two looks at the limits.
const WORK_PER_CHECK: u64 = 500;

/// By how much later failures count for more.
const GROWTH: f64 = 1.002;

/// Above this all weights are scaled down.
const HEAVY: f64 = 1e100;

/// A model, its candidates, and the propagators that wait.
#[derive(Clone, Debug)]
pub(super) struct Engine {
    pub model: Model,
    pub store: Store,
    queues: [Vec<u32>; PRIORITIES],
    is_queued: Vec<bool>,
    priorities: Vec<u8>,
    repeats: Vec<bool>,
    pub scopes: Vec<Vec<u32>>,
    costs: Vec<u64>,
    sweep: Sweep,
    /// How much a cell had to do with failures.
    pub weights: Vec<f64>,
    increment: f64,
    /// Since the last look at the limits, and before.
    work: u64,
    work_before: u64,
}

/// How propagation ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fixpoint {
    Reached,
    Failed,
    Stopped(Reason),
}

impl Engine {
    /// All propagators wait.
    pub fn new(model: Model) -> Engine {
        let all = &model.propagators;
        let mut engine = Engine {
            store: Store::new(model.masks.clone()),
            queues: Default::default(),
            is_queued: vec![false; all.len()],
            priorities: all.iter().map(|each| each.priority() as u8).collect(),
            repeats: all.iter().map(|each| each.repeats()).collect(),
            scopes: all.iter().map(|each| each.cells()).collect(),
            costs: all.iter().map(|each| each.cost()).collect(),
            sweep: Sweep::default(),
            weights: vec![0.0; model.masks.len()],
            increment: 1.0,
            work: 0,
            work_before: 0,
            model,
        };
        (0..engine.model.propagators.len()).for_each(|index| engine.wake(index as u32));
        engine
    }

    /// Runs all propagators, and removes the digits of fixed cells from all cells that
    /// must differ. Only for a new engine.
    pub fn start(&mut self, limits: &Limits) -> Fixpoint {
        if self.store.masks().contains(&0) {
            return Fixpoint::Failed;
        }
        for cell in 0..self.store.masks().len() as u32 {
            if self.spread(cell).is_err() {
                return self.fail_at(None);
            }
        }
        self.propagate(limits)
    }

    /// Propagates all changes.
    pub fn propagate(&mut self, limits: &Limits) -> Fixpoint {
        loop {
            if self.settle().is_err() {
                return self.fail_at(None);
            }
            let Some(index) = self.next() else {
                return Fixpoint::Reached;
            };
            if let Err(reason) = self.charge(index, limits) {
                return Fixpoint::Stopped(reason);
            }
            if self.run(index).is_err() {
                return self.fail_at(Some(index));
            }
        }
    }

    /// Removes the digits of fixed cells from all that must differ, and wakes whom the
    /// changes concern.
    pub fn settle(&mut self) -> Alive {
        while let Some(cell) = self.store.take_changed() {
            self.spread(cell)?;
            self.wake_watchers(cell, None);
        }
        Ok(())
    }

    /// The propagator to run next.
    pub fn next(&mut self) -> Option<u32> {
        let index = self.queues.iter_mut().find_map(Vec::pop)?;
        self.is_queued[index as usize] = false;
        Some(index)
    }

    /// Counts the work of a propagator, and looks at the limits from time to time.
    ///
    /// # Errors
    /// The reason why the limits end it.
    pub fn charge(&mut self, index: u32, limits: &Limits) -> Result<(), Reason> {
        self.work += self.costs[index as usize];
        if self.work > WORK_PER_CHECK {
            self.work_before += std::mem::take(&mut self.work);
            if let Some(reason) = limits.exceeded() {
                self.clear();
                return Err(reason);
            }
        }
        Ok(())
    }

    pub fn run(&mut self, index: u32) -> Alive {
        self.store.why = Why::Propagator(index);
        let propagator = &self.model.propagators[index as usize];
        propagator.run(&self.model.peers, &mut self.sweep, &mut self.store)?;
        if !self.repeats[index as usize] && self.store.has_changes() {
            self.note_changes(index)?;
        }
        Ok(())
    }

    /// Wakes all others that watch what a propagator has just changed.
    fn note_changes(&mut self, index: u32) -> Alive {
        while let Some(cell) = self.store.take_changed() {
            self.wake_watchers(cell, Some(index));
            if self.store.mask(cell).is_power_of_two() {
                // Its peers wake whom they concern.
                self.spread(cell)?;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Removes the digit of a fixed cell from its peers.
    fn spread(&mut self, cell: u32) -> Alive {
        let mask = self.store.mask(cell);
        if mask.is_power_of_two() {
            self.store.why = Why::Peer(cell);
            for &peer in self.model.peers.of(cell) {
                self.store.remove(peer, mask)?;
            }
        }
        Ok(())
    }

    /// Wakes all but one propagator for which something may follow from a change of a cell.
    fn wake_watchers(&mut self, cell: u32, except: Option<u32>) {
        let count = self.store.mask(cell).count_ones();
        for at in 0..self.model.watchers[cell as usize].len() {
            let watcher = self.model.watchers[cell as usize][at];
            if count <= watcher.most && Some(watcher.propagator) != except {
                self.wake(watcher.propagator);
            }
        }
    }

    fn wake(&mut self, index: u32) {
        if !self.is_queued[index as usize] {
            self.is_queued[index as usize] = true;
            self.queues[self.priorities[index as usize] as usize].push(index);
        }
    }

    /// Weighs the cells of the propagator that failed, and forgets who waits.
    fn fail_at(&mut self, index: Option<u32>) -> Fixpoint {
        if let Some(cell) = self.store.last_changed() {
            self.weights[cell as usize] += self.increment;
        }
        if let Some(index) = index {
            let scope = &self.scopes[index as usize];
            let share = self.increment / scope.len().max(1) as f64;
            for &cell in scope {
                self.weights[cell as usize] += share;
            }
        }
        self.increment *= GROWTH;
        if self.increment > HEAVY {
            self.weights.iter_mut().for_each(|weight| *weight /= HEAVY);
            self.increment /= HEAVY;
        }
        self.clear();
        Fixpoint::Failed
    }

    /// Forgets all changes and who waits.
    pub fn clear(&mut self) {
        self.store.forget_changes();
        for queue in &mut self.queues {
            for index in queue.drain(..) {
                self.is_queued[index as usize] = false;
            }
        }
    }

    /// The work so far, in microseconds, roughly.
    pub fn total_work(&self) -> u64 {
        self.work_before + self.work
    }

    /// The weight that a failure now adds.
    pub fn increment(&self) -> f64 {
        self.increment
    }
}
