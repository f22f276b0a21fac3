//! How far the values of an objective lie apart.

use super::Objective;

impl Objective {
    /// The largest difference between digits of one cell, in multiples of the greatest common
    /// divisor of all differences.
    pub(crate) fn spread(&self) -> u64 {
        let (mut divisor, mut most) = (0, 0);
        for cell in self.geometry.cells() {
            let mut values = self.geometry.digits().map(|digit| self.value(cell, digit));
            let first = values.next().unwrap_or(0);
            let (mut low, mut high) = (first, first);
            for value in values {
                divisor = greatest_common_divisor(divisor, value.abs_diff(first));
                (low, high) = (low.min(value), high.max(value));
            }
            most = most.max(high.abs_diff(low));
        }
        most / divisor.max(1)
    }
}

/// The greatest common divisor; that of a number and 0 is the number.
pub(crate) fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
