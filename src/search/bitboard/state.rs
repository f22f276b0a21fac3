//! A partial grid by digits, and propagation on it.

use super::CELLS;
use super::bands::{Bands, Place};
use super::digit::{self, Closed};
use crate::grid::Row;

/// A set of digits, bit `d − 1` for the digit `d`.
pub type Digits = u32;

const ALL_DIGITS: Digits = 0x1FF;

/// A partial grid.
#[derive(Clone, Copy)]
pub struct State {
    /// Where each digit may go.
    digits: [Bands; 9],
    /// Cells whose digit is known, and known to its peers.
    solved: Bands,
    /// Digits that lost places since they were propagated.
    dirty: Digits,
}

/// The result of propagation.
pub enum Settled {
    /// It contradicts itself.
    Dead,
    /// Every cell has its digit.
    Full,
    /// The search has to branch.
    Open(Open),
}

/// The cells without a digit.
#[derive(Clone, Copy)]
pub struct Open {
    /// All of them: two candidates or more.
    pub cells: Bands,
    /// Those with three candidates or more.
    pub wide: Bands,
}

impl State {
    /// The empty grid.
    pub const EMPTY: State = State {
        digits: [Bands::ALL; 9],
        solved: Bands::NONE,
        dirty: ALL_DIGITS,
    };

    /// A grid that contradicts itself: no cell has candidates, and no digit needs to be
    /// propagated.
    const DEAD: State = State {
        digits: [Bands::NONE; 9],
        solved: Bands::NONE,
        dirty: 0,
    };

    /// The grid of the givens.
    #[inline(always)]
    pub fn new(puzzle: Row) -> State {
        let mut state = State::EMPTY;
        let mut givens = [Bands::NONE; 9];
        let mut open = 1;
        let text = puzzle.text();
        let cells = given_cells(text);
        // Bits of one word of 128 take longer to find.
        for (first, mut left) in [(0, cells as u64), (64, (cells >> 64) as u64)] {
            while left != 0 {
                let cell = first + left.trailing_zeros() as usize;
                left &= left - 1;
                let digit = usize::from(text[cell] - b'1');
                let place = Place::of(cell);
                let (band, bit) = (place.band(), place.bit());
                let bands = &mut state.digits[digit];
                open &= bands.0[band] >> bit;
                *bands = bands.and(place.rest());
                givens[digit].0[band] |= 1 << bit;
            }
        }
        if open == 0 {
            return State::DEAD;
        }
        state.solved = givens.iter().fold(Bands::NONE, |all, bands| all.or(*bands));
        let mut held = Bands::NONE;
        for (bands, own) in state.digits.iter_mut().zip(givens) {
            *bands = bands.minus(state.solved.minus(own));
            held = held.or(*bands);
        }
        match held == Bands::ALL {
            true => state,
            false => State::DEAD,
        }
    }

    /// Of a new grid: whether a house has two equal givens, or a cell no candidates.
    #[inline(always)]
    pub fn is_dead(&self) -> bool {
        self.dirty == 0
    }

    /// The grid in which each cell may hold the digits of its set.
    pub fn of_candidates(candidates: &[u16; CELLS]) -> State {
        let mut state = State::EMPTY;
        state.digits = [Bands::NONE; 9];
        for (cell, candidates) in candidates.iter().enumerate() {
            let (place, mut left) = (Place::of(cell), *candidates);
            while left != 0 {
                let digit = left.trailing_zeros() as usize % 9;
                left &= left - 1;
                state.digits[digit].0[place.band()] |= 1 << place.bit();
            }
        }
        state
    }

    /// The digits that each cell may still hold.
    pub fn all_candidates(&self) -> [u16; CELLS] {
        let mut all = [0; CELLS];
        for (digit, bands) in self.digits.iter().enumerate() {
            for place in bands.places() {
                all[place.cell()] |= 1 << digit;
            }
        }
        all
    }

    /// How many candidates all cells have together.
    pub fn candidate_count(&self) -> u32 {
        self.digits.iter().map(|bands| bands.count()).sum()
    }

    /// The digits that the cell may still hold.
    #[inline(always)]
    pub fn candidates(&self, place: Place) -> Digits {
        let (band, bit) = (place.band(), place.bit());
        let held = self.digits.iter().enumerate();
        held.fold(0, |set, (digit, bands)| {
            set | (bands.0[band] >> bit & 1) << digit
        })
    }

    /// Where each digit may go.
    pub fn digits(&self) -> &[Bands; 9] {
        &self.digits
    }

    /// The digits that no cell holds.
    #[inline(always)]
    pub fn absent(&self) -> Digits {
        let digits = self.digits.iter().enumerate();
        digits.fold(0, |set, (digit, bands)| {
            set | u32::from(bands.and(self.solved).is_empty()) << digit
        })
    }

    /// Puts one of the candidates of a cell in.
    #[inline(always)]
    pub fn put(&mut self, place: Place, digit: usize, candidates: Digits) {
        let (band, bit) = (place.band(), 1 << place.bit());
        let mut others = candidates & !(1 << digit);
        while others != 0 {
            self.digits[others.trailing_zeros() as usize].0[band] &= !bit;
            others &= others - 1;
        }
        let own = &mut self.digits[digit];
        *own = own.and(place.rest());
        self.solved.0[band] |= bit;
        self.dirty |= candidates;
    }

    /// Takes a candidate of a cell out.
    #[inline(always)]
    pub fn strike(&mut self, place: Place, digit: usize) {
        self.digits[digit].0[place.band()] &= !(1 << place.bit());
        self.dirty |= 1 << digit;
    }

    /// Propagates until nothing changes.
    pub fn settle(&mut self) -> Settled {
        loop {
            if !self.close_digits() {
                return Settled::Dead;
            }
            let (mut once, mut twice) = (Bands::NONE, Bands::NONE);
            let mut wide = Bands::NONE;
            for bands in self.digits {
                wide = wide.or(twice.and(bands));
                twice = twice.or(once.and(bands));
                once = once.or(bands);
            }
            if once != Bands::ALL {
                return Settled::Dead;
            }
            let naked = once.minus(twice).minus(self.solved);
            if naked.is_empty() && twice.is_empty() {
                return Settled::Full;
            }
            if naked.is_empty() {
                return Settled::Open(Open { cells: twice, wide });
            }
            if !self.strike_from_peers(naked) {
                return Settled::Dead;
            }
        }
    }

    /// Propagates the digits that lost places, round by round, so that a digit has lost
    /// more places by the time it is propagated again. Returns whether there is no
    /// contradiction.
    #[inline(always)]
    fn close_digits(&mut self) -> bool {
        let (mut round, mut next) = (0, self.dirty);
        self.dirty = 0;
        loop {
            if round == 0 {
                if next == 0 {
                    return true;
                }
                (round, next) = (next, 0);
            }
            let digit = round.trailing_zeros() as usize;
            round &= round - 1;
            let bands = &mut self.digits[digit];
            let Closed {
                left: [a, b, c],
                placed,
                again,
            } = digit::close(*bands);
            if (a == 0) | (b == 0) | (c == 0) {
                return false;
            }
            bands.0 = [a, b, c, bands.0[3]];
            next |= u32::from(again) << digit;
            let [known_a, known_b, known_c, _] = self.solved.0;
            let [new_a, new_b, new_c] = placed;
            let fresh = [new_a & !known_a, new_b & !known_b, new_c & !known_c];
            if fresh[0] | fresh[1] | fresh[2] != 0 {
                next |= self.clear_others(digit, fresh) & !round;
            }
        }
    }

    /// Takes all other digits from cells; which digits were there.
    #[inline(always)]
    fn clear_others(&mut self, digit: usize, cells: [u32; 3]) -> Digits {
        let mut hit = 0;
        let [a, b, c] = cells.map(|band| u32::from(band != 0));
        let mut in_bands = a | b << 1 | c << 2;
        while in_bands != 0 {
            let band = in_bands.trailing_zeros() as usize;
            in_bands &= in_bands - 1;
            let bits = cells[band];
            self.solved.0[band] |= bits;
            let own = self.digits[digit].0[band];
            for (other, bands) in self.digits.iter_mut().enumerate() {
                hit |= u32::from(bands.0[band] & bits != 0) << other;
                bands.0[band] &= !bits;
            }
            self.digits[digit].0[band] = own;
        }
        hit & !(1 << digit)
    }

    /// Eliminates the digits of naked singles from their peers. Returns whether
    /// no two of them clash.
    #[inline(always)]
    fn strike_from_peers(&mut self, naked: Bands) -> bool {
        self.solved = self.solved.or(naked);
        for place in naked.places() {
            let candidates = self.candidates(place);
            if candidates == 0 {
                return false;
            }
            let own = &mut self.digits[candidates.trailing_zeros() as usize];
            *own = own.and(place.rest());
            self.dirty |= candidates;
        }
        true
    }
}

/// The cells with a digit from 1 to 9, as bits.
#[inline(always)]
fn given_cells(text: &[u8; CELLS]) -> u128 {
    const EACH: u64 = u64::MAX / 255;
    // From '1' on, this carries into the highest bit of a byte.
    const TO_TOP: u64 = EACH * (0x80 - b'1') as u64;
    let (words, last) = text.as_chunks::<8>();
    let mut cells = u128::from(last[0] >= b'1') << (CELLS - 1);
    for (number, word) in words.iter().enumerate() {
        let tops = (u64::from_le_bytes(*word) + TO_TOP) >> 7 & EACH;
        // Bit 8k goes to bit 56 + k.
        let bits = tops.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        cells |= u128::from(bits) << (8 * number);
    }
    cells
}
