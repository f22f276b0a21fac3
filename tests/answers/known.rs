//! Files of `puzzle:count:solution`: every backend with every encoding finds the
//! count and the solution in the file, SAT where there are at most 100 solutions.

use crate::support::{self, path, satoku};
use satoku::backend::{
    self, Approach, Backend, CdclBackend, End, NativeBackend, Presolve, SatBackend,
};
use satoku::encoding::Encoding;
use satoku::grid::text::{PuzzleReader, ReadOptions, Record};
use satoku::grid::{Geometry, Puzzle, Solution};
use satoku::limits::Limits;
use satoku::sat::Engine;
use std::ops::ControlFlow;

fn backends() -> Vec<Box<dyn Backend>> {
    let mut backends: Vec<Box<dyn Backend>> = vec![
        Box::new(NativeBackend::default()),
        Box::new(CdclBackend::new(7)),
    ];
    for encoding in Encoding::built_in() {
        for presolve in Presolve::ALL {
            let backend = SatBackend::new(Engine::varisat(), encoding.clone(), presolve);
            backends.push(Box::new(backend));
        }
    }
    backends
}

fn records(name: &str) -> Vec<Record> {
    let text = support::read(name);
    let reader = PuzzleReader::new(text.as_bytes(), name, ReadOptions::default());
    let records: Vec<Record> = reader.map(Result::unwrap).collect();
    assert!(!records.is_empty(), "{name}");
    records
}

/// The count that follows the puzzle, and the solution that follows the count.
fn expected(record: &Record) -> (u64, Option<&str>) {
    let mut fields = record.note.strip_prefix(':').unwrap().split(':');
    let count = fields.next().unwrap().parse().unwrap();
    (count, fields.next())
}

/// Puzzles with more solutions than this are left to the engines that need no blocking
/// clauses, because what those cost grows with the square of the count.
const MOST_BLOCKED: u64 = 100;

fn check_file(name: &str) {
    let mut backends = backends();
    for record in records(name) {
        let (count, solution) = expected(&record);
        for backend in &mut backends {
            if count > MOST_BLOCKED && backend.approach() == Approach::Clauses {
                continue;
            }
            let mut seen: Vec<Solution> = Vec::new();
            let tally = backend::enumerate(
                &mut **backend,
                &record.puzzle,
                u64::MAX,
                &Limits::unlimited(),
                &mut |found| {
                    seen.push(found.clone());
                    ControlFlow::Continue(())
                },
            );
            let tally = tally.unwrap();
            let who = format!("{} on line {} of {name}", backend.name(), record.line);
            assert_eq!((tally.found, tally.end), (count, End::Exhausted), "{who}");
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len() as u64, count, "{who} repeats a solution");
            if let Some(solution) = solution {
                let digits: String = seen[0].cells().iter().map(|d| d.to_string()).collect();
                assert_eq!(digits, solution, "{who}");
            }
        }
    }
}

macro_rules! known {
    ($($test:ident: $file:literal,)*) => {
        $(#[test]
        fn $test() {
            check_file(concat!("known/", $file, ".txt"));
        })*
    };
}

known! {
    seventeen_givens: "17clue",
    hardest: "hardest_11plus_2k",
    easy: "kaggle_easy_10k",
    magictour: "magictour_1465",
    many_solutions: "many_solutions_10k",
    no_solution: "none",
    four_by_four: "small_4x4",
}

fn count(backend: &mut dyn Backend, puzzle: &Puzzle) -> u64 {
    let any = &mut |_: &Solution| ControlFlow::Continue(());
    let tally = backend::enumerate(backend, puzzle, u64::MAX, &Limits::unlimited(), any).unwrap();
    assert_eq!(tally.end, End::Exhausted);
    tally.found
}

#[test]
fn there_are_288_grids_of_4x4() {
    let puzzle = Puzzle::empty("2x2".parse().unwrap());
    for backend in &mut backends() {
        assert_eq!(count(&mut **backend, &puzzle), 288, "{}", backend.name());
    }
}

#[test]
fn latin_squares_are_grids_with_boxes_like_rows() {
    // The numbers of Latin squares: 1, 2, 12, 576 (OEIS A002860).
    for (shape, expected) in [("1x1", 1), ("1x2", 2), ("1x3", 12), ("1x4", 576)] {
        let geometry: Geometry = shape.parse().unwrap();
        for backend in &mut backends() {
            let counted = count(&mut **backend, &Puzzle::empty(geometry));
            assert_eq!(counted, expected, "{} on {shape}", backend.name());
        }
    }
}

#[test]
#[ignore = "takes a minute: cargo test --release --test answers known -- --ignored"]
fn there_are_28200960_grids_of_2x3() {
    // F. Jarvis, "Sudoku enumeration: 2×3 grids", 2006; OEIS A107739.
    let puzzle = Puzzle::empty("2x3".parse().unwrap());
    assert_eq!(count(&mut NativeBackend::default(), &puzzle), 28_200_960);
}

#[test]
fn a_grid_on_which_plain_search_gets_lost_is_learnt() {
    // Depth-first search needs millions of nodes here; those of clause learning have no limit.
    let record = &records("large/table36-4.txt")[0];
    let limits = Limits::unlimited().up_to_nodes(10_000);
    let found = backend::first(&mut NativeBackend::default(), &record.puzzle, &limits);
    assert!(
        matches!(found, Ok(backend::Verdict::Solved(_))),
        "{found:?}"
    );
}

#[test]
fn grids_of_side_1_to_256_are_solved_natively() {
    for shape in ["1x1", "1x7", "2x5", "8x8", "5x13", "15x15", "16x16"] {
        let geometry: Geometry = shape.parse().unwrap();
        let solution = satoku::grid::pattern(geometry);
        let mut puzzle = Puzzle::new(geometry, (&solution).into()).unwrap();
        // One cell of each row is left empty, along a diagonal.
        for index in 0..geometry.side() {
            puzzle.set(geometry.cell(index, index), None);
        }
        let found = backend::first(&mut NativeBackend::default(), &puzzle, &Limits::unlimited());
        assert_eq!(
            found.unwrap(),
            backend::Verdict::Solved(solution),
            "{shape}"
        );
    }
}

/// Clause minimisation kept the marks of an abandoned explanation, dropped literals
/// that were not implied, and missed a solution.
#[test]
fn learnt_clauses_keep_the_literals_that_do_not_follow() {
    let file = path("large/extable25-1.txt");
    let args = [
        "solve",
        "--backend",
        "cdcl",
        "--to",
        "line",
        "--check",
        "none",
        &file,
    ];
    let ran = satoku(&args, "");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let hard = path("known/hardest_11plus_2k.txt");
    let ran = satoku(&["count", "--limit", "3", "--backend", "cdcl", &hard], "");
    let puzzles = records("known/hardest_11plus_2k.txt").len();
    assert_eq!(
        (ran.stdout, ran.code),
        ("1\n".repeat(puzzles), 0),
        "{}",
        ran.stderr
    );
}
