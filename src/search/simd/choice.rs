//! Which instructions to use: detected at run time, or set by an environment variable.
#![allow(unsafe_code)]

use super::Lanes;
#[cfg(not(target_arch = "x86_64"))]
use super::portable::Portable as Baseline;
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512, sse2::Sse2 as Baseline};
use std::fmt;
use std::str::FromStr;

/// An instruction set that vectors are implemented for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simd {
    /// 32 lanes, x86-64 with AVX-512BW.
    Avx512,
    /// 16 lanes, x86-64 with AVX2.
    Avx2,
    /// 16 lanes, any processor: SSE2 on x86-64, elsewhere whatever the compiler uses.
    Portable,
}

/// The environment variable that overrides the choice.
pub const VARIABLE: &str = "SATOKU_SIMD";

/// The requested instruction set cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownSimd {
    /// There is no such name.
    #[error("found '{0}', expected one of avx512, avx2, portable")]
    Name(String),
    /// The processor lacks it.
    #[error("this processor has no {0}; use one of {1}")]
    Missing(Simd, String),
}

/// Code that is compiled once for each vector type, and run on the one chosen.
pub trait Work {
    /// Its result.
    type Output;

    /// Does the work. This function and everything it calls must be
    /// `#[inline(always)]`, or it is compiled without the instructions.
    fn run<V: Lanes>(self) -> Self::Output;
}

impl Simd {
    /// All of them, the fastest first.
    pub const ALL: [Simd; 3] = [Simd::Avx512, Simd::Avx2, Simd::Portable];

    /// Whether this processor has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => is_x86_feature_detected!("avx512bw") && Simd::Avx2.is_available(),
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => is_x86_feature_detected!("avx2") && has_bit_manipulation(),
            Simd::Portable => true,
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Those that this processor has, the fastest first.
    pub fn available() -> impl Iterator<Item = Simd> {
        Simd::ALL.into_iter().filter(|simd| simd.is_available())
    }

    /// The fastest that this processor has.
    pub fn best() -> Simd {
        Simd::available().next().unwrap_or(Simd::Portable)
    }

    /// The one that `SATOKU_SIMD` names, or else the fastest.
    ///
    /// # Errors
    /// [`UnknownSimd`] if the variable names none that this processor has.
    pub fn from_environment() -> Result<Simd, UnknownSimd> {
        match std::env::var_os(VARIABLE) {
            None => Ok(Simd::best()),
            Some(name) if name.is_empty() => Ok(Simd::best()),
            Some(name) => name.to_string_lossy().parse(),
        }
    }

    /// Lanes in a vector.
    pub fn lanes(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => Avx512::COUNT,
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => Avx2::COUNT,
            _ => Baseline::COUNT,
        }
    }

    /// Runs on vectors of [`Simd::lanes`] lanes.
    pub(in crate::search) fn run<W: Work>(self, work: W) -> W::Output {
        assert!(self.is_available(), "{self} is not available");
        match self {
            // SAFETY: the processor has the instructions, as just checked.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => unsafe { run_on_avx512(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { run_on_avx2(work) },
            _ => work.run::<Baseline>(),
        }
    }

    /// Runs on vectors of sixteen lanes, for work that has no use for more.
    pub(in crate::search) fn run_on_sixteen<W: Work>(self, work: W) -> W::Output {
        match self {
            // AVX-512 includes AVX2.
            Simd::Avx512 => Simd::Avx2.run(work),
            _ => self.run(work),
        }
    }
}

/// The bit manipulation instructions that every processor with AVX2 has.
#[cfg(target_arch = "x86_64")]
fn has_bit_manipulation() -> bool {
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw,bmi1,bmi2,lzcnt,popcnt")]
fn run_on_avx512<W: Work>(work: W) -> W::Output {
    work.run::<Avx512>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_on_avx2<W: Work>(work: W) -> W::Output {
    work.run::<Avx2>()
}

impl fmt::Display for Simd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Simd::Avx512 => "avx512",
            Simd::Avx2 => "avx2",
            Simd::Portable => "portable",
        })
    }
}

impl FromStr for Simd {
    type Err = UnknownSimd;

    fn from_str(name: &str) -> Result<Simd, UnknownSimd> {
        let simd = Simd::ALL.into_iter().find(|simd| simd.to_string() == name);
        let simd = simd.ok_or_else(|| UnknownSimd::Name(name.to_owned()))?;
        if simd.is_available() {
            return Ok(simd);
        }
        let names: Vec<String> = Simd::available().map(|simd| simd.to_string()).collect();
        Err(UnknownSimd::Missing(simd, names.join(", ")))
    }
}
