//! Thirty-two lanes in the registers of AVX-512BW.
#![allow(unsafe_code)]

use super::registers::{memory, pairwise, value};
use super::weave::{self, Weave};
use super::{Lanes, MAX_LANES, RANK_SHIFT};
use std::arch::x86_64::*;

/// Thirty-two lanes.
#[derive(Clone, Copy)]
pub struct Avx512(__m512i);

const COUNT: usize = 32;

// SAFETY: only `Simd::run` hands it to work, once the processor is seen to have AVX-512.
unsafe impl Lanes for Avx512 {
    const COUNT: usize = COUNT;
    const HAS_MANY_REGISTERS: bool = true;
    type Mask = __mmask32;
    type Index = Avx512;

    #[inline(always)]
    fn splat(value: u16) -> Avx512 {
        Avx512(value!(_mm512_set1_epi16(value as i16)))
    }

    memory!(_mm512_loadu_si512, _mm512_storeu_si512);

    pairwise! {
        or = _mm512_or_si512;
        and = _mm512_and_si512;
        add = _mm512_add_epi16;
        sub = _mm512_sub_epi16;
        min = _mm512_min_epu16;
        max = _mm512_max_epu16;
        add_saturating = _mm512_adds_epi16;
        max_signed = _mm512_max_epi16;
    }

    #[inline(always)]
    fn without(self, other: Avx512) -> Avx512 {
        Avx512(value!(_mm512_andnot_si512(other.0, self.0)))
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
    fn look_up(self, table: &[u16; 16]) -> (Avx512, Avx512) {
        // Twice the same, as the index has five bits.
        let table = [*table, *table];
        let table = Avx512::load(table.as_flattened());
        let upper = Avx512(value!(_mm512_srli_epi16::<8>(self.0)));
        (table.permute(self), table.permute(upper))
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
    fn transpose(square: &mut [Avx512; MAX_LANES]) {
        weave::transpose(square);
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
    fn without_both(self, b: Avx512, c: Avx512) -> Avx512 {
        Avx512(value!(_mm512_ternarylogic_epi32::<0x10>(self.0, b.0, c.0)))
    }
}

impl Weave for Avx512 {
    #[inline(always)]
    fn interleave<const RUN: usize>(self, other: Avx512) -> (Avx512, Avx512) {
        let (a, b) = (self.0, other.0);
        let (low, high) = value!(match RUN {
            1 => (_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)),
            2 => (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b)),
            _ => (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b)),
        });
        (Avx512(low), Avx512(high))
    }

    #[inline(always)]
    fn unzip(self, other: Avx512) -> (Avx512, Avx512) {
        // Two pieces of the first, then two of the second.
        let even = value!(_mm512_shuffle_i64x2::<0b10_00_10_00>(self.0, other.0));
        let odd = value!(_mm512_shuffle_i64x2::<0b11_01_11_01>(self.0, other.0));
        (Avx512(even), Avx512(odd))
    }
}
