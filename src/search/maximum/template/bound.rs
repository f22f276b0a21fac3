//! The Lagrangian bound. Let every digit choose its best template on its own: that bounds
//! the score from above, but cells may be chosen twice or not at all. A price `λ` for
//! each cell, paid by each digit that takes it and paid back once, changes no solution's
//! score, and good prices make the bound tight (M. Held and R. Karp, "The
//! traveling-salesman problem and minimum spanning trees", 1970–71). The best template of
//! all nine digits together takes some hundred vector sums and maxima.
//!
//! Numbers are in units, of which [`Values`](super::Values) says what they are. A cell's value and
//! price are below [`MOST`] in amount, so that nine of them stay above [`DEAD`], and one excluded
//! cell, at [`EXCLUDED`], drags any template below it; sums saturate.

use super::lanes::Lanes;
use super::shape::{FITS, ORDERS, TRIPLES, cells};
use crate::search::simd::Lanes as Vector;
use crate::search::simd::Work;

/// Largest amount of a value, in units.
pub const MOST_VALUE: i16 = 512;
/// Largest amount of a price, in units.
pub const MOST_PRICE: f32 = 600.0;
/// Bound on value and price together: 17 times this is less than `-EXCLUDED`.
const MOST: i16 = MOST_VALUE + MOST_PRICE as i16;
/// The value of a digit in a cell that cannot hold it.
const EXCLUDED: i16 = -24_000;
/// Below this, a template has an excluded cell.
const DEAD: i16 = -12_000;

const _: () = assert!(-9 * (MOST as i32) > DEAD as i32);
const _: () = assert!(EXCLUDED as i32 + 8 * (MOST as i32) < DEAD as i32);

/// A digit has no template left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoTemplate;

/// The value of each digit in each cell, in units, by cell.
pub type CellValues = [Lanes; 81];

/// Candidates of each cell and its price.
#[derive(Clone)]
pub struct Node {
    /// Bit `d` for the digit `d + 1`.
    pub candidates: [u16; 81],
    /// In units.
    pub prices: [f32; 81],
}

/// Evaluates a node.
pub struct Evaluate<'s> {
    /// The value of each digit in each cell.
    pub values: &'s CellValues,
    /// The node.
    pub node: &'s Node,
    /// Where to put the evaluation.
    pub scratch: &'s mut Evaluated,
}

impl Work for Evaluate<'_> {
    type Output = Result<i32, NoTemplate>;

    #[inline(always)]
    fn run<V: Vector>(self) -> Result<i32, NoTemplate> {
        let values = masked::<V>(self.values, &self.node.candidates);
        self.scratch.evaluate::<V>(&values, &self.node.prices)
    }
}

/// Excludes candidates by an evaluation. Its output is how many.
pub struct Exclude<'s> {
    /// The evaluation.
    pub evaluated: &'s Evaluated,
    /// The candidates of its node.
    pub candidates: &'s mut [u16; 81],
    /// What a solution may lose to the bound, in units.
    pub slack: i32,
}

impl Work for Exclude<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<V: Vector>(self) -> u32 {
        self.evaluated.exclude::<V>(self.candidates, self.slack)
    }
}

/// The evaluation of a node.
pub struct Evaluated {
    /// Value less price of each cell; excluded digits far below.
    pub cells: CellValues,
    /// The best order of rows of each triple, by band.
    pub bands: [[Lanes; TRIPLES]; 3],
    /// The best template with each upper triple.
    uppers: [Lanes; TRIPLES],
    /// The best template.
    pub best: Lanes,
    /// The bound: no solution scores more.
    pub bound: i32,
}

impl Evaluated {
    /// An empty evaluation.
    pub fn empty() -> Evaluated {
        Evaluated {
            cells: [Lanes::all(0); 81],
            bands: [[Lanes::LEAST; TRIPLES]; 3],
            uppers: [Lanes::LEAST; TRIPLES],
            best: Lanes::LEAST,
            bound: 0,
        }
    }

    /// Evaluates prices, with the values from [`masked`].
    ///
    /// # Errors
    /// [`NoTemplate`] if some digit has none, so that there is no solution.
    #[inline(always)]
    pub fn evaluate<V: Vector>(
        &mut self,
        values: &CellValues,
        prices: &[f32; 81],
    ) -> Result<i32, NoTemplate> {
        let mut paid = 0;
        for ((lanes, values), price) in self.cells.iter_mut().zip(values).zip(prices) {
            let price = whole(*price);
            paid += i32::from(price);
            lanes.store(values.load::<V>().add_saturating(V::splat(-price as u16)));
        }
        for (band, values) in self.bands.iter_mut().enumerate() {
            band_values::<V>(&self.cells, band, values);
        }
        let [above, middles, lowers] = &self.bands;
        let mut best: V = Lanes::LEAST.load();
        for (upper, fits) in FITS.iter().enumerate() {
            let mut rest: V = Lanes::LEAST.load();
            for &(middle, lower) in fits {
                let middle: V = middles[middle as usize].load();
                rest = rest.max_signed(middle.add_saturating(lowers[lower as usize].load()));
            }
            let sum = rest.add_saturating(above[upper].load());
            self.uppers[upper].store(sum);
            best = best.max_signed(sum);
        }
        self.best.store(best);
        let digits = (0..9).map(|digit| self.best.of(digit));
        if digits.clone().any(|best| best < i32::from(DEAD)) {
            return Err(NoTemplate);
        }
        self.bound = paid + digits.sum::<i32>();
        Ok(self.bound)
    }

    /// How often each cell is taken by the best templates.
    #[inline(always)]
    pub fn taken<V: Vector>(&self) -> [u8; 81] {
        let mut taken = [0; 81];
        let uppers = self.best_uppers::<V>();
        for digit in 0..9 {
            let upper = uppers.of(digit) as usize % TRIPLES;
            let rest = self.best.of(digit) - self.bands[0][upper].of(digit);
            let fit = last(8, |fit| {
                let (middle, lower) = FITS[upper][fit];
                let [_, middles, lowers] = &self.bands;
                middles[middle as usize].of(digit) + lowers[lower as usize].of(digit) == rest
            });
            let (middle, lower) = FITS[upper][fit];
            for (band, triple) in [(0, upper), (1, middle as usize), (2, lower as usize)] {
                let value = self.bands[band][triple].of(digit);
                let order = last(6, |order| {
                    let [a, b, c] = cells(band, triple, ORDERS[order]);
                    let sum = self.cells[a].of(digit) + self.cells[b].of(digit);
                    sum + self.cells[c].of(digit) == value
                });
                for cell in cells(band, triple, ORDERS[order]) {
                    taken[cell] += 1;
                }
            }
        }
        taken
    }

    /// The upper triple of each digit's best template.
    #[inline(always)]
    fn best_uppers<V: Vector>(&self) -> Lanes {
        let best: V = self.best.load();
        let mut upper = V::splat(0);
        for (number, sums) in (0..).zip(&self.uppers) {
            upper = V::splat(number).select(sums.load::<V>().equal(best), upper);
        }
        let mut uppers = Lanes::all(0);
        uppers.store(upper);
        uppers
    }

    /// Excludes candidates whose best template is worse than the digit's best by
    /// more than `slack` units: no solution within the slack of the bound has
    /// them. Returns how many.
    #[inline(always)]
    fn exclude<V: Vector>(&self, candidates: &mut [u16; 81], slack: i32) -> u32 {
        let rests = self.rests::<V>();
        let mut through = [Lanes::LEAST; 81];
        for (band, rests) in rests.iter().enumerate() {
            for (triple, rest) in rests.iter().enumerate() {
                for order in ORDERS {
                    let places = cells(band, triple, order);
                    let mut sum: V = rest.load();
                    for cell in places {
                        sum = sum.add_saturating(self.cells[cell].load());
                    }
                    for cell in places {
                        let most = sum.max_signed(through[cell].load());
                        through[cell].store(most);
                    }
                }
            }
        }
        let mut excluded = 0;
        for (candidates, through) in candidates.iter_mut().zip(&through) {
            for digit in 0..9 {
                let loss = self.best.of(digit) - through.of(digit);
                let bit = 1 << digit;
                if *candidates & bit != 0 && loss > slack {
                    *candidates &= !bit;
                    excluded += 1;
                }
            }
        }
        excluded
    }

    /// The best that the other two bands add to each triple.
    #[inline(always)]
    fn rests<V: Vector>(&self) -> [[Lanes; TRIPLES]; 3] {
        let mut rests = [[Lanes::LEAST; TRIPLES]; 3];
        for (upper, fits) in FITS.iter().enumerate() {
            for &(middle, lower) in fits {
                let (middle, lower) = (usize::from(middle), usize::from(lower));
                let a: V = self.bands[0][upper].load();
                let b: V = self.bands[1][middle].load();
                let c: V = self.bands[2][lower].load();
                let sums = [
                    (upper, b.add_saturating(c)),
                    (middle, a.add_saturating(c)),
                    (lower, a.add_saturating(b)),
                ];
                for (rests, (triple, sum)) in rests.iter_mut().zip(sums) {
                    let most = sum.max_signed(rests[triple].load());
                    rests[triple].store(most);
                }
            }
        }
        rests
    }
}

/// The last number for which this holds, or 0. All are tried: to stop at the first
/// would cost a branch misprediction each time.
#[inline(always)]
fn last(count: usize, holds: impl Fn(usize) -> bool) -> usize {
    let mut last = 0;
    for number in 0..count {
        last = if holds(number) { number } else { last };
    }
    last
}

/// The values of the candidates; those of excluded digits are far below.
#[inline(always)]
pub fn masked<V: Vector>(values: &CellValues, candidates: &[u16; 81]) -> CellValues {
    let mut masked = *values;
    for (lanes, &candidates) in masked.iter_mut().zip(candidates) {
        let excluded: V = Lanes::where_missing(candidates, EXCLUDED).load();
        lanes.store(excluded.add_saturating(lanes.load()));
    }
    masked
}

/// A price in units.
#[inline(always)]
fn whole(price: f32) -> i16 {
    // With this added, the last bits of the number are the next integer.
    const SHIFT: f32 = (3 << 22) as f32;
    (price + SHIFT).to_bits() as i16
}

/// The best order of the rows for every triple of a band.
#[inline(always)]
fn band_values<V: Vector>(cells: &CellValues, band: usize, values: &mut [Lanes; TRIPLES]) {
    let start = 27 * band;
    let (first, others) = cells[start..start + 27].split_at(9);
    let (second, third) = others.split_at(9);
    for i in 0..3 {
        for j in 3..6 {
            // The best of two rows for the first stacks, by the row left over.
            let not_first: V = crossed(second, third, i, j);
            let not_second: V = crossed(first, third, i, j);
            let not_third: V = crossed(first, second, i, j);
            for l in 6..9 {
                let best = not_first.add_saturating(first[l].load());
                let best = best.max_signed(not_second.add_saturating(second[l].load()));
                let best = best.max_signed(not_third.add_saturating(third[l].load()));
                values[9 * i + 3 * (j - 3) + l - 6].store(best);
            }
        }
    }
}

/// The best of two rows in two columns.
#[inline(always)]
fn crossed<V: Vector>(one: &[Lanes], other: &[Lanes], i: usize, j: usize) -> V {
    let straight: V = one[i].load::<V>().add_saturating(other[j].load());
    straight.max_signed(other[i].load::<V>().add_saturating(one[j].load()))
}
