//! One sweep of inference over all lanes: naked singles, hidden singles and
//! locked candidates, and what tells a solution or a contradiction.
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

use super::frame::{ALL_DIGITS, CELLS, Frame};
use super::lanes::Lanes;

/// What a sweep found, as sets of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Candidates fell.
    pub changed: u32,
    /// The grid contradicts itself.
    pub dead: u32,
    /// Each house has each digit once.
    pub solved: u32,
}

/// What a sweep keeps between its passes.
pub struct Sweep<V> {
    /// The candidates without those that a naked single excludes.
    kept: [V; CELLS],
    /// Naked singles of each row, column and box.
    singles: [[V; 9]; 3],
    /// Digits with one place in each row, column and box.
    once: [[V; 9]; 3],
    /// Mini-rows `3·row + box` and mini-columns `3·column + band`.
    minis: [Minis<V>; 2],
}

/// What a sweep gathers over all houses. It is passed on by value, so that it
/// stays in registers: through memory, each step waits for the last.
#[derive(Clone, Copy)]
struct Gathered<V> {
    /// No digit misses a place in a house.
    complete: V,
    /// Naked singles that stand twice in a house.
    clash: V,
    /// The smallest set of candidates.
    smallest: V,
    /// Digits with more than one place in some house.
    open: V,
}

/// The digits of the mini-rows, or of the mini-columns.
struct Minis<V> {
    /// Digits in any of the three cells.
    any: [V; 27],
    /// Digits in two or three of them.
    twice: [V; 27],
    /// Digits that locked candidates exclude here.
    locked_out: [V; 27],
}

const ROWS: usize = 0;
const COLUMNS: usize = 1;
const BOXES: usize = 2;

impl<V: Lanes> Sweep<V> {
    /// Room for sweeps.
    #[inline(always)]
    pub fn new() -> Sweep<V> {
        let zero = V::splat(0);
        let minis = || Minis {
            any: [zero; 27],
            twice: [zero; 27],
            locked_out: [zero; 27],
        };
        Sweep {
            kept: [zero; CELLS],
            singles: [[zero; 9]; 3],
            once: [[zero; 9]; 3],
            minis: [minis(), minis()],
        }
    }

    /// Sweeps over a frame once.
    #[inline(always)]
    pub fn run(&mut self, frame: &mut Frame<V>) -> Found {
        self.find_naked_singles(frame);
        let mut gathered = Gathered {
            complete: V::splat(ALL_DIGITS),
            clash: V::splat(0),
            smallest: V::splat(ALL_DIGITS),
            open: V::splat(0),
        };
        for band in 0..3 {
            for stack in 0..3 {
                gathered = self.strike_box(frame, band, stack, gathered);
            }
        }
        for line in 0..9 {
            for kind in [ROWS, COLUMNS] {
                gathered = self.close_line(kind, line, gathered);
            }
        }
        for minis in &mut self.minis {
            for chute in 0..3 {
                minis.lock(chute);
            }
        }
        let changed = self.apply(frame);
        let dead = !V::bits(gathered.complete.equal(V::splat(ALL_DIGITS)))
            | !V::bits(gathered.clash.zeros())
            | V::bits(gathered.smallest.zeros());
        let dead = dead & V::all();
        let solved = V::bits(gathered.open.zeros()) & !dead;
        Found {
            changed,
            dead,
            solved,
        }
    }

    /// Collects the cells with one candidate, by house.
    #[inline(always)]
    fn find_naked_singles(&mut self, frame: &Frame<V>) {
        let zero = V::splat(0);
        let mut columns = [zero; 9];
        let mut boxes = [zero; 9];
        for row in 0..9 {
            let mut in_row = zero;
            for q in 0..3 {
                let mut in_mini = zero;
                for c in 0..3 {
                    let cell = frame.cells[9 * row + 3 * q + c];
                    let single = cell.select(cell.without_lowest().zeros(), zero);
                    columns[3 * q + c] = columns[3 * q + c].or(single);
                    in_mini = in_mini.or(single);
                }
                in_row = in_row.or(in_mini);
                let number = row / 3 * 3 + q;
                boxes[number] = boxes[number].or(in_mini);
            }
            self.singles[ROWS][row] = in_row;
        }
        self.singles[COLUMNS] = columns;
        self.singles[BOXES] = boxes;
    }

    /// Strikes what the naked singles exclude in a box, and collects its
    /// mini-rows and mini-columns.
    #[inline(always)]
    fn strike_box(
        &mut self,
        frame: &Frame<V>,
        band: usize,
        stack: usize,
        mut gathered: Gathered<V>,
    ) -> Gathered<V> {
        let number = 3 * band + stack;
        let in_box = self.singles[BOXES][number];
        let mut cells = [V::splat(0); 9];
        for r in 0..3 {
            let row = 3 * band + r;
            let placed = self.singles[ROWS][row].or(in_box);
            for c in 0..3 {
                let column = 3 * stack + c;
                let cell = 9 * row + column;
                let placed = placed.or(self.singles[COLUMNS][column]);
                let candidates = frame.cells[cell];
                let single = candidates.without_lowest().zeros();
                let kept = candidates.select(single, candidates.minus(placed));
                self.kept[cell] = kept;
                gathered.smallest = gathered.smallest.min(kept);
                cells[3 * r + c] = kept;
            }
        }
        let [rows, columns] = &mut self.minis;
        let (mut any, mut twice) = ([in_box; 3], [in_box; 3]);
        for k in 0..3 {
            let [a, b, c] = [cells[3 * k], cells[3 * k + 1], cells[3 * k + 2]];
            (any[k], twice[k]) = (a.or3(b, c), a.majority(b, c));
            rows.any[3 * (3 * band + k) + stack] = any[k];
            rows.twice[3 * (3 * band + k) + stack] = twice[k];
            let [a, b, c] = [cells[k], cells[3 + k], cells[6 + k]];
            columns.any[3 * (3 * stack + k) + band] = a.or3(b, c);
            columns.twice[3 * (3 * stack + k) + band] = a.majority(b, c);
        }
        self.close(BOXES, number, any, twice, gathered)
    }

    /// Counts the places of each digit in a row or column.
    #[inline(always)]
    fn close_line(&mut self, kind: usize, line: usize, gathered: Gathered<V>) -> Gathered<V> {
        let minis = &self.minis[kind];
        let of = |sets: &[V; 27]| [sets[3 * line], sets[3 * line + 1], sets[3 * line + 2]];
        let (any, twice) = (of(&minis.any), of(&minis.twice));
        self.close(kind, line, any, twice, gathered)
    }

    /// Counts the places of each digit in a house by its three minis.
    #[inline(always)]
    fn close(
        &mut self,
        kind: usize,
        house: usize,
        any: [V; 3],
        twice: [V; 3],
        mut gathered: Gathered<V>,
    ) -> Gathered<V> {
        let [a, b, c] = any;
        let somewhere = a.or3(b, c);
        let several = twice[0].or3(twice[1], twice[2]).or(a.majority(b, c));
        gathered.complete = gathered.complete.and(somewhere);
        let clash = self.singles[kind][house].and(several);
        gathered.clash = gathered.clash.or(clash);
        gathered.open = gathered.open.or(several);
        self.once[kind][house] = somewhere.minus(several);
        gathered
    }

    /// Places hidden singles and strikes what locked candidates exclude. Returns
    /// the lanes in which anything fell.
    #[inline(always)]
    fn apply(&mut self, frame: &mut Frame<V>) -> u32 {
        let [rows, columns] = &self.minis;
        let mut fallen = V::splat(0);
        for row in 0..9 {
            for q in 0..3 {
                let once = self.once[ROWS][row].or(self.once[BOXES][row / 3 * 3 + q]);
                let locked_out = rows.locked_out[3 * row + q];
                for c in 0..3 {
                    let column = 3 * q + c;
                    let kept = self.kept[9 * row + column];
                    let hidden = kept.and(once.or(self.once[COLUMNS][column]));
                    let other = columns.locked_out[3 * column + row / 3];
                    let left = kept.minus_both(locked_out, other);
                    let left = left.select(hidden.zeros(), hidden);
                    let cell = &mut frame.cells[9 * row + column];
                    fallen = fallen.or(cell.minus(left));
                    *cell = left;
                }
            }
        }
        !V::bits(fallen.zeros()) & V::all()
    }
}

impl<V: Lanes> Minis<V> {
    /// Locked candidates in three lines through three boxes. A digit that a box
    /// has on one line only leaves the rest of the line (pointing); one that a
    /// line has in one box only leaves the rest of the box (claiming).
    #[inline(always)]
    fn lock(&mut self, chute: usize) {
        let mut any = [V::splat(0); 9];
        any.copy_from_slice(&self.any[9 * chute..9 * chute + 9]);
        let (mut pointing, mut claiming) = (any, any);
        for line in 0..3 {
            for block in 0..3 {
                let here = any[3 * line + block];
                let [next, last] = [(line + 1) % 3, (line + 2) % 3];
                let elsewhere = any[3 * next + block].or(any[3 * last + block]);
                pointing[3 * line + block] = here.minus(elsewhere);
                let [next, last] = [(block + 1) % 3, (block + 2) % 3];
                let elsewhere = any[3 * line + next].or(any[3 * line + last]);
                claiming[3 * line + block] = here.minus(elsewhere);
            }
        }
        for line in 0..3 {
            for block in 0..3 {
                let [next, last] = [(block + 1) % 3, (block + 2) % 3];
                let pointed = pointing[3 * line + next].or(pointing[3 * line + last]);
                let [next, last] = [(line + 1) % 3, (line + 2) % 3];
                let claimed = claiming[3 * next + block].or(claiming[3 * last + block]);
                self.locked_out[9 * chute + 3 * line + block] = pointed.or(claimed);
            }
        }
    }
}
