//! How many places each digit has in a house, a few bits for each digit.

use super::network::small_digits;
use super::{MOST_DIGITS, Small};

/// Bits of a digit's number.
const LANE: u32 = 7;

/// Digits in a word.
const LANES: u32 = u64::BITS / LANE;

/// One in each lane.
const ONES: u64 = ones();

/// The highest bit of each lane: no number counts as far.
const HIGH: u64 = ONES << (LANE - 1);

/// What placed digits count in addition, so that they never look like digits with a last
/// place. A house has at most as many cells as there are digits.
const PLACED: u64 = 32;
const _: () = assert!(MOST_DIGITS < PLACED as usize && MOST_DIGITS as u32 <= 2 * LANES);

/// By digit the number of its places; the first word has all digits of usual boards.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Places([u64; 2]);

/// Digits as ones in their lanes.
#[derive(Clone, Copy)]
pub(super) struct Lanes([u64; 2]);

impl Places {
    /// A cell has these candidates.
    pub fn add(&mut self, digits: Lanes) {
        for (word, digits) in self.0.iter_mut().zip(digits.0) {
            *word += digits;
        }
    }

    /// A cell loses these candidates. Whether one of them has one place left, or none.
    #[inline]
    pub fn lose(&mut self, digits: Lanes) -> bool {
        let [first, second] = &mut self.0;
        let mut few = lose(first, digits.0[0]);
        if digits.0[1] != 0 {
            few |= lose(second, digits.0[1]);
        }
        few != 0
    }

    /// The digits with two places.
    pub fn with_two_places(self) -> Small {
        let [first, second] = self.0.map(with_two_places);
        first | second << LANES
    }

    /// These digits are placed, and may lose all other places.
    pub fn place(&mut self, digits: Lanes) {
        for (word, digits) in self.0.iter_mut().zip(digits.0) {
            *word += digits * PLACED;
        }
    }
}

/// The highest bits of the lanes of these digits that have one place left, or none.
#[inline]
fn lose(word: &mut u64, digits: u64) -> u64 {
    *word -= digits;
    // Halved, such a number is 0.
    let halves = *word >> 1 & !HIGH;
    !(halves + (HIGH - ONES)) & digits << (LANE - 1)
}

fn with_two_places(word: u64) -> Small {
    // No lane carries, because none counts as far as its highest bit.
    let others = (word ^ (2 * ONES)) + (HIGH - ONES);
    let mut lanes = !others & HIGH;
    let mut digits = 0;
    while lanes != 0 {
        digits |= 1 << (lanes.trailing_zeros() / LANE);
        lanes &= lanes - 1;
    }
    digits
}

const fn ones() -> u64 {
    let (mut word, mut digit) = (0, 0);
    while digit < LANES {
        word |= 1 << (LANE * digit);
        digit += 1;
    }
    word
}

/// The lanes of the digits of each word, by mask.
#[derive(Clone, Debug)]
pub(super) struct LaneTable(Box<[u64; 1 << LANES]>);

impl LaneTable {
    pub fn new() -> LaneTable {
        LaneTable(Box::new(std::array::from_fn(|mask| {
            small_digits(mask as Small)
                .map(|digit| 1 << (LANE * digit))
                .sum()
        })))
    }

    /// A mask's digits.
    #[inline]
    pub fn of(&self, mask: Small) -> Lanes {
        let (low, high) = (mask as usize % (1 << LANES), mask as usize >> LANES);
        Lanes([self.0[low], self.0[high]])
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
