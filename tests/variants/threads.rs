//! Several threads on one hard puzzle: they never change an answer.

use crate::sample::{Instance, instances};
use satoku::backend::{self, Optimum, VariantNative};
use satoku::grid::{Cell, Digit};
use satoku::limits::Limits;
use satoku::objective::{CellWeights, Progress};
use satoku::outcome::Reason;
use satoku::rules::{Board, Description, Library, VariantPuzzle, compile};
use satoku::search::Threads;
use satoku::search::variant::{Occurrences, TrueCandidates, maximise, true_candidates};
use satoku::{End, Solution};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Two killers with large cages.
const KILLERS: &str = include_str!("../data/variants/cage-other.jsonl");

/// A killer of which the copying search finds the thousandth solution in its turn.
const MANY_SOLUTIONS: &str = include_str!("../data/variants/many_solutions.json");

/// One of the killers, without one of its cages.
fn killer(number: usize, cage: Option<usize>) -> VariantPuzzle {
    let line = KILLERS.lines().nth(number).unwrap();
    let mut record: Value = serde_json::from_str(line).unwrap();
    if let Some(cage) = cage {
        let constraints = record["puzzle"]["constraints"].as_array_mut().unwrap();
        constraints.remove(cage);
    }
    let description: Description = serde_json::from_value(record["puzzle"].take()).unwrap();
    compile(&description, Library::built_in()).unwrap()
}

/// All solutions, and how the search for them ended.
fn solutions(puzzle: &VariantPuzzle, threads: usize, limits: &Limits) -> (HashSet<Solution>, End) {
    let mut native = VariantNative::sharing(Arc::new(Threads::new(threads)));
    let mut found = HashSet::new();
    let mut visitor = |solution: &Solution| {
        assert!(found.insert(solution.clone()), "shown twice");
        ControlFlow::Continue(())
    };
    let tally = backend::enumerate(&mut native, puzzle, u64::MAX, limits, &mut visitor).unwrap();
    (found, tally.end)
}

/// With up to a thousand solutions both searches take turns to the end; from there on, one
/// goes on.
#[test]
fn several_threads_show_each_solution_once() {
    for (number, cage, count) in [
        (0, None, 1),
        (0, Some(10), 933),
        (1, Some(5), 898),
        (1, Some(7), 1890),
    ] {
        let puzzle = killer(number, cage);
        let alone = solutions(&puzzle, 1, &Limits::unlimited());
        assert_eq!((alone.0.len(), &alone.1), (count, &End::Exhausted));
        for threads in [2, 5] {
            let together = solutions(&puzzle, threads, &Limits::unlimited());
            assert!(alone == together, "{number} {cage:?}: {threads} threads");
        }
    }
    let puzzle: Description = serde_json::from_str(MANY_SOLUTIONS).unwrap();
    let puzzle = compile(&puzzle, Library::built_in()).unwrap();
    for threads in [1, 2, 3] {
        let (found, end) = solutions(&puzzle, threads, &Limits::unlimited());
        assert_eq!(
            (found.len(), end),
            (6372, End::Exhausted),
            "{threads} threads"
        );
    }
}

/// One puzzle of each of a dozen kinds, and killers with few solutions.
fn hard_ones() -> Vec<(String, VariantPuzzle)> {
    let kinds = [
        "anti-king",
        "arrow",
        "between",
        "inequality",
        "jigsaw-killer",
        "killer",
        "little-killer",
        "non-consecutive",
        "pencilmarks",
        "renban",
        "sandwich",
        "thermo",
        "whisper",
    ];
    let mut puzzles = Vec::new();
    let mut instances = instances();
    for kind in kinds {
        let is_one = |instance: &Instance| instance.id.starts_with(kind);
        let place = instances.iter().position(is_one).unwrap();
        let instance = instances.swap_remove(place);
        let puzzle = instance.puzzle();
        puzzles.push((instance.id, puzzle));
    }
    for (number, cage) in [(0, None), (0, Some(10)), (1, Some(5))] {
        puzzles.push((format!("killer {number} {cage:?}"), killer(number, cage)));
    }
    puzzles
}

fn candidates(puzzle: &VariantPuzzle, limit: u64, threads: usize) -> TrueCandidates {
    let threads = Some(Arc::new(Threads::new(threads)));
    true_candidates(puzzle, limit, threads, &Limits::unlimited())
}

#[test]
fn true_candidates_do_not_depend_on_threads() {
    for (id, puzzle) in hard_ones() {
        for limit in [1, 20] {
            let alone = candidates(&puzzle, limit, 1);
            assert_eq!(alone.stopped, None, "{id}");
            for threads in [2, 3] {
                let together = candidates(&puzzle, limit, threads);
                assert!(alone == together, "{id}: {threads} threads, up to {limit}");
            }
        }
    }
}

/// Weights that repeat, so that several solutions may be best.
fn weights(board: &Board) -> CellWeights {
    let weights = (0..board.cell_count()).map(|cell| [3, 0, -2, 1, 0][cell % 5]);
    CellWeights::new(board, weights.collect()).unwrap()
}

fn maximum(puzzle: &VariantPuzzle, threads: usize, limits: &Limits) -> Optimum {
    let threads = Some(Arc::new(Threads::new(threads)));
    let weights = weights(puzzle.board());
    maximise(puzzle, &weights, None, threads, limits, Progress::SILENT)
}

#[test]
fn neither_a_maximum_nor_its_grid_depends_on_threads() {
    for (id, puzzle) in hard_ones() {
        let alone = maximum(&puzzle, 1, &Limits::unlimited());
        assert!(matches!(alone, Optimum::Optimal { .. }), "{id}: {alone:?}");
        for threads in [2, 3] {
            let together = maximum(&puzzle, threads, &Limits::unlimited());
            assert_eq!(alone, together, "{id}: {threads} threads");
        }
    }
}

/// Branch and bound alone takes hours where the sums of cages leave few solutions.
#[test]
fn the_maximum_of_a_hard_puzzle_is_the_best_of_its_few_solutions() {
    for (number, cage) in [(0, None), (0, Some(10)), (1, Some(5))] {
        let puzzle = killer(number, cage);
        let weights = weights(puzzle.board());
        let (all, _) = solutions(&puzzle, 1, &Limits::unlimited());
        let best = all.iter().map(|each| weights.score(puzzle.board(), each));
        match maximum(&puzzle, 2, &Limits::unlimited()) {
            Optimum::Optimal { score, solution } => {
                assert_eq!(Some(score), best.max(), "{number} {cage:?}");
                assert_eq!(weights.score(puzzle.board(), &solution), score);
            }
            other => panic!("{number} {cage:?}: {other:?}"),
        }
    }
}

/// A 5×5 Latin square.
fn latin() -> VariantPuzzle {
    let description = json!({"rows": 5, "columns": 5, "min": 1, "max": 5, "constraints": []});
    let description = serde_json::from_value(description).unwrap();
    compile(&description, Library::built_in()).unwrap()
}

/// With so many solutions one search goes on, on all threads.
#[test]
fn several_threads_count_many_solutions() {
    for (puzzle, count) in [(killer(1, Some(2)), 3520), (latin(), 161_280)] {
        for threads in [1, 2, 4] {
            let mut native = VariantNative::sharing(Arc::new(Threads::new(threads)));
            let limits = Limits::unlimited();
            let mut visitor = |_: &Solution| ControlFlow::Continue(());
            let tally = backend::enumerate(&mut native, &puzzle, u64::MAX, &limits, &mut visitor);
            let tally = tally.unwrap();
            assert_eq!(
                (tally.found, tally.end),
                (count, End::Exhausted),
                "{threads}"
            );
        }
    }
}

#[test]
fn counts_of_candidates_beyond_a_thousand_do_not_depend_on_threads() {
    let alone = candidates(&latin(), 20_000, 1);
    assert!(alone == candidates(&latin(), 20_000, 3));
    let first = alone.occurrences(Cell(0), Digit::from_index(0));
    assert_eq!(first, Occurrences::AtLeast(20_000));
    // Fewer than that hold each candidate, a fifth of all.
    let exact = candidates(&latin(), 40_000, 2);
    let first = exact.occurrences(Cell(0), Digit::from_index(0));
    assert_eq!(first, Occurrences::Exactly(32_256));
}

/// Other puzzles need the threads again and again: whoever leaves hands over what is left.
#[test]
fn threads_that_come_and_go_lose_no_solution() {
    let threads = Arc::new(Threads::new(3));
    for (number, cage, count) in [(0, Some(10), 933), (1, Some(7), 1890)] {
        let puzzle = killer(number, cage);
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    let others = [threads.work(), threads.work()];
                    thread::sleep(Duration::from_millis(3));
                    drop(others);
                    thread::sleep(Duration::from_millis(3));
                }
            });
            let _at_work = threads.work();
            let mut native = VariantNative::sharing(threads.clone());
            let mut found = HashSet::new();
            let mut visitor = |solution: &Solution| {
                assert!(found.insert(solution.clone()), "shown twice");
                ControlFlow::Continue(())
            };
            let limits = Limits::unlimited();
            let tally = backend::enumerate(&mut native, &puzzle, u64::MAX, &limits, &mut visitor);
            is_done.store(true, Ordering::Relaxed);
            assert_eq!(tally.unwrap().end, End::Exhausted);
            assert_eq!(found.len(), count);
        });
    }
}

#[test]
fn several_threads_keep_the_time_limit() {
    // Three threads on a fast machine end the candidates in a tenth of a second.
    let soon = || Limits::unlimited().within(Duration::from_millis(5));
    let puzzle = killer(1, Some(0));
    let (_, end) = solutions(&puzzle, 3, &soon());
    assert_eq!(end, End::Stopped(Reason::Timeout));
    let threads = Some(Arc::new(Threads::new(3)));
    for limit in [1, 1_000_000] {
        let found = true_candidates(&puzzle, limit, threads.clone(), &soon());
        assert_eq!(found.stopped, Some(Reason::Timeout), "{limit}");
        let is_open = |cell| found.open(cell) != 0;
        assert!(puzzle.board().cells().any(is_open), "{limit}");
    }
    let optimum = maximum(&puzzle, 3, &soon());
    assert!(
        matches!(
            optimum,
            Optimum::Feasible { .. } | Optimum::Unknown(Reason::Timeout)
        ),
        "{optimum:?}"
    );
}
