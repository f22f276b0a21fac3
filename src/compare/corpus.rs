//! Random puzzles by sort and shape, one for each seed.

use super::Known;
use super::generate::{full, none, proper, random_solution, sees};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::search::Native;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::ops::ControlFlow;

/// Largest side on which it is quick to say whether a puzzle is proper.
const MAX_MINIMAL_SIDE: usize = 9;

/// Sides above this keep at least half of their cells: what is left to search
/// stays within reach of every encoding.
const MAX_SPARSE_SIDE: usize = 16;

/// Most digits that a puzzle with many solutions lacks.
const MAX_LACKING: usize = 4;

/// Sorts of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// Exactly one solution, found by singles.
    Proper,
    /// Exactly one solution, and no given to spare; above 9×9 none that a
    /// single puts back.
    Minimal,
    /// A few digits of a full grid.
    Few,
    /// Several digits are nowhere given, and may change places.
    Many,
    /// No solution, and no two givens that clash.
    None,
    /// Two givens that clash.
    Clash,
}

impl Sort {
    /// Every sort.
    pub const ALL: [Sort; 6] = [
        Sort::Proper,
        Sort::Minimal,
        Sort::Few,
        Sort::Many,
        Sort::None,
        Sort::Clash,
    ];

    /// The name for `--kinds`.
    pub fn name(self) -> &'static str {
        match self {
            Sort::Proper => "proper",
            Sort::Minimal => "minimal",
            Sort::Few => "few",
            Sort::Many => "many",
            Sort::None => "none",
            Sort::Clash => "clash",
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What random puzzles are made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corpus {
    /// The sorts, all as likely.
    pub sorts: Vec<Sort>,
    /// The shapes, all as likely.
    pub shapes: Vec<Geometry>,
}

/// A puzzle of a corpus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specimen {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What is known of its solutions.
    pub known: Known,
    /// Its sort.
    pub sort: Sort,
}

impl Corpus {
    /// The puzzle of a seed, the same on every machine and whatever else the
    /// corpus holds, once sort and shape are chosen.
    pub fn specimen(&self, seed: u64) -> Specimen {
        let mut choice = ChaCha8Rng::seed_from_u64(seed);
        choice.set_stream(1);
        let shape = self.shapes.choose(&mut choice).copied();
        let sort = self.sorts.choose(&mut choice).copied();
        let sort = sort.unwrap_or(Sort::Proper);
        let (puzzle, known) = of_sort(sort, shape.unwrap_or(Geometry::CLASSIC), seed);
        Specimen {
            puzzle,
            known,
            sort,
        }
    }
}

/// The puzzle of a seed and a sort. Where a grid is too small for the sort, the
/// puzzle is another, and what is known is still true.
fn of_sort(sort: Sort, geometry: Geometry, seed: u64) -> (Puzzle, Known) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let solution = random_solution(geometry, &mut random);
    let random = &mut random;
    let (mut puzzle, known) = match sort {
        Sort::Proper => (proper(geometry, &solution, random), Known::One),
        Sort::Minimal => (minimal(geometry, &solution, random), Known::One),
        Sort::Few => (few(geometry, &solution, random), Known::AtLeast(1)),
        Sort::Many => many(geometry, &solution, random),
        Sort::None => none(geometry, &solution, random),
        Sort::Clash => clash(geometry, &solution, random),
    };
    let keeps = matches!(known, Known::One | Known::None);
    if geometry.side() > MAX_SPARSE_SIDE && keeps {
        refill(&mut puzzle, &solution, random);
    }
    (puzzle, known)
}

/// Gives digits of the solution, but none that clashes, until about half of the
/// cells hold one. What has one solution or none keeps them.
fn refill(puzzle: &mut Puzzle, solution: &Solution, random: &mut impl Rng) {
    let mut empty: Vec<Cell> = puzzle.empty_cells().collect();
    empty.shuffle(random);
    let half = puzzle.cells().len() / 2;
    for cell in empty.into_iter().skip(half) {
        if !sees(puzzle, cell, solution.digit(cell)) {
            puzzle.set(cell, Some(solution.digit(cell)));
        }
    }
}

/// A proper puzzle of which every given was tried to be taken away.
fn minimal(geometry: Geometry, solution: &Solution, random: &mut impl Rng) -> Puzzle {
    let mut puzzle = proper(geometry, solution, random);
    if geometry.side() > MAX_MINIMAL_SIDE {
        return puzzle;
    }
    let mut native = Native::default();
    let mut givens: Vec<(Cell, Digit)> = puzzle.givens().collect();
    givens.shuffle(random);
    for (cell, digit) in givens {
        puzzle.set(cell, None);
        let mut found = 0;
        native.enumerate(&puzzle, &Limits::unlimited(), &mut |_| {
            found += 1;
            match found {
                1 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        if found != 1 {
            puzzle.set(cell, Some(digit));
        }
    }
    puzzle
}

/// At most one given for each digit, or half of the cells of a large grid.
fn few(geometry: Geometry, solution: &Solution, random: &mut impl Rng) -> Puzzle {
    let mut puzzle = Puzzle::empty(geometry);
    let mut order: Vec<Cell> = geometry.cells().collect();
    order.shuffle(random);
    let most = match geometry.side() {
        side if side > MAX_SPARSE_SIDE => geometry.cell_count() / 2,
        side => random.random_range(0..=side),
    };
    for cell in order.into_iter().take(most) {
        puzzle.set(cell, Some(solution.digit(cell)));
    }
    puzzle
}

/// No given of some digits is left: every way to exchange them in a solution
/// gives another.
fn many(geometry: Geometry, solution: &Solution, random: &mut impl Rng) -> (Puzzle, Known) {
    let mut digits: Vec<Digit> = geometry.digits().collect();
    digits.shuffle(random);
    let most = geometry.side().min(MAX_LACKING);
    let lacking = random.random_range(most.min(2)..=most);
    digits.truncate(lacking);
    let mut puzzle = full(geometry, solution);
    for cell in geometry.cells() {
        if digits.contains(&solution.digit(cell)) {
            puzzle.set(cell, None);
        }
    }
    (puzzle, Known::AtLeast((1..=lacking as u64).product()))
}

/// A proper puzzle with one more given, equal to one in the same house.
fn clash(geometry: Geometry, solution: &Solution, random: &mut impl Rng) -> (Puzzle, Known) {
    let mut puzzle = proper(geometry, solution, random);
    let mut places = Vec::new();
    for cell in puzzle.empty_cells() {
        for digit in geometry
            .digits()
            .filter(|&digit| sees(&puzzle, cell, digit))
        {
            places.push((cell, digit));
        }
    }
    match places.choose(random) {
        Some(&(cell, digit)) => {
            puzzle.set(cell, Some(digit));
            (puzzle, Known::None)
        }
        None => (puzzle, Known::One),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus(sort: Sort, shapes: &[&str]) -> Corpus {
        Corpus {
            sorts: vec![sort],
            shapes: shapes.iter().map(|shape| shape.parse().unwrap()).collect(),
        }
    }

    /// Solutions up to a limit.
    fn count(puzzle: &Puzzle, limit: u64) -> u64 {
        let mut found = 0;
        Native::default().enumerate(puzzle, &Limits::unlimited(), &mut |_| {
            found += 1;
            match found < limit {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        found
    }

    #[test]
    fn what_is_known_of_each_sort_is_true() {
        for sort in Sort::ALL {
            let corpus = corpus(sort, &["1x1", "1x5", "2x2", "3x2", "2x4", "3x3"]);
            for seed in 0..40 {
                let Specimen { puzzle, known, .. } = corpus.specimen(seed);
                let true_of = match known {
                    Known::None => count(&puzzle, 1) == 0,
                    Known::One => count(&puzzle, 2) == 1,
                    Known::AtLeast(least) => count(&puzzle, least) == least,
                    Known::Nothing | Known::Exactly(_) => false,
                };
                assert!(true_of, "{sort} {seed}: {known:?}");
                let large = puzzle.geometry().side() > 5;
                if large && matches!(sort, Sort::None | Sort::Clash) {
                    assert_eq!(puzzle.clashes().is_empty(), sort == Sort::None);
                }
            }
        }
    }

    #[test]
    fn minimal_puzzles_have_no_given_to_spare() {
        let corpus = corpus(Sort::Minimal, &["3x3"]);
        for seed in 0..10 {
            let mut puzzle = corpus.specimen(seed).puzzle;
            let givens: Vec<(Cell, Digit)> = puzzle.givens().collect();
            for (cell, digit) in givens {
                puzzle.set(cell, None);
                assert_eq!(count(&puzzle, 2), 2, "{seed}");
                puzzle.set(cell, Some(digit));
            }
        }
    }

    #[test]
    fn a_chosen_sort_and_shape_give_the_same_puzzle_alone() {
        let all = Corpus {
            sorts: Sort::ALL.to_vec(),
            shapes: vec!["2x3".parse().unwrap(), Geometry::CLASSIC],
        };
        for seed in 0..30 {
            let one = all.specimen(seed);
            let alone = Corpus {
                sorts: vec![one.sort],
                shapes: vec![one.puzzle.geometry()],
            };
            assert_eq!(alone.specimen(seed), one);
        }
    }

    #[test]
    fn large_grids_keep_many_givens() {
        for sort in Sort::ALL {
            let puzzle = corpus(sort, &["5x5"]).specimen(1).puzzle;
            assert!(5 * puzzle.givens().count() >= 2 * 625, "{sort}");
        }
    }
}
