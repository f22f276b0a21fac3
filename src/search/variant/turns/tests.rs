//! Turns of two searches, with one thread and with several.

use super::*;
use crate::outcome::Reason;
use crate::rules::{Board, Library, VariantPuzzle, compile};
use crate::search::variant::search::Search;
use crate::search::variant::team::Collected;
use serde_json::json;

struct Seen(Vec<Vec<Mask>>);

impl Goal for Seen {
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        self.0.push(masks.to_vec());
        ControlFlow::Continue(())
    }
}

/// A limit was taken for the end of the learning search, and solutions of other
/// threads were lost.
#[test]
fn a_limit_with_many_solutions_is_a_limit() {
    let mut seen = Seen(Vec::new());
    let mut goal = Merged::new(&mut seen, Yielding::IfCopyingLeads);
    goal.shown = (0..MANY as Mask).map(|number| vec![number]).collect();
    goal.by_copying = MANY;
    let (pool, threads) = (Pool::new(&goal, 1), Threads::new(2));
    assert!(Collected(&pool).solution(&[Mask::MAX]).is_continue());
    assert!(Collected(&pool).solution(&[Mask::MAX - 1]).is_continue());
    let end = thread::scope(|scope| {
        let team = Team::new(scope, &pool, threads.join(), &Limits::unlimited());
        ended(End::Stopped(Reason::Timeout), Some(&team), &mut goal)
    });
    assert_eq!(end, End::Stopped(Reason::Timeout));
    assert_eq!(seen.0.len(), 2);
}

/// The learning search showed one more solution before it stopped, and the copying search
/// showed it again.
#[test]
fn what_the_copying_search_will_find_is_left_to_it() {
    let mut seen = Seen(Vec::new());
    let mut goal = Merged::new(&mut seen, Yielding::IfCopyingLeads);
    goal.finder = Finder::Copying;
    for number in 0..=MANY as Mask {
        assert!(goal.solution(&[number]).is_continue());
    }
    goal.finder = Finder::Learning;
    assert!(goal.solution(&[Mask::MAX]).is_break() && goal.has_yielded);
    goal.finder = Finder::Copying;
    assert!(goal.solution(&[Mask::MAX]).is_continue());
    assert_eq!(seen.0.len(), MANY + 2);
}

/// All solutions of an empty board of two rows.
fn found(columns: usize, digits: i32, turn: Turn, threads: usize) -> Vec<Vec<Mask>> {
    let board = Board::new((2, columns), (1, digits), None).unwrap();
    let limits = Limits::unlimited();
    let search = Search::new(&VariantPuzzle::new(board), &limits);
    let mut seen = Seen(Vec::new());
    let engine = search.unwrap().unwrap().engine;
    let end = turn.alternate(&engine, Some(&Threads::new(threads)), &limits, &mut seen);
    assert_eq!(end, End::Exhausted);
    seen.0.sort();
    seen.0
}

/// The learning search enumerated solutions for ever, because its turn ends with conflicts, and
/// an empty board has none; branch and bound beside it never had another turn.
#[test]
fn another_search_goes_on_alone_where_solutions_are_many() {
    let board = Board::new((5, 5), (1, 10), None).unwrap();
    let puzzle = VariantPuzzle::new(board);
    for threads in [None, Some(Threads::new(2))] {
        let limits = Limits::unlimited();
        let engine = Search::new(&puzzle, &limits).unwrap().unwrap().engine;
        let mut seen = Seen(Vec::new());
        let mut turns = 0;
        let mut other = || {
            turns += 1;
            None
        };
        let end = run_interleaved(&engine, threads.as_ref(), &limits, &mut seen, &mut other);
        assert_eq!(end, None);
        assert!(turns > 0);
        assert!((1..50 * MANY).contains(&seen.0.len()), "{}", seen.0.len());
    }
}

/// Stops at the first solution.
struct Any(bool);

impl Goal for Any {
    fn solution(&mut self, _: &[Mask]) -> ControlFlow<()> {
        self.0 = true;
        ControlFlow::Break(())
    }
}

/// Ends the search between its turns.
struct Other(u32);

impl Goal for Other {
    fn solution(&mut self, _: &[Mask]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn between_turns(&mut self) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Break(())
    }
}

#[test]
fn another_engine_has_turns_and_can_end_the_search() {
    let turn = Turn {
        conflicts: 1,
        leaves: 1,
    };
    let puzzle = VariantPuzzle::new(Board::new((2, 4), (1, 4), None).unwrap());
    for threads in [1, 2] {
        let limits = Limits::unlimited();
        let engine = Search::new(&puzzle, &limits).unwrap().unwrap().engine;
        let mut other = Other(0);
        let end = turn.alternate(&engine, Some(&Threads::new(threads)), &limits, &mut other);
        assert_eq!((end, other.0), (End::Enough, 1));
    }
}

/// A cage of as many cells as there are bits in a mask holds every digit.
#[test]
fn a_cage_may_hold_every_digit() {
    for digits in [16, 64] {
        let cells: Vec<String> = (1..=digits).map(|column| format!("r1c{column}")).collect();
        let sum = digits * (digits + 1) / 2;
        let description = serde_json::from_value(json!({
            "rows": 1, "columns": digits, "min": 1, "max": digits,
            "constraints": [{"type": "killer", "cells": cells, "sum": sum}],
        }));
        let puzzle = compile(&description.unwrap(), Library::built_in()).unwrap();
        let limits = Limits::unlimited();
        let search = Search::new(&puzzle, &limits).unwrap();
        let mut any = Any(false);
        SHORT.alternate(&search.unwrap().engine, None, &limits, &mut any);
        assert!(any.0, "{digits}");
    }
}

#[test]
fn each_solution_is_shown_once() {
    // 4! times the derangements of 4, and 5 · 4 · 3 times 32, which are too many to take
    // turns for to the end.
    for (columns, digits, count) in [(4, 4, 216), (3, 5, 1920)] {
        for (leaves, threads) in [(1, 1), (700, 1), (1, 2), (3, 2), (20, 4), (700, 3)] {
            let conflicts = 1;
            let mut all = found(columns, digits, Turn { conflicts, leaves }, threads);
            assert_eq!(all.len(), count);
            all.dedup();
            assert_eq!(all.len(), count);
        }
    }
}
