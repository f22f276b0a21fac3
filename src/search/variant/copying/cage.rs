//! Cells that differ and together hold one of some sets of digits.

use super::super::peers::Peers;
use super::super::store::{Alive, Dead};
use super::network::{Network, small_digits};
use super::state::State;
use super::{MOST_DIGITS, Small};

/// Maximum number of cells of a cage whose digits are removed from what sees all of their places: lists
/// of what these are, for all places, are short then.
const MOST_SEEN: usize = 8;

/// Cells that differ and the sets that they may hold.
#[derive(Clone, Debug)]
pub(super) struct Cage {
    pub cells: Vec<u32>,
    sets: Vec<Small>,
    /// By some of the cells, as bits, what sees all of these from outside.
    seen: Vec<Vec<u32>>,
}

impl Cage {
    pub fn new(cells: Vec<u32>, sets: Vec<Small>, peers: &Peers) -> Cage {
        let seen = match cells.len() <= MOST_SEEN {
            true => seen_by_all(&cells, peers),
            false => Vec::new(),
        };
        Cage { cells, sets, seen }
    }

    pub fn propagate(&self, network: &Network, state: &mut State) -> Alive {
        match self.cells.len() {
            // They hold the empty set.
            0 if self.sets.is_empty() => Err(Dead),
            0 => Ok(()),
            1..=4 => self.propagate_within::<4>(network, state),
            5..=8 => self.propagate_within::<8>(network, state),
            _ => self.propagate_within::<MOST_DIGITS>(network, state),
        }
    }

    fn propagate_within<const N: usize>(&self, network: &Network, state: &mut State) -> Alive {
        let required = self.narrow::<N>(network, state)?;
        match self.seen.is_empty() {
            true => Ok(()),
            false => self.point(required, network, state),
        }
    }

    /// Leaves the digits of the sets that the cells can hold; the digits in all of these.
    fn narrow<const N: usize>(&self, network: &Network, state: &mut State) -> Result<Small, Dead> {
        let mut masks = [0; N];
        for (mask, &cell) in masks.iter_mut().zip(&self.cells) {
            *mask = state.masks[cell as usize];
        }
        let places = Places::new(&masks, self.cells.len());
        let mut allowed = [0; N];
        // A set may have every digit there is, so no set is a sign of its own.
        let (mut required, mut has_set) = (Small::MAX, false);
        for &set in &self.sets {
            if set & !places.union == 0 && places.take(set, &mut allowed) {
                required &= set;
                has_set = true;
            }
        }
        if !has_set {
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
    /// see. Fixed cells are left to the peers.
    fn point(&self, required: Small, network: &Network, state: &mut State) -> Alive {
        let mut masks = [0; MOST_SEEN];
        let mut fixed = 0;
        for (mask, &cell) in masks.iter_mut().zip(&self.cells) {
            *mask = state.masks[cell as usize];
            if mask.is_power_of_two() {
                fixed |= *mask;
            }
        }
        for digit in small_digits(required & !fixed) {
            let place = |(place, mask): (usize, &Small)| usize::from(mask >> digit & 1) << place;
            let places: usize = masks.iter().enumerate().map(place).sum();
            if places == 0 {
                return Err(Dead);
            }
            if places.is_power_of_two() {
                let last = self.cells[places.trailing_zeros() as usize];
                state.restrict(network, last, 1 << digit)?;
                continue;
            }
            for &cell in &self.seen[places] {
                state.restrict(network, cell, !(1 << digit))?;
            }
        }
        Ok(())
    }
}

/// By some of the cells, as bits, the cells outside that see all of these; none for no cells.
fn seen_by_all(cells: &[u32], peers: &Peers) -> Vec<Vec<u32>> {
    let mut seen: Vec<Vec<u32>> = vec![Vec::new()];
    for places in 1usize..1 << cells.len() {
        let first = cells[places.trailing_zeros() as usize];
        let rest = places & (places - 1);
        let candidates = match rest {
            0 => peers.of(first).iter(),
            _ => seen[rest].iter(),
        };
        let sees = |&&cell: &&u32| !cells.contains(&cell) && peers.are(first, cell);
        let both = candidates.filter(sees).copied().collect();
        seen.push(both);
    }
    seen
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
