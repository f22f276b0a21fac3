//! A table over two cells, looked up by the candidates of one of them.

use super::super::store::{Alive, digits};
use super::network::Network;
use super::state::State;
use super::{MOST_DIGITS, Small};
use crate::rules::Table;
use std::sync::Arc;

/// Half of the digits, whose candidates are an index.
const HALF: usize = MOST_DIGITS / 2;

/// By the candidates of one cell in each half those that are left to the other.
type Lookup = [[Small; 1 << HALF]; 2];

/// An allowed pair.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub cells: [u32; 2],
    seconds: Arc<Lookup>,
    firsts: Arc<Lookup>,
}

impl Pair {
    /// Two cells and the table over them.
    pub fn new(cells: [u32; 2], table: &Table) -> Pair {
        let count = table.digit_count();
        Pair {
            cells,
            seconds: Arc::new(lookup(count, |digit| table.seconds(digit) as Small)),
            firsts: Arc::new(lookup(count, |digit| table.firsts(digit) as Small)),
        }
    }

    pub fn propagate(&self, network: &Network, state: &mut State) -> Alive {
        let [first, second] = self.cells;
        let mask = supported(&self.seconds, state.masks[first as usize]);
        state.restrict(network, second, mask)?;
        let mask = supported(&self.firsts, state.masks[second as usize]);
        state.restrict(network, first, mask)
    }
}

fn supported(lookup: &Lookup, mask: Small) -> Small {
    let low = lookup[0][mask as usize & ((1 << HALF) - 1)];
    low | lookup[1][mask as usize >> HALF]
}

fn lookup(count: usize, row: impl Fn(usize) -> Small) -> Lookup {
    let mut all = [[0; 1 << HALF]; 2];
    for (half, rows) in all.iter_mut().enumerate() {
        for (mask, entry) in rows.iter_mut().enumerate() {
            let digits = digits(mask as u64).map(|digit| HALF * half + digit as usize);
            let rows = digits.filter(|&digit| digit < count).map(&row);
            *entry = rows.fold(0, |all, row| all | row);
        }
    }
    all
}
