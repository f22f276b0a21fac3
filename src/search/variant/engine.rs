//! Propagation to a fixed point, and what failures teach about cells.

use super::line::Sweep;
use super::model::Model;
use super::propagator::PRIORITIES;
use super::store::{Alive, Store};
use crate::limits::Limits;
use crate::outcome::Reason;

/// Microseconds of work, roughly, between two looks at the limits.
const WORK_PER_CHECK: u64 = 500;

/// By how much later failures count for more.
const GROWTH: f64 = 1.02;

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
    costs: Vec<u64>,
    sweep: Sweep,
    /// How much a cell had to do with failures.
    pub weights: Vec<f64>,
    increment: f64,
    work: u64,
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
            costs: all.iter().map(|each| each.cost()).collect(),
            sweep: Sweep::default(),
            weights: vec![0.0; model.masks.len()],
            increment: 1.0,
            work: 0,
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
            while let Some(cell) = self.store.take_changed() {
                if self.spread(cell).is_err() {
                    return self.fail_at(None);
                }
                for at in 0..self.model.watchers[cell as usize].len() {
                    self.wake(self.model.watchers[cell as usize][at]);
                }
            }
            let Some(index) = self.queues.iter_mut().find_map(Vec::pop) else {
                return Fixpoint::Reached;
            };
            self.is_queued[index as usize] = false;
            self.work += self.costs[index as usize];
            if self.work > WORK_PER_CHECK {
                self.work = 0;
                if let Some(reason) = limits.exceeded() {
                    self.clear();
                    return Fixpoint::Stopped(reason);
                }
            }
            if self.run(index).is_err() {
                return self.fail_at(Some(index));
            }
        }
    }

    fn run(&mut self, index: u32) -> Alive {
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
            for at in 0..self.model.watchers[cell as usize].len() {
                let watcher = self.model.watchers[cell as usize][at];
                if watcher != index {
                    self.wake(watcher);
                }
            }
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
            for &peer in self.model.peers.of(cell) {
                self.store.remove(peer, mask)?;
            }
        }
        Ok(())
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
            self.weigh(cell, 1.0);
        }
        if let Some(index) = index {
            let cells = self.model.propagators[index as usize].cells();
            let share = 1.0 / cells.len().max(1) as f64;
            cells.iter().for_each(|&cell| self.weigh(cell, share));
        }
        self.increment *= GROWTH;
        if self.increment > HEAVY {
            self.weights.iter_mut().for_each(|weight| *weight /= HEAVY);
            self.increment /= HEAVY;
        }
        self.clear();
        Fixpoint::Failed
    }

    /// A cell had something to do with a failure.
    pub fn weigh(&mut self, cell: u32, share: f64) {
        self.weights[cell as usize] += share * self.increment;
    }

    fn clear(&mut self) {
        self.store.forget_changes();
        for queue in &mut self.queues {
            for index in queue.drain(..) {
                self.is_queued[index as usize] = false;
            }
        }
    }

    /// The weight that a failure now adds.
    pub fn increment(&self) -> f64 {
        self.increment
    }
}
