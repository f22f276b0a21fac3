//! Puzzles whose number of solutions is known before any engine sees them.

use super::Known;
use crate::grid::symmetry::{Symmetry, pattern};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The puzzle of a seed, the same on every machine: proper, with several
/// solutions, or with none.
pub fn generate(geometry: Geometry, seed: u64) -> (Puzzle, Known) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let solution = random_solution(geometry, &mut random);
    match random.random_range(0..3) {
        0 => (proper(geometry, &solution, &mut random), Known::One),
        1 => several(geometry, &solution, &mut random),
        _ => none(geometry, &solution, &mut random),
    }
}

/// A full grid: the shifted pattern under a random symmetry.
pub fn random_solution(geometry: Geometry, random: &mut impl Rng) -> Solution {
    Symmetry::random(geometry, random).solution(&pattern(geometry))
}

/// Givens taken away while each follows from those that are left by a single.
///
/// Put back in reverse order, every digit is forced, so the puzzle has exactly
/// the solution it was dug from.
pub(super) fn proper(geometry: Geometry, solution: &Solution, random: &mut impl Rng) -> Puzzle {
    let mut puzzle = full(geometry, solution);
    let mut order: Vec<Cell> = geometry.cells().collect();
    order.shuffle(random);
    for cell in order {
        let digit = puzzle.given(cell);
        puzzle.set(cell, None);
        if !is_single(&puzzle, cell, solution.digit(cell)) {
            puzzle.set(cell, digit);
        }
    }
    puzzle
}

/// Whether the givens alone force this digit into this empty cell, as a naked
/// single or as a hidden one.
fn is_single(puzzle: &Puzzle, cell: Cell, digit: Digit) -> bool {
    let geometry = puzzle.geometry();
    let naked = || {
        geometry
            .digits()
            .all(|d| d == digit || sees(puzzle, cell, d))
    };
    let hidden = || {
        geometry.houses_of(cell).into_iter().any(|house| {
            let mut others = geometry.house_cells(house).filter(|&other| other != cell);
            others.all(|other| puzzle.given(other).is_some() || sees(puzzle, other, digit))
        })
    };
    naked() || hidden()
}

/// No given of two digits is left: exchanging them in a solution gives another.
fn several(geometry: Geometry, solution: &Solution, random: &mut impl Rng) -> (Puzzle, Known) {
    let mut digits: Vec<Digit> = geometry.digits().collect();
    digits.shuffle(random);
    let [first, second, ..] = digits[..] else {
        return (full(geometry, solution), Known::One);
    };
    let mut puzzle = full(geometry, solution);
    let share = random.random_range(0.0..0.3);
    for cell in geometry.cells() {
        let digit = solution.digit(cell);
        if digit == first || digit == second || random.random_bool(share) {
            puzzle.set(cell, None);
        }
    }
    (puzzle, Known::AtLeast(2))
}

/// A proper puzzle with one more given that its only solution does not have,
/// and that no given contradicts where such a place exists.
pub(super) fn none(
    geometry: Geometry,
    solution: &Solution,
    random: &mut impl Rng,
) -> (Puzzle, Known) {
    let puzzle = proper(geometry, solution, random);
    // Without a clash first, with one where nothing else is left.
    let (mut hidden, mut visible) = (Vec::new(), Vec::new());
    for cell in puzzle.empty_cells() {
        for digit in geometry.digits().filter(|&d| d != solution.digit(cell)) {
            match sees(&puzzle, cell, digit) {
                false => hidden.push((cell, digit)),
                true => visible.push((cell, digit)),
            }
        }
    }
    let pool = if hidden.is_empty() { visible } else { hidden };
    let Some(&(cell, digit)) = pool.choose(random) else {
        return (puzzle, Known::One);
    };
    let mut planted = puzzle;
    planted.set(cell, Some(digit));
    (planted, Known::None)
}

/// Whether a peer of the cell holds the digit.
pub(super) fn sees(puzzle: &Puzzle, cell: Cell, digit: Digit) -> bool {
    let geometry = puzzle.geometry();
    let houses = geometry.houses_of(cell).into_iter();
    let mut peers = houses.flat_map(|house| geometry.house_cells(house));
    peers.any(|peer| peer != cell && puzzle.given(peer) == Some(digit))
}

pub(super) fn full(geometry: Geometry, solution: &Solution) -> Puzzle {
    let mut puzzle = Puzzle::empty(geometry);
    for cell in geometry.cells() {
        puzzle.set(cell, Some(solution.digit(cell)));
    }
    puzzle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_puzzle() {
        for seed in 0..20 {
            let geometry = Geometry::CLASSIC;
            assert_eq!(generate(geometry, seed), generate(geometry, seed));
        }
    }

    #[test]
    fn all_kinds_come_up_and_proper_ones_have_few_givens() {
        let all: Vec<(Puzzle, Known)> = (0..60).map(|s| generate(Geometry::CLASSIC, s)).collect();
        for kind in [Known::One, Known::AtLeast(2), Known::None] {
            assert!(all.iter().any(|(_, known)| *known == kind), "{kind:?}");
        }
        let proper = all.iter().filter(|(_, known)| *known == Known::One);
        assert!(
            proper
                .clone()
                .all(|(puzzle, _)| puzzle.givens().count() < 50)
        );
    }

    #[test]
    fn tiny_grids_work_too() {
        for shape in ["1x1", "1x2", "1x3", "2x2"] {
            for seed in 0..10 {
                generate(shape.parse().unwrap(), seed);
            }
        }
    }
}
