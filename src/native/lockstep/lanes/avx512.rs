//! Thirty-two lanes in the registers of AVX-512BW.
#![allow(unsafe_code)]

use super::{Lanes, RANK_SHIFT};
use std::arch::x86_64::*;

/// Thirty-two lanes.
#[derive(Clone, Copy)]
pub struct Avx512(__m512i);

const COUNT: usize = 32;

/// The lanes of two vectors that [`Lanes::zip`] deals out, the second's from 32.
const fn dealt(first: u16) -> [u16; COUNT] {
    let mut index = [0; COUNT];
    let mut k = 0;
    while k < COUNT / 2 {
        index[2 * k] = first + k as u16;
        index[2 * k + 1] = COUNT as u16 + first + k as u16;
        k += 1;
    }
    index
}

static LOW: [u16; COUNT] = dealt(0);
static HIGH: [u16; COUNT] = dealt(COUNT as u16 / 2);

/// Wraps intrinsics that work on values alone.
macro_rules! value {
    ($intrinsics:expr) => {
        // SAFETY: nothing but the instruction itself is required of the
        // processor, and this room is entered only where it was detected.
        unsafe { $intrinsics }
    };
}

impl Lanes for Avx512 {
    const COUNT: usize = COUNT;
    type Mask = __mmask32;
    type Index = Avx512;

    #[inline(always)]
    fn splat(value: u16) -> Avx512 {
        Avx512(value!(_mm512_set1_epi16(value as i16)))
    }

    #[inline(always)]
    fn load(from: &[u16]) -> Avx512 {
        let from = &from[..COUNT];
        // SAFETY: the slice holds 32 numbers; no alignment is asked for.
        Avx512(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, to: &mut [u16]) {
        let to = &mut to[..COUNT];
        // SAFETY: the slice has room for 32 numbers; no alignment is asked for.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn load_pairs(from: &[u8]) -> Avx512 {
        let from = &from[..2 * COUNT];
        // SAFETY: the slice holds 64 bytes; no alignment is asked for. The first
        // byte of a number in memory is its lower half.
        Avx512(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store_pairs(self, to: &mut [u8]) {
        let to = &mut to[..2 * COUNT];
        // SAFETY: the slice has room for 64 bytes; no alignment is asked for.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn or(self, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_or_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn and(self, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_and_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn minus(self, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_andnot_si512(other.0, self.0)))
    }

    #[inline(always)]
    fn add(self, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_add_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn sub(self, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_sub_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn min(self, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_min_epu16(self.0, other.0)))
    }

    #[inline(always)]
    fn max(self, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_max_epu16(self.0, other.0)))
    }

    #[inline(always)]
    fn plus(self, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_adds_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn most(self, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_max_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn high_byte(self) -> Avx512 {
        Avx512(value!(_mm512_srli_epi16::<8>(self.0)))
    }

    #[inline(always)]
    fn to_high_byte(self) -> Avx512 {
        Avx512(value!(_mm512_slli_epi16::<8>(self.0)))
    }

    #[inline(always)]
    fn to_rank(self) -> Avx512 {
        Avx512(value!(_mm512_slli_epi16::<RANK_SHIFT>(self.0)))
    }

    #[inline(always)]
    fn power_of_two(self) -> Avx512 {
        Avx512(value!(_mm512_sllv_epi16(_mm512_set1_epi16(1), self.0)))
    }

    #[inline(always)]
    fn equal(self, other: Avx512) -> __mmask32 {
        value!(_mm512_cmpeq_epi16_mask(self.0, other.0))
    }

    #[inline(always)]
    fn mask(bits: u32) -> __mmask32 {
        bits
    }

    #[inline(always)]
    fn bits(mask: __mmask32) -> u32 {
        mask
    }

    #[inline(always)]
    fn select(self, mask: __mmask32, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_mask_mov_epi16(other.0, mask, self.0)))
    }

    #[inline(always)]
    fn index(from: &[u16]) -> Avx512 {
        Avx512::load(from)
    }

    #[inline(always)]
    fn permute(self, index: Avx512) -> Avx512 {
        Avx512(value!(_mm512_permutexvar_epi16(index.0, self.0)))
    }

    #[inline(always)]
    fn zip(self, other: Avx512) -> (Avx512, Avx512) {
        let (low, high) = (Avx512::load(&LOW), Avx512::load(&HIGH));
        (
            Avx512(value!(_mm512_permutex2var_epi16(self.0, low.0, other.0))),
            Avx512(value!(_mm512_permutex2var_epi16(self.0, high.0, other.0))),
        )
    }

    // One instruction has any table of three bits. The compiler finds it by
    // itself, but not where steps share a part: then it computes the part.

    #[inline(always)]
    fn or3(self, b: Avx512, c: Avx512) -> Avx512 {
        Avx512(value!(_mm512_ternarylogic_epi32::<0xFE>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn majority(self, b: Avx512, c: Avx512) -> Avx512 {
        Avx512(value!(_mm512_ternarylogic_epi32::<0xE8>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn minus_both(self, b: Avx512, c: Avx512) -> Avx512 {
        Avx512(value!(_mm512_ternarylogic_epi32::<0x10>(self.0, b.0, c.0)))
    }
}
