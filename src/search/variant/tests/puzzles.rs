//! Small puzzles with random kernels against all fillings.

use super::random;
use crate::grid::{Cell, Digit, Solution};
use crate::limits::Limits;
use crate::objective::{CellWeights, Progress};
use crate::outcome::{End, Optimum, Reason};
use crate::rules::{Board, Kernel, Table, VariantPuzzle};
use crate::search::variant::{Occurrences, enumerate, maximise, true_candidates};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// Boards with few enough fillings: Latin squares, boxes, odd regions, more digits than
/// a row has cells.
pub(super) fn boards() -> Vec<Board> {
    let regions = |text: &str| text.bytes().map(|byte| Some(u16::from(byte))).collect();
    let board = |size, range, regions| Board::new(size, range, regions).unwrap();
    vec![
        board((4, 4), (1, 4), None),
        board((4, 4), (1, 4), Some(regions("aabbaabbccddccdd"))),
        board((4, 4), (0, 3), Some(regions("aaabaccbdccbdddb"))),
        board((2, 3), (-1, 3), None),
        board((3, 2), (1, 4), Some(regions("aabaab"))),
    ]
}

fn random_puzzle(random: &mut ChaCha8Rng, board: &Board) -> VariantPuzzle {
    let mut puzzle = VariantPuzzle::new(board.clone());
    for _ in 0..random.random_range(1..4) {
        let count = random.random_range(1..3);
        let kernels = (0..count).map(|_| random::kernel(random, board, 2));
        puzzle = puzzle.with(kernels.collect());
    }
    puzzle
}

fn all(puzzle: &VariantPuzzle) -> Vec<Solution> {
    let mut found = Vec::new();
    let end = enumerate(puzzle, None, &Limits::unlimited(), &mut |solution| {
        found.push(solution.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(end, End::Exhausted);
    found.sort();
    found
}

/// Those of the fillings of its board, which are in order.
fn solutions(puzzle: &VariantPuzzle, fillings: &[Solution]) -> Vec<Solution> {
    let solves = |filling: &&Solution| puzzle.check(filling).is_ok();
    fillings.iter().filter(solves).cloned().collect()
}

/// Calls `check` with random puzzles and their solutions.
fn for_random_puzzles(
    seed: u64,
    rounds: usize,
    check: &mut dyn FnMut(&VariantPuzzle, Vec<Solution>),
) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for board in boards() {
        let fillings = board.fillings();
        for _ in 0..rounds {
            let puzzle = random_puzzle(&mut random, &board);
            check(&puzzle, solutions(&puzzle, &fillings));
        }
    }
}

#[test]
fn the_solutions_are_those_of_brute_force() {
    let (mut none, mut several) = (0, 0);
    for_random_puzzles(11, 400, &mut |puzzle, expected| {
        none += u32::from(expected.is_empty());
        several += u32::from(expected.len() > 1);
        assert_eq!(all(puzzle), expected, "{puzzle:?}");
    });
    assert!(none > 100 && several > 100, "{none} {several}");
}

/// Three sums that cover a board of 4×4, so that some of them are added up.
#[test]
fn sums_that_are_added_up_keep_every_solution() {
    let mut random = ChaCha8Rng::seed_from_u64(14);
    for board in boards()
        .into_iter()
        .filter(|board| board.cell_count() == 16)
    {
        let fillings = board.fillings();
        for _ in 0..200 {
            let solution = &fillings[random.random_range(0..fillings.len())];
            let mut cells: Vec<Cell> = board.cells().collect();
            cells.shuffle(&mut random);
            let mut puzzle = VariantPuzzle::new(board.clone());
            for part in cells.chunks(6) {
                let times = |&cell: &Cell| (cell, [1, 1, 1, -1][random.random_range(0..4)]);
                let terms: Vec<(Cell, i64)> = part.iter().map(times).collect();
                let value = |cell| i64::from(board.value(solution.digit(cell)));
                let total = terms.iter().map(|&(cell, times)| times * value(cell)).sum();
                puzzle = puzzle.with(vec![Kernel::sum(terms, total)]);
            }
            assert_eq!(all(&puzzle), solutions(&puzzle, &fillings), "{puzzle:?}");
        }
    }
}

/// Compares the true candidates of a puzzle with its solutions.
fn check_candidates(puzzle: &VariantPuzzle, solutions: &[Solution]) {
    for limit in [1, 2, 5, 1000] {
        let found = true_candidates(puzzle, limit, None, &Limits::unlimited());
        assert_eq!(found.stopped, None);
        for cell in puzzle.board().cells() {
            for index in 0..puzzle.board().digit_count() {
                let digit = Digit::from_index(index);
                let has = |solution: &&Solution| solution.digit(cell) == digit;
                let count = solutions.iter().filter(has).count() as u64;
                let expected = match count >= limit {
                    true => Occurrences::AtLeast(limit),
                    false => Occurrences::Exactly(count),
                };
                assert_eq!(found.occurrences(cell, digit), expected, "{puzzle:?}");
            }
        }
    }
}

#[test]
fn true_candidates_are_those_of_brute_force() {
    for_random_puzzles(12, 60, &mut |puzzle, solutions| {
        check_candidates(puzzle, &solutions);
    });
}

/// Where the first propagation already excludes the highest digits of all cells.
#[test]
fn digits_that_no_cell_can_hold_are_no_true_candidates() {
    for_random_puzzles(16, 60, &mut |puzzle, mut solutions| {
        let digits = puzzle.board().digit_count();
        let lost = digits - 1;
        let table = Arc::new(Table::new(digits, |one, other| one < lost && other < lost));
        let cells: Vec<Cell> = puzzle.board().cells().collect();
        let pairs = cells.windows(2);
        let pairs = pairs.map(|pair| Kernel::Pair(pair[0], pair[1], table.clone()));
        let puzzle = puzzle.clone().with(pairs.collect());
        solutions.retain(|solution| puzzle.check(solution).is_ok());
        check_candidates(&puzzle, &solutions);
    });
}

#[test]
fn maxima_are_those_of_brute_force() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for_random_puzzles(13, 100, &mut |puzzle, expected| {
        let board = puzzle.board();
        let weights = board.cells().map(|_| random.random_range(-5..6)).collect();
        let weights = CellWeights::new(board, weights).unwrap();
        let scores = expected
            .iter()
            .map(|solution| weights.score(board, solution));
        let found = maximise(
            puzzle,
            &weights,
            None,
            None,
            &Limits::unlimited(),
            Progress::SILENT,
        );
        match (found, scores.max()) {
            (Optimum::Optimal { solution, score }, Some(best)) => {
                assert_eq!(puzzle.check(&solution), Ok(()));
                assert_eq!((score, weights.score(board, &solution)), (best, best));
            }
            (Optimum::Unsatisfiable, None) => {}
            (found, best) => panic!("{found:?}, but the best score is {best:?}: {puzzle:?}"),
        }
    });
}

#[test]
fn limits_end_the_search() {
    let board = Board::new((9, 9), (1, 9), None).unwrap();
    let puzzle = VariantPuzzle::new(board.clone());
    let late = Limits::unlimited().within(Duration::ZERO);
    let mut go_on = |_: &Solution| ControlFlow::Continue(());
    assert_eq!(
        enumerate(&puzzle, None, &late, &mut go_on),
        End::Stopped(Reason::Timeout)
    );
    let few = Limits::unlimited().up_to_nodes(50);
    assert_eq!(
        enumerate(&puzzle, None, &few, &mut go_on),
        End::Stopped(Reason::NodeLimit)
    );
    let soon = Limits::unlimited().within(Duration::from_millis(20));
    assert_eq!(
        enumerate(&puzzle, None, &soon, &mut go_on),
        End::Stopped(Reason::Timeout)
    );
    let candidates = true_candidates(&puzzle, 1, None, &late);
    assert_eq!(candidates.stopped, Some(Reason::Timeout));
    assert_eq!(candidates.open(Cell(0)), board.all_digits());
    let weights = CellWeights::pyramid_with_rim(&board, 1).unwrap();
    let optimum = maximise(&puzzle, &weights, None, None, &late, Progress::SILENT);
    assert_eq!(optimum, Optimum::Unknown(Reason::Timeout));
}

/// Each candidate on its own would take thousands of searches through the same solutions.
#[cfg(feature = "threads")]
#[test]
fn candidates_of_many_solutions_are_counted_at_once() {
    use std::sync::atomic::{AtomicU64, Ordering};
    let empty = crate::Puzzle::empty("2x3".parse().unwrap());
    let mut puzzle = VariantPuzzle::from_classic(&empty).unwrap();
    for (cell, digit) in [(5, 1), (14, 3), (21, 1)] {
        puzzle.set_candidates(Cell(cell), 1 << digit);
    }
    let puzzle = puzzle.with(vec![Kernel::sum([(Cell(19), 1), (Cell(17), 1)], 7)]);
    let mut counts = vec![[0_u64; 6]; 36];
    enumerate(&puzzle, None, &Limits::unlimited(), &mut |solution| {
        for (count, digit) in counts.iter_mut().zip(solution.cells()) {
            count[digit.index()] += 1;
        }
        ControlFlow::Continue(())
    });
    let total: u64 = counts[0].iter().sum();
    assert!(total > 5000, "{total}");
    let mut all_asked = Vec::new();
    for limit in [u64::MAX, 1500, 500, 3] {
        let asked = Arc::new(AtomicU64::new(0));
        let counter = asked.clone();
        let is_over = move || {
            counter.fetch_add(1, Ordering::Relaxed);
            false
        };
        let limits = Limits::unlimited().stopped_when(is_over);
        let found = true_candidates(&puzzle, limit, None, &limits);
        for (cell, counts) in counts.iter().enumerate() {
            for (digit, &count) in counts.iter().enumerate() {
                let expected = match count < limit {
                    true => Occurrences::Exactly(count),
                    false => Occurrences::AtLeast(limit),
                };
                let found = found.occurrences(Cell(cell as u32), Digit::from_index(digit));
                assert_eq!(found, expected, "{cell} {digit} {limit}");
            }
        }
        all_asked.push(asked.load(Ordering::Relaxed));
    }
    // The work is about that of counting all solutions.
    assert!(all_asked[2] < 3 * all_asked[0], "{all_asked:?}");
}

/// A search that must decide on open candidates before it has found any solution takes hundreds
/// of times as long.
#[cfg(feature = "threads")]
#[test]
fn a_puzzle_without_a_solution_has_no_candidates_as_soon_as_that_is_known() {
    use crate::rules::{Library, compile};
    use std::sync::atomic::{AtomicU64, Ordering};
    let description = serde_json::from_str(
        r#"{"rows": 10, "columns": 10, "min": 1, "max": 10, "rules": ["anti-knight", "diagonal"],
            "regions": "HHIJJJJJJJHIIIIIIJJEHHHHIGGJGEHHFIIGGGGEHFFFFFGGGEFFDFFEEEEEDDDDDDDCECDACCCCCCCCDAABBBBBBBAAAAAAABBB"}"#,
    );
    let puzzle = compile(&description.unwrap(), Library::built_in()).unwrap();
    // How often a search asks whether it may go on, which it may for a time.
    let asked = |most: u64, search: &dyn Fn(&Limits)| {
        let asked = Arc::new(AtomicU64::new(0));
        let counter = asked.clone();
        let is_over = move || counter.fetch_add(1, Ordering::Relaxed) > most;
        search(&Limits::unlimited().stopped_when(is_over));
        asked.load(Ordering::Relaxed)
    };
    let to_solve = asked(u64::MAX, &|limits| {
        let end = enumerate(&puzzle, None, limits, &mut |_| ControlFlow::Break(()));
        assert_eq!(end, End::Exhausted);
    });
    asked(3 * to_solve, &|limits| {
        let found = true_candidates(&puzzle, 1, None, limits);
        assert_eq!(found.stopped, None);
        assert!(puzzle.board().cells().all(|cell| found.possible(cell) == 0));
    });
}
