//! The choice of instructions, made at run time.
#![allow(unsafe_code)]

use super::check;
use super::frame::CELLS;
use super::question::{Question, Sink};
use super::search;
use super::sweep::StrikeOnce;
#[cfg(target_arch = "x86_64")]
use super::sweep::StrikeTwice;
use super::tendency::Tendency;
use super::text::Row;
use crate::search::simd::Lanes;
use crate::search::simd::portable::Portable;
#[cfg(target_arch = "x86_64")]
use crate::search::simd::{avx2::Avx2, avx512::Avx512};
use std::fmt;
use std::str::FromStr;

/// A set of instructions that the search can be run on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Simd {
    /// 32 lanes, x86-64 with AVX-512BW.
    Avx512,
    /// 16 lanes, x86-64 with AVX2.
    Avx2,
    /// 16 lanes, any processor.
    Portable,
}

/// The environment variable that overrules the choice.
pub const VARIABLE: &str = "SATOKU_SIMD";

/// A name of instructions that is none, or none of this processor.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownSimd {
    /// No such name.
    #[error("found '{0}', expected one of avx512, avx2, portable")]
    Name(String),
    /// The processor lacks them.
    #[error("this processor has no {0}; use one of {1}")]
    Missing(Simd, String),
}

/// Work on vectors of sixteen lanes.
pub trait Work {
    /// What it gives.
    type Done;

    /// Does it. This and all that it calls is to be inlined.
    fn run<V: Lanes>(self) -> Self::Done;
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
            Simd::Avx2 => is_x86_feature_detected!("avx2") && has_bits(),
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

    /// The fastest, unless the environment variable `SATOKU_SIMD` names others.
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

    /// Lanes of a vector.
    pub fn lanes(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => Avx512::COUNT,
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => Avx2::COUNT,
            _ => Portable::COUNT,
        }
    }

    /// Does the work with these instructions, sixteen lanes at a time.
    pub(in crate::search) fn run<W: Work>(self, work: W) -> W::Done {
        assert!(self.is_available(), "{self} is not available");
        match self {
            // SAFETY: the processor has the instructions, as just seen. What has
            // AVX-512 has AVX2.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 | Simd::Avx2 => unsafe { run_on_avx2(work) },
            _ => work.run::<Portable>(),
        }
    }

    /// Which of the solutions, by their bits, break the rules or a given of
    /// their puzzle. There are no more than [`Simd::lanes`].
    pub(super) fn wrong(self, puzzles: &[Row<'_>], solutions: &[&[u8; CELLS]]) -> u32 {
        assert!(self.is_available(), "{self} is not available");
        match self {
            // SAFETY: the processor has the instructions, as just seen.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => unsafe { wrong_on_avx512(puzzles, solutions) },
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { wrong_on_avx2(puzzles, solutions) },
            _ => check::wrong_texts::<Portable>(puzzles, solutions),
        }
    }

    /// Answers the question for all puzzles, each answer as soon as it is known.
    /// Returns whether it came to the end.
    pub(super) fn search(
        self,
        puzzles: &[Row<'_>],
        question: Question,
        tendency: &Tendency,
        sink: &mut dyn Sink,
    ) -> bool {
        assert!(self.is_available(), "{self} is not available");
        match self {
            // SAFETY: the processor has the instructions, as just seen.
            #[cfg(target_arch = "x86_64")]
            Simd::Avx512 => unsafe { on_avx512(puzzles, question, tendency, sink) },
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => unsafe { on_avx2(puzzles, question, tendency, sink) },
            _ => search::run::<Portable, StrikeOnce<_>>(puzzles, question, tendency, sink),
        }
    }
}

/// The instructions on single bits that come with every AVX2.
#[cfg(target_arch = "x86_64")]
fn has_bits() -> bool {
    is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_on_avx2<W: Work>(work: W) -> W::Done {
    work.run::<Avx2>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw,bmi1,bmi2,lzcnt,popcnt")]
fn on_avx512(
    puzzles: &[Row<'_>],
    question: Question,
    tendency: &Tendency,
    sink: &mut dyn Sink,
) -> bool {
    search::run::<Avx512, StrikeTwice<_>>(puzzles, question, tendency, sink)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn on_avx2(
    puzzles: &[Row<'_>],
    question: Question,
    tendency: &Tendency,
    sink: &mut dyn Sink,
) -> bool {
    search::run::<Avx2, StrikeOnce<_>>(puzzles, question, tendency, sink)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw,bmi1,bmi2,lzcnt,popcnt")]
fn wrong_on_avx512(puzzles: &[Row<'_>], solutions: &[&[u8; CELLS]]) -> u32 {
    check::wrong_texts::<Avx512>(puzzles, solutions)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn wrong_on_avx2(puzzles: &[Row<'_>], solutions: &[&[u8; CELLS]]) -> u32 {
    check::wrong_texts::<Avx2>(puzzles, solutions)
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
