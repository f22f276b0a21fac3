//! How far the values of an objective lie apart.

use super::Objective;

impl Objective {
    /// The largest difference between digits of one cell, in [steps](Objective::step).
    pub(crate) fn spread(&self) -> u64 {
        let differences = self.differences();
        differences.most / differences.divisor.max(1)
    }

    /// All scores differ by multiples of this, which is at least 1.
    pub(crate) fn step(&self) -> i64 {
        let divisor = self.differences().divisor;
        i64::try_from(divisor).unwrap_or(1).max(1)
    }

    fn differences(&self) -> Differences {
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
        Differences { divisor, most }
    }
}

/// The differences between digits of the same cell.
struct Differences {
    /// Their greatest common divisor; 0 if there are none.
    divisor: u64,
    most: u64,
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
    fn digits_lie_apart_by_the_largest_weight_in_steps_of_the_divisor() {
        let of = |weights: Vec<i64>| {
            let objective = Objective::new(Geometry::CLASSIC, weights).unwrap();
            (objective.spread(), objective.step())
        };
        assert_eq!(of(vec![0; 81]), (0, 1));
        assert_eq!(of((6..87).collect()), (86 * 8, 1));
        assert_eq!(
            of((0..81).map(|cell| 15 * (cell % 2) - 6).collect()),
            (9 * 8 / 3, 3)
        );
    }
}
