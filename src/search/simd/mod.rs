//! Vectors of 16-bit lanes, one implementation for each instruction set, and the choice
//! between them. The only module with `unsafe` code.
//!
//! ```text
//!             lane 0     lane 1     lane 2          lane 31
//!           ┌──────────┬──────────┬──────────┬───┬──────────┐
//! cell r1c1 │ 000010110│ 111111111│ 000000100│ … │ 010000001│  one vector
//!           ├──────────┼──────────┼──────────┼───┼──────────┤
//! cell r1c2 │ 100000010│ 000000001│ 111111111│ … │ 000100000│  one vector
//!           └──────────┴──────────┴──────────┴───┴──────────┘
//!             one grid   another    a third         the last
//! ```
//!
//! In the lock-step search, a lane holds the candidates of one cell of one grid: bit
//! `d − 1` is the digit `d`. Every operation works on all grids at once, and each grid
//! stays in its lane; only [`Lanes::permute`] and [`Lanes::transpose`] move anything
//! between lanes.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod choice;
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable;
#[cfg(target_arch = "x86_64")]
mod registers;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
pub(in crate::search) mod tests;
#[cfg(target_arch = "x86_64")]
mod weave;

pub use choice::{Simd, UnknownSimd, VARIABLE, Work};

/// The most lanes that any instruction set has: a set of lanes fits a `u32`.
pub const MAX_LANES: usize = 32;

/// Bits below the points in a rank: room for the number of a cell.
pub const RANK_SHIFT: u32 = 7;

/// One bit for each of sixteen lanes.
#[cfg(target_arch = "x86_64")]
static LANE_BITS: [u16; 16] = {
    let mut bits = [0; 16];
    let mut lane = 0;
    while lane < bits.len() {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
};

/// A vector of [`Lanes::COUNT`] numbers of 16 bits.
///
/// # Safety
/// The operations are safe to call, although some processors lack the instructions of an
/// implementor. So whoever implements this must see to it that the type is used inside
/// [`Simd::run`] alone, which checks that the processor has them.
#[allow(unsafe_code)]
pub unsafe trait Lanes: Copy {
    /// Lanes in a vector.
    const COUNT: usize;

    /// Whether there are 32 registers and logic on three operands.
    const HAS_MANY_REGISTERS: bool = false;

    /// A Boolean for each lane.
    type Mask: Copy;

    /// A lane number for each lane.
    type Index: Copy;

    /// The same number in every lane.
    fn splat(value: u16) -> Self;

    /// Loads the front of a slice, which is at least a vector long.
    fn load(from: &[u16]) -> Self;

    /// Stores to the front of a slice.
    fn store(self, to: &mut [u16]);

    /// Loads little-endian pairs of bytes from the front of a slice.
    fn load_pairs(from: &[u8]) -> Self;

    /// Stores such pairs to the front of a slice.
    fn store_pairs(self, to: &mut [u8]);

    /// Bits of one or the other.
    fn or(self, other: Self) -> Self;

    /// Bits of both.
    fn and(self, other: Self) -> Self;

    /// Bits that are not in the other.
    fn without(self, other: Self) -> Self;

    /// Wrapping sum.
    fn add(self, other: Self) -> Self;

    /// Wrapping difference.
    fn sub(self, other: Self) -> Self;

    /// The smaller one, unsigned.
    fn min(self, other: Self) -> Self;

    /// The larger one, unsigned.
    fn max(self, other: Self) -> Self;

    /// Saturating sum of signed numbers.
    fn add_saturating(self, other: Self) -> Self;

    /// The larger one, signed.
    fn max_signed(self, other: Self) -> Self;

    /// Shifted left by eight bits.
    fn to_high_byte(self) -> Self;

    /// Shifted left by [`RANK_SHIFT`].
    fn to_rank(self) -> Self;

    /// Looks up both bytes of each number in a table, and returns the entries of the low
    /// bytes, then those of the high bytes. The index is the lower half of a byte, whose
    /// highest bit must be 0.
    fn look_up(self, table: &[u16; 16]) -> (Self, Self);

    /// Lanes with the same number.
    fn equal(self, other: Self) -> Self::Mask;

    /// The lanes of a set of bits, lane 0 the lowest.
    fn mask(bits: u32) -> Self::Mask;

    /// The set of lanes as bits, lane 0 the lowest.
    fn bits(mask: Self::Mask) -> u32;

    /// `self` in the lanes of the mask, `other` elsewhere.
    fn select(self, mask: Self::Mask, other: Self) -> Self;

    /// Lane numbers, from a slice with at least as many as there are lanes.
    fn index(from: &[u16]) -> Self::Index;

    /// Each lane takes the number of the lane that its index names.
    fn permute(self, index: Self::Index) -> Self;

    /// Transposes a square of numbers: vector `i`, lane `j` and vector `j`, lane `i`
    /// change places.
    fn transpose(square: &mut [Self; MAX_LANES]);

    /// Lanes that are 0.
    #[inline(always)]
    fn zeros(self) -> Self::Mask {
        self.equal(Self::splat(0))
    }

    /// The set of all lanes.
    #[inline(always)]
    fn all() -> u32 {
        u32::MAX >> (MAX_LANES - Self::COUNT)
    }

    /// Bits of any of three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }

    /// Bits of at least two of three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }

    /// Bits that are in neither of the others.
    #[inline(always)]
    fn without_both(self, b: Self, c: Self) -> Self {
        self.without(b).without(c)
    }

    /// Without the lowest bit.
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.and(self.sub(Self::splat(1)))
    }
}

/// The lanes of a set, from the lowest.
#[inline(always)]
pub fn lanes_of(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lane < 32).then_some(lane as usize)
    })
}
