//! Two searches for the same solutions, one that learns clauses and one that copies, in
//! turns: neither is always done sooner. The one that copies forecasts how long it takes, and
//! has most of the time as long as that is short. Turns end after a number of leaves, so
//! that the order of solutions does not depend on the clock.

#[cfg(test)]
mod tests;

use super::classic;
use super::copying::Copying;
use super::engine::Engine;
use super::goal::Goal;
use super::learn::Learner;
use super::search::Search;
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

/// How many short turns the copying search has before the other one starts.
const FIRST: u64 = 2;

/// How many short turns the favoured search has for each of the other one.
const FAVOUR: u64 = 4;

/// How many more the copying search has by the end of its tree: the more is done, the
/// surer its forecast.
const FAVOUR_AT_END: f64 = 32.0;

/// Maximum number of leaves of a copying search for it to be favoured: about ten seconds.
const NEAR: f64 = (3 << 19) as f64;

/// How many short turns the copying search has on its own if it forecasts no more.
const SOON: u64 = 8;

/// How many short turns long the copying search is before other threads help: what they
/// take first is large, and their choices are poor as long as the weights say little.
const EXPERIENCE: u64 = 8;

/// Solutions from which one search goes on: both would have to find all of them.
pub(super) const MANY: usize = 1000;

/// Failures that [`patience`] allows.
const PATIENCE: u64 = 1000;

/// Failures of branch and bound in each turn, which take about as long as those of the search
/// that learns.
pub(super) const BOUNDED: u64 = 400;

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
    // The search for classic grids does not know what a solution asks of the next ones.
    let classic = match goal.wanted() {
        Some(_) => None,
        None => classic::run(engine, limits, goal),
    };
    classic.unwrap_or_else(|| SHORT.alternate(engine, threads, limits, goal))
}

/// [`run()`] in turns with another search, which has a part of each turn and knows when to end.
/// `None` if there are many solutions: then the other one has to go on alone.
pub(super) fn run_interleaved(
    engine: &Engine,
    threads: Option<&Threads>,
    limits: &Limits,
    goal: &mut dyn Goal,
    other: &mut dyn FnMut() -> Option<End>,
) -> Option<End> {
    let mut learner = Learner::new(engine);
    let mut goal = Merged::new(goal, Yielding::Always);
    SHORT.try_both(engine, &mut learner, threads, limits, &mut goal, other)
}

/// Failures of branch and bound after which other searches work beside it. A limit on nodes is
/// for one search.
pub(super) fn patience(limits: &Limits) -> u64 {
    limits.nodes().map_or(PATIENCE, |_| u64::MAX)
}

/// How a [contest] ends.
pub(super) struct Contested {
    pub end: End,
    /// Whether branch and bound came to the end, and not the others.
    pub is_bounded: bool,
}

/// Branch and bound from the root of a search, beside searches that show every solution to
/// another goal. Where there are many, it goes on alone.
pub(super) fn contest(
    search: &mut Search,
    bounded: &mut dyn Goal,
    every: &mut dyn Goal,
    limits: &Limits,
) -> Contested {
    search.back_to_root();
    let engine = search.engine.clone();
    let threads = search.threads.clone();
    search.start();
    let mut end_of_bounded = None;
    let mut turn = || {
        end_of_bounded = search.run_for(BOUNDED, limits, bounded);
        end_of_bounded.clone()
    };
    let end = run_interleaved(&engine, threads.as_deref(), limits, every, &mut turn);
    let end = end.unwrap_or_else(|| {
        end_of_bounded = search.run_for(u64::MAX, limits, bounded);
        end_of_bounded.clone().unwrap_or(End::Exhausted)
    });
    Contested {
        end,
        is_bounded: end_of_bounded == Some(End::Exhausted),
    }
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
        let mut goal = Merged::new(goal, Yielding::IfCopyingLeads);
        let end = self.try_both(
            engine,
            &mut learner,
            threads,
            limits,
            &mut goal,
            &mut || None,
        );
        end.unwrap_or_else(|| learner.run(limits, &mut goal))
    }

    /// `None` if there are many solutions, and one search has to go on alone: the one that
    /// learns, or another one, which has the first part of each turn. If the one that copies
    /// leads, it goes on here.
    fn try_both(
        self,
        engine: &Engine,
        learner: &mut Learner,
        threads: Option<&Threads>,
        limits: &Limits,
        goal: &mut Merged<'_>,
        other: &mut dyn FnMut() -> Option<End>,
    ) -> Option<End> {
        let Some(copying) = Copying::new(&engine.model, engine.store.masks()) else {
            while goal.shown.len() < MANY {
                if goal.between_turns().is_break() {
                    return Some(End::Enough);
                }
                let end = other().or_else(|| learner.run_for(self.conflicts, limits, goal));
                match end {
                    None => {}
                    Some(End::Enough) if goal.has_yielded => break,
                    end => return end,
                }
            }
            return None;
        };
        match threads.filter(|threads| threads.total() > 1) {
            None => self.take_turns(copying, None, learner, limits, goal, other),
            Some(threads) => {
                let pool = Pool::new(goal, engine.store.masks().len());
                thread::scope(|scope| {
                    let _closing = Closing(&pool);
                    let team = Team::new(scope, &pool, threads.join(), limits);
                    self.take_turns(copying, Some(team), learner, limits, goal, other)
                })
            }
        }
    }

    fn take_turns(
        self,
        mut copying: Copying,
        mut team: Option<Team<'_, '_>>,
        learner: &mut Learner,
        limits: &Limits,
        goal: &mut Merged<'_>,
        other: &mut dyn FnMut() -> Option<End>,
    ) -> Option<End> {
        let mut turn = self.first();
        while goal.shown.len() < MANY {
            if goal.between_turns().is_break() {
                return Some(End::Enough);
            }
            if let Some(end) = other() {
                return Some(ended(end, team.as_ref(), goal));
            }
            goal.finder = Finder::Copying;
            let end = match &mut team {
                Some(team) => team.run(&mut copying, turn.leaves, limits, goal),
                None => copying.run(turn.leaves, limits, goal),
            };
            goal.finder = Finder::Learning;
            let end = match end {
                None if !self.is_soon_done(&copying) => {
                    learner.run_for(turn.conflicts, limits, goal)
                }
                end => end,
            };
            match end {
                None => {}
                Some(End::Enough) if goal.has_yielded => break,
                Some(end) => return Some(ended(end, team.as_ref(), goal)),
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
        if goal.yielding != Yielding::IfCopyingLeads || !goal.copying_leads() {
            return None;
        }
        goal.yielding = Yielding::Never;
        Some(match team {
            Some(mut team) => team.finish(&mut copying, limits, goal),
            None => copying.run_to_end(limits, goal),
        })
    }

    /// Where the copying search is done soon, conflicts would cost many times as much.
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

/// How the searches end: at a limit, what other threads found is still shown.
fn ended(end: End, team: Option<&Team<'_, '_>>, goal: &mut Merged<'_>) -> End {
    match (end, team) {
        (End::Stopped(reason), Some(team)) => {
            // No search goes on that could show the rest.
            goal.yielding = Yielding::Never;
            team.stopped(reason, goal)
        }
        (end, _) => end,
    }
}

/// Shows each solution once, whichever search finds it.
struct Merged<'g> {
    goal: &'g mut dyn Goal,
    shown: HashSet<Vec<Mask>>,
    /// Which search has its turn.
    finder: Finder,
    /// How many solutions the copying search found first.
    by_copying: usize,
    yielding: Yielding,
    /// Whether the learning search has yielded.
    has_yielded: bool,
}

#[derive(PartialEq, Eq)]
enum Finder {
    Copying,
    Learning,
}

/// Whether the learning search stops at a solution once there are many. On loose boards it would
/// find one after the other, without a conflict that ends its turn.
#[derive(PartialEq, Eq)]
enum Yielding {
    Never,
    /// So that the copying search goes on alone.
    IfCopyingLeads,
    /// So that another search goes on alone.
    Always,
}

impl Yielding {
    fn applies(&self, copying_leads: bool) -> bool {
        match self {
            Yielding::Never => false,
            Yielding::IfCopyingLeads => copying_leads,
            Yielding::Always => true,
        }
    }
}

impl<'g> Merged<'g> {
    fn new(goal: &'g mut dyn Goal, yielding: Yielding) -> Merged<'g> {
        Merged {
            goal,
            shown: HashSet::new(),
            finder: Finder::Learning,
            by_copying: 0,
            yielding,
            has_yielded: false,
        }
    }

    fn copying_leads(&self) -> bool {
        2 * self.by_copying >= self.shown.len()
    }
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

    fn between_turns(&mut self) -> ControlFlow<()> {
        self.goal.between_turns()
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let by_copying = self.finder == Finder::Copying;
        // The learning search will find the same.
        let is_kept = by_copying || self.shown.len() < MANY;
        // What is shown and not kept, the copying search would show again.
        if !is_kept && self.yielding.applies(self.copying_leads()) {
            self.has_yielded = true;
            return ControlFlow::Break(());
        }
        let is_new = match is_kept {
            true => self.shown.insert(masks.to_vec()),
            false => !self.shown.contains(masks),
        };
        self.by_copying += usize::from(is_new && by_copying);
        match is_new {
            true => self.goal.solution(masks),
            false => ControlFlow::Continue(()),
        }
    }
}
