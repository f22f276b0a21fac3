//! The smallest equivalent objective.
//!
//! Every row, column and box holds each digit once. So a constant that is taken
//! from all weights of a house changes every score by the same amount: the
//! constant times `1 + 2 + … + N`. With values of candidates, the same goes for
//! each group of candidates of which exactly one is true. The best choice of
//! constants often leaves very little: the pyramid on 9×9 weighs 81 cells, its
//! smallest equivalent 17.
//!
//! Minimising the absolute sum of the remaining numbers is a linear program. Its
//! constants are rounded to integers, and each group in turn subtracts the median of
//! its numbers until nothing improves, or for a limited number of rounds. Medians alone
//! are tried as well; the result with fewer numbers left wins. Rounding may miss the
//! minimum, but the result stays correct: [`Reduced`] is exact for any constants.

use super::{Objective, Values, greatest_common_divisor};
use crate::grid::{Geometry, HouseKind};
use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// A smaller equivalent of an objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduced {
    /// The smaller objective.
    pub objective: Objective,
    /// The score of the original minus that of the smaller objective, on every full grid.
    pub constant: i64,
    /// The constant taken from each group. With weights, the groups are the rows, columns
    /// and boxes; with values of candidates, the cells, then each digit of each row, of
    /// each column and of each box.
    pub taken: Vec<i64>,
}

/// Maximum number of numbers for which the linear program is solved; with more it takes seconds, so
/// medians alone are used.
const MAX_PROGRAM: usize = 256;

/// Maximum number of rounds of medians. A dozen are usual, and about a hundred rare. Where the
/// constants of the linear program are rounded, huge numbers may fall by about 1 in each round.
const MAX_ROUNDS: usize = 1000;

/// Finds a small equivalent of an objective.
pub fn reduce(objective: &Objective) -> Reduced {
    let (values, groups) = numbers_and_groups(objective);
    // Rounded constants would lose a common divisor.
    let amounts = values.iter().map(|value| value.unsigned_abs());
    let divisor = amounts.fold(0, greatest_common_divisor);
    let divisor = i64::try_from(divisor).unwrap_or(1).max(1);
    let values: Vec<i64> = values.iter().map(|value| value / divisor).collect();
    let values = &values[..];
    let plain = Numbers::new(values, &groups).descended();
    let program = (values.len() <= MAX_PROGRAM).then(|| program_constants(values, &groups));
    let best = match program.flatten() {
        Some(constants) => {
            let mut numbers = Numbers::new(values, &groups);
            for (group, constant) in constants.into_iter().enumerate() {
                numbers.take(group, constant);
            }
            let rounded = numbers.descended();
            if rounded.size() < plain.size() {
                rounded
            } else {
                plain
            }
        }
        None => plain,
    };
    finish(objective, best.times(divisor))
}

/// What [`reduce`] takes from the rows, columns and boxes for the pyramid on 9×9, so that
/// it need not be computed.
const OF_PYRAMID: [i64; 27] = [
    6, 7, 8, 8, 8, 8, 8, 7, 6, // rows
    -2, -1, 0, 0, 0, 0, 0, -1, -2, // columns
    0, 0, 0, 0, 1, 0, 0, 0, 0, // boxes
];

/// The pyramid on 9×9, reduced.
pub fn reduce_pyramid(pyramid: &Objective) -> Reduced {
    let (values, groups) = numbers_and_groups(pyramid);
    let mut numbers = Numbers::new(values, &groups);
    for (group, constant) in OF_PYRAMID.into_iter().enumerate() {
        numbers.take(group, constant);
    }
    finish(pyramid, numbers)
}

/// The numbers of an objective, and the groups that constants may be taken from.
fn numbers_and_groups(objective: &Objective) -> (&[i64], Vec<Vec<usize>>) {
    let geometry = objective.geometry();
    match &objective.values {
        Values::Weights(weights) => (weights, houses(geometry)),
        Values::Candidates(values) => (values, exactly_one(geometry)),
    }
}

/// An objective after constants were subtracted from its groups.
fn finish(objective: &Objective, numbers: Numbers<'_>) -> Reduced {
    let geometry = objective.geometry();
    let side = geometry.side() as i64;
    let factor = match &objective.values {
        // A house's constant counts 1 + 2 + … + N times.
        Values::Weights(_) => side * (side + 1) / 2,
        Values::Candidates(_) => 1,
    };
    let total = |numbers: &Numbers<'_>| {
        let taken = numbers.taken.iter().map(|&taken| i128::from(taken));
        i64::try_from(taken.sum::<i128>() * i128::from(factor))
    };
    let (numbers, constant) = match total(&numbers) {
        Ok(constant) => (numbers, constant),
        // Nothing is subtracted where the sum would overflow.
        Err(_) => (Numbers::new(objective.numbers(), numbers.groups), 0),
    };
    let values = match &objective.values {
        Values::Weights(_) => Values::Weights(numbers.values),
        Values::Candidates(_) => Values::Candidates(numbers.values),
    };
    Reduced {
        objective: Objective::from_values(geometry, values),
        constant,
        taken: numbers.taken,
    }
}

/// The cells of each house.
fn houses(geometry: Geometry) -> Vec<Vec<usize>> {
    let cells = |house| geometry.house_cells(house).map(|cell| cell.index());
    geometry
        .houses()
        .map(|house| cells(house).collect())
        .collect()
}

/// The groups of candidates of which exactly one is true.
fn exactly_one(geometry: Geometry) -> Vec<Vec<usize>> {
    let side = geometry.side();
    let cells = geometry.cells().map(|cell| {
        let first = cell.index() * side;
        (first..first + side).collect()
    });
    let kinds = HouseKind::ALL.into_iter();
    let houses = kinds.flat_map(|kind| geometry.houses_of_kind(kind));
    let places = houses.flat_map(|house| {
        let cells: Vec<usize> = geometry.house_cells(house).map(|c| c.index()).collect();
        (0..side).map(move |digit| cells.iter().map(|cell| cell * side + digit).collect())
    });
    cells.chain(places).collect()
}

/// Numbers, and the constants subtracted from their groups.
struct Numbers<'g> {
    values: Vec<i64>,
    groups: &'g [Vec<usize>],
    taken: Vec<i64>,
}

impl<'g> Numbers<'g> {
    fn new(values: &[i64], groups: &'g [Vec<usize>]) -> Numbers<'g> {
        Numbers {
            values: values.to_vec(),
            groups,
            taken: vec![0; groups.len()],
        }
    }

    fn absolute_sum(&self) -> i128 {
        let values = self.values.iter();
        values.map(|v| i128::from(v.unsigned_abs())).sum()
    }

    /// How many numbers are left, then their absolute sum.
    fn size(&self) -> (usize, i128) {
        let left = self.values.iter().filter(|value| **value != 0);
        (left.count(), self.absolute_sum())
    }

    /// The numbers of this multiple of the objective.
    fn times(mut self, factor: i64) -> Numbers<'g> {
        let all = self.values.iter_mut().chain(&mut self.taken);
        all.for_each(|number| *number *= factor);
        self
    }

    fn take(&mut self, group: usize, constant: i64) {
        for &place in &self.groups[group] {
            self.values[place] -= constant;
        }
        self.taken[group] += constant;
    }

    /// Subtracts the median of every group, again and again, until the numbers stop
    /// getting smaller, or [`MAX_ROUNDS`] times. The absolute sum never rises.
    fn descended(mut self) -> Numbers<'g> {
        for _ in 0..MAX_ROUNDS {
            let before = self.absolute_sum();
            for group in 0..self.groups.len() {
                let mut values: Vec<i64> = self.groups[group]
                    .iter()
                    .map(|&place| self.values[place])
                    .collect();
                values.sort_unstable();
                let (low, high) = (values[(values.len() - 1) / 2], values[values.len() / 2]);
                // Every constant between the two medians is as good.
                self.take(group, 0i64.clamp(low, high));
            }
            if self.absolute_sum() >= before {
                break;
            }
        }
        self
    }
}

/// The constants of the linear program, rounded; `None` if it was not solved.
fn program_constants(values: &[i64], groups: &[Vec<usize>]) -> Option<Vec<i64>> {
    let mut program = Problem::new(OptimizationDirection::Minimize);
    let free = (f64::NEG_INFINITY, f64::INFINITY);
    let constants: Vec<_> = groups.iter().map(|_| program.add_var(0.0, free)).collect();
    let mut rows: Vec<Vec<_>> = vec![Vec::new(); values.len()];
    for (group, &constant) in groups.iter().zip(&constants) {
        for &place in group {
            rows[place].push((constant, 1.0));
        }
    }
    for (row, &value) in rows.iter_mut().zip(values) {
        let over = program.add_var(1.0, (0.0, f64::INFINITY));
        let under = program.add_var(1.0, (0.0, f64::INFINITY));
        row.extend([(over, 1.0), (under, -1.0)]);
        program.add_constraint(row.as_slice(), ComparisonOp::Eq, value as f64);
    }
    let solved = program.solve().ok()?.into_solution().ok()?;
    let largest = values.iter().map(|value| value.unsigned_abs()).max()?;
    let rounded = constants.iter().map(|&constant| {
        let value = solved.var_value(constant).round();
        // A constant beyond all of the numbers is a numerical artefact.
        (value.abs() <= 8.0 * largest as f64).then_some(value as i64)
    });
    rounded.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Solution;
    use crate::grid::symmetry::{self, Symmetry};
    use crate::objective::PYRAMID_BASE;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random_grid(geometry: Geometry, random: &mut ChaCha8Rng) -> Solution {
        let symmetry = Symmetry::random(geometry, random);
        symmetry.solution(&symmetry::pattern(geometry))
    }

    #[test]
    fn the_pyramid_shrinks_to_17_cells() {
        let geometry = Geometry::CLASSIC;
        let pyramid = Objective::pyramid(geometry);
        let reduced = pyramid.reduced();
        let weights = reduced.objective.weights().unwrap();
        let left = weights.iter().filter(|weight| **weight != 0).count();
        let sum: i64 = weights.iter().sum();
        // 16 cells near the corners, which count twice, and the centre.
        assert_eq!((left, sum, reduced.constant), (17, 21, 2745), "{weights:?}");
    }

    #[test]
    fn the_pyramid_of_16x16_shrinks_to_a_twentieth() {
        let pyramid = Objective::pyramid("4x4".parse().unwrap());
        let weights = pyramid.reduced().objective.weights().unwrap();
        let sum: i64 = weights.iter().map(|weight| weight.abs()).sum();
        assert_eq!(sum, 96, "{weights:?}");
    }

    #[test]
    fn the_known_constants_of_the_pyramid_leave_as_little_as_would_be_found() {
        let pyramid = Objective::pyramid_with_rim(Geometry::CLASSIC, PYRAMID_BASE).unwrap();
        let size = |reduced: Reduced| left(reduced.objective.weights().unwrap());
        assert_eq!(size(reduce_pyramid(&pyramid)), size(reduce(&pyramid)));
    }

    fn random_weights(geometry: Geometry, seed: u64) -> Vec<i64> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let cells = 0..geometry.cell_count();
        cells.map(|_| random.random_range(-9..=9)).collect()
    }

    /// How many are not 0, and their absolute sum.
    fn left(weights: &[i64]) -> (usize, i64) {
        let left = weights.iter().filter(|weight| **weight != 0).count();
        (left, weights.iter().map(|weight| weight.abs()).sum())
    }

    #[test]
    fn no_group_can_give_up_more_by_itself() {
        let groups = houses(Geometry::CLASSIC);
        for seed in 0..20 {
            let weights = random_weights(Geometry::CLASSIC, seed);
            let numbers = Numbers::new(&weights, &groups).descended();
            for group in &groups {
                let of_sign = |sign: i64| {
                    let values = group.iter().map(|place| numbers.values[*place]);
                    values.filter(|value| value.signum() == sign).count()
                };
                assert!(2 * of_sign(1) <= group.len() && 2 * of_sign(-1) <= group.len());
            }
        }
    }

    /// Rounding leaves constants that medians would improve by about 1 a round, for ever.
    #[test]
    fn the_reduction_of_huge_values_ends() {
        let geometry: Geometry = "2x2".parse().unwrap();
        const MOST: i64 = (1 << 53) - 1;
        let mut random = ChaCha8Rng::seed_from_u64(11);
        for _ in 0..200 {
            let values = (0..64).map(|_| match random.random_range(0..8) {
                0 => random.random_range(-MOST..=MOST),
                1 => 0,
                2 => -MOST,
                _ => MOST - random.random_range(0..3),
            });
            let objective = Objective::new(geometry, values.collect()).unwrap();
            let grid = random_grid(geometry, &mut random);
            let reduced = objective.reduced();
            let score = reduced.objective.score(&grid) + reduced.constant;
            assert_eq!(score, objective.score(&grid));
        }
    }

    #[test]
    fn the_linear_program_is_taken_where_it_leaves_less() {
        let groups = houses(Geometry::CLASSIC);
        let (mut better, mut sum) = (0, 0);
        for seed in 0..20 {
            let weights = random_weights(Geometry::CLASSIC, seed);
            let plain = left(&Numbers::new(&weights, &groups).descended().values);
            let objective = Objective::new(Geometry::CLASSIC, weights).unwrap();
            let reduced = left(objective.reduced().objective.weights().unwrap());
            assert!(reduced <= plain, "{reduced:?} {plain:?}");
            better += usize::from(reduced < plain);
            sum += reduced.1;
        }
        assert!(better >= 10, "{better}");
        assert!(sum <= 5850, "{sum}");
    }

    #[test]
    fn every_grid_is_worth_the_same_by_both() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        for shape in ["1x1", "1x3", "2x2", "2x3", "3x2", "3x3", "2x5", "4x4"] {
            let geometry: Geometry = shape.parse().unwrap();
            let cells = geometry.cell_count();
            let mut objectives = vec![Objective::pyramid(geometry)];
            for count in [cells, cells * geometry.side()] {
                for reach in [3, 1_000_000_000_000] {
                    let numbers = (0..count).map(|_| random.random_range(-reach..=reach));
                    objectives.push(Objective::new(geometry, numbers.collect()).unwrap());
                }
            }
            for objective in objectives {
                let reduced = objective.reduced();
                for _ in 0..20 {
                    let grid = random_grid(geometry, &mut random);
                    let score = reduced.objective.score(&grid) + reduced.constant;
                    assert_eq!(score, objective.score(&grid), "{shape}");
                }
            }
        }
    }
}
