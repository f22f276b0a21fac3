//! Bounds for the sum of different numbers below 16, with all counts in a word.

use super::Share;
use crate::rules::Mask;

/// Numbers are below this, and a group has fewer cells: counts take four bits each.
const LIMIT: usize = 16;

/// How many cells of a group have each number as their smallest candidate, four bits for
/// each number, and as their greatest, counted from 15 downwards.
#[derive(Clone, Copy)]
pub(super) struct Packed {
    lows: u64,
    highs: u64,
    count: u32,
}

impl Packed {
    /// Cells with these candidates; `None` if a number or the count is too large.
    pub fn of(masks: impl Iterator<Item = Mask>) -> Option<Packed> {
        let mut all = Packed {
            lows: 0,
            highs: 0,
            count: 0,
        };
        let mut union = 0;
        for mask in masks {
            union |= mask;
            let (low, high) = ends(mask);
            all.lows = all.lows.wrapping_add(low);
            all.highs = all.highs.wrapping_add(high);
            all.count += 1;
        }
        (union >> LIMIT == 0 && all.count < LIMIT as u32).then_some(all)
    }

    /// Without the cell that has these candidates.
    pub fn without(self, mask: Mask) -> Packed {
        let (low, high) = ends(mask);
        Packed {
            lows: self.lows - low,
            highs: self.highs - high,
            count: self.count - 1,
        }
    }

    /// With one more cell; the count stays below the limit.
    pub fn with(self, mask: Mask) -> Packed {
        let (low, high) = ends(mask);
        Packed {
            lows: self.lows + low,
            highs: self.highs + high,
            count: self.count + 1,
        }
    }

    /// What the cells, times a coefficient, can add up to.
    pub fn share(self, times: i64) -> Share {
        let low = spread(self.lows, self.count);
        let high = i64::from(self.count) * (LIMIT as i64 - 1) - spread(self.highs, self.count);
        Share::of(low, high, times)
    }
}

/// A cell in both counts. A number that is too large gives anything.
fn ends(mask: Mask) -> (u64, u64) {
    let low = mask.trailing_zeros();
    let high = mask.leading_zeros().wrapping_sub(Mask::BITS - LIMIT as u32);
    (
        1u64.wrapping_shl(4 * low),
        1u64.wrapping_shl(4 * (high & 15)),
    )
}

/// The least sum of this many different numbers that start there.
fn spread(starts: u64, mut left: u32) -> i64 {
    if left == 1 {
        return i64::from(starts.trailing_zeros() / 4);
    }
    let (mut sum, mut waiting) = (0, 0);
    let (mut starts, mut next) = (starts, 0);
    while left > 0 {
        if waiting == 0 {
            let gap = starts.trailing_zeros() / 4;
            starts >>= 4 * gap;
            next += i64::from(gap);
        }
        waiting += starts as u32 & 15;
        starts >>= 4;
        sum += next;
        next += 1;
        waiting -= 1;
        left -= 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::variant::peers::Peers;
    use crate::search::variant::sum::Sum;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn bounds_in_a_word_are_those_of_tables() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..2000 {
            let count = rng.random_range(1..=9);
            let mut peers = Peers::new(count);
            let cells: Vec<u32> = (0..count as u32).collect();
            peers.add_all(&cells);
            let times = [-2, -1, 1, 3][rng.random_range(0..4)];
            let terms: Vec<(u32, i64)> = cells.iter().map(|&cell| (cell, times)).collect();
            let sum = Sum::new(&terms, 20, &peers).expect("no overflow");
            let masks: Vec<Mask> = cells
                .iter()
                .map(|_| rng.random_range(1..1 << LIMIT))
                .collect();
            let packed = Packed::of(masks.iter().copied()).expect("few cells");
            let (whole, expected) = (packed.share(times), sum.share(0, count, usize::MAX, &masks));
            assert_eq!((whole.least, whole.most), (expected.least, expected.most));
            if count > 1 {
                let (rest, expected) = (packed.without(masks[0]), sum.share(0, count, 0, &masks));
                let rest = rest.share(times);
                assert_eq!((rest.least, rest.most), (expected.least, expected.most));
            }
        }
        assert!(Packed::of([1 << LIMIT].into_iter()).is_none());
        assert!(Packed::of([1; LIMIT].into_iter()).is_none());
    }
}
