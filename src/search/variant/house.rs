//! Cells that hold every digit: a digit with one place goes there, and one with few
//! places is removed from what all of these see.

use super::peers::Peers;
use super::store::{Alive, Dead, Store, digits};
use crate::rules::Mask;

/// Places from which the cells that all of them see are looked up.
const FEW_PLACES: usize = 4;

/// Fixes digits that have a single place. `all` are the digits of the board.
pub(super) fn hidden_singles(cells: &[u32], all: Mask, store: &mut Store) -> Alive {
    let (mut once, mut twice, mut fixed) = (0, 0, 0);
    for &cell in cells {
        let mask = store.mask(cell);
        twice |= once & mask;
        once |= mask;
        if mask.is_power_of_two() {
            fixed |= mask;
        }
    }
    if once != all {
        return Err(Dead);
    }
    let hidden = once & !twice & !fixed;
    if hidden == 0 {
        return Ok(());
    }
    for &cell in cells {
        let here = store.mask(cell) & hidden;
        if here != 0 {
            // Two digits with this as their only place.
            if !here.is_power_of_two() {
                return Err(Dead);
            }
            store.restrict(cell, here)?;
        }
    }
    Ok(())
}

/// Removes digits with few places from the cells that see all of these.
pub(super) fn pointing(cells: &[u32], peers: &Peers, store: &mut Store) -> Alive {
    let (mut once, mut twice) = (0, 0);
    for &cell in cells {
        let mask = store.mask(cell);
        twice |= once & mask;
        once |= mask;
    }
    point(cells, twice, peers, store)
}

/// Each of these digits is in one of the cells: removes it from what all of its places
/// see.
pub(super) fn point(cells: &[u32], candidates: Mask, peers: &Peers, store: &mut Store) -> Alive {
    for digit in digits(candidates) {
        let mut places = [0; FEW_PLACES];
        let mut count = 0;
        for &cell in cells {
            if store.mask(cell) >> digit & 1 == 1 {
                if count == places.len() {
                    count += 1;
                    break;
                }
                places[count] = cell;
                count += 1;
            }
        }
        match count {
            0 => return Err(Dead),
            1 => store.restrict(places[0], 1 << digit)?,
            _ if count <= places.len() => {
                peers.remove_common(places[..count].iter().copied(), 1 << digit, store)?;
            }
            _ => {}
        }
    }
    Ok(())
}
