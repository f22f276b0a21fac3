//! The cell to branch on, in all lanes at once: the fewest candidates, then the
//! most peers without a digit, then the first.

use super::frame::Frame;
use super::lanes::{Lanes, MAX_LANES};

/// One peer without a digit, in a rank: above the seven bits of the cell.
const PEER: u16 = 1 << 7;

/// Ranks of cells with two candidates, with three, and with more: above all
/// counts of peers.
const TWO: u16 = 3 << 12;
const THREE: u16 = 2 << 12;
const MORE: u16 = 1 << 12;

/// What a rank holds instead of its cell's number.
const LAST: u16 = 127;

/// The cell of each lane; of no use in lanes whose cells all have one candidate.
#[inline(always)]
pub fn choose<V: Lanes>(frame: &Frame<V>) -> [u16; MAX_LANES] {
    let zero = V::splat(0);
    let (mut rows, mut columns) = ([zero; 27], [zero; 27]);
    for row in 0..9 {
        for column in 0..9 {
            let single = frame.cells[9 * row + column].without_lowest().zeros();
            let peer = zero.select(single, V::splat(PEER));
            let mini = &mut rows[3 * row + column / 3];
            *mini = mini.add(peer);
            let mini = &mut columns[3 * column + row / 3];
            *mini = mini.add(peer);
        }
    }
    let mut best = zero;
    let mut cell_rank = V::splat(LAST);
    for row in 0..9 {
        let band = row / 3;
        let sum = |minis: &[V; 27], at: usize, step: usize| {
            minis[at].add(minis[at + step]).add(minis[at + 2 * step])
        };
        let in_row = sum(&rows, 3 * row, 1);
        for q in 0..3 {
            let in_box = sum(&rows, 9 * band + q, 3);
            let near = in_row.add(in_box).sub(rows[3 * row + q]);
            for c in 0..3 {
                let column = 3 * q + c;
                let below = columns[3 * column + (band + 1) % 3];
                let above = columns[3 * column + (band + 2) % 3];
                let peers = near.add(below).add(above);
                let class = class(frame.cells[9 * row + column]);
                let rank = peers.add(cell_rank).add(class);
                best = best.max(zero.select(class.zeros(), rank));
                cell_rank = cell_rank.sub(V::splat(1));
            }
        }
    }
    let mut cells = [0; MAX_LANES];
    V::splat(LAST)
        .sub(best.and(V::splat(PEER - 1)))
        .store(&mut cells);
    cells
}

/// The part of a rank that the number of candidates gives; 0 for up to one.
#[inline(always)]
fn class<V: Lanes>(cell: V) -> V {
    let above_one = cell.without_lowest();
    let above_two = above_one.without_lowest();
    let above_three = above_two.without_lowest();
    let many = V::splat(THREE).select(above_three.zeros(), V::splat(MORE));
    let several = V::splat(TWO).select(above_two.zeros(), many);
    V::splat(0).select(above_one.zeros(), several)
}
