//! The maximum on 9×9: a search for the best solution as long as that is short,
//! then templates.

use crate::grid::Row;
use crate::grid::{Geometry, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::{End, Reason};
use crate::search::bitboard::{Aim, Bitboard, Settled, State, Worth};
use crate::search::dfs::tables::Tables;
use crate::search::maximum::Start;
use crate::search::maximum::maximise::Maximum;
use crate::search::maximum::template::{Found, Search, Values};
use crate::search::solution_of;
use std::ops::ControlFlow;

/// Nodes of the search that comes before templates, whose first bound costs as much
/// as some two hundred.
const SHORT: u32 = 80;

/// Most candidates of a grid that gets the short search: with more, it hardly ever
/// comes to an end.
const MOST_CANDIDATES: u32 = 270;

/// An objective in the forms that the searches take.
pub struct Prepared {
    objective: Objective,
    worth: Worth,
    /// `None` if they differ too much.
    values: Option<Values>,
    tables: Tables,
    /// Nodes before templates.
    short: u32,
    /// The most candidates for which there are any.
    most_candidates: u32,
}

impl Prepared {
    /// Prepares an objective on 9×9.
    pub fn new(objective: &Objective) -> Prepared {
        Prepared {
            objective: objective.clone(),
            worth: Worth::new(&objective.reduced().objective),
            values: Values::new(objective),
            tables: Tables::new(Geometry::CLASSIC),
            short: SHORT,
            most_candidates: MOST_CANDIDATES,
        }
    }

    /// Whether this is the objective that was prepared.
    pub fn is_of(&self, objective: &Objective) -> bool {
        self.objective.is_clone_of(objective)
    }

    /// The best solution of a puzzle, or how far it came. Templates take no more
    /// nodes than these.
    pub fn maximise(
        &self,
        alone: &mut Bitboard,
        row: Row,
        limits: &Limits,
        nodes: u64,
    ) -> Result<Maximum, Start> {
        let mut start = State::new(row);
        if let Settled::Dead = start.settle() {
            return Ok(Maximum::Proven(None));
        }
        let (first, end) = self.short(alone, start, row, limits);
        let first = match (first, end) {
            (None, End::Stopped(reason)) => {
                return Ok(Maximum::Stopped {
                    best: None,
                    bound: None,
                    reason,
                });
            }
            (None, _) => return Ok(Maximum::Proven(None)),
            (first, End::Exhausted) => return Ok(Maximum::Proven(first)),
            (Some(first), _) => first,
        };
        let unfinished = |best| Start {
            best: Some(best),
            bound: None,
        };
        let Some(values) = &self.values else {
            return Err(unfinished(first));
        };
        let known = self.objective.score(&first);
        let search = Search::new(&self.tables, (values, &self.worth), alone, limits, nodes);
        match search.run(&start.all_candidates(), known) {
            Found::Best(best) => Ok(Maximum::Proven(Some(best))),
            Found::NoBetter => Ok(Maximum::Proven(Some(first))),
            Found::Bound(_, Reason::ModelLimit) => Err(unfinished(first)),
            Found::Bound(bound, reason) => Ok(Maximum::Stopped {
                best: Some(first),
                bound: Some(bound),
                reason,
            }),
        }
    }

    /// The best solution of a short search, or any other.
    fn short(
        &self,
        alone: &mut Bitboard,
        start: State,
        row: Row,
        limits: &Limits,
    ) -> (Option<Solution>, End) {
        let aim = Aim {
            worth: &self.worth,
            above: i64::MIN,
            enough: i64::MAX,
            nodes: match start.candidate_count() <= self.most_candidates {
                true => self.short,
                false => 0,
            },
        };
        let best = alone.best(start, aim, limits);
        if (&best.found, &best.end) != (&None, &End::Enough) {
            return (best.found, best.end);
        }
        let mut first = None;
        let end = alone.search(row, limits, |full| {
            first = Some(solution_of(&full));
            ControlFlow::Break(())
        });
        (first, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::symmetry::{Symmetry, pattern};
    use crate::grid::{Cell, Puzzle};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random_puzzle(givens: usize, random: &mut ChaCha8Rng) -> Puzzle {
        let grid = Symmetry::random(Geometry::CLASSIC, random);
        let grid = grid.solution(&pattern(Geometry::CLASSIC));
        let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
        while puzzle.givens().count() < givens {
            let cell = Cell(random.random_range(0..81));
            puzzle.set(cell, Some(grid.digit(cell)));
        }
        puzzle
    }

    fn objectives(random: &mut ChaCha8Rng) -> Vec<Objective> {
        let pyramid = Objective::pyramid(Geometry::CLASSIC);
        let mut all = vec![pyramid.negated(), pyramid];
        for (count, reach) in [(81, 1), (81, 9), (81, 1_000_000), (729, 20)] {
            let numbers = (0..count).map(|_| random.random_range(-reach..=reach));
            all.push(Objective::new(Geometry::CLASSIC, numbers.collect()).unwrap());
        }
        all
    }

    #[test]
    fn the_length_of_the_first_search_changes_nothing() {
        let mut random = ChaCha8Rng::seed_from_u64(21);
        let mut alone = Bitboard::default();
        for number in 0..60 {
            let puzzle = random_puzzle(24 + number % 10, &mut random);
            let text = *Row::of(&puzzle).unwrap();
            let row = Row::new(&text).unwrap();
            for objective in objectives(&mut random) {
                let mut prepared = Prepared::new(&objective);
                prepared.most_candidates = u32::MAX;
                let scores = [0, 1, SHORT, u32::MAX].map(|short| {
                    prepared.short = short;
                    let limits = Limits::unlimited();
                    match prepared.maximise(&mut alone, row, &limits, u64::MAX) {
                        Ok(Maximum::Proven(Some(best))) => {
                            assert_eq!(best.check(&puzzle), Ok(()));
                            objective.score(&best)
                        }
                        // Values too far apart for templates.
                        Err(Start { best: Some(_), .. }) => i64::MIN,
                        other => panic!("{:?}", other.map_err(|start| start.bound)),
                    }
                });
                let proven = scores.iter().filter(|score| **score != i64::MIN);
                assert!(proven.clone().count() > 0);
                assert!(
                    proven.clone().all(|score| *score == scores[3]),
                    "{scores:?}"
                );
            }
        }
    }

    #[test]
    fn what_has_no_solution_has_no_maximum() {
        let mut random = ChaCha8Rng::seed_from_u64(22);
        let mut alone = Bitboard::default();
        let prepared = Prepared::new(&Objective::pyramid(Geometry::CLASSIC));
        for _ in 0..300 {
            let mut puzzle = random_puzzle(30, &mut random);
            let (cell, other) = (random.random_range(0..81), random.random_range(0..81));
            let digit = puzzle.given(Cell(other));
            puzzle.set(Cell(cell), digit);
            let text = *Row::of(&puzzle).unwrap();
            let row = Row::new(&text).unwrap();
            let limits = Limits::unlimited();
            let found = prepared.maximise(&mut alone, row, &limits, u64::MAX);
            let solvable = alone.count(row, 1, &limits).0 == 1;
            match found {
                Ok(Maximum::Proven(best)) => assert_eq!(best.is_some(), solvable),
                _ => panic!("neither limit nor values forbid an answer"),
            }
        }
    }
}
