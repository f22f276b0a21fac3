//! All solutions. A search that finds none for a long time restarts on a symmetric image
//! of the puzzle, where it is unlikely to get stuck in the same way.

use super::multiplicity::{Alike, Each, Multiplicity};
use super::state::{Open, State};
use super::{Bitboard, Full, Goal, Place, choose, first, pairs};
use crate::grid::Row;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::search::image::Image;
use crate::search::reasoning::refute::is_refuted;
use std::ops::ControlFlow;

/// [`Bitboard::patience`] at first: two thousand grids, more than the hardest proper
/// puzzles take.
pub const PATIENCE: u64 = 16;

/// Looks at the limits before the puzzle is tested for contradictions that the search
/// itself does not see.
const CHECKS_BEFORE_REFUTING: u64 = 2;

/// Takes the solutions that a search finds; a break ends it.
pub(super) trait Visitor {
    fn solution(&mut self, full: Full<'_>) -> ControlFlow<()>;

    /// Takes this many solutions, if it need not see them.
    fn number(&mut self, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Whether it need not.
    const COUNTS: bool = false;
}

impl<F: FnMut(Full<'_>) -> ControlFlow<()>> Visitor for F {
    #[inline(always)]
    fn solution(&mut self, full: Full<'_>) -> ControlFlow<()> {
        self(full)
    }
}

/// Counts solutions up to a limit.
struct Counter {
    found: u64,
    limit: u64,
}

impl Visitor for Counter {
    const COUNTS: bool = true;

    #[inline(always)]
    fn solution(&mut self, _: Full<'_>) -> ControlFlow<()> {
        self.number(1)
    }

    #[inline(always)]
    fn number(&mut self, more: u64) -> ControlFlow<()> {
        self.found = self.found.saturating_add(more).min(self.limit);
        match self.found < self.limit {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Shows every solution of a puzzle, or of an image of it.
struct All<'a, V, M> {
    puzzle: Row,
    image: Option<&'a Image>,
    visitor: &'a mut V,
    /// Looks at the limits since the last solution.
    checks: u64,
    /// The number of such looks that ends the search.
    patience: u64,
    /// Whether the search may be given up after it has shown a solution.
    may_recount: bool,
    is_shown: bool,
    lost_patience: bool,
    /// How many solutions each that is found stands for.
    multiplicity: M,
}

impl<'a, V, M> All<'a, V, M> {
    /// Counts each solution that is found this many times.
    fn with<N>(self, multiplicity: N) -> All<'a, V, N> {
        All {
            puzzle: self.puzzle,
            image: self.image,
            visitor: self.visitor,
            checks: self.checks,
            patience: self.patience,
            may_recount: self.may_recount,
            is_shown: self.is_shown,
            lost_patience: self.lost_patience,
            multiplicity,
        }
    }
}

impl<V: Visitor, M: Multiplicity> Goal for All<'_, V, M> {
    #[inline(always)]
    fn check(&mut self) -> ControlFlow<End> {
        if self.checks == CHECKS_BEFORE_REFUTING && !self.is_shown && is_refuted(self.puzzle.text())
        {
            return ControlFlow::Break(End::Exhausted);
        }
        if self.checks == self.patience && (self.may_recount || !self.is_shown) {
            self.lost_patience = true;
            return ControlFlow::Break(End::Stopped(Reason::NodeLimit));
        }
        self.checks += 1;
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn together(&mut self, state: &State, open: Open) -> Option<ControlFlow<()>> {
        if !V::COUNTS || !open.is_bivalue() {
            return None;
        }
        let solutions = pairs::count(state, open);
        if solutions > 0 {
            (self.checks, self.is_shown) = (0, true);
        }
        Some(self.visitor.number(self.multiplicity.of(solutions)))
    }

    #[inline(always)]
    fn branch(&mut self, state: &mut State, open: Open) -> Option<(Place, usize)> {
        let place = choose::choose(state, open);
        let digit = first(state.candidates(place));
        self.multiplicity.descend(state, place, digit);
        Some((place, digit))
    }

    #[inline(always)]
    fn resume(&mut self, _: &mut State) -> bool {
        self.multiplicity.ascend();
        true
    }

    #[inline(always)]
    fn solution(&mut self, state: &State) -> ControlFlow<()> {
        (self.checks, self.is_shown) = (0, true);
        if V::COUNTS {
            return self.visitor.number(self.multiplicity.of(1));
        }
        let image = self.image;
        self.visitor.solution(Full { state, image })
    }
}

impl Bitboard {
    /// Shows the solutions of a puzzle to `visitor`, one by one, until it breaks; then
    /// the search ends with [`End::Enough`].
    pub fn search(
        &mut self,
        puzzle: Row,
        limits: &Limits,
        mut visitor: impl FnMut(Full<'_>) -> ControlFlow<()>,
    ) -> End {
        let mut nodes = limits.nodes().unwrap_or(u64::MAX);
        let mut attempts = 0..;
        attempts
            .find_map(|number| {
                self.attempt(puzzle, number, false, limits, &mut nodes, &mut visitor)
            })
            .unwrap_or(End::Exhausted)
    }

    /// How many solutions there are, counted up to `limit`, and why counting ended.
    pub fn count(&mut self, puzzle: Row, limit: u64, limits: &Limits) -> (u64, End) {
        if limit == 0 {
            return (0, End::Enough);
        }
        let may_recount = limit < u64::MAX;
        let mut nodes = limits.nodes().unwrap_or(u64::MAX);
        let mut attempts = 0..;
        let counted = attempts.find_map(|number| {
            let mut counter = Counter { found: 0, limit };
            let end = self.attempt(
                puzzle,
                number,
                may_recount,
                limits,
                &mut nodes,
                &mut counter,
            );
            end.map(|end| (counter.found, end))
        });
        counted.unwrap_or((0, End::Exhausted))
    }

    /// Searches the puzzle or, with a number above 0, an image of it. Returns `None` if
    /// no solution was found for a long time: none at all or, if it `may_recount`, no other.
    pub(super) fn attempt<V: Visitor>(
        &mut self,
        puzzle: Row,
        number: u32,
        may_recount: bool,
        limits: &Limits,
        nodes: &mut u64,
        visitor: &mut V,
    ) -> Option<End> {
        let image = number.checked_sub(1).map(Image::new);
        let start = match &image {
            Some(image) => State::new(Row::new(&image.of(puzzle.text())).unwrap_or(puzzle)),
            None => State::new(puzzle),
        };
        if start.is_dead() {
            return Some(End::Exhausted);
        }
        let alike = V::COUNTS.then(|| Alike::new(&start)).flatten();
        let goal = All {
            puzzle,
            image: image.as_ref(),
            visitor,
            checks: 0,
            patience: self.patience << (2 * number).min(32),
            may_recount,
            is_shown: false,
            lost_patience: false,
            multiplicity: Each,
        };
        match alike {
            Some(alike) => self.finish(start, limits, nodes, goal.with(alike)),
            None => self.finish(start, limits, nodes, goal),
        }
    }

    #[inline(always)]
    fn finish<V: Visitor, M: Multiplicity>(
        &mut self,
        start: State,
        limits: &Limits,
        nodes: &mut u64,
        mut goal: All<'_, V, M>,
    ) -> Option<End> {
        let end = self.run(start, limits, nodes, &mut goal);
        (!goal.lost_patience).then_some(end)
    }
}
