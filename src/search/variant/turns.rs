//! Two searches for the same solutions, one that learns clauses and one that copies, in
//! turns: neither is always done sooner. The one that copies forecasts how long it takes, and
//! has most of the time as long as that is short. Turns end after a number of leaves, so
//! that the order of solutions does not depend on the clock.

use super::classic;
use super::copying::Copying;
use super::engine::Engine;
use super::learn::Learner;
use super::search::Goal;
use super::team::{Closing, Pool, Team};
use crate::limits::Limits;
use crate::outcome::End;
use crate::rules::Mask;
use crate::search::threads::Threads;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::thread;

/// A short turn, which takes both about as long on usual boards.
const SHORT: Turn = Turn {
    conflicts: 100,
    leaves: 512,
};

/// How many short turns the search that copies has before the other one starts.
const FIRST: u64 = 2;

/// How many short turns the favoured search has for each of the other one.
const FAVOUR: u64 = 4;

/// How many more the search that copies has by the end of its tree: the more is done, the
/// surer its forecast.
const FAVOUR_AT_END: f64 = 32.0;

/// Maximum number of leaves of a search that copies for it to be favoured: about ten seconds.
const NEAR: f64 = (3 << 19) as f64;

/// How many short turns the search that copies has on its own if it forecasts no more.
const SOON: u64 = 8;

/// How many short turns long the search that copies is before other threads help: what they
/// take first is large, and their choices are poor as long as the weights say little.
const EXPERIENCE: u64 = 8;

/// Solutions from which one search goes on alone: both would have to find all of them.
const MANY: usize = 1000;

/// Looks for all solutions from where an engine is, which must be a fixed point.
pub(super) fn run(
    engine: &Engine,
    threads: Option<&Threads>,
    limits: &Limits,
    goal: &mut dyn Goal,
) -> End {
    // A limit on nodes is for one search.
    if limits.nodes().is_some() {
        return Learner::new(engine).run(limits, goal);
    }
    // Other threads and the search for classic grids do not know what a solution asks of the
    // next ones.
    if goal.wanted().is_some() {
        return SHORT.alternate(engine, None, limits, goal);
    }
    classic::run(engine, limits, goal)
        .unwrap_or_else(|| SHORT.alternate(engine, threads, limits, goal))
}

/// How long a turn is for each search.
#[derive(Clone, Copy)]
struct Turn {
    conflicts: u64,
    leaves: u64,
}

impl Turn {
    fn alternate(
        self,
        engine: &Engine,
        threads: Option<&Threads>,
        limits: &Limits,
        goal: &mut dyn Goal,
    ) -> End {
        let mut learner = Learner::new(engine);
        let mut goal = Merged {
            goal,
            shown: HashSet::new(),
            will_repeat: true,
        };
        let goal = &mut goal;
        let Some(copying) = Copying::new(&engine.model, engine.store.masks()) else {
            return learner.run(limits, goal);
        };
        let end = match threads.filter(|threads| threads.total() > 1) {
            None => self.take_turns(copying, None, &mut learner, limits, goal),
            Some(threads) => {
                let pool = Pool::default();
                thread::scope(|scope| {
                    let _closing = Closing(&pool);
                    let team = Team::new(scope, &pool, threads.join(), limits);
                    self.take_turns(copying, Some(team), &mut learner, limits, goal)
                })
            }
        };
        end.unwrap_or_else(|| learner.run(limits, goal))
    }

    /// `None` if there are many solutions, and one search has to go on alone.
    fn take_turns(
        self,
        mut copying: Copying,
        mut team: Option<Team<'_, '_>>,
        learner: &mut Learner,
        limits: &Limits,
        goal: &mut Merged<'_>,
    ) -> Option<End> {
        let mut turn = self.first();
        while goal.shown.len() < MANY {
            goal.will_repeat = true;
            let end = match &mut team {
                Some(team) => team.run(&mut copying, turn.leaves, limits, goal),
                None => copying.run(turn.leaves, limits, goal),
            };
            goal.will_repeat = false;
            let end = match end {
                None if !self.is_soon_done(&copying) => {
                    learner.run_for(turn.conflicts, limits, goal)
                }
                end => end,
            };
            match (end, &team) {
                (None, _) => {}
                (Some(End::Stopped(reason)), Some(team)) => {
                    return Some(team.stopped(reason, goal));
                }
                (end, _) => return end,
            }
            let mut size = 1;
            if let Some(team) = &mut team {
                if copying.leaves() >= EXPERIENCE * self.leaves {
                    team.grow(&copying);
                }
                size = team.size();
            }
            turn = match copying.forecast() <= NEAR {
                true => self.with_more_leaves((copying.done() * size as f64).min(1.0)),
                false => self.with_more_conflicts(),
            };
        }
        None
    }

    /// Where the search that copies is done soon, conflicts would cost many times as much.
    fn first(self) -> Turn {
        let leaves = FIRST * self.leaves;
        Turn { leaves, ..self }
    }

    fn is_soon_done(self, copying: &Copying) -> bool {
        let soon = SOON * self.leaves;
        copying.leaves() < soon && copying.forecast() < soon as f64
    }

    fn with_more_leaves(self, done: f64) -> Turn {
        let favour = FAVOUR + (FAVOUR_AT_END * done) as u64;
        let leaves = favour * self.leaves;
        Turn { leaves, ..self }
    }

    fn with_more_conflicts(self) -> Turn {
        let conflicts = FAVOUR * self.conflicts;
        Turn { conflicts, ..self }
    }
}

/// Shows each solution once, whichever search finds it.
struct Merged<'g> {
    goal: &'g mut dyn Goal,
    shown: HashSet<Vec<Mask>>,
    /// Whether the search that runs is not the last: the other one will find the same.
    will_repeat: bool,
}

impl Goal for Merged<'_> {
    fn first(&self, masks: &[Mask]) -> Option<(u32, u32)> {
        self.goal.first(masks)
    }

    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        self.goal.is_hopeless(masks)
    }

    fn wanted(&self) -> Option<Vec<(u32, u32)>> {
        self.goal.wanted()
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let is_new = match self.will_repeat || self.shown.len() < MANY {
            true => self.shown.insert(masks.to_vec()),
            false => !self.shown.contains(masks),
        };
        match is_new {
            true => self.goal.solution(masks),
            false => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::search::Search;
    use super::*;
    use crate::rules::{Board, Library, VariantPuzzle, compile};
    use serde_json::json;

    struct Seen(Vec<Vec<Mask>>);

    impl Goal for Seen {
        fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
            self.0.push(masks.to_vec());
            ControlFlow::Continue(())
        }
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

    /// Stops at the first solution.
    struct Any(bool);

    impl Goal for Any {
        fn solution(&mut self, _: &[Mask]) -> ControlFlow<()> {
            self.0 = true;
            ControlFlow::Break(())
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
}
