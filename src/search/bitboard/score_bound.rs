//! Upper bounds on the score of every completion of a partial grid.
//!
//! Where values are digit × weight, a cell with the digit `d` scores its weight once
//! for each `k` up to `d`. So a house scores, for each `k`, the weights of its cells
//! with `k` or more. There are no more such cells than such digits among its candidates,
//! so this is at most the sum of the heaviest cells that can have one. Negative weights
//! work the same way from the other end. Rows, columns and boxes each give a bound, and
//! the least one counts. If values are not products, each cell takes the best of its
//! candidates.

use super::CELLS;
use super::bands::Place;
use super::state::{Digits, State};
use crate::grid::{Cell, Digit, HouseKind};
use crate::objective::Objective;
use std::cmp::Reverse;

/// Maximum number of cells in a group: a table has an entry for each subset of them.
const GROUP: usize = 4;

/// An objective on 9×9, prepared for [`Bitboard::best`](super::Bitboard::best).
pub struct ScoreBound {
    /// The cells that matter, the heaviest first.
    cells: Vec<Valued>,
    /// These cells grouped by rows, by columns and by boxes; or one partition into
    /// single cells.
    partitions: Vec<Vec<Group>>,
    /// What every grid scores in addition.
    constant: i64,
}

/// A cell and the order of its digits.
struct Valued {
    cell: Cell,
    place: Place,
    /// The rank of each digit, from 0: the higher, the more it scores.
    ranks: [u8; 9],
}

/// Cells of one house whose weights have the same sign, or one cell.
struct Group {
    /// Indices of the cells that matter.
    members: Vec<usize>,
    table: Table,
}

/// By a set of members as bits and a number of them: the sum of the heaviest.
type Sums = [[i64; GROUP + 1]; 1 << GROUP];

/// What the members of a group can score.
enum Table {
    /// For each rank: by the members that have it or a higher one, and how many of
    /// them can do so together.
    Weights(Box<Sums>),
    /// The value of each rank of the only member.
    Values([i64; 9]),
}

/// The ranks that are left to each cell that matters, as bits.
pub struct Domains([Digits; CELLS]);

impl ScoreBound {
    /// Prepares an objective on 9×9.
    pub fn new(objective: &Objective) -> ScoreBound {
        let matter = objective
            .geometry()
            .cells()
            .filter(|cell| objective.matters(*cell));
        let mut cells: Vec<Valued> = matter.map(|cell| Valued::new(objective, cell)).collect();
        // Among cells with as many candidates, the search branches on the heaviest.
        cells.sort_by_key(|valued| Reverse(valued.spread(objective)));
        let Some(weights) = objective.weights() else {
            let groups = cells.iter().enumerate();
            let groups = groups.map(|(index, valued)| Group::single(objective, index, valued));
            return ScoreBound {
                partitions: vec![groups.collect()],
                cells,
                constant: 0,
            };
        };
        let partitions = HouseKind::ALL.map(|kind| {
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
                    let together = members.chunks(GROUP);
                    groups.extend(together.map(|members| Group::products(members, weight)));
                }
            }
            groups
        });
        // A digit `d` with a negative weight is `10 − d` with a positive one.
        let negative = weights.iter().filter(|weight| **weight < 0);
        ScoreBound {
            partitions: partitions.into(),
            constant: 10 * negative.sum::<i64>(),
            cells,
        }
    }

    /// The domains of the cells that matter.
    #[inline(always)]
    pub fn domains(&self, state: &State) -> Domains {
        let mut domains = [0; CELLS];
        for (domain, cell) in domains.iter_mut().zip(&self.cells) {
            *domain = cell.domain(state);
        }
        Domains(domains)
    }

    /// Whether a completion may score more than this.
    #[inline(always)]
    pub fn can_exceed(&self, domains: &Domains, score: i64) -> bool {
        self.partitions
            .iter()
            .all(|groups| self.bound(groups, domains) > score)
    }

    /// The open cell that matters and has the fewest candidates, and its best digit.
    #[inline(always)]
    pub fn branch(&self, domains: &Domains) -> Option<(Place, usize)> {
        let (mut fewest, mut narrowest) = (u32::MAX, None);
        for (cell, domain) in self.cells.iter().zip(&domains.0) {
            let count = domain.count_ones();
            if count > 1 && count < fewest {
                (fewest, narrowest) = (count, Some((cell, highest(*domain))));
            }
        }
        let (cell, best) = narrowest?;
        let digit = cell
            .ranks
            .iter()
            .position(|rank| usize::from(*rank) == best)?;
        Some((cell.place, digit))
    }

    /// The score of a full grid.
    pub fn score(&self, domains: &Domains) -> i64 {
        let first = self.partitions.first();
        first.map_or(0, |groups| self.bound(groups, domains))
    }

    #[inline(always)]
    fn bound(&self, groups: &[Group], domains: &Domains) -> i64 {
        groups.iter().map(|group| group.bound(domains)).sum::<i64>() + self.constant
    }
}

impl Group {
    fn single(objective: &Objective, index: usize, valued: &Valued) -> Group {
        let mut values = [0; 9];
        for (digit, rank) in valued.ranks.iter().enumerate() {
            values[usize::from(*rank)] = objective.value(valued.cell, Digit::from_index(digit));
        }
        Group {
            members: vec![index],
            table: Table::Values(values),
        }
    }

    /// Members with these positive weights, the heaviest first.
    fn products(members: &[usize], weight: impl Fn(&usize) -> i64) -> Group {
        let mut table: Sums = [[0; GROUP + 1]; 1 << GROUP];
        for (set, sums) in table.iter_mut().enumerate() {
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
            table: Table::Weights(Box::new(table)),
        }
    }

    /// What the members can score at most.
    #[inline(always)]
    fn bound(&self, domains: &Domains) -> i64 {
        // The members by their highest rank, and the ranks of all.
        let (mut highest_at, mut all) = ([0; 16], 0);
        for (place, member) in self.members.iter().enumerate() {
            let domain = domains.0[*member];
            highest_at[highest(domain)] |= 1 << place;
            all |= domain;
        }
        match &self.table {
            Table::Values(values) => values[highest(all) % 9],
            Table::Weights(table) => {
                let (mut there, mut free, mut bound) = (0, 0, 0);
                for rank in (0..9).rev() {
                    there |= highest_at[rank];
                    free += (all >> rank & 1) as usize;
                    bound += table[there % (1 << GROUP)][free.min(GROUP)];
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

    /// How much more the best digit scores than the worst.
    fn spread(&self, objective: &Objective) -> i64 {
        let value = |rank| {
            let digit = self.ranks.iter().position(|other| *other == rank);
            digit.map_or(0, |digit| {
                objective.value(self.cell, Digit::from_index(digit))
            })
        };
        value(8) - value(0)
    }

    /// The ranks of the candidates, as bits.
    #[inline(always)]
    fn domain(&self, state: &State) -> Digits {
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
            let bound = ScoreBound::new(&objective);
            let density = random.random_range(0.0..1.0);
            let (grid, state) = grid(&mut random, density);
            let score = objective.score(&grid);
            assert!(bound.can_exceed(&bound.domains(&state), score - 1));
            let own = |cell| 1 << grid.digit(Cell(cell as u32)).index();
            let full = State::of_candidates(&std::array::from_fn(own));
            let domains = bound.domains(&full);
            assert!(!bound.can_exceed(&domains, score));
            assert_eq!(bound.score(&domains), score);
            assert!(bound.branch(&domains).is_none());
        }
    }
}
