//! Naked and hidden singles on candidate masks of 9×9.

use crate::search::dfs::tables::Tables;

/// A cell without candidates or a digit without places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction;

/// Settles singles until nothing moves.
pub fn propagate(tables: &Tables, candidates: &mut [u16; 81]) -> Result<(), Contradiction> {
    let mut placed = [false; 81];
    loop {
        let mut moved = false;
        for cell in 0..81 {
            let mask = candidates[cell];
            if mask == 0 {
                return Err(Contradiction);
            }
            if mask.is_power_of_two() && !placed[cell] {
                placed[cell] = true;
                moved |= clear_peers(tables, candidates, cell)?;
            }
        }
        if moved {
            continue;
        }
        for house in 0..27 {
            moved |= hidden(tables.cells_of(house), candidates)?;
        }
        if !moved {
            return Ok(());
        }
    }
}

fn clear_peers(
    tables: &Tables,
    candidates: &mut [u16; 81],
    cell: usize,
) -> Result<bool, Contradiction> {
    let mask = candidates[cell];
    let mut moved = false;
    for house in tables.houses_of[cell] {
        for &peer in tables.cells_of(house as usize) {
            let peer = peer as usize;
            if peer != cell && candidates[peer] & mask != 0 {
                candidates[peer] &= !mask;
                moved = true;
                if candidates[peer] == 0 {
                    return Err(Contradiction);
                }
            }
        }
    }
    Ok(moved)
}

/// Digits with one place in the house.
fn hidden(cells: &[u32], candidates: &mut [u16; 81]) -> Result<bool, Contradiction> {
    let (mut once, mut twice) = (0, 0);
    for &cell in cells {
        let mask = candidates[cell as usize];
        twice |= once & mask;
        once |= mask;
    }
    if once != 0x1FF {
        return Err(Contradiction);
    }
    let single = once & !twice;
    let mut moved = false;
    for &cell in cells {
        let mask = &mut candidates[cell as usize];
        let here = *mask & single;
        if here != 0 && here != *mask {
            if !here.is_power_of_two() {
                return Err(Contradiction);
            }
            *mask = here;
            moved = true;
        }
    }
    Ok(moved)
}
