//! The best solution: the search is cut where no better one can lie below.

use super::score_bound::ScoreBound;
use super::state::{Open, State};
use super::{Bitboard, Full, Goal, Place, choose, first};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::End;
use std::ops::ControlFlow;

/// Which solutions a search for the best one looks for.
#[derive(Clone, Copy)]
pub struct SearchLimit<'b> {
    /// Bounds the scores of partial grids.
    pub bound: &'b ScoreBound,
    /// Only solutions that score more than this.
    pub above: i64,
    /// The first solution that scores as much ends the search.
    pub enough: i64,
}

struct Best<'b> {
    bound: &'b ScoreBound,
    above: i64,
    enough: i64,
    found: Option<Solution>,
}

impl Goal for Best<'_> {
    #[inline(always)]
    fn branch(&mut self, state: &mut State, open: Open) -> Option<(Place, usize)> {
        branch_above(self.bound, self.above, state, open)
    }

    #[inline(always)]
    fn solution(&mut self, state: &State) -> ControlFlow<()> {
        let score = self.bound.score(&self.bound.domains(state));
        if score > self.above {
            self.above = score;
            self.found = Some(Full { state, image: None }.solution());
        }
        match self.found.is_some() && self.above >= self.enough {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Where to branch; `None` if no solution scores more than `above`.
#[inline(always)]
pub(super) fn branch_above(
    bound: &ScoreBound,
    above: i64,
    state: &mut State,
    open: Open,
) -> Option<(Place, usize)> {
    let domains = bound.domains(state);
    if !bound.can_exceed(&domains, above) {
        return None;
    }
    bound.branch(&domains).or_else(|| {
        let place = choose::choose(state, open);
        Some((place, first(state.candidates(place))))
    })
}

impl Bitboard {
    /// The best solution of a partial grid within these limits, if there is any above
    /// `wanted.above`. It ends with [`End::Exhausted`] if no solution is better, and with
    /// [`End::Enough`] as soon as one scores `wanted.enough`.
    pub(in crate::search) fn best(
        &mut self,
        start: State,
        wanted: SearchLimit<'_>,
        limits: &Limits,
    ) -> (Option<Solution>, End) {
        let mut goal = Best {
            bound: wanted.bound,
            above: wanted.above,
            enough: wanted.enough,
            found: None,
        };
        let mut nodes = limits.nodes().unwrap_or(u64::MAX);
        let end = self.run(start, limits, &mut nodes, &mut goal);
        (goal.found, end)
    }
}
