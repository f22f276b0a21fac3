//! One sweep of inference over all lanes: naked singles, hidden singles and locked
//! candidates, and the detection of solutions and contradictions.
//!
//! A mini-row is the three cells that a row and a box share, a mini-column the
//! three of a column and a box. All sets of digits below are built from theirs:
//!
//! ```text
//!            box 0     box 1     box 2
//! row 0   │ ▬▬▬▬▬▬▬ │ ▬▬▬▬▬▬▬ │ ▬▬▬▬▬▬▬ │   mini-rows 0 1 2   ┐
//! row 1   │ ▬▬▬▬▬▬▬ │ ▬▬▬▬▬▬▬ │ ▬▬▬▬▬▬▬ │   mini-rows 3 4 5   │ a chute, as a
//! row 2   │ ▬▬▬▬▬▬▬ │ ▬▬▬▬▬▬▬ │ ▬▬▬▬▬▬▬ │   mini-rows 6 7 8   ┘ square of nine
//! ```
//!
//! Two implementations have the same result, except on dead grids.
//! The candidates that naked singles leave in a cell are needed twice, to count places
//! and to eliminate candidates: [`once`] stores them in between, for processors with few
//! registers, and [`twice`] computes them again.

mod once;
mod twice;

use super::frame::{ALL_DIGITS, Frame};
use crate::search::simd::Lanes;
pub use once::StrikeOnce;
pub use twice::StrikeTwice;

/// A sweep, with its scratch memory.
pub trait Sweep<V> {
    /// Allocates the scratch memory.
    fn new() -> Self;

    /// Sweeps over a frame once.
    fn run(&mut self, frame: &mut Frame<V>) -> Found;
}

/// What a sweep found, as sets of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Candidates were eliminated.
    pub changed: u32,
    /// The grid contradicts itself, and its candidates are meaningless.
    pub dead: u32,
    /// Dead, because a house has two cells whose only candidate is the same.
    pub clashing: u32,
    /// Each house has each digit once.
    pub solved: u32,
}

/// What a sweep gathers over all houses and cells. It is passed by value to stay in
/// registers: through memory, each step would wait for the last.
#[derive(Clone, Copy)]
struct Gathered<V> {
    /// No digit misses a place in a house.
    complete: V,
    /// Naked singles that stand twice in a house.
    clash: V,
    /// Digits with more than one place in some row.
    open: V,
    /// Eliminated candidates.
    fallen: V,
    /// The smallest set of candidates that is left.
    smallest: V,
}

const ROWS: usize = 0;
const COLUMNS: usize = 1;
const BOXES: usize = 2;

impl<V: Lanes> Gathered<V> {
    #[inline(always)]
    fn nothing() -> Gathered<V> {
        Gathered {
            complete: V::splat(ALL_DIGITS),
            clash: V::splat(0),
            open: V::splat(0),
            fallen: V::splat(0),
            smallest: V::splat(ALL_DIGITS),
        }
    }

    /// Adds a cell before and after.
    #[inline(always)]
    fn cell(mut self, before: V, after: V) -> Gathered<V> {
        self.fallen = self.fallen.or(before.without(after));
        self.smallest = self.smallest.min(after);
        self
    }

    #[inline(always)]
    fn found(self) -> Found {
        let changed = !V::bits(self.fallen.zeros()) & V::all();
        let clashing = !V::bits(self.clash.zeros()) & V::all();
        let dead = !V::bits(self.complete.equal(V::splat(ALL_DIGITS)))
            | clashing
            | V::bits(self.smallest.zeros());
        let dead = dead & V::all();
        // Nine rows with nine places and no empty cell: one digit to each cell.
        let solved = V::bits(self.open.zeros()) & !dead;
        Found {
            changed,
            dead,
            clashing,
            solved,
        }
    }
}

/// The candidates that a cell keeps: the hidden single if there is one. Of two, only the
/// lowest is kept, and the next sweep finds no place for the other.
#[inline(always)]
fn hidden_or_all<V: Lanes>(left: V, once: V) -> V {
    let hidden = left.and(once);
    let lowest = hidden.and(V::splat(0).sub(hidden));
    left.select(hidden.zeros(), lowest)
}

/// The digits that locked candidates exclude from the nine minis of three lines through
/// three boxes. A digit that a box has on one line only is excluded from the rest of the
/// line (pointing); one that a line has in one box only, from the rest of the box
/// (claiming).
#[inline(always)]
fn locked_out<V: Lanes>(any: &[V; 9]) -> [V; 9] {
    let (mut pointing, mut claiming, mut out) = (*any, *any, *any);
    for line in 0..3 {
        for block in 0..3 {
            let here = any[3 * line + block];
            let at = |line: usize, block: usize| any[3 * (line % 3) + block % 3];
            pointing[3 * line + block] =
                here.without_both(at(line + 1, block), at(line + 2, block));
            claiming[3 * line + block] =
                here.without_both(at(line, block + 1), at(line, block + 2));
        }
    }
    for line in 0..3 {
        for block in 0..3 {
            let [next, last] = [(block + 1) % 3, (block + 2) % 3];
            let pointed = pointing[3 * line + next].or(pointing[3 * line + last]);
            let [next, last] = [(line + 1) % 3, (line + 2) % 3];
            out[3 * line + block] =
                pointed.or3(claiming[3 * next + block], claiming[3 * last + block]);
        }
    }
    out
}
