//! The candidates of all cells, and what has to be looked at again.

use super::super::store::{Alive, Dead};
use super::Small;
use super::network::Network;

/// The candidates of all cells, and what waits. Where nothing waits, the candidates are all
/// that a branch has to copy.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub masks: Vec<Small>,
    /// Cells that have just been fixed.
    fixed: Vec<u32>,
    /// The cell that was taken last of these.
    pub last_fixed: Option<u32>,
    /// Constraints that must be looked at, as bits.
    waiting: Vec<u64>,
}

impl State {
    pub fn new(masks: Vec<Small>, network: &Network) -> State {
        State {
            masks,
            fixed: Vec::new(),
            last_fixed: None,
            waiting: vec![0; network.words],
        }
    }

    /// Leaves a cell only the candidates in `mask`.
    pub fn restrict(&mut self, network: &Network, cell: u32, mask: Small) -> Alive {
        let old = self.masks[cell as usize];
        let new = old & mask;
        if new == old {
            return Ok(());
        }
        self.masks[cell as usize] = new;
        if new == 0 {
            return Err(Dead);
        }
        self.touch(network, cell);
        Ok(())
    }

    /// A cell has changed.
    pub fn touch(&mut self, network: &Network, cell: u32) {
        if self.masks[cell as usize].is_power_of_two() {
            self.fixed.push(cell);
        }
        let wakes = &network.wakes[cell as usize * network.words..][..network.words];
        for (waiting, wakes) in self.waiting.iter_mut().zip(wakes) {
            *waiting |= wakes;
        }
    }

    /// Everything has to be looked at.
    pub fn wake_all(&mut self, network: &Network) {
        for index in 0..network.scopes.len() {
            self.waiting[index / 64] |= 1 << (index % 64);
        }
        let cells = 0..self.masks.len() as u32;
        self.fixed
            .extend(cells.filter(|&cell| self.masks[cell as usize].is_power_of_two()));
    }

    /// A cell that has been fixed and was not taken since.
    pub fn take_fixed(&mut self) -> Option<u32> {
        let cell = self.fixed.pop()?;
        self.last_fixed = Some(cell);
        Some(cell)
    }

    /// The first constraint that waits.
    pub fn take_waiting(&mut self) -> Option<usize> {
        for (word, bits) in self.waiting.iter_mut().enumerate() {
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(64 * word + bit);
            }
        }
        None
    }

    /// Forgets what has to be looked at.
    pub fn clear(&mut self) {
        self.fixed.clear();
        self.waiting.fill(0);
    }
}
