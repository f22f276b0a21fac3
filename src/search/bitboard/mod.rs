//! One 9×9 puzzle as soon as possible: a search with a set of cells for each
//! digit, where [`lockstep`](super::lockstep) has many puzzles to fill its lanes.
//!
//! ```
//! use satoku::limits::Limits;
//! use satoku::search::alone::Bitboard;
//! use satoku::grid::Row;
//! use std::ops::ControlFlow;
//!
//! let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Row::new(text).ok_or("no row")?;
//! let mut alone = Bitboard::default();
//! let mut solutions = 0;
//! alone.search(puzzle, &Limits::unlimited(), |full| {
//!     assert!(full.text().starts_with(b"534678912"));
//!     solutions += 1;
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(solutions, 1);
//! # Ok::<(), &str>(())
//! ```
//!
//! A digit is followed up by itself, with tables of 512 entries (`digit`): locked
//! candidates both ways and hidden singles. Only digits that lost a place are. When
//! no digit has more to say, one pass over all of them finds naked singles and dead
//! cells (`state`); when neither has, a cell is guessed (`choose`).
//!
//! What was measured on the way, one thread, puzzles counted up to two solutions:
//! the rate of what is here over the rate with something else in its place, each
//! taken when it was decided, within some hundredths:
//!
//! | instead | 17 givens | hardest | easy | many solutions |
//! |---|---|---|---|---|
//! | the first cell with two candidates | 1.1 | 1.4 | 1.0 | 0.9 |
//! | a digit again as soon as it lost a place, not round by round | 1.1 | 1.15 | 1.3 | 1.1 |
//! | columns before rows | 1.1 | 1.05 | 1.0 | 1.1 |
//! | a pass over all cells after each round of digits | 1.0 | 1.0 | 0.95 | 1.1 |
//!
//! The 0.9 is why few open cells are not compared. Lost as well:
//! - to repeat a digit until it is still: a fifth slower;
//! - the three bands of a digit in the lanes of 128 bits: a third slower, since the
//!   compiler took most of the vectors apart again;
//! - to guess two cells at once that share no digit: a tenth fewer nodes where there
//!   are many solutions, and yet slower by some hundredths;
//! - the candidates of the neighbours in the choice of a cell: a tenth to a fifth
//!   fewer nodes, each dearer by a third.

mod bands;
mod best;
mod choose;
mod digit;
mod near;
mod state;
mod worth;

#[cfg(test)]
mod tests;

use crate::grid::row::{CELLS, Row};
use crate::limits::Limits;
use crate::outcome::End;
use crate::search::image::Image;
use crate::search::reasoning::refute::is_refuted;
use bands::Place;
pub(super) use best::{Aim, Best};
use state::Digits;
pub(super) use state::{Settled, State};
use std::ops::ControlFlow;
pub(super) use worth::Worth;

/// Nodes between two looks at the limits.
const NODES_PER_CHECK: u32 = 128;

/// Patience of a search: two thousand nodes, more than the hardest proper puzzles take.
const PATIENCE: u64 = 16;

/// Looks at the limits before the puzzle is looked at for contradictions once more.
const CHECKS_BEFORE_REFUTING: u64 = 2;

/// Grids on the way from the puzzle to a leaf: each but the first has one cell
/// guessed more than the one before.
const DEPTH: usize = CELLS + 1;

/// The search engine. It keeps its memory for the next puzzle.
pub struct Bitboard {
    /// The grids on the way; all but the last wait for their guess to come back,
    /// and have it struck already.
    path: Vec<State>,
    /// Looks at the limits without a solution between them, before a search begins
    /// again on an image; four times as many after each.
    patience: u64,
}

impl Default for Bitboard {
    fn default() -> Bitboard {
        Bitboard {
            path: Vec::new(),
            patience: PATIENCE,
        }
    }
}

/// A full grid.
pub struct Full<'s> {
    state: &'s State,
    /// The image of the puzzle that it solves, if it is not the puzzle itself.
    image: Option<&'s Image>,
}

impl Full<'_> {
    /// The digits `1` to `9`, row by row.
    pub fn text(&self) -> [u8; CELLS] {
        let mut text = [b'.'; CELLS];
        for (digit, bands) in (b'1'..).zip(self.state.digits()) {
            for place in bands.places() {
                text[place.cell()] = digit;
            }
        }
        match self.image {
            Some(image) => image.restore(&text),
            None => text,
        }
    }
}

impl Bitboard {
    /// Shows the solutions of a puzzle to `visitor`, one by one, until it breaks. As long
    /// as there is none to show, a search that takes long begins again on an image.
    pub fn search(
        &mut self,
        puzzle: Row,
        limits: &Limits,
        mut visitor: impl FnMut(Full<'_>) -> ControlFlow<()>,
    ) -> End {
        let mut attempts = 0..;
        attempts
            .find_map(|number| self.attempt(puzzle, number, false, limits, &mut visitor))
            .unwrap_or(End::Exhausted)
    }

    /// How many solutions there are, up to a limit.
    pub fn count(&mut self, puzzle: Row, limit: u64, limits: &Limits) -> (u64, End) {
        if limit == 0 {
            return (0, End::Enough);
        }
        let may_recount = limit < u64::MAX;
        let mut attempts = 0..;
        let counted = attempts.find_map(|number| {
            let mut found = 0;
            let end = self.attempt(puzzle, number, may_recount, limits, |_| {
                found += 1;
                match found < limit {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            end.map(|end| (found, end))
        });
        counted.unwrap_or((0, End::Exhausted))
    }

    /// Searches the puzzle or, with a number above 0, an image of it. Returns `None` if
    /// no solution was found for long: none at all, or where it `may_recount`, no other.
    fn attempt(
        &mut self,
        puzzle: Row,
        number: u32,
        may_recount: bool,
        limits: &Limits,
        mut visitor: impl FnMut(Full<'_>) -> ControlFlow<()>,
    ) -> Option<End> {
        let image = number.checked_sub(1).map(Image::new);
        let patience = self.patience << (2 * number).min(32);
        match &image {
            Some(image) => self.begin(Row::new(&image.of(puzzle.text())).unwrap_or(puzzle)),
            None => self.begin(puzzle),
        }
        let (mut depth, mut until_check, mut checks) = (0, 0, 0);
        let mut is_shown = false;
        loop {
            if until_check == 0 {
                until_check = NODES_PER_CHECK;
                if let Some(reason) = limits.exceeded() {
                    return Some(End::Stopped(reason));
                }
                if checks == CHECKS_BEFORE_REFUTING && !is_shown && is_refuted(puzzle.text()) {
                    return Some(End::Exhausted);
                }
                if checks == patience && (may_recount || !is_shown) {
                    return None;
                }
                checks += 1;
            }
            until_check -= 1;
            let state = &mut self.path[depth];
            match state.settle() {
                Settled::Open(open) => {
                    let place = choose::choose(state, open);
                    self.guess(depth, place, first);
                    depth += 1;
                    continue;
                }
                Settled::Full => {
                    (checks, is_shown) = (0, true);
                    let image = image.as_ref();
                    if visitor(Full { state, image }).is_break() {
                        return Some(End::Enough);
                    }
                }
                Settled::Dead => {}
            }
            match depth.checked_sub(1) {
                Some(before) => depth = before,
                None => return Some(End::Exhausted),
            }
        }
    }

    /// Puts a puzzle at the start of the way.
    #[inline(always)]
    fn begin(&mut self, puzzle: Row) {
        self.begin_with(State::new(puzzle));
    }

    /// Puts a partial grid there.
    #[inline(always)]
    fn begin_with(&mut self, state: State) {
        self.path.resize(DEPTH, State::EMPTY);
        self.path[0] = state;
    }

    /// Puts one candidate of a cell into the next grid on the way, and takes it
    /// out of this one.
    #[inline(always)]
    fn guess(&mut self, depth: usize, place: Place, pick: impl Fn(Digits) -> usize) {
        if let [state, next, ..] = &mut self.path[depth..] {
            let candidates = state.candidates(place);
            let digit = pick(candidates);
            *next = *state;
            next.put(place, digit, candidates);
            state.strike(place, digit);
        }
    }
}

/// The first digit of a set.
#[inline(always)]
fn first(digits: Digits) -> usize {
    digits.trailing_zeros() as usize
}
