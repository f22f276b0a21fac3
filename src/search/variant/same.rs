//! Two lists of cells that hold the same digits, each as often.

use super::peers::Peers;
use super::store::{Alive, Dead, Store, digits};
use crate::rules::Mask;

/// Two lists of as many cells, with none in common.
#[derive(Clone, Debug)]
pub(super) struct Same {
    pub sides: [Vec<u32>; 2],
    /// The digits of the board.
    pub all: Mask,
}

impl Same {
    pub fn propagate(&self, peers: &Peers, store: &mut Store) -> Alive {
        for (side, other) in [(0, 1), (1, 0)] {
            for &cell in &self.sides[side] {
                // Its digit is on the other side, in a cell that need not differ.
                let equals = self.sides[other].iter();
                let equals = equals.filter(|&&other| !peers.are(cell, other));
                let mask = equals.fold(0, |mask, &other| mask | store.mask(other));
                store.restrict(cell, mask)?;
            }
        }
        self.count(store)
    }

    /// Each digit is as often on both sides.
    fn count(&self, store: &mut Store) -> Alive {
        for digit in digits(self.all) {
            let bit = 1 << digit;
            let bounds = [0, 1].map(|side| {
                let masks = self.sides[side].iter().map(|&cell| store.mask(cell));
                masks.fold((0, 0), |(least, most), mask| {
                    let fixed = u32::from(mask == bit);
                    (least + fixed, most + u32::from(mask & bit != 0))
                })
            });
            let least = bounds[0].0.max(bounds[1].0);
            let most = bounds[0].1.min(bounds[1].1);
            if least > most {
                return Err(Dead);
            }
            for (side, (fixed, possible)) in self.sides.iter().zip(bounds) {
                if fixed == possible {
                    continue;
                }
                let open = side.iter().filter(|&&cell| store.mask(cell) & bit != 0);
                let open: Vec<u32> = open.copied().collect();
                if least == possible {
                    open.iter()
                        .try_for_each(|&cell| store.restrict(cell, bit))?;
                } else if most == fixed {
                    let rest = open.iter().filter(|&&cell| store.mask(cell) != bit);
                    let rest: Vec<u32> = rest.copied().collect();
                    rest.iter().try_for_each(|&cell| store.remove(cell, bit))?;
                }
            }
        }
        Ok(())
    }
}
