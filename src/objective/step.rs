//! What all scores of an objective have in common.

use super::Objective;

impl Objective {
    /// All scores differ by multiples of this, which is at least 1.
    pub(crate) fn step(&self) -> i64 {
        let mut divisor = 0;
        for cell in self.geometry.cells() {
            let mut values = self.geometry.digits().map(|digit| self.value(cell, digit));
            let first = values.next().unwrap_or(0);
            for value in values {
                divisor = greatest_common_divisor(divisor, value.abs_diff(first));
            }
        }
        i64::try_from(divisor).unwrap_or(1).max(1)
    }
}

/// The greatest common divisor; that of a number and 0 is the number.
pub(crate) fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Geometry;

    #[test]
    fn scores_differ_by_the_common_divisor_of_digits_in_a_cell() {
        let of = |weights: Vec<i64>| {
            let objective = Objective::new(Geometry::CLASSIC, weights).unwrap();
            objective.step()
        };
        assert_eq!(of(vec![0; 81]), 1);
        assert_eq!(of((6..87).collect()), 1);
        assert_eq!(of((0..81).map(|cell| 15 * (cell % 2) - 6).collect()), 3);
    }
}
