//! The highest scores by branch and bound. The cost depends on how many are asked for: if there are
//! fewer, nothing can be pruned. So first as many of the highest are proven as a few nodes allow,
//! then the lowest ones; together they may be all.

use super::{Asked, TopScores};
use crate::backend::ask::checked_score;
use crate::backend::auto::ends_by;
use crate::backend::native::NativeBackend;
use crate::backend::{Optimum, WrongAnswer, checked, maximise};
use crate::grid::{Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{Negate, Objective};
use crate::outcome::{End, Reason};
use crate::search::nodes_of_a_moment;

/// Nodes of a quick search on 9×9, besides those among neighbours of known grids.
const NODES: u64 = 20_000;

/// The number of scores that a quick search proves is found to within one part in this many.
const STEPS: u64 = 16;

/// Most scores that a quick search asks for from below.
const MOST_FROM_BELOW: u64 = 1 << 12;

impl Asked<'_> {
    /// Nodes of a quick search.
    fn nodes(self) -> u64 {
        match self.puzzle.geometry() {
            Geometry::CLASSIC => NODES,
            _ => nodes_of_a_moment(self.puzzle),
        }
    }

    /// Whether a quick search ended before it found all, and the limits allow more.
    pub fn is_cut_short(self, found: &TopScores, limits: &Limits) -> bool {
        found.end == End::Stopped(Reason::NodeLimit) && !ends_by(limits, self.nodes())
    }
}

impl NativeBackend {
    /// Like [`top_scores`](super::top_scores), by branch and bound. If a limit ends the search,
    /// there are only those scores that were proven before.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solution, `best` too, breaks the rules or a given.
    ///
    /// # Panics
    /// If the objective is of another shape than the puzzle.
    pub fn top_scores(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        best: &Solution,
        count: u64,
        limits: &Limits,
    ) -> Result<TopScores, WrongAnswer> {
        let asked = Asked {
            puzzle,
            objective,
            best,
            count,
        };
        let found = self.quick_top_scores(asked, limits)?;
        match asked.is_cut_short(&found, limits) {
            true => self.all_top_scores(asked, found, limits),
            false => Ok(found),
        }
    }

    /// As many of the scores as are quickly proven: all, or [`Reason::NodeLimit`] is why not.
    pub(super) fn quick_top_scores(
        &mut self,
        asked: Asked<'_>,
        limits: &Limits,
    ) -> Result<TopScores, WrongAnswer> {
        let short = limits.clone().within_nodes(asked.nodes());
        let found = self.first_of_them(asked, &short)?;
        match asked.is_cut_short(&found, limits) {
            true => self.with_the_lowest(asked, found, &short),
            false => Ok(found),
        }
    }

    /// All of the scores, however long that takes; those that are `known` if a limit comes first.
    pub(super) fn all_top_scores(
        &mut self,
        asked: Asked<'_>,
        known: TopScores,
        limits: &Limits,
    ) -> Result<TopScores, WrongAnswer> {
        let found = self.at_once(asked, limits)?;
        match found.end {
            End::Stopped(_) => Ok(TopScores {
                scores: known.scores,
                end: found.end,
            }),
            _ => Ok(found),
        }
    }

    /// As many of the highest scores as one search finds within the limits, which a few attempts
    /// find out.
    pub(super) fn first_of_them(
        &mut self,
        asked: Asked<'_>,
        limits: &Limits,
    ) -> Result<TopScores, WrongAnswer> {
        let highest = checked_score(self, asked.puzzle, asked.objective, asked.best)?;
        let end = End::Stopped(Reason::NodeLimit);
        let mut proven = TopScores::only(highest, asked.best, end);
        let (mut count, mut too_many) = (asked.count, u64::MAX);
        loop {
            let found = self.at_once(Asked { count, ..asked }, limits)?;
            let seen = found.scores.len() as u64;
            match found.end {
                End::Stopped(Reason::NodeLimit) => too_many = count,
                End::Stopped(_) => {
                    return Ok(TopScores {
                        end: found.end,
                        ..proven
                    });
                }
                End::Enough if count < asked.count => {
                    proven.scores = found.scores;
                }
                _ => return Ok(found),
            }
            let enough = proven.scores.len() as u64;
            count = match too_many == count && (enough..too_many).contains(&seen) {
                // Perhaps the search saw them all: ask for exactly that many.
                true => seen.max(enough + 1),
                false => enough.midpoint(too_many),
            };
            if too_many - enough <= 1 + too_many / STEPS {
                return Ok(proven);
            }
        }
    }

    /// The scores, from one search. If it is stopped, there may be others between them.
    fn at_once(&mut self, asked: Asked<'_>, limits: &Limits) -> Result<TopScores, WrongAnswer> {
        let (puzzle, objective) = (asked.puzzle, asked.objective);
        let highest = checked_score(self, puzzle, objective, asked.best)?;
        if asked.count <= 1 {
            return Ok(TopScores::only(highest, asked.best, End::Enough));
        }
        let most = usize::try_from(asked.count).unwrap_or(usize::MAX);
        let (scores, mut end) = self
            .native
            .top_scores(puzzle, objective, asked.best, most, limits);
        if !matches!(end, End::Stopped(_)) && scores.len() >= most {
            end = End::Enough;
        }
        for (_, solution) in &scores {
            checked(self, puzzle, solution)?;
        }
        Ok(TopScores { scores, end })
    }

    /// The known scores with those below them, if the lowest scores are found as quickly and reach
    /// up to the known ones.
    pub(super) fn with_the_lowest(
        &mut self,
        asked: Asked<'_>,
        known: TopScores,
        limits: &Limits,
    ) -> Result<TopScores, WrongAnswer> {
        let Some(&(lowest_known, _)) = known.scores.last() else {
            return Ok(known);
        };
        let negated = asked.objective.negated();
        let Optimum::Optimal { solution, .. } = maximise(self, asked.puzzle, &negated, limits)?
        else {
            return Ok(known);
        };
        // Each score is another integer.
        let between = lowest_known.saturating_sub(asked.objective.score(&solution));
        let count = u64::try_from(between).map_or(u64::MAX, |count| count.saturating_add(1));
        let left = asked.count.saturating_sub(known.scores.len() as u64);
        let mut count = match count <= MOST_FROM_BELOW {
            true => count,
            false => left.saturating_add(1),
        };
        while count <= MOST_FROM_BELOW {
            let from_below = Asked {
                objective: &negated,
                best: &solution,
                count,
                ..asked
            };
            let found = self.at_once(from_below, limits)?;
            if let End::Stopped(_) = found.end {
                return Ok(known);
            }
            let is_below = |(score, _): &(i64, Solution)| -score < lowest_known;
            let below = found
                .scores
                .iter()
                .take_while(|each| is_below(each))
                .count();
            if below < found.scores.len() || found.end == End::Exhausted {
                let rest = found.scores.into_iter().take(below).rev();
                let rest = rest.map(|(score, solution)| (-score, solution));
                return Ok(joined(known.scores, rest, asked.count));
            }
            count *= 2;
        }
        Ok(known)
    }
}

/// The known scores and all that are below them.
fn joined(
    mut scores: Vec<(i64, Solution)>,
    below: impl Iterator<Item = (i64, Solution)>,
    count: u64,
) -> TopScores {
    scores.extend(below);
    let end = match scores.len() as u64 >= count {
        true => End::Enough,
        false => End::Exhausted,
    };
    scores.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    TopScores { scores, end }
}
