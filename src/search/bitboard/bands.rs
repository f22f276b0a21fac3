//! Sets of cells as three bands of 27 bits, and tables by cell.
//!
//! The bits of a band are ordered by the column's place in its box, then by row and box.
//! So the set of mini-rows that hold anything is the `or` of three groups of nine bits:
//!
//! ```text
//! bit = 9 · (column % 3) + 3 · (row % 3) + column / 3
//!
//! row 0 of the band   │  0  9 18 │  1 10 19 │  2 11 20 │
//! row 1               │  3 12 21 │  4 13 22 │  5 14 23 │
//! row 2               │  6 15 24 │  7 16 25 │  8 17 26 │
//! ```

use super::CELLS;

/// All cells of a band.
pub const BAND: u32 = (1 << 27) - 1;

/// Places of bits in three bands of 32.
const PLACES: usize = 96;

/// A set of cells; the fourth word is zero and makes a vector of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(16))]
pub struct Bands(pub [u32; 4]);

impl Bands {
    /// No cell.
    pub const NONE: Bands = Bands([0; 4]);

    /// All cells.
    pub const ALL: Bands = Bands([BAND, BAND, BAND, 0]);

    /// The cells of both.
    #[inline(always)]
    pub fn and(self, other: Bands) -> Bands {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Bands([a & e, b & f, c & g, d & h])
    }

    /// The cells of either.
    #[inline(always)]
    pub fn or(self, other: Bands) -> Bands {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Bands([a | e, b | f, c | g, d | h])
    }

    /// The cells that the other set lacks.
    #[inline(always)]
    pub fn minus(self, other: Bands) -> Bands {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Bands([a & !e, b & !f, c & !g, d & !h])
    }

    /// Whether there is no cell.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, band| any | band) == 0
    }

    /// The first cell.
    #[inline(always)]
    pub fn first(self) -> Option<Place> {
        self.places().next()
    }

    /// The cells, from the first band on.
    #[inline(always)]
    pub fn places(self) -> impl Iterator<Item = Place> {
        let [a, b, c, _] = self.0;
        let mut left = u128::from(a) | u128::from(b) << 32 | u128::from(c) << 64;
        std::iter::from_fn(move || {
            let place = Place(left.trailing_zeros());
            (left != 0).then(|| {
                left &= left - 1;
                place
            })
        })
    }

    /// The first two bands in one word, and the third.
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        let [a, b, c, _] = self.0;
        [u64::from(a) | u64::from(b) << 32, u64::from(c)]
    }

    /// How many of the cells see the one at this place.
    #[inline(always)]
    pub fn count_seen_from(self, place: Place) -> u32 {
        let ([a, b], [near_a, near_b]) = (self.words(), PEERS[place.index()]);
        count([a & near_a, b & near_b])
    }

    /// How many cells.
    #[inline(always)]
    pub fn count(self) -> u32 {
        count(self.words())
    }
}

/// A cell by its band and bit: `32 · band + bit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(u32);

impl Place {
    /// Above all places.
    pub const END: u32 = PLACES as u32;

    /// The place of a cell, row by row.
    #[inline(always)]
    pub fn of(cell: usize) -> Place {
        OF_CELL[cell]
    }

    const fn worked_out(cell: usize) -> Place {
        let (row, column) = (cell / 9, cell % 9);
        let bit = 9 * (column % 3) + 3 * (row % 3) + column / 3;
        Place((32 * (row / 3) + bit) as u32)
    }

    /// The cell, row by row.
    pub const fn cell(self) -> usize {
        let (band, bit) = (self.band(), self.bit() as usize);
        let (row, column) = (3 * band + bit % 9 / 3, bit % 3 * 3 + bit / 9);
        9 * row + column
    }

    /// The place with this number.
    pub fn numbered(number: u32) -> Place {
        Place(number)
    }

    /// Its number.
    #[inline(always)]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Its band.
    #[inline(always)]
    pub const fn band(self) -> usize {
        (self.0 / 32) as usize
    }

    /// Its bit in the band.
    #[inline(always)]
    pub const fn bit(self) -> u32 {
        self.0 % 32
    }

    /// All cells that may hold what this one holds: itself, and those that it
    /// does not see.
    #[inline(always)]
    pub fn rest(self) -> Bands {
        REST[self.index()]
    }

    #[inline(always)]
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// [`Place::of`] each cell.
static OF_CELL: [Place; CELLS] = of_cell();

/// [`Place::rest`] of each place.
static REST: [Bands; PLACES] = rest();

/// The cells that each place sees, as [`Bands::words`].
static PEERS: [[u64; 2]; PLACES] = peers();

const fn of_cell() -> [Place; CELLS] {
    let mut table = [Place(0); CELLS];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = Place::worked_out(cell);
        cell += 1;
    }
    table
}

const fn rest() -> [Bands; PLACES] {
    let mut table = [Bands::ALL; PLACES];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            let same_row = cell / 9 == other / 9;
            let same_column = cell % 9 == other % 9;
            let same_box = cell / 27 == other / 27 && cell % 9 / 3 == other % 9 / 3;
            if cell != other && (same_row || same_column || same_box) {
                let place = Place::worked_out(other);
                table[Place::worked_out(cell).index()].0[place.band()] &= !(1 << place.bit());
            }
            other += 1;
        }
        cell += 1;
    }
    table
}

const fn peers() -> [[u64; 2]; PLACES] {
    let rest = rest();
    let mut table = [[0; 2]; PLACES];
    let mut place = 0;
    while place < PLACES {
        let [a, b, c, _] = rest[place].0;
        let (a, b, c) = (BAND & !a, BAND & !b, BAND & !c);
        table[place] = [a as u64 | (b as u64) << 32, c as u64];
        place += 1;
    }
    table
}

/// The bits of both words. All x86-64 processors can run this; the instruction
/// for it came later.
#[inline(always)]
fn count([a, b]: [u64; 2]) -> u32 {
    const PAIRS: u64 = u64::MAX / 3;
    const FOURS: u64 = u64::MAX / 5;
    const BYTES: u64 = u64::MAX / 17;
    let (a, b) = (a - (a >> 1 & PAIRS), b - (b >> 1 & PAIRS));
    let fours = (a & FOURS) + (a >> 2 & FOURS) + (b & FOURS) + (b >> 2 & FOURS);
    let bytes = (fours & BYTES) + (fours >> 4 & BYTES);
    (bytes.wrapping_mul(u64::MAX / 255) >> 56) as u32
}
