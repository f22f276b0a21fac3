//! Chooses the cell to branch on, in all lanes together, and for descents a second one:
//! the fewest candidates, then the most points for open cells around, then the lowest
//! [number](super::frame::number).
//!
//! An open cell, one with several candidates, in the same row or column counts 2,
//! in the same box 3, but −1 if it shares two houses with the cell, and so a
//! mini-row or mini-column:
//!
//! ```text
//!  2  2  2 │−1  · −1 │ 2  2  2     the dot is the cell
//!          │ 3 −1  3 │
//!          │ 3 −1  3 │
//! ─────────┼─────────┼─────────
//!          │    2    │             and so on, down the column
//! ```

use super::frame::{Frame, IN_STACK, number};
use crate::search::simd::{Lanes, RANK_SHIFT};

/// A rank holds this less its cell's number: seven bits, below the points.
const LAST: u16 = (1 << RANK_SHIFT) - 1;

/// Makes all points positive; they are from −18 to 62, counted twice.
const OFFSET: u16 = 18 << RANK_SHIFT;

/// Added for two candidates, three, and more: above all points.
const TWO: u16 = 3 << 14;
const THREE: u16 = 2 << 14;
const MORE: u16 = 1 << 14;

const _: () = assert!(LAST > number(8, 8) && (18 + 62 + 1) << RANK_SHIFT <= MORE);
const _: () = assert!(
    LAST & IN_STACK == IN_STACK,
    "the number of no cell is in no stack"
);

/// Scratch memory for choices, which need not be cleared between them. All counts are
/// doubled, which costs nothing.
pub struct Choice<V> {
    /// Open cells in each mini-row, `3·row + box`.
    rows: [V; 27],
    /// Open cells in each mini-column, `3·column + band`.
    columns: [V; 27],
    /// What a column adds to the rank of the cells of a mini-column, less what it adds
    /// to their numbers within its stack.
    by_column: [V; 27],
}

/// The chosen cells, by their numbers.
#[derive(Clone, Copy)]
pub struct Chosen<V> {
    /// The cell to branch on.
    pub best: V,
    /// The best of the other two bands, the better one first, if they have two
    /// candidates, or a number that is no cell.
    others: [V; 2],
    /// Lanes whose open cells have two candidates each.
    pub bivalue: u32,
}

impl<V: Lanes> Chosen<V> {
    /// A cell with two candidates in another band and another stack than the best, and
    /// the lanes that have one.
    #[inline(always)]
    pub fn partners(&self) -> (V, u32) {
        let stack = |cell: V| cell.and(V::splat(IN_STACK));
        let avoided = stack(self.best);
        let good = |cell: V| {
            let bad = V::bits(stack(cell).equal(avoided));
            !(bad | V::bits(stack(cell).equal(V::splat(IN_STACK)))) & V::all()
        };
        let [better, other] = self.others;
        let (good, good_other) = (good(better), good(other));
        (better.select(V::mask(good), other), good | good_other)
    }
}

impl<V: Lanes> Choice<V> {
    #[inline(always)]
    pub fn new() -> Choice<V> {
        let none = [V::splat(0); 27];
        Choice {
            rows: none,
            columns: none,
            by_column: none,
        }
    }

    /// Chooses for these lanes, which must have open cells. The result is meaningless in
    /// other lanes.
    #[inline(always)]
    pub fn choose(&mut self, frame: &Frame<V>, lanes: u32) -> Chosen<V> {
        let zero = V::splat(0);
        self.count(frame);
        let mut above_two = zero;
        let mut ranks = self.best_rank(|cell, sum| {
            let above_one = frame.cells[cell].without_lowest();
            above_two = above_two.or(above_one.without_lowest());
            let class = V::splat(TWO).select(above_one.without_lowest().zeros(), V::splat(MORE));
            zero.select(above_one.zeros(), sum.add(class))
        });
        // Nearly always there is a cell with two candidates. In the other lanes there
        // is none, so that all cells with up to three have three.
        let two = V::splat(TWO);
        let highest = ranks[0].max(ranks[1]).max(ranks[2]);
        let has_two = highest.min(two).equal(two);
        if !V::bits(has_two) & lanes != 0 {
            let others = self.best_rank(|cell, sum| {
                let above_one = frame.cells[cell].without_lowest();
                let above_three = above_one.without_lowest().without_lowest();
                let class = V::splat(THREE).select(above_three.zeros(), V::splat(MORE));
                zero.select(above_one.zeros(), sum.add(class))
            });
            for (rank, other) in ranks.iter_mut().zip(others) {
                *rank = rank.select(has_two, other);
            }
        }
        let [a, b, c] = ranks;
        let (low, high) = (a.min(b), a.max(b));
        let others = [low.max(high.min(c)), low.min(c)];
        let best = high.max(c);
        let cell = |rank: V| V::splat(LAST).sub(rank.and(V::splat(LAST)));
        Chosen {
            best: cell(best),
            others: [cell(others[0]), cell(others[1])],
            bivalue: V::bits(above_two.zeros()),
        }
    }

    /// Counts the open cells.
    #[inline(always)]
    fn count(&mut self, frame: &Frame<V>) {
        for band in 0..3 {
            for stack in 0..3 {
                let mut open = [V::splat(0); 9];
                for r in 0..3 {
                    for c in 0..3 {
                        let cell = frame.cells[9 * (3 * band + r) + 3 * stack + c];
                        // Without its lowest bit, a set is 0 or at least 2.
                        open[3 * r + c] = cell.without_lowest().min(V::splat(2));
                    }
                }
                for k in 0..3 {
                    let row = open[3 * k].add(open[3 * k + 1]).add(open[3 * k + 2]);
                    self.rows[3 * (3 * band + k) + stack] = row;
                    let column = open[k].add(open[3 + k]).add(open[6 + k]);
                    self.columns[3 * (3 * stack + k) + band] = column;
                }
            }
        }
        for column in 0..9 {
            let place = V::splat(number(0, column % 3));
            for band in 0..3 {
                let points = line_points(&self.columns, column, band);
                self.by_column[3 * column + band] = points.to_rank().sub(place);
            }
        }
    }

    /// The highest rank in each band of each lane; 0 is no cell to branch on. `rank`
    /// takes a cell, and the sum of its points and its number.
    #[inline(always)]
    fn best_rank(&self, mut rank: impl FnMut(usize, V) -> V) -> [V; 3] {
        let mut best_of = [V::splat(0); 3];
        for (band, best_of) in best_of.iter_mut().enumerate() {
            let mut best = V::splat(0);
            let of = |r: usize, q: usize| self.rows[3 * (3 * band + r) + q];
            let mut in_box = [V::splat(0); 3];
            for (q, in_box) in in_box.iter_mut().enumerate() {
                let open = of(0, q).add(of(1, q)).add(of(2, q));
                *in_box = open.add(open).add(open);
            }
            for row in 3 * band..3 * band + 3 {
                for (q, in_box) in in_box.iter().enumerate() {
                    let first = V::splat(OFFSET + LAST - number(row, 3 * q));
                    let points = line_points(&self.rows, row, q).add(*in_box);
                    let by_row = points.to_rank().add(first);
                    for c in 0..3 {
                        let column = 3 * q + c;
                        let sum = by_row.add(self.by_column[3 * column + band]);
                        best = best.max(rank(9 * row + column, sum));
                    }
                }
            }
            *best_of = best;
        }
        best_of
    }
}

/// The points for the open cells of a line, for the cells of one of its minis: twice
/// all of them, and six times less those of the mini, which count in two lines and a
/// box.
#[inline(always)]
fn line_points<V: Lanes>(minis: &[V; 27], line: usize, mini: usize) -> V {
    let [a, b, c] = [minis[3 * line], minis[3 * line + 1], minis[3 * line + 2]];
    let here = minis[3 * line + mini];
    let rest = a.add(b).add(c).sub(here.add(here).add(here));
    rest.add(rest)
}
