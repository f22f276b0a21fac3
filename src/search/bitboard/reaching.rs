//! All solutions with a score or a higher one.

use super::best::branch_above;
use super::score_bound::ScoreBound;
use super::state::{Open, State};
use super::{Bitboard, Full, Goal, Place};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::End;
use std::ops::ControlFlow;

struct Reaching<'b> {
    bound: &'b ScoreBound,
    above: i64,
    found: Vec<Solution>,
}

impl Goal for Reaching<'_> {
    #[inline(always)]
    fn branch(&mut self, state: &mut State, open: Open) -> Option<(Place, usize)> {
        branch_above(self.bound, self.above, state, open)
    }

    #[inline(always)]
    fn solution(&mut self, state: &State) -> ControlFlow<()> {
        if self.bound.score(&self.bound.domains(state)) > self.above {
            self.found.push(Full { state, image: None }.solution());
        }
        ControlFlow::Continue(())
    }
}

impl Bitboard {
    /// The solutions of a partial grid that score more than `above`; those found by then, if
    /// a limit ends the search.
    pub(in crate::search) fn reaching(
        &mut self,
        start: State,
        bound: &ScoreBound,
        above: i64,
        limits: &Limits,
    ) -> (Vec<Solution>, End) {
        let mut goal = Reaching {
            bound,
            above,
            found: Vec::new(),
        };
        let mut nodes = limits.nodes().unwrap_or(u64::MAX);
        let end = self.run(start, limits, &mut nodes, &mut goal);
        (goal.found, end)
    }
}
