//! The default for maxima: native search for as long as that is quick, then SAT, search and
//! better solutions near the best one in turn.

use super::improve::{Improved, Improver};
use super::sat_maximum::Region;
use super::{
    Approach, Backend, Counter, NativeBackend, Optimum, Query, SatBackend, Unsupported, Visitor,
};
use crate::Instant;
use crate::grid::{Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{Objective, Progress};
use crate::outcome::{End, Reason};
use crate::sat::optimise::Strategy;
use crate::search::SEED;
use std::time::Duration;

mod known;
#[cfg(test)]
mod tests;

pub(crate) use known::Known;
use known::is_over;

/// Nodes of the native search before SAT on shapes other than 9×9: most instances take fewer than
/// ten, and hundreds take as long as SAT does.
const NODES: u64 = 300;

/// The least time for either method before the other gets a turn. On 9×9, native search nearly
/// always ends within the first second.
const LEAST_TURN: Duration = Duration::from_secs(1);

/// The first turns of SAT on shapes other than 9×9.
const SHORT_TURNS: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(200)];

/// How many times as long a turn of native search is as one of SAT: it begins anew.
const LONGER: u32 = 4;

/// Native search, and SAT for maxima on which that takes long.
pub struct AutoBackend {
    pub(super) native: NativeBackend,
    pub(super) sat: SatBackend,
    /// How the last maximum was found.
    approach: Approach,
}

impl AutoBackend {
    /// Falls back on this SAT backend.
    pub fn new(sat: SatBackend) -> AutoBackend {
        AutoBackend {
            native: NativeBackend::default(),
            sat,
            approach: Approach::Search,
        }
    }

    /// A good solution and an upper bound, or the maximum if that takes moments. On 9×9: native
    /// search for a second. On other shapes: native search for some hundred nodes, SAT and branch and
    /// bound in turn for a second, and then better solutions nearby for as long as all that took, a
    /// second at least. As all answers of a backend, this one is not checked yet.
    pub(crate) fn start<'p>(
        &mut self,
        puzzle: &'p Puzzle,
        objective: &'p Objective,
        limits: &Limits,
        progress: Progress<'p>,
    ) -> Start<'p> {
        let began = Instant::now();
        self.approach = Approach::Search;
        let is_classic = puzzle.geometry() == Geometry::CLASSIC;
        let short = match is_classic {
            true => limits.clone().within(LEAST_TURN),
            false => limits.clone().within_nodes(NODES),
        };
        let quick = self.native.maximise(puzzle, objective, &short, progress);
        let is_open = match quick.reason() {
            Some(Reason::NodeLimit) => !is_classic && !ends_by(limits, NODES),
            Some(Reason::Timeout) => is_over(&short, limits),
            _ => false,
        };
        if !is_open {
            return Start::Done(quick);
        }
        if !self.takes(puzzle, objective) {
            return Start::SearchAlone(quick);
        }
        let mut known = Known::new(puzzle, objective, progress);
        known.take(&quick);
        if is_classic {
            return Start::Open(known);
        }
        if let Some(last) = self.short_turns(&mut known, limits) {
            return Start::Done(last);
        }
        let turn = limits.clone().within(began.elapsed().max(LEAST_TURN));
        let sat = &mut self.sat;
        match known.improve(sat, &mut Improver::new(SEED), &turn) {
            Ok(Improved::ToOptimum) => {
                self.approach = Approach::Clauses;
                Start::Done(known.optimum(limits.reason()))
            }
            Ok(Improved::StillOpen) => match limits.exceeded() {
                Some(reason) => Start::Done(known.optimum(reason)),
                None => Start::Open(known),
            },
            Err(wrong) => Start::Done(wrong),
        }
    }

    /// SAT and branch and bound in turn, for little more than a second: on some boards either takes
    /// a hundred times as long as the other.
    fn short_turns(&mut self, known: &mut Known<'_>, limits: &Limits) -> Option<Optimum> {
        for turn in SHORT_TURNS {
            let short = limits.clone().within(turn);
            let found = self.clauses_turn(known, Strategy::Linear, &short);
            if found.reason() != Some(&Reason::TooManySums)
                && let Some(last) = known.after_turn(found, &short, limits)
            {
                return Some(last);
            }
            let short = limits.clone().within(turn.saturating_mul(LONGER));
            if let Some(last) = self.branch_turn(known, &short, limits) {
                return Some(last);
            }
        }
        None
    }

    /// A turn of SAT.
    fn clauses_turn(&mut self, known: &Known<'_>, strategy: Strategy, turn: &Limits) -> Optimum {
        let Known {
            puzzle,
            objective,
            progress,
            ..
        } = *known;
        let region = Region {
            known: known.best.as_ref(),
            ..Region::whole(strategy)
        };
        let found = self.sat.optimise(puzzle, objective, region, turn, progress);
        if found.reason().is_none() {
            self.approach = Approach::Clauses;
        }
        found
    }

    /// A turn of branch and bound on the best solution; the answer to end with, if there is one.
    fn branch_turn(
        &mut self,
        known: &mut Known<'_>,
        turn: &Limits,
        all: &Limits,
    ) -> Option<Optimum> {
        let first = known.best.clone().filter(|_| all.nodes().is_none())?;
        let native = &mut self.native.native;
        let found = native.maximise_from(known.puzzle, known.objective, first, turn);
        if found.reason().is_none() {
            self.approach = Approach::Search;
        }
        known.after_turn(found, turn, all)
    }

    /// Whether clauses take the puzzle.
    pub(super) fn takes(&self, puzzle: &Puzzle, objective: &Objective) -> bool {
        let query = Query::Maximise(objective.clone());
        self.sat.supports(puzzle, &query).is_ok()
    }

    /// A turn of native search; the answer to end with, if there is one.
    fn search_turn(
        &mut self,
        known: &mut Known<'_>,
        turn: &Limits,
        all: &Limits,
    ) -> Option<Optimum> {
        let native = &mut self.native;
        let found = native.maximise(known.puzzle, known.objective, turn, known.progress);
        if found.reason().is_none() {
            self.approach = Approach::Search;
        }
        known.after_turn(found, turn, all)
    }

    /// The answer of native search alone, with what is known already.
    fn search_to_end(&mut self, mut known: Known<'_>, limits: &Limits) -> Optimum {
        let last = self.search_turn(&mut known, limits, limits);
        last.unwrap_or_else(|| known.optimum(limits.reason()))
    }

    /// SAT and better solutions nearby in turn, each time for longer, on 9×9 with native search
    /// before them. Where there are too many sums for clauses: native search on 9×9; else cores,
    /// which need none, and branch and bound, too.
    fn alternate(&mut self, mut known: Known<'_>, limits: &Limits) -> Optimum {
        let is_classic = known.puzzle.geometry() == Geometry::CLASSIC;
        let mut improver = Improver::new(SEED + 1);
        let mut strategy = Strategy::Linear;
        let mut turn = LEAST_TURN;
        loop {
            if is_classic {
                let short = limits.clone().within(turn.saturating_mul(LONGER));
                if let Some(last) = self.search_turn(&mut known, &short, limits) {
                    return last;
                }
            }
            let short = limits.clone().within(turn);
            let found = self.clauses_turn(&known, strategy, &short);
            if found.reason() == Some(&Reason::TooManySums) {
                if is_classic {
                    return self.search_to_end(known, limits);
                }
                if strategy == Strategy::Linear {
                    strategy = Strategy::Cores;
                    continue;
                }
            }
            if let Some(last) = known.after_turn(found, &short, limits) {
                return last;
            }
            let short = limits.clone().within(turn);
            if strategy == Strategy::Cores
                && let Some(last) = self.branch_turn(&mut known, &short, limits)
            {
                return last;
            }
            match known.improve(&mut self.sat, &mut improver, &limits.clone().within(turn)) {
                Ok(_) => {}
                Err(wrong) => return wrong,
            }
            if known.is_settled() || limits.exceeded().is_some() {
                return known.optimum(limits.reason());
            }
            turn = turn.saturating_mul(2);
        }
    }
}

/// How far the first, short searches came.
pub(crate) enum Start<'p> {
    /// To the answer.
    Done(Optimum),
    /// They left it open, and clauses do not take the puzzle.
    SearchAlone(Optimum),
    /// They left it open.
    Open(Known<'p>),
}

impl Start<'_> {
    /// The best solution that they found.
    pub(crate) fn best(&self) -> Option<&Solution> {
        match self {
            Start::Done(found) | Start::SearchAlone(found) => {
                found.best().map(|(solution, _)| solution)
            }
            Start::Open(known) => known.best.as_ref(),
        }
    }
}

impl Backend for AutoBackend {
    fn name(&self) -> &str {
        "auto"
    }

    fn approach(&self) -> Approach {
        self.approach
    }

    fn supports(&self, puzzle: &Puzzle, query: &Query) -> Result<(), Unsupported> {
        self.native.supports(puzzle, query)
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        self.native.search(puzzle, limits, visitor)
    }

    fn counter(&mut self, puzzle: &Puzzle) -> Option<Counter<'_>> {
        self.native.counter(puzzle)
    }

    fn maximise(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        match self.start(puzzle, objective, limits, progress) {
            Start::Done(found) => found,
            Start::SearchAlone(quick) => {
                let mut known = Known::new(puzzle, objective, progress);
                known.take(&quick);
                self.search_to_end(known, limits)
            }
            Start::Open(known) => {
                self.approach = Approach::Clauses;
                self.alternate(known, limits)
            }
        }
    }
}

/// Whether these limits themselves end a search after this many nodes.
pub(super) fn ends_by(limits: &Limits, nodes: u64) -> bool {
    limits.nodes().is_some_and(|most| most <= nodes)
}
