//! Sets of digits as bits: bit `d − 1` of the words stands for the digit `d`.

/// A set of up to `64·W` digits, by their 0-based indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mask<const W: usize>([u64; W]);

impl<const W: usize> Mask<W> {
    /// The empty set.
    pub const EMPTY: Mask<W> = Mask([0; W]);

    /// The first `count` digits.
    pub fn first_n(count: usize) -> Mask<W> {
        let mut mask = Mask::EMPTY;
        for index in 0..count {
            mask.insert(index);
        }
        mask
    }

    /// Whether the digit is in the set.
    pub fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Puts the digit in.
    pub fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Takes the digit out.
    pub fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// The smallest digit in the set.
    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// The digits of both.
    pub fn union(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|k| self.0[k] | other.0[k]))
    }

    /// The digits that both have.
    pub fn intersection(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|k| self.0[k] & other.0[k]))
    }

    /// The digits that the other lacks.
    pub fn minus(self, other: Mask<W>) -> Mask<W> {
        Mask(std::array::from_fn(|k| self.0[k] & !other.0[k]))
    }

    /// Whether there is no digit.
    pub fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The digits from the smallest.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)))
                .take_while(|bits| *bits != 0)
                .map(move |bits| word * 64 + bits.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_hold_what_was_put_in() {
        let mut mask: Mask<4> = Mask::first_n(130);
        assert_eq!(
            mask.iter().collect::<Vec<_>>(),
            (0..130).collect::<Vec<_>>()
        );
        for index in 0..128 {
            mask.remove(index);
        }
        assert_eq!(mask.iter().collect::<Vec<_>>(), [128, 129]);
        assert_eq!(mask.first(), Some(128));
        assert!(mask.contains(129) && !mask.contains(127));
        assert_eq!(Mask::<4>::EMPTY.first(), None);
    }
}
