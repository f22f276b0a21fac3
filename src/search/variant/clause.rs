//! At least one of some cells holds one of its digits.

use super::store::{Alive, Dead, Store};
use crate::rules::Mask;

/// Fixes the last option that is left.
pub(super) fn some(options: &[(u32, Mask)], store: &mut Store) -> Alive {
    let mut open = None;
    for &(cell, mask) in options {
        let held = store.mask(cell);
        if held & !mask == 0 {
            return Ok(());
        }
        if held & mask != 0 {
            match open {
                // Two options in one cell are one.
                Some((other, digits)) if other == cell => open = Some((cell, digits | mask)),
                Some(_) => return Ok(()),
                None => open = Some((cell, mask)),
            }
        }
    }
    let (cell, mask) = open.ok_or(Dead)?;
    store.restrict(cell, mask)
}
