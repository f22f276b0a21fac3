//! More than the maximum: the highest scores, and all solutions that reach a score.

use super::bound::Node;
use super::{BELOW, COARSE_SLACK, COARSER, Effort, Search, State, Stop, Wanted};
use crate::grid::Solution;
use crate::outcome::End;
use crate::search::ranked::Ranked;
use std::ops::ControlFlow;

impl<'t> Search<'t> {
    /// Adds the highest scores, of which `best` is the first, as scores of the objective of the
    /// bound. How far it came: [`End::Exhausted`] if all that are wanted are known.
    pub fn top(
        mut self,
        candidates: &[u16; 81],
        best: i64,
        count: usize,
        ranked: &'t mut Ranked,
    ) -> End {
        let Some((root, _)) = self.root(candidates) else {
            return End::Exhausted;
        };
        let values = self.values;
        let steps = i64::try_from(count)
            .unwrap_or(i64::MAX)
            .saturating_mul(values.step());
        let mut slack = match values.is_exact() {
            true => steps,
            false => steps.max(values.score_of(COARSE_SLACK)),
        };
        self.wanted = Wanted::Scores(ranked);
        loop {
            self.target = best.saturating_sub(slack).max(values.lowest());
            self.set_floor(self.target);
            self.raise_target();
            match self.explore(root.clone(), values, 0, Effort { rounds: 1, ..BELOW }) {
                Ok(()) if self.has_all_wanted() || self.target <= values.lowest() => {
                    return End::Exhausted;
                }
                Ok(()) => slack = slack.saturating_mul(COARSER),
                Err(stop) => return stop.end(),
            }
        }
    }

    /// Shows all solutions that score `least` or more.
    pub fn all(
        mut self,
        candidates: &[u16; 81],
        least: i64,
        visitor: &'t mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        let Some((root, _)) = self.root(candidates) else {
            return End::Exhausted;
        };
        self.wanted = Wanted::All(visitor);
        self.target = least;
        match self.explore(root, self.values, 0, Effort { rounds: 1, ..BELOW }) {
            Ok(()) => End::Exhausted,
            Err(stop) => stop.end(),
        }
    }

    /// Looks among the candidates that are left, if few nodes show what is there. All solutions
    /// are shown only if these are all, as the others are found below: none is shown twice.
    pub(super) fn left(&mut self, node: &Node) -> Result<End, Stop> {
        let left = State::of_candidates(&node.candidates);
        match &mut self.wanted {
            Wanted::Best => self.best_left(left),
            Wanted::Scores(ranked) => {
                let end = self
                    .bitboard
                    .top(left, self.bound, ranked, &self.left_limits);
                self.raise_target();
                Ok(end)
            }
            Wanted::All(visitor) => {
                let above = self.target.saturating_sub(1).saturating_sub(self.constant);
                let limits = &self.left_limits;
                let (found, end) = self.bitboard.reaching(left, self.bound, above, limits);
                if end == End::Exhausted {
                    let flow = found.iter().try_for_each(&mut **visitor);
                    return match flow {
                        ControlFlow::Continue(()) => Ok(end),
                        ControlFlow::Break(()) => Err(Stop::Enough),
                    };
                }
                Ok(end)
            }
        }
    }

    fn set_floor(&mut self, target: i64) {
        if let Wanted::Scores(ranked) = &mut self.wanted {
            ranked.set_floor(target.saturating_sub(1).saturating_sub(self.constant));
        }
    }

    /// Leaves out what no longer is among the highest scores.
    fn raise_target(&mut self) {
        if let Wanted::Scores(ranked) = &self.wanted {
            let above = ranked.to_exceed().saturating_add(self.constant);
            self.target = self.target.max(above.saturating_add(1));
        }
    }

    /// Whether no score below the floor can be among the highest.
    fn has_all_wanted(&self) -> bool {
        matches!(&self.wanted, Wanted::Scores(ranked)
            if ranked.is_full_above_floor() || ranked.is_complete())
    }
}

impl Stop {
    fn end(self) -> End {
        match self {
            Stop::Enough => End::Enough,
            Stop::Limit(reason) => End::Stopped(reason),
        }
    }
}
