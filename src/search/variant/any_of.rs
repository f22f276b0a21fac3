//! At least one branch holds: branches are refuted one by one, and what all others
//! remove is removed.

use super::line::Sweep;
use super::peers::Peers;
use super::propagator::Propagator;
use super::store::{Alive, Dead, Store};
use crate::rules::Mask;

/// Branches, of which at least one holds.
#[derive(Clone, Debug)]
pub(super) struct AnyOf {
    branches: Vec<Vec<Propagator>>,
    /// All cells, in increasing order.
    cells: Vec<u32>,
}

impl AnyOf {
    pub fn new(branches: Vec<Vec<Propagator>>) -> AnyOf {
        let all = branches.iter().flatten();
        let mut cells: Vec<u32> = all.flat_map(Propagator::cells).collect();
        cells.sort_unstable();
        cells.dedup();
        AnyOf { branches, cells }
    }

    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    pub fn cost(&self) -> u64 {
        let all = self.branches.iter().flatten();
        all.map(|propagator| 2 * propagator.cost()).sum()
    }

    pub fn propagate(&self, peers: &Peers, store: &mut Store) -> Alive {
        let mut union: Vec<Mask> = vec![0; self.cells.len()];
        let mut sweep = Sweep::default();
        let mut copy = Store::new(store.masks().to_vec());
        let mut some = false;
        for branch in &self.branches {
            copy.reset(store.masks());
            if close(branch, peers, &mut sweep, &mut copy).is_err() {
                continue;
            }
            some = true;
            let mut changes = false;
            for (mask, &cell) in union.iter_mut().zip(&self.cells) {
                *mask |= copy.mask(cell);
                changes |= *mask != store.mask(cell);
            }
            if !changes {
                return Ok(());
            }
        }
        if !some {
            return Err(Dead);
        }
        let mut found = self.cells.iter().zip(union);
        found.try_for_each(|(&cell, mask)| store.restrict(cell, mask))
    }
}

/// Runs the propagators of a branch until nothing changes.
fn close(branch: &[Propagator], peers: &Peers, sweep: &mut Sweep, store: &mut Store) -> Alive {
    loop {
        for propagator in branch {
            propagator.run(peers, sweep, store)?;
        }
        if !store.has_changes() {
            return Ok(());
        }
        store.forget_changes();
    }
}
