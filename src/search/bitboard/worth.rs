//! What a partial grid can be worth at most.
//!
//! Where values are digit × weight, a cell with the digit `d` is worth its weight
//! once for each `k` up to `d`. So a house is worth, for each `k`, the weights of
//! its cells with `k` or more; these are no more cells than there are such digits
//! among its candidates, and at most the heaviest of those that can. Negative
//! weights are the same from the other end. Rows, columns and boxes each give a
//! bound. Where values are no products, each cell takes the best of its candidates.

use super::CELLS;
use super::bands::Place;
use super::state::{Digits, State};
use crate::grid::{Cell, Digit, HouseKind};
use crate::objective::Objective;
use std::cmp::Reverse;

/// Cells of a house that are looked at together.
const TOGETHER: usize = 4;

/// Values of the candidates of 9×9, for [`Bitboard::best`](super::Bitboard::best).
pub struct Worth {
    /// The cells that matter, the heaviest first.
    cells: Vec<Valued>,
    /// These cells in three ways or, one by one, in one.
    ways: Vec<Vec<Group>>,
    /// What every grid is worth beside that.
    constant: i64,
}

/// A cell and the order of its digits.
struct Valued {
    cell: Cell,
    place: Place,
    /// The rank of each digit: the more it is worth, the higher.
    ranks: [u8; 9],
}

/// Cells of one house whose weights have the same sign, or one cell.
struct Group {
    /// By their number among the cells that matter.
    members: Vec<usize>,
    steps: Steps,
}

/// By a set of members and a number of them.
type Sums = [[i64; TOGETHER + 1]; 1 << TOGETHER];

/// What ranks are worth.
enum Steps {
    /// For each rank, by the members that can reach it, as bits, and how many of
    /// them can do so at once: the sum of the heaviest.
    Each(Box<Sums>),
    /// The value of each rank of the only member.
    Bitboard([i64; 9]),
}

/// The ranks that are left to each cell that matters, as bits.
pub struct Reach([Digits; CELLS]);

impl Worth {
    /// The values of an objective on 9×9.
    pub fn new(objective: &Objective) -> Worth {
        let matter = objective
            .geometry()
            .cells()
            .filter(|cell| objective.matters(*cell));
        let mut cells: Vec<Valued> = matter.map(|cell| Valued::new(objective, cell)).collect();
        // Among cells with as many candidates, the heaviest is guessed.
        cells.sort_by_key(|valued| Reverse(valued.spread(objective)));
        let Some(weights) = objective.weights() else {
            let groups = cells.iter().enumerate();
            let groups = groups.map(|(number, valued)| Group::alone(objective, number, valued));
            return Worth {
                ways: vec![groups.collect()],
                cells,
                constant: 0,
            };
        };
        let ways = HouseKind::ALL.map(|kind| {
            let mut groups = Vec::new();
            for house in objective.geometry().houses_of_kind(kind) {
                for sign in [1, -1] {
                    let weight = |number: &usize| sign * weights[cells[*number].cell.index()];
                    let here = |number: &usize| {
                        let houses = objective.geometry().houses_of(cells[*number].cell);
                        houses.contains(&house) && weight(number) > 0
                    };
                    let mut members: Vec<usize> = (0..cells.len()).filter(here).collect();
                    members.sort_by_key(|number| Reverse(weight(number)));
                    let together = members.chunks(TOGETHER);
                    groups.extend(together.map(|members| Group::products(members, weight)));
                }
            }
            groups
        });
        // A digit `d` with a negative weight is `10 − d` with a positive one.
        let negative = weights.iter().filter(|weight| **weight < 0);
        Worth {
            ways: ways.into(),
            constant: 10 * negative.sum::<i64>(),
            cells,
        }
    }

    /// What the cells that matter can reach.
    #[inline(always)]
    pub fn reach(&self, state: &State) -> Reach {
        let mut reach = [0; CELLS];
        for (reach, cell) in reach.iter_mut().zip(&self.cells) {
            *reach = cell.reach(state);
        }
        Reach(reach)
    }

    /// Whether the grid can be worth more than this.
    #[inline(always)]
    pub fn can_exceed(&self, reach: &Reach, score: i64) -> bool {
        self.ways
            .iter()
            .all(|groups| self.bound(groups, reach) > score)
    }

    /// The open cell that matters and has the fewest candidates, and its best digit.
    #[inline(always)]
    pub fn guess(&self, reach: &Reach) -> Option<(Place, usize)> {
        let (mut fewest, mut guess) = (u32::MAX, None);
        for (cell, reach) in self.cells.iter().zip(&reach.0) {
            let count = reach.count_ones();
            if count > 1 && count < fewest {
                (fewest, guess) = (count, Some((cell, highest(*reach))));
            }
        }
        let (cell, best) = guess?;
        let digit = cell
            .ranks
            .iter()
            .position(|rank| usize::from(*rank) == best)?;
        Some((cell.place, digit))
    }

    /// What a full grid is worth.
    pub fn score(&self, reach: &Reach) -> i64 {
        let first = self.ways.first();
        first.map_or(0, |groups| self.bound(groups, reach))
    }

    #[inline(always)]
    fn bound(&self, groups: &[Group], reach: &Reach) -> i64 {
        groups.iter().map(|group| group.bound(reach)).sum::<i64>() + self.constant
    }
}

impl Group {
    fn alone(objective: &Objective, number: usize, valued: &Valued) -> Group {
        let mut values = [0; 9];
        for (digit, rank) in valued.ranks.iter().enumerate() {
            values[usize::from(*rank)] = objective.value(valued.cell, Digit::from_index(digit));
        }
        Group {
            members: vec![number],
            steps: Steps::Bitboard(values),
        }
    }

    /// Members with these positive weights, the heaviest first.
    fn products(members: &[usize], weight: impl Fn(&usize) -> i64) -> Group {
        let mut steps: Sums = [[0; TOGETHER + 1]; 1 << TOGETHER];
        for (set, sums) in steps.iter_mut().enumerate() {
            let there = members
                .iter()
                .enumerate()
                .filter(|(place, _)| set >> place & 1 == 1);
            let weights: Vec<i64> = there.map(|(_, member)| weight(member)).collect();
            for (count, sum) in sums.iter_mut().enumerate() {
                *sum = weights.iter().take(count).sum();
            }
        }
        Group {
            members: members.to_vec(),
            steps: Steps::Each(Box::new(steps)),
        }
    }

    /// What the members can be worth at most.
    #[inline(always)]
    fn bound(&self, reach: &Reach) -> i64 {
        // The members that come in at each rank from above, and all ranks in reach.
        let (mut arrive, mut all) = ([0; 16], 0);
        for (place, member) in self.members.iter().enumerate() {
            let reach = reach.0[*member];
            arrive[highest(reach)] |= 1 << place;
            all |= reach;
        }
        match &self.steps {
            Steps::Bitboard(values) => values[highest(all) % 9],
            Steps::Each(steps) => {
                let (mut there, mut free, mut bound) = (0, 0, 0);
                for rank in (0..9).rev() {
                    there |= arrive[rank];
                    free += (all >> rank & 1) as usize;
                    bound += steps[there % (1 << TOGETHER)][free.min(TOGETHER)];
                }
                bound
            }
        }
    }
}

impl Valued {
    fn new(objective: &Objective, cell: Cell) -> Valued {
        let mut digits: [u8; 9] = std::array::from_fn(|digit| digit as u8);
        let value = |digit: &u8| objective.value(cell, Digit::from_index(usize::from(*digit)));
        digits.sort_by_key(value);
        let mut ranks = [0; 9];
        for (rank, digit) in (0..).zip(digits) {
            ranks[usize::from(digit)] = rank;
        }
        Valued {
            cell,
            place: Place::of(cell.index()),
            ranks,
        }
    }

    /// What the best digit is worth more than the worst.
    fn spread(&self, objective: &Objective) -> i64 {
        let value = |rank| {
            let digit = self.ranks.iter().position(|other| *other == rank);
            digit.map_or(0, |digit| {
                objective.value(self.cell, Digit::from_index(digit))
            })
        };
        value(8) - value(0)
    }

    /// The candidates by their rank; one at least.
    #[inline(always)]
    fn reach(&self, state: &State) -> Digits {
        let (band, bit) = (self.place.band(), self.place.bit());
        let held = state.digits().iter().zip(self.ranks);
        held.fold(0, |set, (bands, rank)| {
            set | (bands.0[band] >> bit & 1) << rank
        })
    }
}

/// The highest of some ranks.
#[inline(always)]
fn highest(ranks: Digits) -> usize {
    (ranks | 1).ilog2() as usize % 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::symmetry::{Symmetry, pattern};
    use crate::grid::{Geometry, Solution};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A random grid, and a state in which it is among others.
    fn grid(random: &mut ChaCha8Rng, density: f64) -> (Solution, State) {
        let geometry = Geometry::CLASSIC;
        let grid = Symmetry::random(geometry, random).solution(&pattern(geometry));
        let candidates = std::array::from_fn(|cell| {
            let own = 1 << grid.digit(Cell(cell as u32)).index();
            (0..9).fold(own, |set, digit| {
                set | u16::from(random.random_bool(density)) << digit
            })
        });
        (grid, State::of_candidates(&candidates))
    }

    #[test]
    fn no_solution_exceeds_the_bound_and_a_full_grid_is_its_score() {
        let mut random = ChaCha8Rng::seed_from_u64(8);
        for number in 0..2000 {
            let (count, most) = [(81, 9), (81, 1000), (729, 50)][number % 3];
            let numbers = (0..count).map(|_| random.random_range(-most..=most));
            let objective = Objective::new(Geometry::CLASSIC, numbers.collect()).unwrap();
            let worth = Worth::new(&objective);
            let density = random.random_range(0.0..1.0);
            let (grid, state) = grid(&mut random, density);
            let score = objective.score(&grid);
            assert!(worth.can_exceed(&worth.reach(&state), score - 1));
            let own = |cell| 1 << grid.digit(Cell(cell as u32)).index();
            let full = State::of_candidates(&std::array::from_fn(own));
            let reach = worth.reach(&full);
            assert!(!worth.can_exceed(&reach, score));
            assert_eq!(worth.score(&reach), score);
            assert!(worth.guess(&reach).is_none());
        }
    }
}
