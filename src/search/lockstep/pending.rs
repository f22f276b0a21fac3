//! Puzzles whose search has not begun, or will be restarted.
//!
//! As many as there are lanes are read and swept together, for as long as most of them
//! change, so that few lanes are idle. That solves the easy ones.
//!
//! A search that fails is restarted on a symmetric image of the puzzle, and with more
//! patience. Depth-first search may enter a part of the tree without a solution that
//! takes ages to leave, though the same puzzle is easy when it is transposed or
//! relabelled: random restarts cut off such heavy tails (C. P. Gomes, B. Selman,
//! N. Crato, H. Kautz, "Heavy-tailed phenomena in satisfiability and constraint
//! satisfaction problems", 2000).

use super::answer::Question;
use super::frame::{ALL_DIGITS, Frame, Moves};
use super::sweep::Found;
use super::text;
use crate::grid::row::{CELLS, Row};
use crate::search::image::Image;
use crate::search::reasoning::refute::is_refuted;
use crate::search::simd::{Lanes, MAX_LANES};

/// Contradictions that the first attempt may meet for each solution, and one more.
const PATIENCE: u64 = 256;

/// Attempts on the puzzle itself: a greedy descent, and a search of the tree.
const ON_ITSELF: u32 = 2;

/// Puzzles on their way to the lanes.
pub struct Pending<'p, V> {
    puzzles: &'p [Row],
    /// The puzzle to read next.
    next: usize,
    /// Puzzles to restart, with the number of the attempt.
    restarts: Vec<(usize, u32)>,
    /// Puzzles that were read, as grids, by their indices and attempts.
    pub frame: Frame<V>,
    pub indices: [usize; MAX_LANES],
    pub attempts: [u32; MAX_LANES],
    /// How many were read.
    count: usize,
    /// Whether to sweep them again.
    is_moving: bool,
    /// Whether all puzzles of the last frame repeated a given.
    all_clashed: bool,
    /// Lanes whose puzzle has not begun and is not done.
    left: u32,
    images: Images,
}

impl<'p, V: Lanes> Pending<'p, V> {
    #[inline(always)]
    pub fn new(puzzles: &'p [Row]) -> Pending<'p, V> {
        Pending {
            puzzles,
            next: 0,
            restarts: Vec::with_capacity(2 * MAX_LANES),
            frame: Frame::new(),
            indices: [0; MAX_LANES],
            attempts: [0; MAX_LANES],
            count: 0,
            is_moving: false,
            all_clashed: false,
            left: 0,
            images: Images::new(),
        }
    }

    /// Whether all have begun, or were answered before.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.left == 0 && self.next == self.puzzles.len() && self.restarts.is_empty()
    }

    /// The characters of a puzzle, or of the image that an attempt works on.
    #[inline(never)]
    pub fn text(&mut self, puzzle: usize, attempt: u32) -> [u8; CELLS] {
        self.images.of(attempt, self.puzzles[puzzle].text())
    }

    /// Whether to sweep the frame.
    #[inline(always)]
    pub fn is_moving(&self) -> bool {
        self.is_moving
    }

    /// Whether stronger reasoning refutes a puzzle whose first tree was abandoned.
    #[inline(never)]
    pub fn is_refuted(&self, puzzle: usize, attempt: u32) -> bool {
        !is_on_image(attempt) && is_refuted(self.puzzles[puzzle].text())
    }

    /// Schedules the attempt after this one.
    #[inline(always)]
    pub fn restart(&mut self, puzzle: usize, attempt: u32) {
        self.restarts.push((puzzle, attempt + 1));
    }

    /// Begins puzzles in these lanes, as long as there are some that were swept. The
    /// caller must copy their grids from the frame by the returned moves.
    #[inline(always)]
    pub fn begin(&mut self, mut free: u32) -> Moves {
        let mut moves = Moves::none();
        debug_assert!(!self.is_moving);
        while free != 0 && self.left != 0 {
            let from = self.left.trailing_zeros() as usize;
            let lane = free.trailing_zeros() as usize;
            self.left &= self.left - 1;
            free &= free - 1;
            moves.add(from, lane);
        }
        moves
    }

    /// The outcome of a sweep that is not worth the work, because all puzzles repeat a given.
    /// That is looked for where those before did, as neighbouring puzzles tend to be alike.
    #[inline(always)]
    pub fn all_clash(&self) -> Option<Found> {
        if !self.all_clashed {
            return None;
        }
        let all = self.all();
        (self.frame.clashing() & all == all).then_some(Found {
            changed: 0,
            dead: all,
            clashing: all,
            solved: 0,
        })
    }

    /// Handles a sweep over the frame. If it was the last, returns the lanes that are
    /// solved, and those that are dead; the others can begin.
    #[inline(always)]
    pub fn swept(&mut self, found: Found) -> Option<[u32; 2]> {
        let all = self.all();
        let (solved, dead) = (found.solved & all, found.dead & all);
        self.left = all & !(solved | dead);
        self.all_clashed = found.clashing & all == all;
        let moving = (found.changed & self.left).count_ones();
        self.is_moving = 3 * moving as usize > 2 * self.count;
        (!self.is_moving).then_some([solved, dead])
    }

    /// Lanes of all that were read.
    #[inline(always)]
    fn all(&self) -> u32 {
        ((1u64 << self.count) - 1) as u32
    }

    /// Reads the next puzzles, if all that were read before have begun.
    #[inline(always)]
    pub fn read(&mut self) {
        if self.left != 0 || self.is_empty() {
            return;
        }
        let new = V::COUNT.min(self.puzzles.len() - self.next);
        if self.restarts.len() >= V::COUNT || new == 0 {
            self.read_restarts();
        } else {
            self.count = new;
            for (lane, index) in self.indices.iter_mut().enumerate() {
                *index = self.next + lane;
            }
            self.attempts = [0; MAX_LANES];
            self.next += new;
            let mut texts = [Row::EMPTY.text(); MAX_LANES];
            for (text, row) in texts
                .iter_mut()
                .zip(&self.puzzles[self.next - new..self.next])
            {
                *text = row.text();
            }
            text::read(&mut self.frame.cells, ALL_DIGITS, &texts[..new]);
        }
        self.is_moving = true;
        self.left = self.all();
    }

    #[inline(never)]
    fn read_restarts(&mut self) {
        self.count = V::COUNT.min(self.restarts.len());
        let first = self.restarts.len() - self.count;
        let mut texts = [[b'.'; CELLS]; MAX_LANES];
        for (lane, (puzzle, attempt)) in self.restarts.drain(first..).enumerate() {
            (self.indices[lane], self.attempts[lane]) = (puzzle, attempt);
            texts[lane] = self.images.of(attempt, self.puzzles[puzzle].text());
        }
        let texts = texts.each_ref();
        text::read(&mut self.frame.cells, ALL_DIGITS, &texts[..self.count]);
    }
}

/// Whether to restart a search with this many contradictions.
#[inline(always)]
pub fn is_hopeless(attempt: u32, contradictions: u64, found: u64, question: Question) -> bool {
    let patience = PATIENCE << (2 * attempt.saturating_sub(1)).min(32);
    let endless = question.limit == u64::MAX && found > 0;
    contradictions > patience.saturating_mul(found + 1) && !endless
}

/// The images for restarts, made when they are first needed.
pub struct Images(Vec<Image>);

impl Images {
    pub fn new() -> Images {
        Images(Vec::new())
    }

    /// The characters that an attempt works on.
    pub fn of(&mut self, attempt: u32, puzzle: &[u8; CELLS]) -> [u8; CELLS] {
        match self.image(attempt) {
            Some(image) => image.of(puzzle),
            None => *puzzle,
        }
    }

    /// The solution of the puzzle that an attempt found on its image.
    pub fn restore(&mut self, attempt: u32, solution: &[u8; CELLS]) -> [u8; CELLS] {
        match self.image(attempt) {
            Some(image) => image.restore(solution),
            None => *solution,
        }
    }

    fn image(&mut self, attempt: u32) -> Option<&Image> {
        let number = attempt.checked_sub(ON_ITSELF)?;
        while self.0.len() <= number as usize {
            self.0.push(Image::new(self.0.len() as u32));
        }
        self.0.get(number as usize)
    }
}

/// Whether an attempt is made on an image.
#[inline(always)]
pub fn is_on_image(attempt: u32) -> bool {
    attempt >= ON_ITSELF
}
