//! Which candidates a solution must hold to count, if not all solutions do; shared by several
//! threads.

use super::super::store::digits;
use crate::rules::Mask;
use std::sync::atomic::{AtomicU64, Ordering};

/// By cell the digits one of which each further solution must hold: ever fewer.
pub(super) struct Wanted(Vec<AtomicU64>);

impl Wanted {
    pub fn new(candidates: &[(u32, u32)], cells: usize) -> Wanted {
        Wanted(masks(candidates, cells).map(AtomicU64::new).collect())
    }

    /// Whether no candidate that is wanted is among these.
    pub fn has_none(&self, masks: &[Mask]) -> bool {
        let mut both = self.0.iter().zip(masks);
        both.all(|(wanted, mask)| wanted.load(Ordering::Relaxed) & mask == 0)
    }

    /// What a solution holds is wanted no more. Returns whether it held anything wanted.
    pub fn take(&self, masks: &[Mask]) -> bool {
        let both = self.0.iter().zip(masks);
        both.fold(false, |found, (wanted, mask)| {
            found | (wanted.fetch_and(!mask, Ordering::Relaxed) & mask != 0)
        })
    }

    /// Nothing but these candidates is wanted.
    pub fn keep_only(&self, candidates: &[(u32, u32)]) {
        for (wanted, mask) in self.0.iter().zip(masks(candidates, self.0.len())) {
            wanted.fetch_and(mask, Ordering::Relaxed);
        }
    }

    pub fn candidates(&self) -> Vec<(u32, u32)> {
        let cells = self.0.iter().enumerate();
        let candidates = cells.flat_map(|(cell, wanted)| {
            let wanted = digits(wanted.load(Ordering::Relaxed));
            wanted.map(move |digit| (cell as u32, digit))
        });
        candidates.collect()
    }
}

/// The candidates as a mask for each cell.
fn masks(candidates: &[(u32, u32)], cells: usize) -> impl Iterator<Item = Mask> + use<> {
    let mut masks: Vec<Mask> = vec![0; cells];
    for &(cell, digit) in candidates {
        masks[cell as usize] |= 1 << digit;
    }
    masks.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_solution_holds_is_wanted_no_more() {
        let wanted = Wanted::new(&[(0, 1), (1, 0), (1, 2)], 2);
        assert!(wanted.has_none(&[0b101, 0b010]));
        assert!(!wanted.has_none(&[0b101, 0b100]));
        assert!(wanted.take(&[0b001, 0b100]));
        assert!(!wanted.take(&[0b001, 0b100]));
        assert_eq!(wanted.candidates(), [(0, 1), (1, 0)]);
        wanted.keep_only(&[(1, 0), (1, 2)]);
        assert_eq!(wanted.candidates(), [(1, 0)]);
    }
}
