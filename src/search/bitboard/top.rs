//! The highest scores: the search is cut where none lies that is high enough.

use super::score_bound::ScoreBound;
use super::state::{Open, State};
use super::{Bitboard, Full, Goal, Place, choose, first};
use crate::limits::Limits;
use crate::outcome::End;
use crate::search::ranked::Ranked;
use std::ops::ControlFlow;

struct Top<'b> {
    bound: &'b ScoreBound,
    ranked: &'b mut Ranked,
}

impl Goal for Top<'_> {
    #[inline(always)]
    fn branch(&mut self, state: &mut State, open: Open) -> Option<(Place, usize)> {
        let domains = self.bound.domains(state);
        if !self.bound.can_exceed(&domains, self.ranked.to_exceed()) {
            return None;
        }
        self.bound.branch(&domains).or_else(|| {
            // All completions have this score.
            if self.ranked.holds(self.bound.score(&domains)) {
                return None;
            }
            let place = choose::choose(state, open);
            Some((place, first(state.candidates(place))))
        })
    }

    #[inline(always)]
    fn solution(&mut self, state: &State) -> ControlFlow<()> {
        let score = self.bound.score(&self.bound.domains(state));
        let solution = || Full { state, image: None }.solution();
        self.ranked.add(score, solution);
        ControlFlow::Continue(())
    }
}

impl Bitboard {
    /// Adds the highest scores of a partial grid, until the limits end the search.
    pub(in crate::search) fn top(
        &mut self,
        start: State,
        bound: &ScoreBound,
        ranked: &mut Ranked,
        limits: &Limits,
    ) -> End {
        let mut nodes = limits.nodes().unwrap_or(u64::MAX);
        self.run(start, limits, &mut nodes, &mut Top { bound, ranked })
    }
}
