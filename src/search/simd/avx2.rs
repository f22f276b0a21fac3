//! Sixteen lanes in the registers of AVX2.
#![allow(unsafe_code)]

use super::registers::{memory, pairwise, value};
use super::weave::{self, Weave};
use super::{LANE_BITS, Lanes, MAX_LANES, RANK_SHIFT};
use std::arch::x86_64::*;

/// Sixteen lanes.
#[derive(Clone, Copy)]
pub struct Avx2(__m256i);

/// What a permutation of lanes takes here: AVX2 moves bytes within halves only.
#[derive(Clone, Copy)]
pub struct Index {
    /// The bytes that each lane takes from its own half; a set highest bit means none.
    same: __m256i,
    /// The bytes that each lane takes from the other half.
    other: __m256i,
}

const COUNT: usize = 16;

// SAFETY: only `Simd::run` hands it to work, once the processor is seen to have AVX2.
unsafe impl Lanes for Avx2 {
    const COUNT: usize = COUNT;
    /// All ones in the lanes that are chosen.
    type Mask = Avx2;
    type Index = Index;

    #[inline(always)]
    fn splat(value: u16) -> Avx2 {
        Avx2(value!(_mm256_set1_epi16(value as i16)))
    }

    memory!(_mm256_loadu_si256, _mm256_storeu_si256);

    pairwise! {
        or = _mm256_or_si256;
        and = _mm256_and_si256;
        add = _mm256_add_epi16;
        sub = _mm256_sub_epi16;
        min = _mm256_min_epu16;
        max = _mm256_max_epu16;
        add_saturating = _mm256_adds_epi16;
        max_signed = _mm256_max_epi16;
    }

    #[inline(always)]
    fn without(self, other: Avx2) -> Avx2 {
        Avx2(value!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn to_high_byte(self) -> Avx2 {
        Avx2(value!(_mm256_slli_epi16::<8>(self.0)))
    }

    #[inline(always)]
    fn to_rank(self) -> Avx2 {
        Avx2(value!(_mm256_slli_epi16::<{ RANK_SHIFT as i32 }>(self.0)))
    }

    #[inline(always)]
    fn look_up(self, table: &[u16; 16]) -> (Avx2, Avx2) {
        let bytes = |shift: u32| -> __m256i {
            let bytes: [u8; 16] = std::array::from_fn(|k| (table[k] >> shift) as u8);
            // SAFETY: the array holds 16 bytes; no alignment is needed.
            let bytes = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
            value!(_mm256_broadcastsi128_si256(bytes))
        };
        let low = Avx2(value!(_mm256_shuffle_epi8(bytes(0), self.0)));
        let high = Avx2(value!(_mm256_shuffle_epi8(bytes(8), self.0)));
        let (lower, upper) = (Avx2::splat(0x00FF), Avx2::splat(0xFF00));
        (
            low.and(lower).or(high.to_high_byte()),
            Avx2(value!(_mm256_srli_epi16::<8>(low.0))).or(high.and(upper)),
        )
    }

    #[inline(always)]
    fn equal(self, other: Avx2) -> Avx2 {
        Avx2(value!(_mm256_cmpeq_epi16(self.0, other.0)))
    }

    #[inline(always)]
    fn mask(bits: u32) -> Avx2 {
        let lanes = Avx2::load(&LANE_BITS);
        Avx2::splat(bits as u16).and(lanes).equal(lanes)
    }

    #[inline(always)]
    fn bits(mask: Avx2) -> u32 {
        // Packing to bytes works on each half; the halves' bits are put
        // together again.
        let bytes = value!(_mm256_packs_epi16(mask.0, _mm256_setzero_si256()));
        let bits = value!(_mm256_movemask_epi8(bytes)) as u32;
        bits & 0xFF | bits >> 8 & 0xFF00
    }

    #[inline(always)]
    fn select(self, mask: Avx2, other: Avx2) -> Avx2 {
        Avx2(value!(_mm256_blendv_epi8(other.0, self.0, mask.0)))
    }

    #[inline(always)]
    fn index(from: &[u16]) -> Index {
        let lane = Avx2::load(from);
        let seven = Avx2::splat(7);
        let within = lane.and(seven);
        let first = within.add(within);
        let second = first.add(Avx2::splat(1)).to_high_byte();
        let bytes = first.or(second);
        let from_lower = lane.without(seven).zeros();
        let is_lower = Avx2::mask(0xFF);
        let stays = from_lower.equal(is_lower);
        Index {
            same: bytes.or(stays.zeros()).0,
            other: bytes.or(stays).0,
        }
    }

    #[inline(always)]
    fn permute(self, index: Index) -> Avx2 {
        Avx2(value!({
            let swapped = _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0);
            let same = _mm256_shuffle_epi8(self.0, index.same);
            let other = _mm256_shuffle_epi8(swapped, index.other);
            _mm256_or_si256(same, other)
        }))
    }

    #[inline(always)]
    fn transpose(square: &mut [Avx2; MAX_LANES]) {
        weave::transpose(square);
    }
}

impl Weave for Avx2 {
    #[inline(always)]
    fn interleave<const RUN: usize>(self, other: Avx2) -> (Avx2, Avx2) {
        let (a, b) = (self.0, other.0);
        let (low, high) = value!(match RUN {
            1 => (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)),
            2 => (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)),
            _ => (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)),
        });
        (Avx2(low), Avx2(high))
    }

    #[inline(always)]
    fn unzip(self, other: Avx2) -> (Avx2, Avx2) {
        let even = value!(_mm256_permute2x128_si256::<0x20>(self.0, other.0));
        let odd = value!(_mm256_permute2x128_si256::<0x31>(self.0, other.0));
        (Avx2(even), Avx2(odd))
    }
}
