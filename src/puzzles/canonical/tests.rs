//! Canonical forms against all images, one by one, and against known numbers of
//! classes.

use super::*;
use crate::grid::{Cell, Solution};
use crate::limits::Limits;
use crate::puzzles::{Generator, PatternSymmetry, PuzzleKind, Recipe};
use crate::search::Native;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn canonical(puzzle: &Puzzle) -> Puzzle {
    form(&mut Canonizer::default(), puzzle)
}

fn form(canonizer: &mut Canonizer, puzzle: &Puzzle) -> Puzzle {
    match canonizer.canonical(puzzle, &Limits::unlimited()).unwrap() {
        Canonical::Puzzle(puzzle) => puzzle,
        Canonical::Unknown(reason) => panic!("{puzzle:?}: {reason}"),
    }
}

/// Every image of a 4×4 puzzle, made one exchange at a time.
fn images(puzzle: &Puzzle) -> HashSet<Puzzle> {
    let mut seen = HashSet::from([puzzle.clone()]);
    let mut open = vec![puzzle.clone()];
    while let Some(puzzle) = open.pop() {
        for image in neighbours(&puzzle) {
            if seen.insert(image.clone()) {
                open.push(image);
            }
        }
    }
    seen
}

fn neighbours(puzzle: &Puzzle) -> Vec<Puzzle> {
    let geometry = puzzle.geometry();
    let moved = |source: &dyn Fn(usize, usize) -> (usize, usize)| {
        let mut image = Puzzle::empty(geometry);
        for cell in geometry.cells() {
            let (row, column) = source(geometry.row(cell), geometry.column(cell));
            image.set(cell, puzzle.given(geometry.cell(row, column)));
        }
        image
    };
    let mut all = vec![
        moved(&|row, column| (column, row)),
        moved(&|row, column| ((row + 2) % 4, column)),
        moved(&|row, column| (if row < 2 { 1 - row } else { row }, column)),
    ];
    for digit in 1..4 {
        let mut image = puzzle.clone();
        for (cell, given) in puzzle.givens() {
            let renamed = match given.value() {
                value if value == digit => digit + 1,
                value if value == digit + 1 => digit,
                value => value,
            };
            image.set(cell, Digit::new(renamed));
        }
        all.push(image);
    }
    all
}

fn numbers(puzzle: &Puzzle) -> Vec<u16> {
    let cells = puzzle.cells().iter();
    cells.map(|cell| cell.map_or(0, Digit::value)).collect()
}

#[test]
fn it_is_the_smallest_of_all_images_of_4x4_puzzles() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let geometry: Geometry = "2x2".parse().unwrap();
    for number in 0..60 {
        let mut puzzle = Puzzle::empty(geometry);
        for _ in 0..number % 10 {
            // Clashes come up, too.
            let cell = Cell(random.random_range(0..16u32));
            puzzle.set(cell, Digit::new(random.random_range(1..=4u16)));
        }
        let images = images(&puzzle);
        let smallest = images.iter().map(numbers).min().unwrap();
        assert_eq!(numbers(&canonical(&puzzle)), smallest, "{puzzle:?}");
    }
}

fn classes(shape: &str) -> HashMap<Puzzle, usize> {
    let geometry: Geometry = shape.parse().unwrap();
    let mut first = Puzzle::empty(geometry);
    // Digits can be renamed: it is enough to see the grids that begin 1, 2, 3 …
    for (cell, digit) in geometry.cells().zip(geometry.digits()) {
        first.set(cell, Some(digit));
    }
    let mut canonizer = Canonizer::default();
    let mut classes = HashMap::new();
    Native::default().enumerate(&first, &Limits::unlimited(), &mut |solution: &Solution| {
        let full = Puzzle::new(geometry, solution.into()).unwrap();
        *classes.entry(form(&mut canonizer, &full)).or_default() += 1;
        ControlFlow::Continue(())
    });
    classes
}

#[test]
fn full_grids_have_the_known_number_of_classes() {
    let small = classes("2x2");
    assert_eq!(small.values().sum::<usize>() * 24, 288);
    assert_eq!(small.len(), 2);
    let middle = classes("2x3");
    assert_eq!(middle.values().sum::<usize>() * 720, 28_200_960);
    assert_eq!(middle.len(), 49);
    let turned = classes("3x2");
    assert_eq!(turned.len(), 49);
}

#[test]
fn symmetries_do_not_change_it() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    for (shape, puzzles) in [
        ("1x1", 1),
        ("1x4", 20),
        ("2x3", 100),
        ("4x2", 20),
        ("3x3", 150),
    ] {
        let geometry: Geometry = shape.parse().unwrap();
        let square = geometry.box_rows() == geometry.box_columns();
        let recipe = Recipe {
            geometry,
            kind: PuzzleKind::Proper,
            givens: None,
            symmetry: PatternSymmetry::None,
            seed: random.random(),
        };
        let mut generator = Generator::new(recipe).unwrap();
        for number in 0..puzzles {
            let puzzle = generator
                .puzzle(number, &Limits::unlimited())
                .unwrap()
                .puzzle;
            let smallest = canonical(&puzzle);
            assert_eq!(smallest.givens().count(), puzzle.givens().count());
            let mut image = Symmetry::random(geometry, &mut random).puzzle(&puzzle);
            if square && random.random() {
                image = Symmetry::transpose(geometry).puzzle(&image);
            }
            assert_eq!(canonical(&image), smallest, "{puzzle:?}");
            assert_eq!(canonical(&smallest), smallest);
        }
    }
}

#[test]
fn grids_with_much_symmetry_end_soon() {
    let geometry = Geometry::CLASSIC;
    let empty = Puzzle::empty(geometry);
    assert_eq!(canonical(&empty), empty);
    let mut same = empty.clone();
    for cell in geometry.cells() {
        same.set(cell, Digit::new(7));
    }
    assert!(
        canonical(&same)
            .givens()
            .all(|(_, digit)| digit.value() == 1)
    );
    let mut one = empty.clone();
    one.set(Cell(40), Digit::new(5));
    assert_eq!(canonical(&one).given(Cell(80)), Digit::new(1));
    let mut boxes = empty;
    for cell in geometry.cells() {
        let (row, column) = (geometry.row(cell), geometry.column(cell));
        boxes.set(cell, Digit::new(((row + column) % 3 + 1) as u16));
    }
    let first: Vec<u16> = numbers(&canonical(&boxes))[..9].to_vec();
    assert_eq!(first, [1, 2, 3, 1, 2, 3, 1, 2, 3]);
}

#[test]
fn shapes_that_are_too_large_are_refused() {
    for shape in ["4x4", "3x4", "2x5", "1x8", "8x1", "1x1024"] {
        let empty = Puzzle::empty(shape.parse().unwrap());
        let refused = Canonizer::default().canonical(&empty, &Limits::unlimited());
        assert_eq!(refused, Err(TooManyArrangements(empty.geometry())));
    }
    for shape in ["2x4", "4x2", "1x7", "7x1"] {
        let empty = Puzzle::empty(shape.parse().unwrap());
        assert_eq!(canonical(&empty), empty, "{shape}");
    }
}

/// A full grid whose rows are shifts of each other.
fn cyclic() -> Puzzle {
    let geometry = Geometry::CLASSIC;
    let cells = geometry.cells().map(|cell| {
        let (row, column) = (geometry.row(cell), geometry.column(cell));
        Digit::new(((row * 3 + row / 3 + column) % 9 + 1) as u16)
    });
    Puzzle::new(geometry, cells.collect()).unwrap()
}

#[test]
fn limits_end_the_search_and_leave_the_canonizer_usable() {
    let mut canonizer = Canonizer::default();
    let puzzle = cyclic();
    let flag = Arc::new(AtomicBool::new(true));
    let stopped = Limits::unlimited().stopped_by(flag.clone());
    for (limits, reason) in [
        (Limits::unlimited().within(Duration::ZERO), Reason::Timeout),
        (stopped.clone(), Reason::Interrupted),
    ] {
        let unknown = canonizer.canonical(&puzzle, &limits);
        assert_eq!(unknown, Ok(Canonical::Unknown(reason)));
    }
    flag.store(false, Ordering::Relaxed);
    let limited = canonizer.canonical(&puzzle, &stopped.within(Duration::from_secs(600)));
    assert_eq!(limited, Ok(Canonical::Puzzle(canonical(&puzzle))));
}
