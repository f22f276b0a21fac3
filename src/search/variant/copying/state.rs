//! The candidates of all cells, and what has to be looked at again.

use super::super::store::{Alive, Dead};
use super::Small;
use super::network::Network;
use super::places::Places;

/// The candidates of all cells, and what waits. Where nothing waits, candidates and places
/// are all that a branch has to copy.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub masks: Vec<Small>,
    /// By house, how many places its digits have.
    pub places: Vec<Places>,
    /// Cells that have just been fixed.
    fixed: Vec<u32>,
    /// The cell that was taken last of these, and its digit.
    pub last_fixed: Option<(u32, Small)>,
    /// Constraints that must be looked at, as bits.
    waiting: Vec<u64>,
    /// Whether a cell has changed since this was last unset.
    pub has_changed: bool,
}

impl State {
    /// Everything has to be looked at.
    pub fn new(masks: Vec<Small>, network: &Network) -> State {
        let mut state = State {
            places: network.places(&masks),
            masks,
            fixed: Vec::new(),
            last_fixed: None,
            waiting: vec![0; network.words],
            has_changed: true,
        };
        state.wake_all(network);
        let masks = state.masks.iter().enumerate();
        let fixed = masks.filter(|(_, mask)| mask.is_power_of_two());
        state.fixed = fixed.map(|(cell, _)| cell as u32).collect();
        state
    }

    /// Leaves a cell only the candidates in `mask`.
    #[inline(always)]
    pub fn restrict(&mut self, network: &Network, cell: u32, mask: Small) -> Alive {
        let old = self.masks[cell as usize];
        let new = old & mask;
        match new == old {
            true => Ok(()),
            false => self.change(network, cell, new),
        }
    }

    #[inline(never)]
    fn change(&mut self, network: &Network, cell: u32, new: Small) -> Alive {
        let old = std::mem::replace(&mut self.masks[cell as usize], new);
        self.has_changed = true;
        if new == 0 {
            return Err(Dead);
        }
        if new.is_power_of_two() {
            self.fixed.push(cell);
        }
        let lost = network.lanes.of(old ^ new);
        for &house in &network.homes[cell as usize] {
            if self.places[house as usize].lose(lost) {
                self.wake(network.houses.start + house as usize);
            }
        }
        let wakes = &network.wakes[cell as usize * network.words..][..network.words];
        for (waiting, wakes) in self.waiting.iter_mut().zip(wakes) {
            *waiting |= wakes;
        }
        Ok(())
    }

    /// Everything has to be looked at.
    pub fn wake_all(&mut self, network: &Network) {
        (0..network.scopes.len()).for_each(|index| self.wake(index));
    }

    fn wake(&mut self, index: usize) {
        self.waiting[index / 64] |= 1 << (index % 64);
    }

    /// A cell that has been fixed and was not taken since: its digit is placed.
    pub fn take_fixed(&mut self, network: &Network) -> Option<u32> {
        let cell = self.fixed.pop()?;
        let digit = self.masks[cell as usize];
        self.last_fixed = Some((cell, digit));
        let digit = network.lanes.of(digit);
        for &house in &network.homes[cell as usize] {
            self.places[house as usize].place(digit);
        }
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
