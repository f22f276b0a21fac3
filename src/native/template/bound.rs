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
    /// Evaluates a node.
    ///
    /// # Errors
    /// [`NoTemplate`] if some digit has none, so that there is no solution.
    pub fn new(values: &CellValues, node: &Node) -> Result<Evaluated, NoTemplate> {
        let mut cells = [Lanes::all(0); 81];
        let mut prices = 0;
        for (cell, lanes) in cells.iter_mut().enumerate() {
            let price = node.prices[cell] as i16;
            prices += i32::from(price);
            let allowed = node.candidates[cell];
            for (digit, lane) in lanes.0.iter_mut().enumerate() {
                let penalty = if allowed >> digit & 1 == 1 {
                    0
                } else {
                    EXCLUDED
                };
                *lane = values[cell].0[digit] - price + penalty;
            }
        }
        let bands = [0, 1, 2].map(|band| band_values(&cells, band));
        let mut uppers = [Lanes::LEAST; TRIPLES];
        let mut best = Lanes::LEAST;
        for upper in 0..TRIPLES {
            let mut rest = Lanes::LEAST;
            for (middle, lower) in FITS[upper] {
                rest = rest.max(bands[1][middle as usize].plus(bands[2][lower as usize]));
            }
            uppers[upper] = bands[0][upper].plus(rest);
            best = best.max(uppers[upper]);
        }
        let digits = best.0[..9].iter();
        if digits.clone().any(|&best| best < DEAD) {
            return Err(NoTemplate);
        }
        let bound = prices + digits.map(|&best| i32::from(best)).sum::<i32>();
        Ok(Evaluated {
            cells,
            bands,
            uppers,
            best,
            bound,
        })
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
        for upper in 0..TRIPLES {
            for (middle, lower) in FITS[upper].map(|(m, l)| (m as usize, l as usize)) {
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
        for band in 0..3 {
            for triple in 0..TRIPLES {
                for order in ORDERS {
                    let places = cells(band, triple, order);
                    let mut sum = rests[band][triple];
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
        for cell in 0..81 {
            for digit in 0..9 {
                let loss = i32::from(self.best.0[digit]) - i32::from(through[cell].0[digit]);
                let bit = 1 << digit;
                if node.candidates[cell] & bit != 0 && loss > slack {
                    node.candidates[cell] &= !bit;
                    excluded += 1;
                }
            }
        }
        excluded
    }
}

/// The best order of the rows for every triple of a band.
fn band_values(cells: &CellValues, band: usize) -> [Lanes; TRIPLES] {
    let row = |row: usize, column: usize| cells[27 * band + 9 * row + column];
    let mut values = [Lanes::LEAST; TRIPLES];
    for i in 0..3 {
        for j in 3..6 {
            // The best of two rows for the first stacks, by the row left over.
            let pair =
                |a: usize, b: usize| row(a, i).plus(row(b, j)).max(row(b, i).plus(row(a, j)));
            let pairs = [pair(1, 2), pair(0, 2), pair(0, 1)];
            for l in 6..9 {
                let best = pairs[0].plus(row(0, l)).max(pairs[1].plus(row(1, l)));
                values[9 * i + 3 * (j - 3) + l - 6] = best.max(pairs[2].plus(row(2, l)));
            }
        }
    }
    values
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
) -> Result<i32, NoTemplate> {
    let mut direction = [0f32; 81];
    let mut best_prices = node.prices;
    let (mut best, mut best_whole) = (i32::MAX, i32::MAX);
    let (mut stuck, mut idle) = (0, 0);
    let mut step = effort.step;
    for _ in 0..effort.rounds {
        let evaluated = Evaluated::new(values, node)?;
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
