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
    for branching in promising(splitter, part) {
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

/// The branchings that are worth a look, deterministically.
fn promising<P: Splittable>(splitter: &Splitter<'_, P>, part: &Part<P>) -> Vec<Branching> {
    let cells = part.left.0.iter().enumerate().map(|(index, digits)| {
        let cell = Cell(index as u32);
        digits
            .iter()
            .map(|&digit| Candidate { cell, digit })
            .collect()
    });
    let mut all: Vec<Vec<Candidate>> = cells.collect();
    for house in &splitter.houses {
        let digits = house.iter().flat_map(|cell| &part.left.0[cell.index()]);
        let mut digits: Vec<Digit> = digits.copied().collect();
        digits.sort_unstable();
        digits.dedup();
        all.extend(digits.into_iter().map(|digit| {
            let fits = |cell: &&Cell| part.left.0[cell.index()].contains(&digit);
            let places = house.iter().filter(fits);
            places.map(|&cell| Candidate { cell, digit }).collect()
        }));
    }
    all.retain(|candidates| candidates.len() > 1);
    match &splitter.scores {
        Some(scores) => all.sort_by_cached_key(|candidates| {
            let value = |candidate: &Candidate| part.puzzle.value(scores, *candidate);
            let values = || candidates.iter().map(value);
            let spread = values().max().zip(values().min());
            let spread = spread.map_or(0, |(most, least)| most.abs_diff(least));
            (std::cmp::Reverse(spread), candidates.len())
        }),
        None => all.sort_by_key(Vec::len),
    }
    all.truncate(LOOKED_AT);
    all.into_iter().map(Branching).collect()
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
    use super::factor;

    #[test]
    fn the_factor_is_that_of_the_equation() {
        assert_eq!(factor(&[0.3]), 1.0);
        assert!((factor(&[1.0, 1.0]) - 2.0).abs() < 1e-9);
        // The golden ratio.
        assert!((factor(&[1.0, 2.0]) - 1.618_033_988_749_895).abs() < 1e-9);
        assert!(factor(&[0.5, 0.5]) > factor(&[0.5, 0.6]));
    }
}
