//! Better prices by subgradients: cells that are taken twice become more expensive, those that no
//! digit takes cheaper.

use super::bound::{CellValues, Evaluated, MOST_PRICE, NoTemplate, Node, masked};
use crate::search::simd::Lanes as Vector;
use crate::search::simd::Work;

/// How long to improve prices.
#[derive(Clone, Copy)]
pub struct Effort {
    /// Evaluations at most.
    pub rounds: u32,
    /// The first step, in units.
    pub step: f32,
    /// Evaluations without a better whole step of the score before it ends.
    pub patience: u32,
}

/// Improves the prices of a node until the bound is below `target` or the effort
/// is spent; gives the best bound, whose prices the node has then.
pub struct Improve<'s> {
    /// The value of each digit in each cell.
    pub values: &'s CellValues,
    /// Whose prices.
    pub node: &'s mut Node,
    /// How long.
    pub effort: Effort,
    /// Below this, the bound is good enough, in units.
    pub target: i32,
    /// Units of a step of the score.
    pub scale: i32,
    /// Memory for the evaluations.
    pub scratch: &'s mut Evaluated,
}

/// The way that the prices have taken lately.
type Direction = [f32; 81];

impl Work for Improve<'_> {
    type Output = Result<i32, NoTemplate>;

    #[inline(always)]
    fn run<V: Vector>(self) -> Result<i32, NoTemplate> {
        let Improve { node, scratch, .. } = self;
        let values = masked::<V>(self.values, &node.candidates);
        let mut direction = [0.0; 81];
        let mut prices = node.prices;
        let (mut best, mut best_whole) = (i32::MAX, i32::MAX);
        let (mut stuck, mut idle) = (0, 0);
        let mut step = self.effort.step;
        for _ in 0..self.effort.rounds {
            let bound = scratch.evaluate::<V>(&values, &prices)?;
            if bound < best {
                if best.saturating_sub(bound) > 1 {
                    stuck = 0;
                }
                best = bound;
                node.prices = prices;
                if best < self.target {
                    break;
                }
            } else {
                stuck += 1;
            }
            let whole = best.div_euclid(self.scale);
            if whole < best_whole {
                (best_whole, idle) = (whole, 0);
            } else {
                idle += 1;
                if idle > self.effort.patience {
                    break;
                }
            }
            if stuck > 6 {
                (step, stuck) = (0.7 * step, 0);
            }
            let length = turn(&mut direction, &scratch.taken::<V>());
            if length < 1e-6 {
                break;
            }
            go(
                &mut prices,
                &direction,
                ((bound - best) as f32 + step) / length,
            );
        }
        Ok(best)
    }
}

/// Turns the direction towards the cells taken too often; its length, squared.
#[inline(always)]
fn turn(direction: &mut Direction, taken: &[u8; 81]) -> f32 {
    for (direction, taken) in direction.iter_mut().zip(taken) {
        *direction = 0.6 * *direction + 1.0 - f32::from(*taken);
    }
    // Eight sums side by side, in the same order on every processor.
    let mut sums = [0.0; 8];
    let (eights, last) = direction.as_chunks::<8>();
    for eight in eights {
        for (sum, direction) in sums.iter_mut().zip(eight) {
            *sum += direction * direction;
        }
    }
    sums.iter().sum::<f32>() + last.iter().map(|last| last * last).sum::<f32>()
}

/// Moves the prices.
#[inline(always)]
fn go(prices: &mut [f32; 81], direction: &Direction, factor: f32) {
    for (price, direction) in prices.iter_mut().zip(direction) {
        *price = (*price - factor * direction).clamp(-MOST_PRICE, MOST_PRICE);
    }
}
