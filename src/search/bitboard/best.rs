//! The best solution: the same search, cut where nothing better lies below.

use super::state::{Settled, State};
use super::worth::Worth;
use super::{Bitboard, Full, NODES_PER_CHECK, choose, first};
use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::End;
use crate::search::solution_of;

/// A search for the best solution.
#[derive(Clone, Copy)]
pub struct Aim<'w> {
    /// What solutions are worth.
    pub worth: &'w Worth,
    /// Only what is worth more counts.
    pub above: i64,
    /// The first solution that is worth as much is enough.
    pub enough: i64,
    /// Nodes after which it ends.
    pub nodes: u32,
}

/// The best solution that a search has seen.
pub struct Best {
    /// The solution.
    pub found: Option<Solution>,
    /// [`End::Exhausted`] if there is no better one.
    pub end: End,
}

impl Bitboard {
    /// Looks for the best solution of a partial grid, and ends with [`End::Enough`]
    /// after so many nodes.
    pub(in crate::search) fn best(&mut self, start: State, aim: Aim<'_>, limits: &Limits) -> Best {
        let Aim { worth, .. } = aim;
        let (mut above, mut nodes) = (aim.above, aim.nodes);
        let (mut depth, mut until_check) = (0, 0);
        let mut found = None;
        self.begin_with(start);
        let end = loop {
            if until_check == 0 {
                until_check = NODES_PER_CHECK;
                if let Some(reason) = limits.exceeded() {
                    break End::Stopped(reason);
                }
            }
            until_check -= 1;
            let state = &mut self.path[depth];
            let settled = state.settle();
            if let Settled::Open(_) | Settled::Full = settled {
                let reach = worth.reach(state);
                match settled {
                    Settled::Open(open) if worth.can_exceed(&reach, above) => {
                        if nodes == 0 {
                            break End::Enough;
                        }
                        nodes -= 1;
                        match worth.guess(&reach) {
                            Some((place, digit)) => self.guess(depth, place, |_| digit),
                            None => {
                                let place = choose::choose(state, open);
                                self.guess(depth, place, first);
                            }
                        }
                        depth += 1;
                        continue;
                    }
                    Settled::Full => {
                        let score = worth.score(&reach);
                        if score > above {
                            (above, found) =
                                (score, Some(solution_of(&Full { state, image: None })));
                        }
                        if above >= aim.enough {
                            break End::Exhausted;
                        }
                    }
                    Settled::Open(_) | Settled::Dead => {}
                }
            }
            match depth.checked_sub(1) {
                Some(before) => depth = before,
                None => break End::Exhausted,
            }
        };
        Best { found, end }
    }
}
