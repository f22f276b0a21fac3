//! Cells that hold every digit: a digit with one place goes there.

use super::super::store::{Alive, Dead};
use super::network::Network;
use super::state::State;

pub(super) fn hidden_singles(cells: &[u32], network: &Network, state: &mut State) -> Alive {
    let (mut once, mut twice, mut fixed) = (0, 0, 0);
    for &cell in cells {
        let mask = state.masks[cell as usize];
        twice |= once & mask;
        once |= mask;
        if mask.is_power_of_two() {
            fixed |= mask;
        }
    }
    if once != network.all {
        return Err(Dead);
    }
    let mut hidden = once & !twice & !fixed;
    if hidden == 0 {
        return Ok(());
    }
    for &cell in cells {
        let here = state.masks[cell as usize] & hidden;
        if here != 0 {
            // Two digits with this as their only place.
            if !here.is_power_of_two() {
                return Err(Dead);
            }
            state.restrict(network, cell, here)?;
            hidden ^= here;
        }
    }
    Ok(())
}
