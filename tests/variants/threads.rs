//! Several threads on one hard puzzle.

use satoku::backend::{self, VariantNative};
use satoku::limits::Limits;
use satoku::outcome::Reason;
use satoku::rules::{Description, Library, VariantPuzzle, compile};
use satoku::search::Threads;
use satoku::{End, Solution};
use serde_json::Value;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// Two killers with large cages.
const KILLERS: &str = include_str!("../data/variants/cage-other.jsonl");

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
/// goes on alone.
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
}

#[test]
fn several_threads_keep_the_time_limit() {
    let limits = Limits::unlimited().within(Duration::from_millis(100));
    let (_, end) = solutions(&killer(1, Some(0)), 3, &limits);
    assert_eq!(end, End::Stopped(Reason::Timeout));
}
