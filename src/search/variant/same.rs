//! Two lists of cells that hold the same digits, each as often.

use super::peers::Peers;
use super::store::{Alive, Dead, Store, digits};
use crate::rules::{MAX_DIGITS, Mask};

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
        let counts = [0, 1].map(|side| Counts::new(&self.sides[side], store));
        for digit in digits(self.all) {
            let bit = 1 << digit;
            let bounds = counts.each_ref().map(|counts| counts.of(digit));
            let least = bounds[0].0.max(bounds[1].0);
            let most = bounds[0].1.min(bounds[1].1);
            if least > most {
                return Err(Dead);
            }
            for (side, (fixed, possible)) in self.sides.iter().zip(bounds) {
                if fixed == possible || least < possible && most > fixed {
                    continue;
                }
                for &cell in side {
                    let mask = store.mask(cell);
                    if least == possible && mask & bit != 0 {
                        store.restrict(cell, bit)?;
                    } else if most == fixed && mask != bit {
                        store.remove(cell, bit)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// By digit how many cells hold it, and how many have it as a candidate.
struct Counts {
    fixed: [u16; MAX_DIGITS],
    possible: [u16; MAX_DIGITS],
}

impl Counts {
    fn new(cells: &[u32], store: &Store) -> Counts {
        let mut counts = Counts {
            fixed: [0; MAX_DIGITS],
            possible: [0; MAX_DIGITS],
        };
        for &cell in cells {
            let mask = store.mask(cell);
            if mask.is_power_of_two() {
                counts.fixed[mask.trailing_zeros() as usize] += 1;
            }
            digits(mask).for_each(|digit| counts.possible[digit as usize] += 1);
        }
        counts
    }

    fn of(&self, digit: u32) -> (u16, u16) {
        (self.fixed[digit as usize], self.possible[digit as usize])
    }
}
