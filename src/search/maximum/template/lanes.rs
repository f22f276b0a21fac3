//! Nine digits side by side: lane `d` of a vector belongs to the digit `d + 1`.

use crate::search::simd;

/// Lanes, of which nine are used.
pub const LANES: usize = 16;

/// A signed number for each digit, in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Lanes([u16; LANES]);

impl Lanes {
    /// The same number for all digits.
    pub const fn all(value: i16) -> Lanes {
        Lanes([value as u16; LANES])
    }

    /// Below every value that occurs.
    pub const LEAST: Lanes = Lanes::all(i16::MIN);

    /// A number for each of the nine digits, and 0 for the other lanes.
    pub fn new(digits: [i16; 9]) -> Lanes {
        let mut lanes = [0; LANES];
        for (lane, digit) in lanes.iter_mut().zip(digits) {
            *lane = digit as u16;
        }
        Lanes(lanes)
    }

    /// One number for digits whose bit is missing in the mask, 0 for the others.
    #[inline(always)]
    pub fn where_missing(mask: u16, missing: i16) -> Lanes {
        let mut lanes = [0; LANES];
        for (digit, lane) in lanes.iter_mut().enumerate() {
            *lane = if mask & (1 << digit) == 0 {
                missing as u16
            } else {
                0
            };
        }
        Lanes(lanes)
    }

    /// The number of a digit.
    #[inline(always)]
    pub fn of(&self, digit: usize) -> i32 {
        i32::from(self.0[digit] as i16)
    }

    /// In a register.
    #[inline(always)]
    pub fn load<V: simd::Lanes>(&self) -> V {
        V::load(&self.0)
    }

    /// From a register.
    #[inline(always)]
    pub fn store<V: simd::Lanes>(&mut self, lanes: V) {
        lanes.store(&mut self.0);
    }
}
