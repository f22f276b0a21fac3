//! Puzzles of all kinds, made by seed: from few givens to all, with astronomically
//! many solutions, one or none.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satoku::grid::{Cell, Geometry, Puzzle, Row, Symmetry};
use satoku::limits::Limits;
use satoku::puzzles::{Generator, PatternSymmetry, PuzzleKind, Recipe};
use satoku::search::bitboard::Bitboard;
use satoku::search::lockstep::CELLS;

/// A line: 81 characters, `.` for an empty cell.
pub type Line = [u8; CELLS];

/// Puzzles of one kind.
pub struct Set {
    /// Its kind, and how many givens its puzzles have.
    pub name: String,
    /// The puzzles.
    pub lines: Vec<Line>,
}

/// Numbers of givens that are measured.
const GIVENS: [usize; 17] = [
    0, 4, 8, 12, 17, 20, 22, 24, 26, 28, 30, 34, 40, 48, 56, 64, 80,
];

/// Searches after which a puzzle without a solution counts as not found.
const TRIES: usize = 20_000;

/// What all sets are made from.
struct Maker {
    random: ChaCha8Rng,
    solutions: Vec<Line>,
    minimal: Vec<Puzzle>,
    bitboard: Bitboard,
}

/// Solutions and minimal puzzles that sets are made from, at most.
const POOL: usize = 2000;

/// A kind of puzzles.
type Make = fn(&mut Maker, usize) -> Option<Line>;

/// The kinds that depend on the number of givens.
const KINDS: [(&str, Make); 5] = [
    ("any", |maker, givens| Some(maker.any(givens))),
    ("proper", Maker::proper),
    ("changed", Maker::changed),
    ("clash", Maker::clash),
    ("noclash", Maker::noclash),
];

/// All sets whose names contain `only`, each of so many puzzles; some kinds are too rare
/// to be found for some numbers of givens. The last is a mixture of the others.
pub fn sets(seed: u64, size: usize, only: &str) -> Vec<Set> {
    let mut maker = Maker::new(seed, size);
    let mut sets = Vec::new();
    let mut add = |name: &str, make: &mut dyn FnMut(&mut Maker) -> Option<Line>| {
        if name.contains(only) {
            let lines: Option<Vec<Line>> = (0..size).map(|_| make(&mut maker)).collect();
            sets.extend(lines.map(|lines| Set::new(name, lines)));
        }
    };
    for givens in GIVENS {
        for (kind, make) in KINDS {
            add(&format!("{kind}_{givens}"), &mut |maker| {
                make(maker, givens)
            });
        }
    }
    add("minimal", &mut Maker::minimal);
    add("multi", &mut Maker::multi);
    add(
        "minimal+multi",
        &mut |maker| match maker.random.random_bool(0.5) {
            true => maker.minimal(),
            false => maker.multi(),
        },
    );
    let mut all: Vec<Line> = sets.iter().flat_map(|set| &set.lines).copied().collect();
    all.shuffle(&mut maker.random);
    all.truncate(4 * size);
    if "all".contains(only) {
        sets.push(Set::new("all", all));
    }
    sets
}

impl Set {
    fn new(name: &str, lines: Vec<Line>) -> Set {
        Set {
            name: name.to_owned(),
            lines,
        }
    }
}

impl Maker {
    fn new(seed: u64, size: usize) -> Maker {
        let recipe = Recipe {
            geometry: Geometry::CLASSIC,
            kind: PuzzleKind::Minimal,
            givens: None,
            symmetry: PatternSymmetry::None,
            seed,
        };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut generator = Generator::new(recipe).expect("9×9 puzzles can be made");
        let unlimited = Limits::unlimited();
        let (mut solutions, mut minimal) = (Vec::new(), Vec::new());
        for number in 0..size.clamp(1, POOL) as u64 {
            let made = generator
                .puzzle(number, &unlimited)
                .expect("any number of givens will do");
            minimal.push(made.puzzle);
            let geometry = Geometry::CLASSIC;
            let mut full = Puzzle::empty(geometry);
            for cell in geometry.cells() {
                full.set(cell, Some(made.solution.digit(cell)));
            }
            solutions.push(image(&full, &mut random));
        }
        Maker {
            random,
            solutions,
            minimal,
            bitboard: Bitboard::default(),
        }
    }

    /// Cells of a random solution.
    fn any(&mut self, givens: usize) -> Line {
        let solution = *self.solutions.choose(&mut self.random).expect("not empty");
        let mut cells: Vec<usize> = (0..CELLS).collect();
        cells.shuffle(&mut self.random);
        let mut line = solution;
        for cell in &cells[givens..] {
            line[*cell] = b'.';
        }
        line
    }

    /// Exactly one solution.
    fn proper(&mut self, givens: usize) -> Option<Line> {
        for _ in 0..TRIES {
            let mut line = self.minimal()?;
            let mut empty: Vec<usize> = (0..CELLS).filter(|cell| line[*cell] == b'.').collect();
            let Some(missing) = givens.checked_sub(CELLS - empty.len()) else {
                continue;
            };
            let solution = self.solution_of(&line)?;
            empty.shuffle(&mut self.random);
            for cell in &empty[..missing] {
                line[*cell] = solution[*cell];
            }
            return Some(line);
        }
        None
    }

    /// A proper puzzle with another digit in one place.
    fn changed(&mut self, givens: usize) -> Option<Line> {
        let mut line = self.proper(givens)?;
        let cell = self.random_given(&line)?;
        line[cell] = self.another(line[cell]);
        Some(line)
    }

    /// Two equal digits in a house.
    fn clash(&mut self, givens: usize) -> Option<Line> {
        (0..TRIES).find_map(|_| {
            let mut line = self.any(givens);
            let cell = self.random_given(&line)?;
            line[cell] = self.another(line[cell]);
            clashes(&line).then_some(line)
        })
    }

    /// Digits at random, none of which a house has twice, and no solution. Few digits
    /// seldom have none, and many seldom fit.
    fn noclash(&mut self, givens: usize) -> Option<Line> {
        (12..=40).contains(&givens).then_some(())?;
        (0..TRIES).find_map(|_| {
            let line = self.scattered(givens)?;
            (self.solutions_of(&line) == 0).then_some(line)
        })
    }

    fn scattered(&mut self, givens: usize) -> Option<Line> {
        let mut line = [b'.'; CELLS];
        let mut placed = 0;
        for _ in 0..TRIES {
            if placed == givens {
                return Some(line);
            }
            let cell = self.random.random_range(0..CELLS);
            if line[cell] != b'.' {
                continue;
            }
            line[cell] = self.random.random_range(b'1'..=b'9');
            match clashes(&line) {
                true => line[cell] = b'.',
                false => placed += 1,
            }
        }
        None
    }

    /// Exactly one solution, and no given can be left out. Another image each time: the
    /// processor remembers branches from one pass over a few puzzles to the next.
    fn minimal(&mut self) -> Option<Line> {
        let puzzle = self.minimal.choose(&mut self.random)?;
        Some(image(puzzle, &mut self.random))
    }

    /// A minimal puzzle with one or two givens less.
    fn multi(&mut self) -> Option<Line> {
        let mut line = self.minimal()?;
        for _ in 0..self.random.random_range(1..=2) {
            let cell = self.random_given(&line)?;
            line[cell] = b'.';
        }
        Some(line)
    }

    fn random_given(&mut self, line: &Line) -> Option<usize> {
        let givens: Vec<usize> = (0..CELLS).filter(|cell| line[*cell] != b'.').collect();
        givens.choose(&mut self.random).copied()
    }

    fn another(&mut self, digit: u8) -> u8 {
        let other = self.random.random_range(b'1'..b'9');
        other + u8::from(other >= digit)
    }

    fn solutions_of(&mut self, line: &Line) -> u64 {
        let row = Row::new(line).expect("digits and dots");
        self.bitboard.count(row, 1, &Limits::unlimited()).0
    }

    fn solution_of(&mut self, line: &Line) -> Option<Line> {
        let row = Row::new(line)?;
        let mut solution = None;
        self.bitboard.search(row, &Limits::unlimited(), |full| {
            solution = Some(full.text());
            std::ops::ControlFlow::Break(())
        });
        solution
    }
}

/// A random image of a puzzle: relabelled, permuted, and half of the time transposed.
fn image(puzzle: &Puzzle, random: &mut ChaCha8Rng) -> Line {
    let geometry = Geometry::CLASSIC;
    let mut image = Symmetry::random(geometry, random).puzzle(puzzle);
    if random.random_bool(0.5) {
        image = Symmetry::transpose(geometry).puzzle(&image);
    }
    *Row::of(&image).expect("a puzzle with 3×3 boxes")
}

/// Whether a house has a digit twice.
fn clashes(line: &Line) -> bool {
    let geometry = Geometry::CLASSIC;
    geometry.houses().any(|house| {
        let mut seen = 0u16;
        geometry.house_cells(house).any(|Cell(cell)| {
            let digit = match line[cell as usize] {
                b'.' => 0,
                character => 1 << (character - b'0'),
            };
            let again = seen & digit != 0;
            seen |= digit;
            again
        })
    })
}
