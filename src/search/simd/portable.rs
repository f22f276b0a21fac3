//! Lanes for processors without an implementation of their own: arrays that the compiler
//! turns into whatever vectors there are.

use super::{Lanes, MAX_LANES, RANK_SHIFT};

const COUNT: usize = 16;

/// Sixteen lanes in an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Portable([u16; COUNT]);

impl Portable {
    #[inline(always)]
    fn each(self, other: Portable, of: impl Fn(u16, u16) -> u16) -> Portable {
        let mut out = self;
        for (mine, theirs) in out.0.iter_mut().zip(other.0) {
            *mine = of(*mine, theirs);
        }
        out
    }
}

/// Operations on two vectors, lane by lane.
macro_rules! pairwise {
    ($($name:ident = $of:expr;)*) => { $(
        #[inline(always)]
        fn $name(self, other: Portable) -> Portable {
            self.each(other, $of)
        }
    )* };
}

// SAFETY: it needs no instructions of its own.
#[allow(unsafe_code)]
unsafe impl Lanes for Portable {
    const COUNT: usize = COUNT;
    /// All ones in the lanes that are chosen.
    type Mask = Portable;
    type Index = [u16; COUNT];

    #[inline(always)]
    fn splat(value: u16) -> Portable {
        Portable([value; COUNT])
    }

    #[inline(always)]
    fn load(from: &[u16]) -> Portable {
        let mut lanes = [0; COUNT];
        lanes.copy_from_slice(&from[..COUNT]);
        Portable(lanes)
    }

    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        to[..COUNT].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn load_pairs(from: &[u8]) -> Portable {
        let (pairs, _) = from.as_chunks::<2>();
        let mut lanes = [0; COUNT];
        for (lane, pair) in lanes.iter_mut().zip(&pairs[..COUNT]) {
            *lane = u16::from_le_bytes(*pair);
        }
        Portable(lanes)
    }

    #[inline(always)]
    fn store_pairs(self, to: &mut [u8]) {
        let (pairs, _) = to.as_chunks_mut::<2>();
        for (pair, lane) in pairs[..COUNT].iter_mut().zip(self.0) {
            *pair = lane.to_le_bytes();
        }
    }

    pairwise! {
        or = |a, b| a | b;
        and = |a, b| a & b;
        without = |a, b| a & !b;
        add = u16::wrapping_add;
        sub = u16::wrapping_sub;
        min = u16::min;
        max = u16::max;
        add_saturating = |a, b| (a as i16).saturating_add(b as i16) as u16;
        max_signed = |a, b| (a as i16).max(b as i16) as u16;
        equal = |a, b| if a == b { u16::MAX } else { 0 };
    }

    #[inline(always)]
    fn to_high_byte(self) -> Portable {
        self.each(self, |a, _| a << 8)
    }

    #[inline(always)]
    fn to_rank(self) -> Portable {
        self.each(self, |a, _| a << RANK_SHIFT)
    }

    #[inline(always)]
    fn look_up(self, table: &[u16; 16]) -> (Portable, Portable) {
        let entry = |byte: u16| table[usize::from(byte & 15)];
        let (lower, upper) = (self.0.map(entry), self.0.map(|number| entry(number >> 8)));
        (Portable(lower), Portable(upper))
    }

    #[inline(always)]
    fn mask(bits: u32) -> Portable {
        let mut mask = Portable::splat(0);
        for (lane, chosen) in mask.0.iter_mut().enumerate() {
            *chosen = if bits >> lane & 1 == 1 { u16::MAX } else { 0 };
        }
        mask
    }

    #[inline(always)]
    fn bits(mask: Portable) -> u32 {
        let mut bits = 0;
        for (lane, chosen) in mask.0.iter().enumerate() {
            bits |= u32::from(chosen & 1) << lane;
        }
        bits
    }

    #[inline(always)]
    fn select(self, mask: Portable, other: Portable) -> Portable {
        self.and(mask).or(other.without(mask))
    }

    #[inline(always)]
    fn index(from: &[u16]) -> [u16; COUNT] {
        Portable::load(from).0
    }

    #[inline(always)]
    fn permute(self, index: [u16; COUNT]) -> Portable {
        let mut out = self;
        for (lane, from) in index.iter().enumerate() {
            out.0[lane] = self.0[usize::from(*from) % COUNT];
        }
        out
    }

    #[inline(always)]
    fn transpose(square: &mut [Portable; MAX_LANES]) {
        for i in 0..COUNT {
            for j in 0..i {
                let upper = square[j].0[i];
                square[j].0[i] = square[i].0[j];
                square[i].0[j] = upper;
            }
        }
    }
}
