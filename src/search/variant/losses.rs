//! A limit on how far solutions may fall short of an upper bound on their scores.

use super::store::{Alive, Dead, Store, digits};
use crate::rules::Mask;

/// Digits lose different amounts, whose sum is limited.
#[derive(Clone, Debug)]
pub(super) struct Losses {
    cells: Vec<u32>,
    /// By place and by digit.
    of: Vec<Vec<i64>>,
    most: i64,
}

impl Losses {
    /// What each digit of each cell loses, which is no less than 0; each cell occurs once.
    pub fn new(cells: Vec<u32>, of: Vec<Vec<i64>>, most: i64) -> Losses {
        Losses { cells, of, most }
    }

    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The least that one of these digits loses; what nothing can lose if there are none.
    fn least(&self, place: usize, mask: Mask) -> i64 {
        let losses = digits(mask).map(|digit| self.of[place][digit as usize]);
        losses.min().unwrap_or(i64::MAX)
    }

    /// What is left for others if each cell loses as little as it can.
    ///
    /// # Errors
    /// It is too much already.
    fn spare(&self, masks: impl Fn(usize) -> Mask) -> Result<i64, Dead> {
        let least = (0..self.cells.len()).map(|place| self.least(place, masks(place)));
        let lost = least.fold(0, i64::saturating_add);
        match lost > self.most {
            true => Err(Dead),
            false => Ok(self.most - lost),
        }
    }

    /// Removes the digits that lose too much.
    pub fn propagate(&self, store: &mut Store) -> Alive {
        let spare = self.spare(|place| store.mask(self.cells[place]))?;
        for (place, &cell) in self.cells.iter().enumerate() {
            let mask = store.mask(cell);
            if mask.is_power_of_two() {
                continue;
            }
            let most = self.least(place, mask).saturating_add(spare);
            let removed = digits(mask).filter(|&digit| self.of[place][digit as usize] > most);
            let removed = removed.fold(0, |removed, digit| removed | 1 << digit);
            store.remove(cell, removed)?;
        }
        Ok(())
    }

    /// Puts candidates of `most` back into `now`, both by place, while the cells lose too much:
    /// those of the first places in `order` first. False, and nothing put back, if they do not.
    pub fn loosen(&self, now: &mut [Mask], most: &[Mask], order: &[usize]) -> bool {
        let lost = (0..now.len()).map(|place| i128::from(self.least(place, now[place])));
        let mut excess = lost.sum::<i128>() - i128::from(self.most);
        if excess <= 0 {
            return false;
        }
        for &place in order {
            let before = i128::from(self.least(place, now[place]));
            let gain = |digit: u32| before - i128::from(self.of[place][digit as usize]);
            let back = digits(most[place] & !now[place]).filter(|&digit| gain(digit) < excess);
            let (mask, gained) = back.fold((0, 0), |(mask, most), digit| {
                (mask | 1 << digit, most.max(gain(digit)))
            });
            now[place] |= mask;
            excess -= gained;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn losses(most: i64) -> Losses {
        let of = vec![vec![0, 2, 5], vec![3, 0, 1], vec![0, 0, 4]];
        Losses::new(vec![4, 0, 2], of, most)
    }

    fn propagated(masks: [Mask; 5], most: i64) -> Result<Vec<Mask>, Dead> {
        let mut store = Store::new(masks.to_vec());
        losses(most).propagate(&mut store)?;
        Ok(store.masks().to_vec())
    }

    #[test]
    fn what_loses_too_much_is_removed() {
        let all = [0b111; 5];
        assert_eq!(propagated(all, 5).unwrap(), all);
        assert_eq!(
            propagated(all, 3).unwrap(),
            [0b111, 0b111, 0b011, 0b111, 0b011]
        );
        assert_eq!(
            propagated(all, 0).unwrap(),
            [0b010, 0b111, 0b011, 0b111, 0b001]
        );
        // The first of these cells loses 1 at least.
        let less = [0b101, 0b111, 0b111, 0b111, 0b111];
        assert_eq!(
            propagated(less, 2).unwrap(),
            [0b100, 0b111, 0b011, 0b111, 0b001]
        );
        assert_eq!(propagated(less, 0), Err(Dead));
    }

    #[test]
    fn candidates_come_back_while_too_much_is_lost() {
        let now = [0b100, 0b001, 0b100];
        let all = [0b111; 3];
        let loosened = |most: i64, order: &[usize]| {
            let mut now = now;
            losses(most).loosen(&mut now, &all, order).then_some(now)
        };
        assert_eq!(loosened(12, &[0, 1, 2]), None);
        assert_eq!(loosened(11, &[0, 1, 2]), Some(now));
        assert_eq!(loosened(8, &[0, 1, 2]), Some([0b110, 0b001, 0b100]));
        assert_eq!(loosened(8, &[1, 0, 2]), Some([0b100, 0b111, 0b100]));
        assert_eq!(loosened(3, &[2, 0, 1]), Some([0b110, 0b001, 0b111]));
    }
}
