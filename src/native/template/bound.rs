//! The Lagrangian bound. Let every digit choose its best template by itself:
//! that bounds the score from above, but cells may be chosen twice or not at
//! all. A price `λ` for each cell, paid by whoever takes it and paid out once,
//! changes no solution's score, and good prices make the bound tight (M. Held
//! and R. Karp, "The traveling-salesman problem and minimum spanning trees",
//! 1970–71). The best template of all nine digits at once takes some hundred
//! vector sums and maxima.
//!
//! Numbers are in units of `1/scale` of the score. A cell's value and price are
//! below [`MOST`] in amount, so that nine of them stay above [`DEAD`], and one
//! excluded cell, at [`EXCLUDED`], drags any template below it; sums saturate.

use super::lanes::Lanes;
use super::shape::{FITS, ORDERS, TRIPLES, cells};

/// Largest amount of a value, in units.
pub const MOST_VALUE: i16 = 512;
/// Largest amount of a price, in units.
const MOST_PRICE: f32 = 600.0;
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

/// What each digit is worth in each cell, in units, by cell.
pub type CellValues = [Lanes; 81];

/// Candidates of each cell and its price.
#[derive(Clone)]
pub struct Node {
    /// Bit `d` for the digit `d + 1`.
    pub candidates: [u16; 81],
    /// In units.
    pub prices: [f32; 81],
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
    /// The bound: no solution is worth more.
    pub bound: i32,
}

impl Evaluated {
    /// Room for an evaluation.
    pub fn room() -> Evaluated {
        Evaluated {
            cells: [Lanes::all(0); 81],
            bands: [[Lanes::LEAST; TRIPLES]; 3],
            uppers: [Lanes::LEAST; TRIPLES],
            best: Lanes::LEAST,
            bound: 0,
        }
    }

    /// Evaluates a node.
    ///
    /// # Errors
    /// [`NoTemplate`] if some digit has none, so that there is no solution.
    pub fn evaluate(&mut self, values: &CellValues, node: &Node) -> Result<i32, NoTemplate> {
        let mut prices = 0;
        for (cell, lanes) in self.cells.iter_mut().enumerate() {
            let price = node.prices[cell] as i16;
            prices += i32::from(price);
            let excluded = Lanes::where_missing(node.candidates[cell], EXCLUDED - price, -price);
            *lanes = values[cell].plus(excluded);
        }
        for band in 0..3 {
            band_values(&self.cells, band, &mut self.bands[band]);
        }
        self.best = Lanes::LEAST;
        for (upper, fits) in FITS.iter().enumerate() {
            let mut rest = Lanes::LEAST;
            for &(middle, lower) in fits {
                let sum = self.bands[1][middle as usize].plus(self.bands[2][lower as usize]);
                rest = rest.max(sum);
            }
            self.uppers[upper] = self.bands[0][upper].plus(rest);
            self.best = self.best.max(self.uppers[upper]);
        }
        let digits = self.best.0[..9].iter();
        if digits.clone().any(|&best| best < DEAD) {
            return Err(NoTemplate);
        }
        self.bound = prices + digits.map(|&best| i32::from(best)).sum::<i32>();
        Ok(self.bound)
    }

    /// How often each cell is taken by the best templates.
    fn taken(&self) -> [u8; 81] {
        let mut taken = [0; 81];
        for digit in 0..9 {
            let lane = |lanes: &Lanes| i32::from(lanes.0[digit]);
            let best = lane(&self.best);
            let upper = self.uppers.iter().position(|upper| lane(upper) == best);
            let upper = upper.unwrap_or(0);
            let rest = best - lane(&self.bands[0][upper]);
            let fit = FITS[upper].iter().find(|(middle, lower)| {
                lane(&self.bands[1][*middle as usize]) + lane(&self.bands[2][*lower as usize])
                    == rest
            });
            let &(middle, lower) = fit.unwrap_or(&FITS[upper][0]);
            for (band, triple) in [upper, middle as usize, lower as usize]
                .into_iter()
                .enumerate()
            {
                let value = lane(&self.bands[band][triple]);
                let order = ORDERS.into_iter().find(|&order| {
                    let places = cells(band, triple, order).into_iter();
                    places.map(|cell| lane(&self.cells[cell])).sum::<i32>() == value
                });
                for cell in cells(band, triple, order.unwrap_or(ORDERS[0])) {
                    taken[cell] += 1;
                }
            }
        }
        taken
    }

    /// Excludes candidates whose best template is worse than the digit's best by
    /// more than `slack` units: no solution within the slack of the bound has
    /// them. Returns how many.
    pub fn exclude(&self, node: &mut Node, slack: i32) -> u32 {
        let mut rests = [[Lanes::LEAST; TRIPLES]; 3];
        for (upper, fits) in FITS.iter().enumerate() {
            for (middle, lower) in fits.map(|(m, l)| (m as usize, l as usize)) {
                let [a, b, c] = [
                    self.bands[0][upper],
                    self.bands[1][middle],
                    self.bands[2][lower],
                ];
                rests[0][upper] = rests[0][upper].max(b.plus(c));
                rests[1][middle] = rests[1][middle].max(a.plus(c));
                rests[2][lower] = rests[2][lower].max(a.plus(b));
            }
        }
        let mut through = [Lanes::LEAST; 81];
        for (band, rests) in rests.iter().enumerate() {
            for (triple, &rest) in rests.iter().enumerate() {
                for order in ORDERS {
                    let places = cells(band, triple, order);
                    let mut sum = rest;
                    for cell in places {
                        sum = sum.plus(self.cells[cell]);
                    }
                    for cell in places {
                        through[cell] = through[cell].max(sum);
                    }
                }
            }
        }
        let mut excluded = 0;
        for (candidates, through) in node.candidates.iter_mut().zip(&through) {
            for digit in 0..9 {
                let loss = i32::from(self.best.0[digit]) - i32::from(through.0[digit]);
                let bit = 1 << digit;
                if *candidates & bit != 0 && loss > slack {
                    *candidates &= !bit;
                    excluded += 1;
                }
            }
        }
        excluded
    }
}

/// The best order of the rows for every triple of a band.
fn band_values(cells: &CellValues, band: usize, values: &mut [Lanes; TRIPLES]) {
    let rows: [&[Lanes]; 3] = std::array::from_fn(|row| &cells[27 * band + 9 * row..][..9]);
    for i in 0..3 {
        for j in 3..6 {
            // The best of two rows for the first stacks, by the row left over.
            let pairs = [(1, 2), (0, 2), (0, 1)].map(|(a, b): (usize, usize)| {
                let one = rows[a][i].plus(rows[b][j]);
                one.max(rows[b][i].plus(rows[a][j]))
            });
            for l in 6..9 {
                let best = pairs[0].plus(rows[0][l]).max(pairs[1].plus(rows[1][l]));
                values[9 * i + 3 * (j - 3) + l - 6] = best.max(pairs[2].plus(rows[2][l]));
            }
        }
    }
}

/// How long to improve prices.
#[derive(Clone, Copy)]
pub struct Effort {
    /// Evaluations at most.
    pub rounds: u32,
    /// The first step, in units.
    pub step: f32,
    /// Evaluations without a better whole score before it ends.
    pub patience: u32,
}

/// Improves the prices of a node by subgradients until the bound is below
/// `target` or the effort is spent; returns the best bound, whose prices the
/// node has then.
///
/// # Errors
/// [`NoTemplate`] if some digit has none.
pub fn improve(
    values: &CellValues,
    node: &mut Node,
    effort: Effort,
    target: i32,
    scale: i32,
    evaluated: &mut Evaluated,
) -> Result<i32, NoTemplate> {
    let mut direction = [0f32; 81];
    let mut best_prices = node.prices;
    let (mut best, mut best_whole) = (i32::MAX, i32::MAX);
    let (mut stuck, mut idle) = (0, 0);
    let mut step = effort.step;
    for _ in 0..effort.rounds {
        evaluated.evaluate(values, node)?;
        if evaluated.bound < best {
            if best.saturating_sub(evaluated.bound) > 1 {
                stuck = 0;
            }
            best = evaluated.bound;
            best_prices = node.prices;
            if best < target {
                break;
            }
        } else {
            stuck += 1;
        }
        let whole = best.div_euclid(scale);
        if whole < best_whole {
            (best_whole, idle) = (whole, 0);
        } else {
            idle += 1;
            if idle > effort.patience {
                break;
            }
        }
        if stuck > 6 {
            (step, stuck) = (0.7 * step, 0);
        }
        let taken = evaluated.taken();
        let mut length = 0.0;
        for (direction, taken) in direction.iter_mut().zip(taken) {
            *direction = 0.6 * *direction + 1.0 - f32::from(taken);
            length += *direction * *direction;
        }
        if length < 1e-6 {
            break;
        }
        let factor = ((evaluated.bound - best) as f32 + step) / length;
        for (price, direction) in node.prices.iter_mut().zip(direction) {
            *price = (*price - factor * direction).clamp(-MOST_PRICE, MOST_PRICE);
        }
    }
    node.prices = best_prices;
    Ok(best)
}
