//! How many places each digit has in a house, all digits in one word.

use super::Small;
use super::network::small_digits;

/// Bits of a digit's number.
const LANE: u32 = u128::BITS / Small::BITS;

/// One in each lane.
const ONES: u128 = u128::MAX / ((1 << LANE) - 1);

/// What placed digits count in addition, so that they never look like digits with a last
/// place. Lanes hold that and all cells of a house.
const PLACED: u128 = 64;

/// By digit the number of its places.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Places(u128);

/// Digits as ones in their lanes.
#[derive(Clone, Copy)]
pub(super) struct Lanes(u128);

impl Places {
    /// A cell has these candidates.
    pub fn add(&mut self, digits: Lanes) {
        self.0 += digits.0;
    }

    /// A cell loses these candidates. Whether one of them has one place left, or none.
    #[inline]
    pub fn lose(&mut self, digits: Lanes) -> bool {
        self.0 -= digits.0;
        // In the highest bit of each lane: halved, the number is 0.
        let halves = self.0 >> 1 & !(ONES << (LANE - 1));
        let few = !(halves + !(ONES << (LANE - 1)));
        few & digits.0 << (LANE - 1) != 0
    }

    /// The digits with two places.
    pub fn with_two_places(self) -> Small {
        let high = ONES << (LANE - 1);
        // No lane carries, because none counts as far as its highest bit.
        let others = (self.0 ^ (2 * ONES)) + (high - ONES);
        let mut lanes = !others & high;
        let mut digits = 0;
        while lanes != 0 {
            digits |= 1 << (lanes.trailing_zeros() / LANE);
            lanes &= lanes - 1;
        }
        digits
    }

    /// These digits are placed, and may lose all other places.
    pub fn place(&mut self, digits: Lanes) {
        self.0 += digits.0 * PLACED;
    }
}

/// The lanes of eight digits, by mask.
#[derive(Clone, Debug)]
pub(super) struct LaneTable([u64; 256]);

impl LaneTable {
    pub fn new() -> LaneTable {
        LaneTable(std::array::from_fn(|mask| {
            small_digits(mask as Small)
                .map(|digit| 1 << (LANE * digit))
                .sum()
        }))
    }

    /// A mask's digits.
    #[inline]
    pub fn of(&self, mask: Small) -> Lanes {
        let [low, high] = mask.to_le_bytes();
        Lanes(u128::from(self.0[low as usize]) | u128::from(self.0[high as usize]) << 64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_with_two_places_are_found_if_they_are_not_placed() {
        let table = LaneTable::new();
        let mut places = Places::default();
        // As many places as the digit's index.
        for cell in 0..Small::BITS {
            places.add(table.of(Small::MAX << cell << 1));
        }
        assert_eq!(places.with_two_places(), 1 << 2);
        places.lose(table.of(1 << 3 | 1 << 15));
        assert_eq!(places.with_two_places(), 1 << 2 | 1 << 3);
        places.place(table.of(1 << 2));
        assert_eq!(places.with_two_places(), 1 << 3);
    }

    #[test]
    fn last_places_are_seen_and_placed_digits_are_not() {
        let table = LaneTable::new();
        let all = Small::MAX;
        for digit in 0..Small::BITS {
            let bit: Small = 1 << digit;
            let mut places = Places::default();
            (0..Small::BITS).for_each(|_| places.add(table.of(all)));
            let mut placed = places;
            placed.place(table.of(bit));
            for left in (0..Small::BITS).rev() {
                assert_eq!(places.lose(table.of(bit)), left <= 1, "{digit} {left}");
                assert!(!placed.lose(table.of(bit)), "{digit} {left}");
                // The other digits have lost nothing.
                places.add(table.of(all & !bit));
                assert!(!places.lose(table.of(all & !bit)), "{digit} {left}");
            }
        }
    }
}
