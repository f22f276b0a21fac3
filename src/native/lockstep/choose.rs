//! The cell to branch on, in all lanes at once: the fewest candidates, then the
//! most peers without a digit, then the first.

use super::frame::Frame;
use super::lanes::Lanes;

/// One peer without a digit, in a rank: above the seven bits of the cell.
const PEER: u16 = 1 << 7;

/// Ranks of cells with two candidates, with three, and with more: above all
/// counts of peers.
const TWO: u16 = 3 << 12;
const THREE: u16 = 2 << 12;
const MORE: u16 = 1 << 12;

/// What a rank holds instead of its cell's number.
const LAST: u16 = 127;

/// The cell of each of these lanes, which have cells with several candidates;
/// what it says of other lanes is of no use.
#[inline(always)]
pub fn choose<V: Lanes>(frame: &Frame<V>, lanes: u32) -> V {
    let peers = OpenCells::count(frame);
    let mut best = best_rank(frame, &peers, rank_of_two);
    // Nearly always there is a cell with two candidates; else all are ranked.
    if V::bits(best.zeros()) & lanes != 0 {
        best = best_rank(frame, &peers, rank_of_any);
    }
    V::splat(LAST).sub(best.and(V::splat(PEER - 1)))
}

/// Cells with several candidates, times [`PEER`].
struct OpenCells<V> {
    /// In each mini-row, `3·row + box`.
    rows: [V; 27],
    /// In each mini-column, `3·column + band`.
    columns: [V; 27],
}

impl<V: Lanes> OpenCells<V> {
    #[inline(always)]
    fn count(frame: &Frame<V>) -> OpenCells<V> {
        let zero = V::splat(0);
        let (mut rows, mut columns) = ([zero; 27], [zero; 27]);
        for band in 0..3 {
            for q in 0..3 {
                let mut in_column = [zero; 3];
                for r in 0..3 {
                    let row = 3 * band + r;
                    let mut in_row = zero;
                    for (c, in_column) in in_column.iter_mut().enumerate() {
                        let cell = frame.cells[9 * row + 3 * q + c];
                        let single = cell.without_lowest().zeros();
                        let open = zero.select(single, V::splat(PEER));
                        in_row = in_row.add(open);
                        *in_column = in_column.add(open);
                    }
                    rows[3 * row + q] = in_row;
                }
                for (c, in_column) in in_column.into_iter().enumerate() {
                    columns[3 * (3 * q + c) + band] = in_column;
                }
            }
        }
        OpenCells { rows, columns }
    }
}

/// The highest rank in each lane. `class` says what the number of candidates
/// adds to it; 0 is no cell to branch on.
#[inline(always)]
fn best_rank<V: Lanes>(frame: &Frame<V>, open: &OpenCells<V>, class: fn(V) -> V) -> V {
    let zero = V::splat(0);
    let OpenCells { rows, columns } = open;
    let mut best = zero;
    let mut cell_rank = V::splat(LAST);
    for row in 0..9 {
        let band = row / 3;
        let in_row = rows[3 * row].add(rows[3 * row + 1]).add(rows[3 * row + 2]);
        for q in 0..3 {
            let boxes = 9 * band + q;
            let in_box = rows[boxes].add(rows[boxes + 3]).add(rows[boxes + 6]);
            let near = in_row.add(in_box).sub(rows[3 * row + q]).add(cell_rank);
            for c in 0..3 {
                let column = 3 * q + c;
                let below = columns[3 * column + (band + 1) % 3];
                let above = columns[3 * column + (band + 2) % 3];
                let class = class(frame.cells[9 * row + column]);
                let rank = near.add(below).add(above).add(class);
                let rank = rank.sub(V::splat(c as u16));
                best = best.max(zero.select(class.zeros(), rank));
            }
            cell_rank = cell_rank.sub(V::splat(3));
        }
    }
    best
}

/// Of cells with two candidates alone.
#[inline(always)]
fn rank_of_two<V: Lanes>(cell: V) -> V {
    let above_one = cell.without_lowest();
    let two = V::splat(TWO).select(above_one.without_lowest().zeros(), V::splat(0));
    V::splat(0).select(above_one.zeros(), two)
}

/// Of cells with any number of candidates above one.
#[inline(always)]
fn rank_of_any<V: Lanes>(cell: V) -> V {
    let above_one = cell.without_lowest();
    let above_two = above_one.without_lowest();
    let above_three = above_two.without_lowest();
    let many = V::splat(THREE).select(above_three.zeros(), V::splat(MORE));
    let several = V::splat(TWO).select(above_two.zeros(), many);
    V::splat(0).select(above_one.zeros(), several)
}
