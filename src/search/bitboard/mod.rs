//! One 9×9 puzzle as fast as possible: a depth-first search with a set of cells for
//! each digit, where [`lockstep`](super::lockstep) needs many puzzles to fill its lanes.
//!
//! ```
//! use satoku::limits::Limits;
//! use satoku::search::bitboard::Bitboard;
//! use satoku::grid::Row;
//! use std::ops::ControlFlow;
//!
//! let text = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = Row::new(text).ok_or("not a row")?;
//! let mut bitboard = Bitboard::default();
//! let mut solutions = 0;
//! bitboard.search(puzzle, &Limits::unlimited(), |full| {
//!     assert!(full.text().starts_with(b"534678912"));
//!     solutions += 1;
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(solutions, 1);
//! # Ok::<(), &str>(())
//! ```
//!
//! Each digit is propagated on its own, with tables of 512 entries (`digit`): locked
//! candidates in both directions and hidden singles. Only digits that lost a place are
//! propagated. When no digit has more to propagate, one pass over all of them finds naked
//! singles and cells without candidates (`state`); when that finds none, the search
//! branches on a cell (`choose`).

mod all;
mod bands;
mod best;
mod choose;
mod differing;
mod digit;
mod multiplicity;
mod pairs;
mod reaching;
mod score_bound;
mod state;
mod top;

#[cfg(test)]
mod tests;

use crate::grid::Solution;
use crate::grid::row::CELLS;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::search::image::Image;
use all::PATIENCE;
use bands::Place;
pub(super) use best::SearchLimit;
pub(super) use score_bound::ScoreBound;
use state::{Digits, Open};
pub(super) use state::{Settled, State};
use std::ops::ControlFlow;

/// Grids between two looks at the limits.
const GRIDS_PER_CHECK: u32 = 128;

/// Grids on the path from the puzzle to a leaf: each but the first has one branch more
/// than the one before.
const DEPTH: usize = CELLS + 1;

/// The search engine. It keeps its memory for the next puzzle.
pub struct Bitboard {
    /// The grids on the path; the branch that was taken is already eliminated from all but
    /// the last.
    path: Vec<State>,
    /// Looks at the limits without a solution between them, before a search restarts
    /// on an image; four times as many after each.
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

    /// The grid as a solution of the puzzle.
    pub fn solution(&self) -> Solution {
        Solution::of_row(&self.text())
    }
}

/// What a search is for.
trait Goal {
    /// Called with each look at the limits; a break ends the search.
    fn check(&mut self) -> ControlFlow<End> {
        ControlFlow::Continue(())
    }

    /// Takes all solutions of a grid together, if that can be done without a search; a
    /// break ends the search with [`End::Enough`].
    fn together(&mut self, _: &State, _: Open) -> Option<ControlFlow<()>> {
        None
    }

    /// The cell to branch on and its digit to try first; `None` if nothing below
    /// this grid matters. Candidates of the cell that need not be tried may be struck.
    fn branch(&mut self, state: &mut State, open: Open) -> Option<(Place, usize)>;

    /// Takes a full grid; a break ends the search with [`End::Enough`].
    fn solution(&mut self, state: &State) -> ControlFlow<()>;

    /// Called when the search returns to a grid for its remaining branches. Returns
    /// whether any of them matters.
    fn resume(&mut self, _: &mut State) -> bool {
        true
    }
}

/// The first digit of a set.
#[inline(always)]
fn first(digits: Digits) -> usize {
    digits.trailing_zeros() as usize
}

impl Bitboard {
    /// Searches all completions of a partial grid. `nodes` are the branches that are
    /// left before it ends with [`Reason::NodeLimit`].
    #[inline(always)]
    fn run(&mut self, start: State, limits: &Limits, nodes: &mut u64, goal: &mut impl Goal) -> End {
        self.path.resize(DEPTH, State::EMPTY);
        self.path[0] = start;
        let (mut depth, mut until_check) = (0, 0);
        loop {
            if until_check == 0 {
                until_check = GRIDS_PER_CHECK;
                if let Some(reason) = limits.exceeded() {
                    return End::Stopped(reason);
                }
                if let ControlFlow::Break(end) = goal.check() {
                    return end;
                }
            }
            until_check -= 1;
            let state = &mut self.path[depth];
            match state.settle() {
                Settled::Open(open) => {
                    if let Some(taken) = goal.together(state, open) {
                        if taken.is_break() {
                            return End::Enough;
                        }
                    } else if let Some((place, digit)) = goal.branch(state, open) {
                        if *nodes == 0 {
                            return End::Stopped(Reason::NodeLimit);
                        }
                        *nodes -= 1;
                        self.descend(depth, place, digit);
                        depth += 1;
                        continue;
                    }
                }
                Settled::Full => {
                    if goal.solution(state).is_break() {
                        return End::Enough;
                    }
                }
                Settled::Dead => {}
            }
            loop {
                match depth.checked_sub(1) {
                    Some(before) => depth = before,
                    None => return End::Exhausted,
                }
                if goal.resume(&mut self.path[depth]) {
                    break;
                }
            }
        }
    }

    /// Places a digit in the next grid on the path, and eliminates it from this one.
    #[inline(always)]
    fn descend(&mut self, depth: usize, place: Place, digit: usize) {
        if let [state, next, ..] = &mut self.path[depth..] {
            let candidates = state.candidates(place);
            *next = *state;
            next.put(place, digit, candidates);
            // One other candidate is put in at once, as propagation takes longer to find it.
            match candidates & !(1 << digit) {
                other if other.is_power_of_two() => state.put(place, first(other), candidates),
                _ => state.strike(place, digit),
            }
        }
    }
}
