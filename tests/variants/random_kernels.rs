//! Small boards with random kernels, made by seed: what no rule file happens to combine.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satoku::backend::{self, Backend, End, Tally, VariantNative, VariantSat};
use satoku::encoding::Encoding;
use satoku::grid::{Cell, Solution};
use satoku::limits::Limits;
use satoku::rules::{Automaton, Board, Constraint, Kernel, Mask, Origin, Table, VariantPuzzle};
use satoku::sat::Engine;
use std::sync::Arc;

/// Rows, columns, the smallest and the largest digit, and regions.
type Shape = ((usize, usize), (i32, i32), Option<&'static str>);

const SHAPES: [Shape; 7] = [
    ((4, 4), (1, 4), Some("1122112233443344")),
    ((4, 4), (0, 3), None),
    ((4, 4), (1, 5), Some("1122112233443344")),
    ((3, 5), (-1, 3), None),
    ((2, 6), (1, 6), Some("111222111222")),
    ((1, 7), (1, 16), None),
    ((3, 3), (2, 14), None),
];

/// Puzzles that tests look at.
pub const PUZZLES: u64 = 70;

/// The puzzle of this number.
pub fn puzzle(number: u64) -> VariantPuzzle {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let (size, digits, regions) = SHAPES[number as usize % SHAPES.len()];
    let regions = regions.map(|text| {
        text.bytes()
            .map(|byte| Some(u16::from(byte - b'1')))
            .collect()
    });
    let mut puzzle = VariantPuzzle::new(Board::new(size, digits, regions).unwrap());
    for index in 0..random.random_range(1..4) {
        let kind = "random".to_owned();
        let constraint = Constraint {
            label: format!("random {index}"),
            origin: Origin::Listed { kind, index },
            kernels: kernels(puzzle.board(), &mut random, 2),
        };
        puzzle.add(constraint).unwrap();
    }
    for cell in cells(puzzle.board(), &mut random, 3) {
        let mask = mask(puzzle.board(), &mut random);
        puzzle.restrict(cell, mask);
    }
    puzzle
}

/// Up to this many cells, each once.
fn cells(board: &Board, random: &mut ChaCha8Rng, most: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = board.cells().collect();
    cells.shuffle(random);
    cells.truncate(random.random_range(1..=most));
    cells
}

/// Some digits.
fn mask(board: &Board, random: &mut ChaCha8Rng) -> Mask {
    let one = 1 << random.random_range(0..board.digit_count());
    let some = (0..board.digit_count()).filter(|_| random.random_bool(0.6));
    some.fold(one, |mask, digit| mask | 1 << digit)
}

fn kernels(board: &Board, random: &mut ChaCha8Rng, depth: usize) -> Vec<Kernel> {
    let digits = board.digit_count();
    let two = |random: &mut ChaCha8Rng| {
        let first = random.random_range(0..board.cell_count() as u32 - 1);
        [
            Cell(first),
            Cell(random.random_range(first + 1..board.cell_count() as u32)),
        ]
    };
    match random.random_range(0..if depth > 0 { 8 } else { 7 }) {
        0 => vec![Kernel::Distinct(cells(board, random, 6))],
        1 => {
            let [first, second] = two(random);
            let (a, b, c) = (
                random.random_range(1..4),
                random.random_range(1..4),
                digits / 2 + 1,
            );
            let table = Table::new(digits, |one, other| (a * one + b * other) % c != 1);
            vec![Kernel::Pair(first, second, Arc::new(table))]
        }
        2 => vec![sum(board, random, |random| random.random_range(-2..=3))],
        3 => vec![sum(board, random, |_| 1)],
        4 => {
            let cells = cells(board, random, 6);
            let terms = cells.iter().map(|cell| (*cell, 2));
            let total = total(board, random, cells.len() as i64 * 2);
            vec![Kernel::sum(terms, total), Kernel::Distinct(cells)]
        }
        5 => vec![line(board, random)],
        6 => {
            let cells = cells(board, random, 3);
            let each = cells.into_iter().map(|cell| (cell, mask(board, random)));
            vec![Kernel::Clause(each.collect())]
        }
        _ => {
            let branches =
                (0..random.random_range(1..4)).map(|_| match random.random_range(0..4) {
                    0 => vec![Kernel::Candidates(two(random)[0], mask(board, random))],
                    _ => kernels(board, random, depth - 1),
                });
            vec![Kernel::AnyOf(branches.collect())]
        }
    }
}

fn sum(board: &Board, random: &mut ChaCha8Rng, times: impl Fn(&mut ChaCha8Rng) -> i64) -> Kernel {
    let cells = cells(board, random, 6);
    let terms: Vec<(Cell, i64)> = cells
        .into_iter()
        .map(|cell| (cell, times(random)))
        .collect();
    let all = terms.iter().map(|(_, times)| times).sum();
    Kernel::sum(terms, total(board, random, all))
}

/// A total of so many digits.
fn total(board: &Board, random: &mut ChaCha8Rng, digits: i64) -> i64 {
    let middle = i64::from(board.min() + board.max()) * digits / 2;
    middle + random.random_range(-2..=2)
}

/// A line whose digits, counted from 0, add up to a multiple of a number.
fn line(board: &Board, random: &mut ChaCha8Rng) -> Kernel {
    let cells = cells(board, random, 5);
    let modulus = random.random_range(2..5);
    let next =
        |rest: &usize, digit: usize| (*rest != 1 || digit > 0).then_some((rest + digit) % modulus);
    let automaton = Automaton::explore(board.digit_count(), 0, |rest| *rest == 0, next);
    Kernel::Automaton(cells, Arc::new(automaton.unwrap()))
}

/// Solutions that are looked for.
const MOST: u64 = 200;

fn solutions(
    backend: &mut dyn Backend<VariantPuzzle>,
    puzzle: &VariantPuzzle,
) -> (Tally, Vec<Solution>) {
    let found = backend::solutions(backend, puzzle, MOST, &Limits::unlimited());
    let (mut found, tally) = found.unwrap();
    found.sort();
    (tally, found)
}

#[test]
fn random_kernels_have_the_same_solutions_by_search_and_by_every_encoding() {
    let mut seen = [0; 3];
    for number in 0..PUZZLES {
        let puzzle = puzzle(number);
        let (tally, expected) = solutions(&mut VariantNative::default(), &puzzle);
        seen[match tally.end {
            End::Exhausted if tally.found == 0 => 0,
            End::Exhausted => 1,
            _ => 2,
        }] += 1;
        for encoding in Encoding::built_in() {
            let name = encoding.name();
            let mut sat = VariantSat::new(&encoding, &Engine::varisat());
            let (by_sat, found) = solutions(&mut sat, &puzzle);
            assert_eq!(by_sat, tally, "{number} {name}");
            if tally.end == End::Exhausted {
                assert_eq!(found, expected, "{number} {name}");
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}
