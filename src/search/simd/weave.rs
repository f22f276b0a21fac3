//! Transposing vectors that consist of pieces of eight numbers, within which moving
//! numbers is cheap.

use super::{Lanes, MAX_LANES};

/// Numbers in a piece.
const PIECE: usize = 8;

/// A vector of such pieces.
pub trait Weave: Lanes {
    /// Runs of 1, 2 or 4 numbers of both in turn, within pieces of eight: in the
    /// first vector from the lower halves of the pieces, in the second from the
    /// upper.
    fn interleave<const RUN: usize>(self, other: Self) -> (Self, Self);

    /// Pieces of eight numbers: those with even places of both, then those with odd.
    fn unzip(self, other: Self) -> (Self, Self);
}

/// Transposes a square. Each round moves the lowest bit of the vector's number into
/// the lane's, and one of the lane's to the front of the vector's. With 32 lanes, the
/// bits from the highest:
///
/// ```text
///               vector's number    lane's number
/// before        i4 i3 i2 i1 i0     s1 s0 p2 p1 p0
/// interleave    p0 p1 p2 i4 i3     s1 s0 i2 i1 i0     runs of 1, 2, 4
/// unzip         s1 s0 p0 p1 p2     i4 i3 i2 i1 i0     as often as there are s
/// swap          s1 s0 p2 p1 p0     i4 i3 i2 i1 i0
/// ```
#[inline(always)]
pub fn transpose<V: Weave>(square: &mut [V; MAX_LANES]) {
    let half = V::COUNT / 2;
    let mut woven = *square;
    for round in 0..V::COUNT.trailing_zeros() {
        for k in 0..half {
            let (even, odd) = (square[2 * k], square[2 * k + 1]);
            (woven[k], woven[k + half]) = match round {
                0 => even.interleave::<1>(odd),
                1 => even.interleave::<2>(odd),
                2 => even.interleave::<4>(odd),
                _ => even.unzip(odd),
            };
        }
        *square = woven;
    }
    for piece in (0..V::COUNT).step_by(PIECE) {
        square.swap(piece + 0b001, piece + 0b100);
        square.swap(piece + 0b011, piece + 0b110);
    }
}
