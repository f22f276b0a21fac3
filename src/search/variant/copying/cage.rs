//! Cells that differ and together hold one of some sets of digits.

mod packed;

use super::super::peers::Peers;
use super::super::store::{Alive, Dead};
use super::Small;
use super::network::{Network, small_digits};
use super::state::State;
use packed::{LANE, LANES, MOST_WORDS, PackedCells, fixed_digits, places_of};

/// Maximum number of cells of a cage whose digits are removed from what sees all of their places:
/// lists of what these are, for all places, are short then.
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
            1..=4 => self.propagate_within::<1>(network, state),
            5..=8 => self.propagate_within::<2>(network, state),
            _ => self.propagate_within::<MOST_WORDS>(network, state),
        }
    }

    fn propagate_within<const W: usize>(&self, network: &Network, state: &mut State) -> Alive {
        let (left, required) = self.narrow::<W>(network, state)?;
        match self.seen.is_empty() {
            true => Ok(()),
            false => self.point(left, required, network, state),
        }
    }

    /// Leaves the digits of the sets that the cells can hold: what that is, and the digits in
    /// all of these sets.
    fn narrow<const W: usize>(
        &self,
        network: &Network,
        state: &mut State,
    ) -> Result<([u64; W], Small), Dead> {
        let mut masks = [0; W];
        for (place, &cell) in self.cells.iter().enumerate() {
            let mask = u64::from(state.masks[cell as usize]);
            masks[place / LANES] |= mask << (LANE * (place % LANES) as u32);
        }
        let (allowed, required) = self.left(masks)?;
        if allowed != masks {
            for (place, &cell) in self.cells.iter().enumerate() {
                let mask = allowed[place / LANES] >> (LANE * (place % LANES) as u32);
                state.restrict(network, cell, mask as Small)?;
            }
        }
        Ok((allowed, required))
    }

    /// What the sets that the cells can hold leave of these candidates; the digits in all of
    /// these sets.
    fn left<const W: usize>(&self, masks: [u64; W]) -> Result<([u64; W], Small), Dead> {
        let cells = PackedCells::new(masks, self.cells.len());
        let mut allowed = [0; W];
        // A set may have every digit there is, so no set is a sign of its own.
        let (mut required, mut has_set) = (Small::MAX, false);
        for &set in &self.sets {
            if set & !cells.union == 0 && cells.take(set, &mut allowed) {
                required &= set;
                has_set = true;
            }
        }
        match has_set {
            true => Ok((allowed, required)),
            false => Err(Dead),
        }
    }

    /// Each of these digits is in one of the cells: removes it from what all of its places
    /// see. Fixed cells are left to the peers.
    fn point<const W: usize>(
        &self,
        masks: [u64; W],
        required: Small,
        network: &Network,
        state: &mut State,
    ) -> Alive {
        for digit in small_digits(required & !fixed_digits(masks)) {
            let places = places_of(digit, &masks);
            // Cells where they are the last place of other digits lose them.
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
