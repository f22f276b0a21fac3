//! The candidates of four cells in a word, each in a lane.

use super::super::{MOST_DIGITS, Small};

/// Bits of the candidates of a cell.
pub const LANE: u32 = Small::BITS;

/// Cells in a word.
pub const LANES: usize = (u64::BITS / LANE) as usize;

/// Words of the largest cage.
pub const MOST_WORDS: usize = MOST_DIGITS / LANES;

/// The lowest bit of each lane.
const ONES: u64 = u64::MAX / ((1 << LANE) - 1);

/// The highest bit of each lane.
const HIGH: u64 = ONES << (LANE - 1);

/// The highest bit of each lane that is not 0.
fn nonzero(word: u64) -> u64 {
    (((word & !HIGH) + !HIGH) | word) & HIGH
}

/// All bits of each lane whose highest bit is given.
fn filled(high: u64) -> u64 {
    let ones = high >> (LANE - 1);
    (ones << LANE).wrapping_sub(ones)
}

/// The digits of the cells that have only one.
pub fn fixed_digits<const W: usize>(masks: [u64; W]) -> Small {
    let fixed = masks.map(|word| {
        let several = word & word.wrapping_sub(nonzero(word) >> (LANE - 1));
        word & !filled(nonzero(several))
    });
    fold(fixed.into_iter().fold(0, |all, word| all | word))
}

/// What is in any lane.
fn fold(word: u64) -> Small {
    let half = word | word >> (2 * LANE);
    (half | half >> LANE) as Small
}

/// The cells that may hold the digit, as bits.
pub fn places_of(digit: u32, masks: &[u64]) -> usize {
    let words = masks.iter().enumerate();
    words.fold(0, |places, (index, word)| {
        places | lane_bits(word >> digit) << (LANES * index)
    })
}

/// The lowest bits of the lanes, side by side.
fn lane_bits(word: u64) -> usize {
    const GATHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;
    ((word & ONES).wrapping_mul(GATHER) >> 48 & 0xf) as usize
}

/// The candidates of the cells of a cage.
pub struct PackedCells<const W: usize> {
    /// Cells that the cage does not have may hold nothing.
    masks: [u64; W],
    /// Of these, the digits with one place among the cells.
    singles: [u64; W],
    /// The highest bits of the lanes of cells.
    cells: [u64; W],
    pub union: Small,
}

impl<const W: usize> PackedCells<W> {
    pub fn new(masks: [u64; W], count: usize) -> PackedCells<W> {
        let (mut once, mut twice) = (0, 0);
        for word in masks {
            twice |= once & word;
            once |= word;
        }
        for shift in [2 * LANE, LANE] {
            let other = once >> shift;
            twice |= twice >> shift | once & other;
            once |= other;
        }
        let several = u64::from(twice as Small) * ONES;
        let cells = std::array::from_fn(|word| {
            let left = count.saturating_sub(LANES * word);
            match left < LANES {
                true => HIGH & !(u64::MAX << (LANE as usize * left)),
                false => HIGH,
            }
        });
        PackedCells {
            masks,
            singles: masks.map(|mask| mask & !several),
            cells,
            union: once as Small,
        }
    }

    /// Adds the digits of a set that the cells may hold to `allowed`; false if they cannot
    /// hold it. A digit with one place leaves nothing else there.
    pub fn take(&self, set: Small, allowed: &mut [u64; W]) -> bool {
        let set = u64::from(set) * ONES;
        let mut taken = [0; W];
        let mut failed = 0;
        let words = self.masks.iter().zip(&self.singles).zip(&self.cells);
        for (taken, ((masks, singles), cells)) in taken.iter_mut().zip(words) {
            let (all, single) = (masks & set, singles & set);
            let has_single = nonzero(single);
            failed |= cells & !nonzero(all);
            failed |= single & single.wrapping_sub(has_single >> (LANE - 1));
            *taken = all & (single | !filled(has_single));
        }
        if failed == 0 {
            for (allowed, taken) in allowed.iter_mut().zip(taken) {
                *allowed |= taken;
            }
        }
        failed == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// What [`PackedCells::take`] adds, cell by cell.
    fn taken(cells: &[Small], set: Small) -> Option<Vec<Small>> {
        let places = |digit: Small| cells.iter().filter(|&&mask| mask & digit != 0).count();
        let digits = (0..Small::BITS).map(|digit| 1 << digit & set);
        let singles: Small = digits.filter(|&digit| places(digit) == 1).sum();
        let taken = cells.iter().map(|&mask| match mask & singles {
            0 if mask & set == 0 => None,
            0 => Some(mask & set),
            single if single.is_power_of_two() => Some(single),
            _ => None,
        });
        taken.collect()
    }

    fn packed<const W: usize>(cells: &[Small]) -> [u64; W] {
        let mut words = [0; W];
        for (place, &mask) in cells.iter().enumerate() {
            words[place / LANES] |= u64::from(mask) << (LANE * (place % LANES) as u32);
        }
        words
    }

    fn agrees<const W: usize>(random: &mut ChaCha8Rng) {
        let count = random.random_range(1..=LANES * W);
        let candidate = |random: &mut ChaCha8Rng| match random.random_range(0..3) {
            0 => 1 << random.random_range(0..Small::BITS),
            1 => random.random::<Small>() & random.random::<Small>(),
            _ => random.random(),
        };
        let cells: Vec<Small> = (0..count).map(|_| candidate(random).max(1)).collect();
        let set = candidate(random);
        let words = packed::<W>(&cells);
        let all = PackedCells::new(words, count);
        assert_eq!(all.union, cells.iter().fold(0, |all, mask| all | mask));
        let mut allowed = [0; W];
        let was_taken = all.take(set, &mut allowed);
        let expected = taken(&cells, set);
        assert_eq!(was_taken, expected.is_some(), "{cells:x?} {set:x}");
        assert_eq!(
            allowed,
            packed(&expected.unwrap_or_default()),
            "{cells:x?} {set:x}"
        );
        let fixed = cells.iter().filter(|mask| mask.is_power_of_two());
        assert_eq!(fixed_digits(words), fixed.fold(0, |all, mask| all | mask));
        for digit in 0..Small::BITS {
            let place = |(place, mask): (usize, &Small)| usize::from(mask >> digit & 1) << place;
            let places: usize = cells.iter().enumerate().map(place).sum();
            assert_eq!(places_of(digit, &words), places, "{cells:x?} {digit}");
        }
    }

    #[test]
    fn packed_cells_hold_what_single_ones_do() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..20_000 {
            agrees::<1>(&mut random);
            agrees::<2>(&mut random);
            agrees::<MOST_WORDS>(&mut random);
        }
    }
}
