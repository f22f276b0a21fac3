//! Random puzzles of chosen kinds and shapes, one for each seed.

use super::{Instance, KnownCount};
use crate::grid::symmetry::{Symmetry, pattern};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::puzzles::{dig_by_search, dig_by_singles};
use crate::search::Native;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fmt;

/// Largest side on which minimal puzzles are made by search.
const MAX_SEARCHED_SIDE: usize = 9;

/// Puzzles on larger grids keep at least half of their cells, so that every encoding
/// can solve them.
const MAX_SPARSE_SIDE: usize = 16;

/// At most this many digits are missing from a puzzle with many solutions.
const MAX_MISSING_DIGITS: usize = 4;

/// Kinds of random puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InstanceKind {
    /// One solution, found by singles alone.
    Proper,
    /// One solution and no redundant given; above 9×9, none that a single would
    /// restore.
    Minimal,
    /// A few digits of a full grid.
    Few,
    /// Several digits are missing, and can be exchanged in any solution.
    Many,
    /// No solution, although no two givens clash.
    None,
    /// Two givens clash.
    Clash,
}

impl InstanceKind {
    /// All kinds.
    pub const ALL: [InstanceKind; 6] = [
        InstanceKind::Proper,
        InstanceKind::Minimal,
        InstanceKind::Few,
        InstanceKind::Many,
        InstanceKind::None,
        InstanceKind::Clash,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            InstanceKind::Proper => "proper",
            InstanceKind::Minimal => "minimal",
            InstanceKind::Few => "few",
            InstanceKind::Many => "many",
            InstanceKind::None => "none",
            InstanceKind::Clash => "clash",
        }
    }
}

impl fmt::Display for InstanceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kinds and shapes of random puzzles, each equally likely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corpus {
    /// Kinds to draw from.
    pub kinds: Vec<InstanceKind>,
    /// Box shapes to draw from.
    pub shapes: Vec<Geometry>,
}

impl Corpus {
    /// All kinds of puzzles of one shape.
    pub fn of_shape(shape: Geometry) -> Corpus {
        Corpus {
            kinds: InstanceKind::ALL.to_vec(),
            shapes: vec![shape],
        }
    }

    /// The puzzle of a seed. It is the same on every machine and, once kind and shape
    /// are chosen, does not depend on what else the corpus contains.
    ///
    /// It takes milliseconds up to side 25. From there on, time grows with the fourth power of
    /// the side and memory with the third: the largest sides take hours and gigabytes, and no
    /// limit ends that.
    pub fn instance(&self, seed: u64) -> Instance {
        let (kind, shape) = self.choose(seed);
        random_instance(kind, shape, seed)
    }

    /// The kind that is drawn for a seed. Where the grid is too small for it, the puzzle is of
    /// another kind.
    pub fn kind(&self, seed: u64) -> InstanceKind {
        self.choose(seed).0
    }

    fn choose(&self, seed: u64) -> (InstanceKind, Geometry) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(1);
        let shape = self.shapes.choose(&mut random).copied();
        let kind = self.kinds.choose(&mut random).copied();
        (
            kind.unwrap_or(InstanceKind::Proper),
            shape.unwrap_or(Geometry::CLASSIC),
        )
    }
}

/// A full grid: the shifted pattern under a random symmetry.
pub fn random_solution(geometry: Geometry, random: &mut impl Rng) -> Solution {
    Symmetry::random(geometry, random).solution(&pattern(geometry))
}

/// A puzzle of this kind. Where the grid is too small for it, the puzzle is of another
/// kind, and the known number of solutions still holds.
fn random_instance(kind: InstanceKind, geometry: Geometry, seed: u64) -> Instance {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let solution = random_solution(geometry, &mut random);
    let mut maker = Maker {
        geometry,
        solution,
        random,
    };
    let one = KnownCount::Exactly(1);
    let (mut puzzle, known) = match kind {
        InstanceKind::Proper => (maker.proper(), one),
        InstanceKind::Minimal => (maker.minimal(), one),
        InstanceKind::Few => (maker.few(), KnownCount::AtLeast(1)),
        InstanceKind::Many => maker.many(),
        InstanceKind::None => maker.unsatisfiable(),
        InstanceKind::Clash => maker.clash(),
    };
    if geometry.side() > MAX_SPARSE_SIDE && matches!(known, KnownCount::Exactly(_)) {
        maker.refill(&mut puzzle);
    }
    Instance { puzzle, known }
}

/// Makes a puzzle from a full grid.
struct Maker {
    geometry: Geometry,
    solution: Solution,
    random: ChaCha8Rng,
}

impl Maker {
    /// A puzzle with one solution, which singles find.
    fn proper(&mut self) -> Puzzle {
        let order: Vec<[Cell; 1]> = self.random_order().into_iter().map(|cell| [cell]).collect();
        let (geometry, limits) = (self.geometry, Limits::unlimited());
        let puzzle = dig_by_singles(geometry, &self.solution, &order, 0, &limits);
        puzzle.unwrap_or_else(|_| self.full())
    }

    /// A proper puzzle without its redundant givens, as long as search is quick.
    fn minimal(&mut self) -> Puzzle {
        let puzzle = self.proper();
        if self.geometry.side() > MAX_SEARCHED_SIDE {
            return puzzle;
        }
        let mut order: Vec<[Cell; 1]> = puzzle.givens().map(|(cell, _)| [cell]).collect();
        order.shuffle(&mut self.random);
        let (mut native, limits) = (Native::default(), Limits::unlimited());
        let minimal = dig_by_search(&mut native, &puzzle, &self.solution, &order, 0, &limits);
        minimal.unwrap_or(puzzle)
    }

    /// At most as many givens as there are digits, or half of the cells of a large grid.
    fn few(&mut self) -> Puzzle {
        let mut puzzle = Puzzle::empty(self.geometry);
        let order = self.random_order();
        let most = match self.geometry.side() {
            side if side > MAX_SPARSE_SIDE => self.geometry.cell_count() / 2,
            side => self.random.random_range(0..=side),
        };
        for cell in order.into_iter().take(most) {
            puzzle.set(cell, Some(self.solution.digit(cell)));
        }
        puzzle
    }

    /// A full grid without all givens of some digits: each permutation of these digits
    /// turns one solution into another.
    fn many(&mut self) -> (Puzzle, KnownCount) {
        let mut digits: Vec<Digit> = self.geometry.digits().collect();
        digits.shuffle(&mut self.random);
        let most = self.geometry.side().min(MAX_MISSING_DIGITS);
        digits.truncate(self.random.random_range(most.min(2)..=most));
        let mut puzzle = self.full();
        for cell in self.geometry.cells() {
            if digits.contains(&self.solution.digit(cell)) {
                puzzle.set(cell, None);
            }
        }
        let permutations = (1..=digits.len() as u64).product();
        (puzzle, KnownCount::AtLeast(permutations))
    }

    /// A proper puzzle with one more given that contradicts its solution, but clashes
    /// with no other given if that is possible.
    fn unsatisfiable(&mut self) -> (Puzzle, KnownCount) {
        let puzzle = self.proper();
        let (clashing, hidden): (Vec<_>, Vec<_>) = self
            .additions(&puzzle)
            .filter(|&(cell, digit)| digit != self.solution.digit(cell))
            .partition(|&(cell, digit)| sees(&puzzle, cell, digit));
        let choices = if hidden.is_empty() { clashing } else { hidden };
        self.with_one_of(puzzle, &choices)
    }

    /// A proper puzzle with one more given that clashes with another.
    fn clash(&mut self) -> (Puzzle, KnownCount) {
        let puzzle = self.proper();
        let choices = self.additions(&puzzle);
        let choices: Vec<(Cell, Digit)> = choices
            .filter(|&(cell, digit)| sees(&puzzle, cell, digit))
            .collect();
        self.with_one_of(puzzle, &choices)
    }

    /// A proper puzzle and a wrong given, if there is one to choose.
    fn with_one_of(
        &mut self,
        mut puzzle: Puzzle,
        choices: &[(Cell, Digit)],
    ) -> (Puzzle, KnownCount) {
        let Some(&(cell, digit)) = choices.choose(&mut self.random) else {
            return (puzzle, KnownCount::Exactly(1));
        };
        puzzle.set(cell, Some(digit));
        (puzzle, KnownCount::Exactly(0))
    }

    /// Adds digits of the solution that do not clash until about half of the cells are
    /// full. That preserves a number of solutions of one or none.
    fn refill(&mut self, puzzle: &mut Puzzle) {
        let mut empty: Vec<Cell> = puzzle.empty_cells().collect();
        empty.shuffle(&mut self.random);
        let half = puzzle.cells().len() / 2;
        for cell in empty.into_iter().skip(half) {
            let digit = self.solution.digit(cell);
            if !sees(puzzle, cell, digit) {
                puzzle.set(cell, Some(digit));
            }
        }
    }

    /// Every digit for every empty cell.
    fn additions<'p>(&self, puzzle: &'p Puzzle) -> impl Iterator<Item = (Cell, Digit)> + use<'p> {
        let geometry = self.geometry;
        let cells = puzzle.empty_cells();
        cells.flat_map(move |cell| geometry.digits().map(move |digit| (cell, digit)))
    }

    fn random_order(&mut self) -> Vec<Cell> {
        let mut order: Vec<Cell> = self.geometry.cells().collect();
        order.shuffle(&mut self.random);
        order
    }

    fn full(&self) -> Puzzle {
        let full = Puzzle::new(self.geometry, (&self.solution).into());
        full.unwrap_or_else(|| Puzzle::empty(self.geometry))
    }
}

/// Whether a peer of the cell holds the digit.
fn sees(puzzle: &Puzzle, cell: Cell, digit: Digit) -> bool {
    let geometry = puzzle.geometry();
    let houses = geometry.houses_of(cell).into_iter();
    let mut peers = houses.flat_map(|house| geometry.house_cells(house));
    peers.any(|peer| peer != cell && puzzle.given(peer) == Some(digit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    fn corpus(kind: InstanceKind, shapes: &[&str]) -> Corpus {
        Corpus {
            kinds: vec![kind],
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
    fn the_known_number_of_solutions_is_right() {
        for kind in InstanceKind::ALL {
            let corpus = corpus(kind, &["1x1", "1x5", "2x2", "3x2", "2x4", "3x3"]);
            for seed in 0..40 {
                let Instance { puzzle, known } = corpus.instance(seed);
                let right = match known {
                    KnownCount::Exactly(exactly) => count(&puzzle, exactly + 1) == exactly,
                    KnownCount::AtLeast(least) => count(&puzzle, least) == least,
                    KnownCount::Unknown => false,
                };
                assert!(right, "{kind} {seed}: {known:?}");
                let large = puzzle.geometry().side() > 5;
                if large && matches!(kind, InstanceKind::None | InstanceKind::Clash) {
                    assert_eq!(puzzle.clashes().is_empty(), kind == InstanceKind::None);
                }
            }
        }
    }

    #[test]
    fn a_seed_always_gives_the_same_puzzle() {
        // These puzzles are what earlier versions made.
        let text = |kind, seed| {
            let puzzle = corpus(kind, &["2x3"]).instance(seed).puzzle;
            let digits = puzzle.cells().iter().map(|cell| match cell {
                Some(digit) => digit.to_string(),
                None => ".".to_owned(),
            });
            digits.collect::<String>()
        };
        for (kind, expected) in [
            (InstanceKind::Proper, ".365....4.264..1...1...35...3..6...2"),
            (
                InstanceKind::Minimal,
                "...5......264......1...35...3..6...2",
            ),
            (InstanceKind::None, ".365....4.264..1...1.6.35...3..6...2"),
            (InstanceKind::Clash, ".365....4.264..1..11...35...3..6...2"),
        ] {
            assert_eq!(text(kind, 7), expected, "{kind}");
        }
    }

    #[test]
    fn minimal_puzzles_have_no_redundant_given() {
        let corpus = corpus(InstanceKind::Minimal, &["3x3"]);
        for seed in 0..10 {
            let mut puzzle = corpus.instance(seed).puzzle;
            let givens: Vec<(Cell, Digit)> = puzzle.givens().collect();
            for (cell, digit) in givens {
                puzzle.set(cell, None);
                assert_eq!(count(&puzzle, 2), 2, "{seed}");
                puzzle.set(cell, Some(digit));
            }
        }
    }

    #[test]
    fn a_puzzle_does_not_depend_on_the_rest_of_the_corpus() {
        let all = Corpus {
            kinds: InstanceKind::ALL.to_vec(),
            shapes: vec!["2x3".parse().unwrap(), Geometry::CLASSIC],
        };
        for seed in 0..30 {
            let instance = all.instance(seed);
            let single = Corpus {
                kinds: vec![all.kind(seed)],
                shapes: vec![instance.puzzle.geometry()],
            };
            assert_eq!(single.instance(seed), instance);
        }
    }

    #[test]
    fn large_grids_keep_many_givens() {
        for kind in InstanceKind::ALL {
            let puzzle = corpus(kind, &["5x5"]).instance(1).puzzle;
            assert!(5 * puzzle.givens().count() >= 2 * 625, "{kind}");
        }
    }
}
