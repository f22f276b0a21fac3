//! Propagation of one digit from its own places: locked candidates and hidden singles, by
//! look-up.
//!
//! In a band the digit takes one mini-row of each row and one of each box, like three
//! rooks on a square of rows and boxes. Places that none of the six arrangements uses are
//! eliminated. So are, in a stack, columns that the other two bands need.

use super::bands::{BAND, Bands};

/// Nine bits: mini-rows as `3 · row + box`, or columns as
/// `3 · (column in its box) + box`.
const NINE: usize = 1 << 9;

/// The first row of each group of a band.
const FIRST_ROW: u32 = 0o007_007_007;

/// The places of a digit after a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed {
    /// Where it may still go.
    pub left: [u32; 3],
    /// Places of these that are the only ones in their row.
    pub placed: [u32; 3],
    /// Whether columns excluded a place, so that rows may exclude more.
    pub again: bool,
}

/// Eliminates once along the rows, then once along the columns. An empty band is a
/// contradiction.
#[inline(always)]
pub fn close(places: Bands) -> Closed {
    let [a, b, c, _] = places.0;
    let ((a, in_a), (b, in_b), (c, in_c)) = (close_rows(a), close_rows(b), close_rows(c));
    let (ab, c_columns) = (u64::from(a) | u64::from(b) << 32, columns(u64::from(c)));
    let ab = columns(ab);
    let of = [
        ab as usize % NINE,
        (ab >> 32) as usize % NINE,
        c_columns as usize % NINE,
    ];
    let left = [
        a & OTHERS[of[1]] & OTHERS[of[2]] & OTHERS_OF_TWO[of[1] | of[2]],
        b & OTHERS[of[0]] & OTHERS[of[2]] & OTHERS_OF_TWO[of[0] | of[2]],
        c & OTHERS[of[0]] & OTHERS[of[1]] & OTHERS_OF_TWO[of[0] | of[1]],
    ];
    Closed {
        left,
        placed: [in_a, in_b, in_c],
        again: (a ^ left[0]) | (b ^ left[1]) | (c ^ left[2]) != 0,
    }
}

/// What the rows and boxes of a band leave, and which of these places are the only ones in
/// their row.
#[inline(always)]
fn close_rows(band: u32) -> (u32, u32) {
    // Twice in a row, so that shifts rotate.
    let twice = u64::from(band) | u64::from(band) << 27;
    let mates = (twice >> 9 | twice >> 18) as u32;
    let fills = FILLS[(band | mates) as usize % NINE];
    let single = band & !mates;
    (band & fills as u32, single & (fills >> 32) as u32)
}

/// The columns of each band, in its lowest nine bits of 32.
#[inline(always)]
fn columns(bands: u64) -> u64 {
    const FIRST_ROWS: u64 = FIRST_ROW as u64 | (FIRST_ROW as u64) << 32;
    let first = (bands | bands >> 3 | bands >> 6) & FIRST_ROWS;
    first | first >> 6 | first >> 12
}

/// For each set of mini-rows: in the low word the cells of those that are in any
/// way to fill the band, in the high word of those that are in all of them.
static FILLS: [u64; NINE] = fills();

/// For the columns of a band: what they leave to each other band where there is
/// only one of a box.
static OTHERS: [u32; NINE] = others(1);

/// For the columns of two bands together: what they leave to the third band where
/// there are two of a box.
static OTHERS_OF_TWO: [u32; NINE] = others(2);

const fn fills() -> [u64; NINE] {
    let mut table = [0; NINE];
    let mut minis = 0;
    while minis < NINE {
        let (mut any, mut all) = (0, NINE - 1);
        let mut way = 0;
        while way < 6 {
            // The box of row 0, and which of the two others row 1 takes.
            let (first, turn) = (way % 3, 1 + way / 3);
            let (second, third) = ((first + turn) % 3, (first + 2 * turn) % 3);
            let rooks = 1 << first | 1 << (3 + second) | 1 << (6 + third);
            if minis & rooks == rooks {
                any |= rooks;
                all &= rooks;
            }
            way += 1;
        }
        if any == 0 {
            all = 0;
        }
        let groups = 1 | 1 << 9 | 1 << 18;
        table[minis] = (any * groups) as u64 | ((all * groups) as u64) << 32;
        minis += 1;
    }
    table
}

/// All but the columns of boxes in which there are this many.
const fn others(count: u32) -> [u32; NINE] {
    let mut table = [BAND; NINE];
    let mut columns = 0;
    while columns < NINE {
        let mut block = 0;
        while block < 3 {
            let in_box = columns as u32 & 0o111 << block;
            if in_box.count_ones() == count {
                let mut column = 0;
                while column < 3 {
                    if in_box >> (3 * column + block) & 1 == 1 {
                        table[columns] &= !(0o111 << (9 * column + block));
                    }
                    column += 1;
                }
            }
            block += 1;
        }
        columns += 1;
    }
    table
}
