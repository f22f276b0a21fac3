//! The highest scores, or the maximum alone. Where branch and bound fails often, the searches for
//! all solutions work beside it: if there are few, bounds say little, and it is faster to find all
//! of them. Where there are many, branch and bound goes on without them. Before that,
//! there is a search for target scores from an upper bound down ([`TargetSearch`]): for one score
//! after the other as long as none takes long; for the maximum alone first for a while, and if
//! there are many solutions, in turns with branch and bound.
//!
//! If branch and bound is done in its first attempt, the solution of a score is the first one that
//! it finds. Otherwise it is the first one in the order of digits, of those that the attempt has
//! left and the one that it found, so that it does not matter which search is done first. Where the
//! search for targets comes to an end, or there are too many to look at all of them, it is the one
//! that was seen.

use super::super::bound::Bound;
use super::super::goal::Goal;
use super::super::learn::Learner;
use super::super::search::Search;
use super::super::turns::{BOUNDED, Contested, MANY, contest};
use super::near::{Effort, add_neighbours};
use super::scores::{Ranking, Wanted};
use super::target::TargetSearch;
use crate::limits::Limits;
use crate::outcome::End;
use crate::rules::Mask;
use std::ops::ControlFlow;

/// Solutions with known scores among which branch and bound looks for the first one of each.
const MOST_TIES: u64 = 1 << 16;

/// Conflicts of the search for targets before other searches work beside branch and bound.
const TARGETS: u64 = 1000;

/// Conflicts of the search for targets in each turn then, which take about as long as
/// [`BOUNDED`] failures of branch and bound.
const TURN: u64 = 100;

/// Leaves of a search for all solutions that take about as long as one score does, if that is
/// quickly found.
const LEAVES_OF_A_LEVEL: u64 = 500;

/// The same for a score that takes more than [`TARGETS`] conflicts.
const LEAVES_OF_A_LONG_LEVEL: u64 = 4000;

/// Conflicts of the search that finds out whether there are [`MANY`] solutions then.
const LOOK: u64 = 1000;

/// The highest scores from the root of a search. After this many failures, other searches work
/// beside branch and bound.
pub fn top<'w>(
    bound: &mut Bound<'_>,
    wanted: Wanted<'w>,
    search: &mut Search,
    patience: u64,
    limits: &Limits,
) -> (Ranking<'w>, End) {
    let mut ranking = Ranking::new(wanted);
    let highest = wanted.best.map(|best| ranking.take_solution(bound, best));
    let mut first = Bounded::new(bound, ranking, 0);
    search.start();
    if let Some(end) = search.run_for(patience, limits, &mut first) {
        return (first.ranking, end);
    }
    let mut first = first.ranking;
    search.back_to_root();
    bound.tighten(search.engine.store.masks(), limits);
    if wanted.count > 1 {
        if let Some(end) = all_if_soon(bound, &mut first, search, LEAVES_OF_A_LEVEL, limits) {
            return (first, end);
        }
        if let Some(end) = level_by_level(bound, &mut first, highest, search, limits) {
            return (first, end);
        }
    } else if let Some(mut targets) = TargetSearch::new(bound, search, first.known()) {
        let end = by_targets(bound, &mut first, &mut targets, search, limits);
        first.bound = Some(targets.high());
        if let Some(end) = end {
            return (first, end);
        }
    }
    let (bound_above, least) = (first.bound, first.least());
    let fresh = || Ranking::new(Wanted { least, ..wanted });
    let mut bounded = Bounded::new(bound, fresh(), MOST_TIES);
    let mut every = Every {
        bound,
        ranking: fresh(),
    };
    let Contested { end, is_bounded } = contest(search, &mut bounded, &mut every, limits);
    // How far the other searches came by then depends on the machine.
    let is_own = is_bounded && bounded.leaves_out_ties();
    let mut ranking = bounded.ranking;
    if !is_own {
        ranking.merge(every.ranking);
    }
    // What the first attempt has searched to the end, no search comes to again.
    ranking.merge(first);
    ranking.bound = bound_above;
    (ranking, end)
}

/// The search for targets, and what it finds; `None` if it is not done and
/// there may be few solutions. No part of it depends on threads.
fn by_targets(
    bound: &Bound<'_>,
    first: &mut Ranking<'_>,
    targets: &mut TargetSearch<'_, '_>,
    search: &mut Search,
    limits: &Limits,
) -> Option<End> {
    let end = targets.run_for(TARGETS, limits);
    first.take_best(targets);
    if end.is_some() {
        return end;
    }
    if let Err(end) = look_for_many(search, limits) {
        return end;
    }
    let wanted = Wanted {
        least: first.least(),
        ..first.wanted
    };
    let mut bounded = Bounded::new(bound, Ranking::new(wanted), 0);
    search.start();
    loop {
        if let Some(end) = search.run_for(BOUNDED, limits, &mut bounded) {
            first.take_best(targets);
            first.merge(bounded.ranking);
            return Some(end);
        }
        if let Some(end) = targets.run_for(BOUNDED, limits) {
            first.take_best(targets);
            // At a limit, either may have the better one.
            if let End::Stopped(_) = end {
                first.merge(bounded.ranking);
            }
            return Some(end);
        }
    }
}

/// The scores of all solutions, if that takes no longer than one score after the other would, with
/// so many leaves for each; `None` otherwise. No part of it depends on threads.
fn all_if_soon(
    bound: &Bound<'_>,
    ranking: &mut Ranking<'_>,
    search: &Search,
    leaves_of_a_level: u64,
    limits: &Limits,
) -> Option<End> {
    let levels = u64::try_from(ranking.wanted.count).unwrap_or(u64::MAX);
    let leaves = levels.saturating_mul(leaves_of_a_level);
    let wanted = Wanted {
        least: ranking.least(),
        ..ranking.wanted
    };
    let mut every = Every {
        bound,
        ranking: Ranking::new(wanted),
    };
    let end = search.run_if_short(leaves, limits, &mut every);
    // What it has seen is true, even if it did not come to the end.
    ranking.merge(every.ranking);
    end
}

/// The highest scores, one after the other, near the solution of the last one and by searches for
/// targets below it, in turns with branch and bound once one of these takes long; `None` if there
/// may be few solutions then. No part of it depends on threads.
fn level_by_level(
    bound: &Bound<'_>,
    ranking: &mut Ranking<'_>,
    highest: Option<i64>,
    search: &mut Search,
    limits: &Limits,
) -> Option<End> {
    let mut root = search.at_root();
    let mut bounded = None;
    let below = |score: i64| score.checked_sub_unsigned(bound.step());
    let mut left = ranking.wanted.count - usize::from(highest.is_some());
    let mut next = highest.map_or(Some(i64::MAX), below);
    let mut effort = Effort::new();
    while left > 0 {
        let Some(most) = next else {
            return Some(End::Exhausted);
        };
        if ranking.highest_up_to(most) != Some(most) {
            add_neighbours(bound, most, ranking, &mut root, &mut effort, limits);
        }
        let known = ranking.highest_up_to(most).or(ranking.below_least());
        let mut targets = TargetSearch::up_to(most, bound, &root, known);
        let end = loop {
            let conflicts = if bounded.is_none() { TARGETS } else { TURN };
            if let Some(end) = targets.run_for(conflicts, limits) {
                break end;
            }
            if bounded.is_none() {
                let long = LEAVES_OF_A_LONG_LEVEL;
                if let Some(end) = all_if_soon(bound, ranking, &root, long, limits) {
                    return Some(end);
                }
                if let Err(end) = look_for_many(search, limits) {
                    ranking.take_best(&mut targets);
                    return end;
                }
                search.start();
            }
            let wanted = Wanted {
                least: ranking.least(),
                ..ranking.wanted
            };
            let begin = || Bounded::new(bound, Ranking::new(wanted), 0);
            let end = search.run_for(BOUNDED, limits, bounded.get_or_insert_with(begin));
            if end.is_some() {
                ranking.take_best(&mut targets);
                if let Some(bounded) = bounded {
                    ranking.merge(bounded.ranking);
                }
                return end;
            }
        };
        ranking.take_best(&mut targets);
        if let End::Stopped(_) = end {
            if let Some(bounded) = bounded {
                ranking.merge(bounded.ranking);
            }
            return Some(end);
        }
        let Some(score) = ranking.highest_up_to(most) else {
            return Some(End::Exhausted);
        };
        next = below(score);
        left -= 1;
    }
    Some(End::Enough)
}

/// Finds out whether there are [`MANY`] solutions.
///
/// # Errors
/// There may be fewer: `None`, or the limits ended it.
fn look_for_many(search: &Search, limits: &Limits) -> Result<(), Option<End>> {
    let mut count = Count(0);
    match Learner::new(&search.engine).run_for(LOOK, limits, &mut count) {
        Some(End::Stopped(reason)) => Err(Some(End::Stopped(reason))),
        Some(End::Enough) => Ok(()),
        Some(End::Exhausted) | None => Err(None),
    }
}

/// Ends a search when there are many solutions.
struct Count(usize);

impl Goal for Count {
    fn solution(&mut self, _: &[Mask]) -> ControlFlow<()> {
        self.0 += 1;
        match self.0 < MANY {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Branch and bound. It knows nothing of what the others found, so that its path does not depend
/// on them.
struct Bounded<'b, 'o, 'w> {
    bound: &'b Bound<'o>,
    ranking: Ranking<'w>,
    /// Solutions so far whose score was known.
    ties: u64,
    /// How many of these are kept.
    most_ties: u64,
}

impl<'b, 'o, 'w> Bounded<'b, 'o, 'w> {
    fn new(bound: &'b Bound<'o>, ranking: Ranking<'w>, most_ties: u64) -> Bounded<'b, 'o, 'w> {
        Bounded {
            bound,
            ranking,
            ties: 0,
            most_ties,
        }
    }

    fn leaves_out_ties(&self) -> bool {
        self.ties >= self.most_ties
    }

    /// Whether every score that solutions of these candidates can have is known.
    fn knows_all_scores(&self, masks: &[Mask]) -> bool {
        let (lowest, highest) = self.bound.range(masks);
        let steps = lowest.abs_diff(highest) / self.bound.step();
        let known = &self.ranking.scores;
        steps < known.len() as u64 && known.range(lowest..=highest).count() as u64 > steps
    }
}

impl Goal for Bounded<'_, '_, '_> {
    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        let least = match self.ranking.lowest() {
            Some(lowest) if self.leaves_out_ties() => Some(lowest.saturating_add(1)),
            _ => self.ranking.least(),
        };
        least.is_some_and(|least| self.bound.is_below(masks, least))
            || (self.leaves_out_ties() && self.knows_all_scores(masks))
    }

    fn can_learn(&self) -> bool {
        false
    }

    fn digit(&self, cell: usize, mask: Mask) -> u32 {
        self.bound.best_digit(cell, mask)
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let score = self.bound.by_cells(masks);
        let is_known = self.ranking.scores.contains_key(&score);
        if !is_known || !self.leaves_out_ties() {
            self.ranking.take(score, masks);
        }
        self.ties += u64::from(is_known);
        ControlFlow::Continue(())
    }
}

/// Looks at every solution.
struct Every<'b, 'o, 'w> {
    bound: &'b Bound<'o>,
    ranking: Ranking<'w>,
}

impl Goal for Every<'_, '_, '_> {
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        self.ranking.take(self.bound.by_cells(masks), masks);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::CellWeights;
    use crate::rules::VariantPuzzle;
    use crate::search::variant::ranking::highest;

    #[test]
    fn one_score_after_the_other_gives_the_highest_of_all() {
        let empty = crate::Puzzle::empty("2x2".parse().unwrap());
        let puzzle = VariantPuzzle::from_classic(&empty).unwrap();
        let limits = Limits::unlimited();
        for factors in [[-1, 3, 0, 2], [7, -2, 5, 1], [0, 0, 4, 0]] {
            let weights = (0..16).map(|cell| factors[cell % 4] * cell as i64 % 11);
            let weights = CellWeights::new(puzzle.board(), weights.collect()).unwrap();
            let all = highest(&puzzle, &weights, None, usize::MAX, None, u64::MAX, &limits).0;
            for (count, best) in [1, 3, 10, 1000].into_iter().zip([false, true, false, true]) {
                let mut search = Search::new(&puzzle, &limits).unwrap().unwrap();
                let mut bound = Bound::new(&puzzle, &weights, search.engine.store.masks());
                bound.tighten(search.engine.store.masks(), &limits);
                let wanted = Wanted {
                    count,
                    best: best.then_some(&all[0].1),
                    least: None,
                    report: &|_| {},
                };
                let mut ranking = Ranking::new(wanted);
                let known = wanted.best.map(|best| ranking.take_solution(&bound, best));
                let end = level_by_level(&bound, &mut ranking, known, &mut search, &limits);
                // That there is no lower score may take long, and solutions are few here.
                let Some(end) = end else {
                    assert!(count > all.len());
                    continue;
                };
                assert_eq!(end == End::Enough, count <= all.len());
                let found = ranking.solutions().into_iter().map(|(score, _)| score);
                let expected = all.iter().take(count).map(|(score, _)| *score);
                assert!(found.eq(expected), "{factors:?} {count}");
            }
        }
    }
}
