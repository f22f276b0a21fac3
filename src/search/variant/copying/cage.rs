//! Cells that differ and together hold one of some sets of digits.

use super::super::store::{Alive, Dead};
use super::network::{CellSet, Network, WORDS, small_digits};
use super::state::State;
use super::{MOST_DIGITS, Small};

/// Cells that differ and the sets that they may hold.
#[derive(Clone, Debug)]
pub(super) struct Cage {
    pub cells: Vec<u32>,
    pub sets: Vec<Small>,
}

impl Cage {
    pub fn propagate(&self, network: &Network, state: &mut State) -> Alive {
        let required = match self.cells.len() {
            0..=4 => self.narrow::<4>(network, state)?,
            5..=8 => self.narrow::<8>(network, state)?,
            _ => self.narrow::<MOST_DIGITS>(network, state)?,
        };
        self.point(required, network, state)
    }

    /// Leaves the digits of the sets that the cells can hold; the digits in all of these.
    fn narrow<const N: usize>(&self, network: &Network, state: &mut State) -> Result<Small, Dead> {
        let mut masks = [0; N];
        for (mask, &cell) in masks.iter_mut().zip(&self.cells) {
            *mask = state.masks[cell as usize];
        }
        let places = Places::new(&masks, self.cells.len());
        let mut allowed = [0; N];
        let mut required = Small::MAX;
        for &set in &self.sets {
            if set & !places.union == 0 && places.take(set, &mut allowed) {
                required &= set;
            }
        }
        if required == Small::MAX {
            return Err(Dead);
        }
        for ((&cell, &mask), &old) in self.cells.iter().zip(&allowed).zip(&masks) {
            if mask != old {
                state.restrict(network, cell, mask)?;
            }
        }
        Ok(required)
    }

    /// Each of these digits is in one of the cells: removes it from what all of its places
    /// see.
    fn point(&self, required: Small, network: &Network, state: &mut State) -> Alive {
        for digit in small_digits(required) {
            let bit = 1 << digit;
            let mut common: CellSet = [u64::MAX; WORDS];
            let (mut count, mut last) = (0, 0);
            for &cell in &self.cells {
                if state.masks[cell as usize] & bit != 0 {
                    let peers = &network.peer_sets[cell as usize];
                    common
                        .iter_mut()
                        .zip(peers)
                        .for_each(|(all, peers)| *all &= peers);
                    (count, last) = (count + 1, cell);
                }
            }
            match count {
                0 => return Err(Dead),
                1 => state.restrict(network, last, bit)?,
                _ => remove(&common, bit, network, state)?,
            }
        }
        Ok(())
    }
}

fn remove(cells: &CellSet, bit: Small, network: &Network, state: &mut State) -> Alive {
    for (word, &bits) in cells.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            let cell = 64 * word as u32 + bits.trailing_zeros();
            bits &= bits - 1;
            state.restrict(network, cell, !bit)?;
        }
    }
    Ok(())
}

/// The candidates of the cells of a cage; cells that it does not have may hold anything.
struct Places<const N: usize> {
    masks: [Small; N],
    /// Of these, the digits with one place among the cells.
    singles: [Small; N],
    union: Small,
}

impl<const N: usize> Places<N> {
    fn new(masks: &[Small; N], count: usize) -> Places<N> {
        let (mut once, mut twice) = (0, 0);
        for &mask in masks {
            twice |= once & mask;
            once |= mask;
        }
        let mut singles = masks.map(|mask| mask & !twice);
        let mut masks = *masks;
        masks[count..].fill(Small::MAX);
        singles[count..].fill(0);
        Places {
            masks,
            singles,
            union: once,
        }
    }

    /// Adds the digits of a set that the cells may hold to `allowed`; false if they cannot
    /// hold it. A digit with one place leaves nothing else there.
    fn take(&self, set: Small, allowed: &mut [Small; N]) -> bool {
        let mut taken = [0; N];
        let mut fails = false;
        let places = self.masks.iter().zip(&self.singles);
        for (taken, (&mask, &single)) in taken.iter_mut().zip(places) {
            let (all, single) = (mask & set, single & set);
            fails |= all == 0 || single & single.wrapping_sub(1) != 0;
            *taken = if single == 0 { all } else { single };
        }
        if !fails {
            for (allowed, taken) in allowed.iter_mut().zip(taken) {
                *allowed |= taken;
            }
        }
        !fails
    }
}
