//! The digit that has failed most often recently: cells that may hold it are decided first.

use super::{MOST_DIGITS, Small};

/// What a cell weighs more for each failure of the digit.
const HEAT: f64 = 1.5;

/// Failures from which a digit may be hot: few say little.
const LEAST: u32 = 16;

/// How often each digit was the last one that was placed before a failure, and which one fails
/// most, and much more than the one that fails least.
#[derive(Clone, Default, Debug)]
pub(super) struct Hot {
    failures: [u32; MOST_DIGITS],
    /// The hot digit; none if all are much alike.
    digit: Small,
    extra: f64,
}

impl Hot {
    /// Counts a failure.
    pub fn note(&mut self, digit: Small) {
        self.failures[digit.trailing_zeros() as usize] += 1;
        self.find();
    }

    /// Forgets most of what was counted: which digit fails changes soon.
    pub fn fade(&mut self) {
        self.failures.iter_mut().for_each(|failures| *failures /= 4);
        self.find();
    }

    /// What a cell with these candidates weighs more.
    #[inline]
    pub fn extra(&self, mask: Small) -> f64 {
        match mask & self.digit {
            0 => 0.0,
            _ => self.extra,
        }
    }

    fn find(&mut self) {
        let failed = self.failures.iter().filter(|&&failures| failures > 0);
        let fewest = failed.min().copied().unwrap_or(0);
        let (mut digit, mut most) = (0, 0);
        for (place, &failures) in self.failures.iter().enumerate() {
            if failures > most {
                (digit, most) = (1 << place, failures);
            }
        }
        let stands_out = most >= LEAST && 2 * most > 3 * fewest;
        self.digit = if stands_out { digit } else { 0 };
        self.extra = HEAT * f64::from(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_is_hot_while_it_fails_more_often_than_another() {
        let mut hot = Hot::default();
        let note = |hot: &mut Hot, digit, times| (0..times).for_each(|_| hot.note(digit));
        note(&mut hot, 0b001, LEAST);
        note(&mut hot, 0b100, LEAST * 3 / 2);
        assert_eq!(hot.extra(0b111), 0.0);
        note(&mut hot, 0b100, 1);
        assert_eq!(hot.extra(0b111), HEAT * f64::from(LEAST * 3 / 2 + 1));
        assert_eq!(hot.extra(0b011), 0.0);
        hot.fade();
        assert_eq!(hot.extra(0b111), 0.0);
    }
}
