//! Puzzles that have not begun, or have to begin again.

use super::frame::{ALL_DIGITS, Frame, Moves};
use super::lanes::{Lanes, MAX_LANES};
use super::text::{self, Row};

/// Puzzles on their way to the lanes.
pub struct Fresh<'p, V> {
    puzzles: &'p [Row<'p>],
    /// The puzzle to read next.
    next: usize,
    /// Puzzles to begin again.
    again: Vec<usize>,
    /// Puzzles that were read, as grids and by their indices.
    pub frame: Frame<V>,
    indices: [usize; MAX_LANES],
    /// Where those are that have not begun.
    first: usize,
    end: usize,
    /// Whether these begin again.
    is_again: bool,
}

/// Puzzles that begin.
pub struct Begun {
    /// Where their grids go.
    pub moves: Moves,
    /// Whether they have begun before.
    pub again: bool,
}

impl<'p, V: Lanes> Fresh<'p, V> {
    /// None has begun.
    #[inline(always)]
    pub fn new(puzzles: &'p [Row<'p>]) -> Fresh<'p, V> {
        Fresh {
            puzzles,
            next: 0,
            again: Vec::with_capacity(2 * MAX_LANES),
            frame: Frame::new(),
            indices: [0; MAX_LANES],
            first: 0,
            end: 0,
            is_again: false,
        }
    }

    /// Whether all have begun.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.first == self.end && self.next == self.puzzles.len() && self.again.is_empty()
    }

    /// A puzzle is to begin again.
    #[inline(always)]
    pub fn put_back(&mut self, puzzle: usize) {
        self.again.push(puzzle);
    }

    /// Begins puzzles in these lanes, no more than were read at once, and notes their
    /// indices. Their grids are still to be taken from the frame.
    #[inline(always)]
    pub fn begin(&mut self, mut free: u32, puzzles: &mut [usize; MAX_LANES]) -> Begun {
        let mut moves = Moves::none();
        if self.first == self.end && free != 0 && !self.is_empty() {
            self.read();
        }
        while free != 0 && self.first != self.end {
            let lane = free.trailing_zeros() as usize;
            free &= free - 1;
            moves.add(self.first, lane);
            puzzles[lane] = self.puzzle();
            self.first += 1;
        }
        Begun {
            moves,
            again: self.is_again,
        }
    }

    /// Reads the next puzzles.
    #[inline(always)]
    fn read(&mut self) {
        let new = V::COUNT.min(self.puzzles.len() - self.next);
        self.is_again = self.again.len() >= V::COUNT || new == 0;
        let mut rows = [Row::EMPTY; MAX_LANES];
        let rows = if self.is_again {
            self.end = V::COUNT.min(self.again.len());
            let puzzles = self.again.drain(self.again.len() - self.end..);
            for ((row, index), puzzle) in rows.iter_mut().zip(&mut self.indices).zip(puzzles) {
                (*row, *index) = (self.puzzles[puzzle], puzzle);
            }
            &rows[..self.end]
        } else {
            self.end = new;
            self.next += new;
            &self.puzzles[self.next - new..self.next]
        };
        self.first = 0;
        text::read(&mut self.frame.cells, ALL_DIGITS, rows);
    }

    /// The index of the next puzzle to begin.
    #[inline(always)]
    fn puzzle(&self) -> usize {
        match self.is_again {
            true => self.indices[self.first],
            false => self.next - self.end + self.first,
        }
    }
}
