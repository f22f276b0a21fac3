//! Sixteen lanes in two registers of SSE2, which every x86-64 processor has.
#![allow(unsafe_code)]

use super::registers::value;
use super::weave::{self, Weave};
use super::{LANE_BITS, Lanes, MAX_LANES, RANK_SHIFT};
use std::arch::x86_64::*;

const COUNT: usize = 16;

/// Lanes in a register.
const HALF: usize = COUNT / 2;

/// Sixteen lanes: eight in each register.
#[derive(Clone, Copy)]
pub struct Sse2([__m128i; 2]);

impl Sse2 {
    /// Applies the same instructions to both registers.
    #[inline(always)]
    fn each(self, other: Sse2, of: impl Fn(__m128i, __m128i) -> __m128i) -> Sse2 {
        Sse2([of(self.0[0], other.0[0]), of(self.0[1], other.0[1])])
    }

    /// The numbers of all lanes. SSE2 cannot move them between lanes by an index.
    #[inline(always)]
    fn numbers(self) -> [u16; COUNT] {
        let mut numbers = [0; COUNT];
        self.store(&mut numbers);
        numbers
    }
}

/// Operations on two vectors, on both registers.
macro_rules! pairwise {
    ($($name:ident = |$a:ident, $b:ident| $intrinsics:expr;)*) => { $(
        #[inline(always)]
        fn $name(self, other: Sse2) -> Sse2 {
            self.each(other, |$a, $b| value!($intrinsics))
        }
    )* };
}

// SAFETY: every x86-64 processor has SSE2.
unsafe impl Lanes for Sse2 {
    const COUNT: usize = COUNT;
    /// All ones in the lanes that are chosen.
    type Mask = Sse2;
    type Index = [u16; COUNT];

    #[inline(always)]
    fn splat(value: u16) -> Sse2 {
        Sse2([value!(_mm_set1_epi16(value as i16)); 2])
    }

    #[inline(always)]
    fn load(from: &[u16]) -> Sse2 {
        let (registers, _) = from[..COUNT].as_chunks::<HALF>();
        Sse2([load(&registers[0]), load(&registers[1])])
    }

    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let (registers, _) = to[..COUNT].as_chunks_mut::<HALF>();
        for (numbers, register) in registers.iter_mut().zip(self.0) {
            store(register, numbers);
        }
    }

    #[inline(always)]
    fn load_pairs(from: &[u8]) -> Sse2 {
        // In memory, the low byte of a lane comes first.
        let (registers, _) = from[..2 * COUNT].as_chunks::<{ 2 * HALF }>();
        Sse2([load(&registers[0]), load(&registers[1])])
    }

    #[inline(always)]
    fn store_pairs(self, to: &mut [u8]) {
        let (registers, _) = to[..2 * COUNT].as_chunks_mut::<{ 2 * HALF }>();
        for (bytes, register) in registers.iter_mut().zip(self.0) {
            store(register, bytes);
        }
    }

    pairwise! {
        or = |a, b| _mm_or_si128(a, b);
        and = |a, b| _mm_and_si128(a, b);
        without = |a, b| _mm_andnot_si128(b, a);
        add = |a, b| _mm_add_epi16(a, b);
        sub = |a, b| _mm_sub_epi16(a, b);
        // SSE2 compares signed numbers only. A saturating difference is what `a` has more.
        min = |a, b| _mm_sub_epi16(a, _mm_subs_epu16(a, b));
        max = |a, b| _mm_add_epi16(b, _mm_subs_epu16(a, b));
        add_saturating = |a, b| _mm_adds_epi16(a, b);
        max_signed = |a, b| _mm_max_epi16(a, b);
        equal = |a, b| _mm_cmpeq_epi16(a, b);
    }

    #[inline(always)]
    fn to_high_byte(self) -> Sse2 {
        self.each(self, |a, _| value!(_mm_slli_epi16::<8>(a)))
    }

    #[inline(always)]
    fn to_rank(self) -> Sse2 {
        self.each(self, |a, _| {
            value!(_mm_slli_epi16::<{ RANK_SHIFT as i32 }>(a))
        })
    }

    #[inline(always)]
    fn look_up(self, table: &[u16; 16]) -> (Sse2, Sse2) {
        let numbers = self.numbers();
        let entry = |byte: u16| table[usize::from(byte & 15)];
        let (lower, upper) = (numbers.map(entry), numbers.map(|number| entry(number >> 8)));
        (Sse2::load(&lower), Sse2::load(&upper))
    }

    #[inline(always)]
    fn mask(bits: u32) -> Sse2 {
        let lanes = Sse2::load(&LANE_BITS);
        Sse2::splat(bits as u16).and(lanes).equal(lanes)
    }

    #[inline(always)]
    fn bits(mask: Sse2) -> u32 {
        let [lower, upper] = mask.0;
        value!(_mm_movemask_epi8(_mm_packs_epi16(lower, upper))) as u32
    }

    #[inline(always)]
    fn select(self, mask: Sse2, other: Sse2) -> Sse2 {
        self.and(mask).or(other.without(mask))
    }

    #[inline(always)]
    fn index(from: &[u16]) -> [u16; COUNT] {
        Sse2::load(from).numbers()
    }

    #[inline(always)]
    fn permute(self, index: [u16; COUNT]) -> Sse2 {
        let numbers = self.numbers();
        Sse2::load(&index.map(|lane| numbers[usize::from(lane) % COUNT]))
    }

    #[inline(always)]
    fn transpose(square: &mut [Sse2; MAX_LANES]) {
        weave::transpose(square);
    }
}

impl Weave for Sse2 {
    #[inline(always)]
    fn interleave<const RUN: usize>(self, other: Sse2) -> (Sse2, Sse2) {
        let low = self.each(other, |a, b| {
            value!(match RUN {
                1 => _mm_unpacklo_epi16(a, b),
                2 => _mm_unpacklo_epi32(a, b),
                _ => _mm_unpacklo_epi64(a, b),
            })
        });
        let high = self.each(other, |a, b| {
            value!(match RUN {
                1 => _mm_unpackhi_epi16(a, b),
                2 => _mm_unpackhi_epi32(a, b),
                _ => _mm_unpackhi_epi64(a, b),
            })
        });
        (low, high)
    }

    #[inline(always)]
    fn unzip(self, other: Sse2) -> (Sse2, Sse2) {
        let ([a, b], [c, d]) = (self.0, other.0);
        (Sse2([a, c]), Sse2([b, d]))
    }
}

/// Sixteen bytes without padding, any of which may have any value.
trait Bytes: Copy {}
impl Bytes for [u16; HALF] {}
impl Bytes for [u8; 2 * HALF] {}

#[inline(always)]
fn load<B: Bytes>(from: &B) -> __m128i {
    // SAFETY: there are as many bytes as in the register; no alignment is needed.
    unsafe { _mm_loadu_si128(std::ptr::from_ref(from).cast()) }
}

#[inline(always)]
fn store<B: Bytes>(register: __m128i, to: &mut B) {
    // SAFETY: there are as many bytes as in the register; no alignment is needed.
    unsafe { _mm_storeu_si128(std::ptr::from_mut(to).cast(), register) }
}
