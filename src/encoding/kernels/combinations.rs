//! The sets of digits that a cage can hold.

use crate::grid::Cell;
use crate::rules::{Kernel, Mask, members};

/// Cells that differ and add up to a total.
pub(super) struct Cage {
    /// The candidates of each cell.
    pub digits: Vec<Mask>,
    /// What they add up to.
    pub total: i64,
    /// The value of the digit with index 0.
    pub min: i64,
}

/// Whether one of the kernels makes all cells of a sum differ.
pub(super) fn is_cage(terms: &[(Cell, i64)], kernels: &[Kernel]) -> bool {
    kernels.iter().any(|kernel| match kernel {
        Kernel::Distinct(cells) => terms.iter().all(|(cell, _)| cells.contains(cell)),
        _ => false,
    })
}

/// The sets with one digit for each cell and the right total such that each cell can hold
/// some of the digits, and each digit has a cell. `None` if there are more than `most`.
pub(super) fn combinations(cage: &Cage, most: usize) -> Option<Vec<Mask>> {
    let union = cage.digits.iter().fold(0, |all, mask| all | mask);
    let digits: Vec<usize> = members(union).collect();
    let total = cage.total - cage.min * cage.digits.len() as i64;
    let mut search = Search {
        cage,
        digits,
        most,
        found: Vec::new(),
    };
    search
        .extend(0, 0, cage.digits.len(), total)
        .then_some(search.found)
}

struct Search<'c> {
    cage: &'c Cage,
    digits: Vec<usize>,
    most: usize,
    found: Vec<Mask>,
}

impl Search<'_> {
    /// Adds `count` digits from place `from` on that add up to `total`. Whether that was
    /// possible within the limit.
    fn extend(&mut self, from: usize, set: Mask, count: usize, total: i64) -> bool {
        if count == 0 {
            if total == 0 && self.fits(set) {
                self.found.push(set);
            }
            return self.found.len() <= self.most;
        }
        for place in from..self.digits.len() {
            let left = &self.digits[place..];
            if left.len() < count {
                return true;
            }
            let smallest: i64 = left[..count].iter().map(|&d| d as i64).sum();
            if smallest > total {
                return true;
            }
            let first = left[0];
            let others = left.iter().rev().take(count - 1);
            let largest: i64 = others.map(|&d| d as i64).sum::<i64>() + first as i64;
            if largest < total {
                continue;
            }
            if !self.extend(place + 1, set | 1 << first, count - 1, total - first as i64) {
                return false;
            }
        }
        true
    }

    fn fits(&self, set: Mask) -> bool {
        let places = &self.cage.digits;
        let reached = places.iter().fold(0, |all, mask| all | mask);
        reached & set == set && places.iter().all(|mask| mask & set != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(cells: usize, total: i64, digits: Mask, min: i64) -> usize {
        let digits = vec![digits; cells];
        let found = combinations(&Cage { digits, total, min }, 1000).unwrap();
        assert!(found.iter().all(|set| set.count_ones() as usize == cells));
        found.len()
    }

    #[test]
    fn killer_combinations_are_the_published_ones() {
        let nine = 0b1_1111_1111;
        let of_nine = [
            (2, 3, 1),
            (2, 10, 4),
            (3, 15, 8),
            (4, 20, 12),
            (5, 25, 12),
            (9, 45, 1),
        ];
        for (cells, total, expected) in of_nine {
            assert_eq!(count(cells, total, nine, 1), expected, "{cells} {total}");
        }
        assert_eq!(count(2, 18, nine, 1), 0);
        assert_eq!(count(2, 3, nine, 0), 2);
    }

    #[test]
    fn candidates_and_the_limit_count() {
        let digits = vec![0b0001, 0b1110];
        let found = combinations(
            &Cage {
                digits,
                total: 5,
                min: 1,
            },
            10,
        )
        .unwrap();
        assert_eq!(found, [0b1001]);
        let digits = vec![0b1_1111_1111; 4];
        assert_eq!(
            combinations(
                &Cage {
                    digits,
                    total: 20,
                    min: 1
                },
                11
            ),
            None
        );
    }
}
