//! All solutions with at least some score. Where branch and bound fails often, the searches
//! for all solutions work beside it, as they do for the highest scores.
//!
//! The order of solutions depends on nothing but the puzzle: first those that branch and bound
//! finds in its first attempt, then all others in the order of their digits. Where there are
//! too many to keep, it goes on alone, in an order of its own.

use super::super::bound::Bound;
use super::super::goal::Goal;
use super::super::search::{Search, solution};
use super::super::turns;
use crate::grid::Solution;
use crate::limits::Limits;
use crate::outcome::End;
use crate::rules::Mask;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;

/// Solutions that are kept to be put in order.
const MOST_KEPT: usize = 1000;

/// What counts, and who is told.
pub(super) struct AllBest<'o, 'v> {
    pub bound: Bound<'o>,
    pub least: i64,
    pub visitor: &'v mut dyn FnMut(&Solution) -> ControlFlow<()>,
}

impl AllBest<'_, '_> {
    /// Shows all solutions that count, from the root of a search.
    pub fn run(self, search: &mut Search, patience: u64, limits: &Limits) -> End {
        let mut bounded = Bounded {
            all: self,
            known: HashSet::new(),
            phase: Phase::First,
        };
        search.start();
        if let Some(end) = search.run_for(patience, limits, &mut bounded) {
            return end;
        }
        if matches!(bounded.phase, Phase::Alone) {
            let end = search.run_for(u64::MAX, limits, &mut bounded);
            return end.unwrap_or(End::Exhausted);
        }
        search.back_to_root();
        let engine = search.engine.clone();
        let threads = search.threads.clone();
        search.start();
        bounded.phase = Phase::Keeping(BTreeSet::new());
        let mut found = BTreeSet::new();
        let mut is_bounded = false;
        let end = {
            let known = bounded.known.clone();
            let bounded = RefCell::new(&mut bounded);
            let mut every = Every {
                is_new: &|masks| bounded.borrow().all.counts(masks) && !known.contains(masks),
                found: &mut found,
            };
            let mut turn = || {
                let end = search.run_for(turns::BOUNDED, limits, &mut **bounded.borrow_mut());
                is_bounded = end.is_some();
                end
            };
            turns::run_interleaved(&engine, threads.as_deref(), limits, &mut every, &mut turn)
        };
        // What is too much to be kept is shown in the order of branch and bound. If that goes
        // on alone, there are as many as can be kept, so that a complete set is as large.
        let is_usable = |end: &End| is_bounded || *end != End::Exhausted || found.len() < MOST_KEPT;
        let end = end.filter(is_usable);
        let end = end.or_else(|| search.run_for(u64::MAX, limits, &mut bounded));
        bounded.show_kept(found, end.unwrap_or(End::Exhausted))
    }

    fn counts(&self, masks: &[Mask]) -> bool {
        self.bound.by_cells(masks) >= self.least
    }
}

/// What branch and bound does with solutions that count.
enum Phase {
    /// Shows and remembers them.
    First,
    /// Keeps those that have not been shown.
    Keeping(BTreeSet<Vec<Mask>>),
    /// Shows those that have not been shown.
    Alone,
}

/// Branch and bound.
struct Bounded<'o, 'v> {
    all: AllBest<'o, 'v>,
    /// What was shown in the first phase.
    known: HashSet<Vec<Mask>>,
    phase: Phase,
}

impl Bounded<'_, '_> {
    /// Shows what was kept, with what the other searches found, and says how it ends.
    fn show_kept(self, found: BTreeSet<Vec<Mask>>, end: End) -> End {
        let Phase::Keeping(mut kept) = self.phase else {
            return end;
        };
        kept.extend(found);
        let mut kept = kept.iter();
        match kept.try_for_each(|masks| (self.all.visitor)(&solution(masks))) {
            ControlFlow::Continue(()) => end,
            ControlFlow::Break(()) => End::Enough,
        }
    }
}

impl Goal for Bounded<'_, '_> {
    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        self.all.bound.is_below(masks, self.all.least)
    }

    fn can_learn(&self) -> bool {
        false
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        if !self.all.counts(masks) || self.known.contains(masks) {
            return ControlFlow::Continue(());
        }
        match &mut self.phase {
            Phase::First => {
                self.known.insert(masks.to_vec());
                if self.known.len() == MOST_KEPT {
                    // It goes on from here, and so comes to none of them again.
                    self.known = HashSet::new();
                    self.phase = Phase::Alone;
                }
            }
            Phase::Alone => {}
            Phase::Keeping(kept) => {
                kept.insert(masks.to_vec());
                if kept.len() < MOST_KEPT {
                    return ControlFlow::Continue(());
                }
                let kept = std::mem::take(kept);
                self.phase = Phase::Alone;
                let mut kept = kept.iter();
                return kept.try_for_each(|masks| (self.all.visitor)(&solution(masks)));
            }
        }
        (self.all.visitor)(&solution(masks))
    }
}

/// Looks at every solution.
struct Every<'f> {
    is_new: &'f dyn Fn(&[Mask]) -> bool,
    found: &'f mut BTreeSet<Vec<Mask>>,
}

impl Goal for Every<'_> {
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        if (self.is_new)(masks) {
            self.found.insert(masks.to_vec());
        }
        ControlFlow::Continue(())
    }
}
