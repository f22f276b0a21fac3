//! Whether greedy descents pay, learned from the puzzles before.
//!
//! A descent counts two solutions of a puzzle that has many with the least work, and
//! is in vain on a proper one. Nothing that is known of a puzzle before its search
//! tells the two kinds apart; but puzzles come in kinds.

use std::sync::atomic::{AtomicI32, Ordering};

/// A saturating counter: positive where puzzles reached the limit.
#[derive(Default, Debug)]
pub struct Tendency(AtomicI32);

/// The largest magnitude.
const MOST: i32 = 64;

impl Tendency {
    /// Whether descents are to be made.
    #[inline(always)]
    pub fn favors_descent(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Learns whether a puzzle that had to be split reached the limit.
    #[inline(always)]
    pub fn learn(&self, reached_limit: bool) {
        // Threads that share it may lose a step.
        let step = if reached_limit { 2 } else { -1 };
        let next = (self.0.load(Ordering::Relaxed) + step).clamp(-MOST, MOST);
        self.0.store(next, Ordering::Relaxed);
    }
}
