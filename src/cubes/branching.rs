//! Which branching is best.
//!
//! A branching tries all candidates of a cell, or all places of a digit in a house. Those
//! with the fewest branches are looked at, or, for a maximum, those whose branches differ
//! most in score. Each is judged by how much its branches shrink the part: Δ₁, …, Δₖ. If
//! every branching shrank parts by as much, the tree would have τ times as many leaves for
//! each unit of size, where τ^−Δ₁ + … + τ^−Δₖ = 1 (O. Kullmann, "Fundaments of branching
//! heuristics", Handbook of Satisfiability, 2009). The least τ wins.

use super::Splittable;
use super::split::{Part, Splitter};
use crate::grid::{Candidate, Cell, Digit};
use std::cmp::Reverse;

/// How many branchings are looked at.
const LOOKED_AT: usize = 24;

/// No more are looked at after this work: see [`Splittable::work`].
const WORK: u64 = 10_000;

/// All candidates of a cell, or all places of a digit in a house.
pub(super) struct Branching(pub Vec<Candidate>);

/// The best branching of a part in which some cell is open; `None` if the limits are
/// exceeded.
pub(super) fn choose<P: Splittable>(
    splitter: &mut Splitter<'_, P>,
    part: &Part<P>,
) -> Option<Branching> {
    let mut best: Option<(f64, Branching)> = None;
    let before = P::work(&splitter.engine);
    for branching in promising(splitter, part)? {
        let mut shrunk = Vec::with_capacity(branching.0.len());
        for &candidate in &branching.0 {
            if let Some(left) = splitter.look_ahead(part, candidate)? {
                shrunk.push(shrinkage(part, left, splitter.request.above));
            }
        }
        let factor = factor(&shrunk);
        if best.as_ref().is_none_or(|(least, _)| factor < *least) {
            best = Some((factor, branching));
        }
        // Nothing beats a branching with one branch.
        if factor <= 1.0 || P::work(&splitter.engine) - before > WORK {
            break;
        }
    }
    best.map(|(_, branching)| branching)
}

/// How much a branch shrinks a part: as a share of its size, and, if a maximum is wanted,
/// of the gap between its bound and the known score.
fn shrinkage<P>(part: &Part<P>, (size, bound): (f64, Option<i64>), above: Option<i64>) -> f64 {
    let whole = part.left.size();
    let of_size = (whole - size) / whole;
    let of_gap = match (part.bound, bound) {
        (Some(most), Some(bound)) => {
            let gap = match above {
                Some(above) => most.saturating_sub(above),
                None => most.abs() / 100,
            };
            most.saturating_sub(bound) as f64 / gap.max(1) as f64
        }
        _ => 0.0,
    };
    of_size + of_gap
}

/// The branchings that are worth a look, deterministically; `None` if the limits are exceeded.
/// Those of a large grid are too many to be listed: they are ranked first.
fn promising<P: Splittable>(splitter: &Splitter<'_, P>, part: &Part<P>) -> Option<Vec<Branching>> {
    let limits = splitter.request.limits;
    let value = |candidate: Candidate| match &splitter.scores {
        Some(scores) => part.puzzle.value(scores, candidate),
        None => 0,
    };
    let mut ranked: Vec<(Rank, Origin)> = Vec::new();
    for (index, digits) in part.left.0.iter().enumerate() {
        if index.is_multiple_of(CELLS_PER_CHECK) {
            limits.check().ok()?;
        }
        let cell = Cell(index as u32);
        let candidates = digits.iter().map(|&digit| Candidate { cell, digit });
        ranked.push((Rank::of(candidates.map(value)), Origin::Cell(cell)));
    }
    let mut of_digits: Vec<Rank> = Vec::new();
    for (house, cells) in splitter.houses.iter().enumerate() {
        limits.check().ok()?;
        of_digits.clear();
        for &cell in cells {
            for &digit in &part.left.0[cell.index()] {
                if of_digits.len() <= digit.index() {
                    of_digits.resize(digit.index() + 1, Rank::default());
                }
                of_digits[digit.index()].add(value(Candidate { cell, digit }));
            }
        }
        let digits = of_digits.iter().enumerate();
        ranked.extend(digits.map(|(index, &rank)| {
            let digit = Digit::from_index(index);
            (rank, Origin::House(house, digit))
        }));
    }
    ranked.retain(|(rank, _)| rank.branches > 1);
    ranked.sort_by_key(|(rank, _)| rank.key());
    ranked.truncate(LOOKED_AT);
    let listed = ranked.into_iter().map(|(_, origin)| match origin {
        Origin::Cell(cell) => {
            let digits = part.left.0[cell.index()].iter();
            Branching(digits.map(|&digit| Candidate { cell, digit }).collect())
        }
        Origin::House(house, digit) => {
            let fits = |cell: &&Cell| part.left.0[cell.index()].contains(&digit);
            let places = splitter.houses[house].iter().filter(fits);
            Branching(places.map(|&cell| Candidate { cell, digit }).collect())
        }
    });
    Some(listed.collect())
}

/// Cells that are ranked between two looks at the limits.
const CELLS_PER_CHECK: usize = 1024;

/// What a branching tries.
enum Origin {
    /// All candidates of a cell.
    Cell(Cell),
    /// All places of a digit in the house of this number.
    House(usize, Digit),
}

/// How promising a branching is.
#[derive(Clone, Copy, Default)]
struct Rank {
    branches: usize,
    /// Of what its candidates add to the score.
    least: i64,
    most: i64,
}

impl Rank {
    fn of(values: impl Iterator<Item = i64>) -> Rank {
        let mut rank = Rank::default();
        values.for_each(|value| rank.add(value));
        rank
    }

    fn add(&mut self, value: i64) {
        (self.least, self.most) = match self.branches {
            0 => (value, value),
            _ => (self.least.min(value), self.most.max(value)),
        };
        self.branches += 1;
    }

    /// The most promising has the least.
    fn key(&self) -> (Reverse<u64>, usize) {
        (Reverse(self.most.abs_diff(self.least)), self.branches)
    }
}

/// τ for these shrinkages: 1 if there is at most one branch.
fn factor(shrunk: &[f64]) -> f64 {
    if shrunk.len() < 2 {
        return 1.0;
    }
    let leaves = |tau: f64| -> f64 { shrunk.iter().map(|by| tau.powf(-by.max(1e-9))).sum() };
    // The sum falls with τ.
    let (mut low, mut high) = (1.0, 2.0);
    while leaves(high) > 1.0 && high < 1e300 {
        high *= high;
    }
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        match leaves(middle) > 1.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Query;
    use crate::cubes::split::SplitRequest;
    use crate::cubes::{Cube, Splittable};
    use crate::grid::Puzzle;
    use crate::limits::Limits;
    use std::time::Duration;

    /// On a large grid, ranking all branchings takes seconds.
    #[test]
    fn branchings_are_not_ranked_after_the_time_limit() {
        let puzzle = Puzzle::empty("2x2".parse().unwrap());
        let left = puzzle.propagate(&mut Default::default(), &Limits::unlimited());
        let part = Part {
            cube: Cube::default(),
            puzzle: puzzle.clone(),
            left: left.unwrap().unwrap(),
            bound: None,
        };
        for (limits, expected) in [
            (Limits::unlimited(), Some(LOOKED_AT)),
            (Limits::unlimited().within(Duration::ZERO), None),
        ] {
            let request = SplitRequest {
                query: &Query::Count { limit: 2 },
                above: None,
                count: 10,
                limits: &limits,
            };
            let splitter = Splitter {
                puzzle: &puzzle,
                engine: Default::default(),
                houses: puzzle.full_houses(),
                scores: None,
                request: &request,
            };
            let found = promising(&splitter, &part).map(|found| found.len());
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_factor_is_that_of_the_equation() {
        assert_eq!(factor(&[0.3]), 1.0);
        assert!((factor(&[1.0, 1.0]) - 2.0).abs() < 1e-9);
        // The golden ratio.
        assert!((factor(&[1.0, 2.0]) - 1.618_033_988_749_895).abs() < 1e-9);
        assert!(factor(&[0.5, 0.5]) > factor(&[0.5, 0.6]));
    }
}
