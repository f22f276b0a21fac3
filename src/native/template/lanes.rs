//! Nine digits side by side: lane `d` of a vector belongs to the digit `d + 1`.
//!
//! Plain arrays, which compilers turn into vector instructions: saturating sums
//! and maxima of 16-bit lanes are among those of every 64-bit CPU.

/// Lanes, of which nine are used.
pub const LANES: usize = 16;

/// A number for each digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Lanes(pub [i16; LANES]);

impl Lanes {
    /// Below every value that occurs.
    pub const LEAST: Lanes = Lanes([i16::MIN; LANES]);

    /// The same number for all digits.
    pub const fn all(value: i16) -> Lanes {
        Lanes([value; LANES])
    }

    /// One number for digits whose bit is missing in the mask, another for the
    /// others.
    #[inline(always)]
    pub fn where_missing(mask: u16, missing: i16, there: i16) -> Lanes {
        let mut lanes = [0; LANES];
        for (digit, lane) in lanes.iter_mut().enumerate() {
            *lane = if mask & (1 << digit) == 0 {
                missing
            } else {
                there
            };
        }
        Lanes(lanes)
    }

    /// Lane by lane, the larger number.
    #[inline(always)]
    pub fn max(self, other: Lanes) -> Lanes {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = (*lane).max(other);
        }
        Lanes(lanes)
    }

    /// Lane by lane, the sum, or the nearest number there is.
    #[inline(always)]
    pub fn plus(self, other: Lanes) -> Lanes {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = lane.saturating_add(other);
        }
        Lanes(lanes)
    }
}
