//! How many puzzles go into a block where some may take long: those that its search leaves
//! open are answered one after the other by one worker, while others may have nothing to do.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum number of puzzles that are answered together if some may take long.
const FEW: usize = 64;

/// The size of the next block: it grows as long as all puzzles of a block are answered together,
/// and falls back to 1 otherwise.
pub struct Pace {
    now: AtomicUsize,
    most: usize,
}

impl Pace {
    /// Always the same number.
    pub fn fixed(number: usize) -> Pace {
        Pace {
            now: AtomicUsize::new(number),
            most: number,
        }
    }

    /// Single puzzles at first.
    pub fn careful() -> Pace {
        Pace {
            now: AtomicUsize::new(1),
            most: FEW,
        }
    }

    /// The number now.
    pub fn now(&self) -> usize {
        self.now.load(Ordering::Relaxed)
    }

    /// A block of this many puzzles is done; whether all of them were answered together.
    pub fn learn(&self, count: usize, is_answered: bool) {
        let now = match is_answered {
            true => self.now().max(count.saturating_mul(2)),
            false => 1,
        };
        self.now.store(now.min(self.most), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_grow_while_all_of_their_puzzles_are_answered() {
        let pace = Pace::careful();
        assert_eq!(pace.now(), 1);
        let sizes: Vec<usize> = (0..8)
            .map(|_| {
                pace.learn(pace.now(), true);
                pace.now()
            })
            .collect();
        assert_eq!(sizes, [2, 4, 8, 16, 32, 64, 64, 64]);
        // A late answer from a small block changes nothing.
        pace.learn(2, true);
        assert_eq!(pace.now(), 64);
        pace.learn(64, false);
        assert_eq!(pace.now(), 1);
    }

    #[test]
    fn a_fixed_number_stays() {
        for number in [1, usize::MAX] {
            let pace = Pace::fixed(number);
            pace.learn(1, true);
            assert_eq!(pace.now(), number);
        }
    }
}
