//! The maximum on 9×9: a search for the best solution as long as that is short, then
//! templates. If these take long, the search is tried again for longer before they go on.

use super::incumbent::Incumbent;
use super::neighbours::{Effort, add_neighbours};
use super::template::{Search, Values};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Row, Solution};
use crate::limits::Limits;
use crate::objective::{Objective, Progress};
use crate::outcome::{End, Reason};
use crate::search::bitboard::{Bitboard, ScoreBound, SearchLimit, Settled, State};
use crate::search::dfs::tables::Tables;
use crate::search::ranked::Ranked;
use std::ops::ControlFlow;

/// Nodes of the search that comes before templates: it ends most puzzles with few solutions, for
/// which templates take far longer (docs/experiments.md).
const SHORT: u64 = 1000;

/// Nodes of templates before the search is tried again.
const FEW: u64 = 300;

/// Nodes of the search between templates, which take about as long as [`FEW`] of theirs.
const AGAIN: u64 = 10_000;

/// Nodes of the search after all nodes that templates may have. They take a tenth of a second,
/// which is less than any method that comes after.
const LONG: u64 = 100_000;

/// Nodes of the search for several scores that comes before templates.
const LISTING: u64 = 2000;

/// The search near the solutions that it finds, of which each takes a millisecond or two.
const NEIGHBOURS: Effort = Effort {
    each: 300,
    cut: 5000,
    searches: 67_200,
};

/// Nodes of templates for several scores or solutions.
const LISTED: u64 = 30_000;

/// Maximum number of candidates of a grid that gets the short search: with more, it hardly ever
/// finishes.
const MOST_CANDIDATES: u32 = 270;

/// An objective in the forms that the searches take.
pub struct Prepared {
    objective: Objective,
    bound: ScoreBound,
    values: Values,
    tables: Tables,
    /// Nodes before templates.
    short: u64,
    /// The most candidates for which there are any.
    most_candidates: u32,
}

impl Prepared {
    /// Prepares an objective on 9×9.
    pub fn new(objective: &Objective) -> Prepared {
        Prepared {
            objective: objective.clone(),
            bound: ScoreBound::new(&objective.reduced().objective),
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

    /// The best solution of a puzzle, or how far the search got. A limit on nodes is one on
    /// those of templates, each time, and of the short search before; the searches between and
    /// after them have limits of their own.
    pub fn maximise(
        &self,
        bitboard: &mut Bitboard,
        row: Row,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Incumbent {
        let mut start = State::new(row);
        if let Settled::Dead = start.settle() {
            return Incumbent::proven(None);
        }
        let (first, end) = self.short(bitboard, start, row, limits);
        let first = match (first, end) {
            (None, End::Stopped(reason)) => return Incumbent::stopped(None, None, reason),
            (None, End::Enough) => {
                return Incumbent::stopped(None, None, Reason::stopped_early());
            }
            (first, End::Exhausted) => return Incumbent::proven(first),
            (Some(first), _) => first,
        };
        let few = limits.clone().within_nodes(FEW);
        let mut found = self.templates(bitboard, start, first, &few, progress);
        let has_more = limits.nodes().is_none_or(|nodes| nodes > FEW);
        if let Some(best) = found.left_open().filter(|_| has_more) {
            let again = limits.clone().up_to_nodes(AGAIN);
            found = self.better(bitboard, start, best, found.bound, &again);
            if let Some(best) = found.left_open() {
                let templates = self.templates(bitboard, start, best, limits, progress);
                found = templates.within(found.bound);
            }
        }
        match found.left_open() {
            Some(best) => {
                let long = limits.clone().up_to_nodes(LONG);
                self.better(bitboard, start, best, found.bound, &long)
            }
            None => found,
        }
    }

    /// The best solution by templates, from a solution.
    fn templates(
        &self,
        bitboard: &mut Bitboard,
        start: State,
        first: Solution,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Incumbent {
        let search = self.search(bitboard, limits, progress);
        let found = search.run(&start.all_candidates(), self.objective.score(&first));
        Incumbent {
            best: Some(found.best.unwrap_or(first)),
            ..found
        }
    }

    /// The best solution by a search from a solution and what upper bound is known.
    fn better(
        &self,
        bitboard: &mut Bitboard,
        start: State,
        best: Solution,
        bound: Option<i64>,
        limits: &Limits,
    ) -> Incumbent {
        let reduced = self.objective.reduced();
        let better = SearchLimit {
            bound: &self.bound,
            above: reduced.objective.score(&best),
            enough: i64::MAX,
        };
        let candidates = start.all_candidates();
        let known = |cell: Cell| single(candidates[cell.index()]);
        let bound = bound.or_else(|| Some(reduced.objective.bound(known) + reduced.constant));
        let (better, end) = bitboard.best(start, better, limits);
        let best = Some(better.unwrap_or(best));
        Incumbent { best, bound, end }
    }

    /// Adds the highest scores of a puzzle to the best one, all of the smaller objective: by a
    /// short search, near these, by templates, and by a search without them.
    pub fn top(
        &self,
        bitboard: &mut Bitboard,
        row: Row,
        best: i64,
        count: usize,
        ranked: &mut Ranked,
        limits: &Limits,
    ) -> End {
        let mut start = State::new(row);
        if let Settled::Dead = start.settle() {
            return End::Exhausted;
        }
        let short = limits.clone().within_nodes(LISTING);
        let end = bitboard.top(start, &self.bound, ranked, &short);
        if end != End::Stopped(Reason::NodeLimit) {
            return end;
        }
        let search = |near: &Puzzle, ranked: &mut Ranked, limits: &Limits| {
            let mut start = State::new(Row::of(near).unwrap_or(row));
            match start.settle() {
                Settled::Open(_) => bitboard.top(start, &self.bound, ranked, limits),
                _ => End::Exhausted,
            }
        };
        add_neighbours(&row.to_puzzle(), ranked, &NEIGHBOURS, limits, search);
        if ranked.is_complete() {
            return End::Exhausted;
        }
        let limited = limits.clone().within_nodes(LISTED);
        let search = self.search(bitboard, &limited, Progress::SILENT);
        let end = search.top(&start.all_candidates(), best, count, ranked);
        if end != End::Stopped(Reason::NodeLimit) {
            return end;
        }
        ranked.set_floor(i64::MIN);
        bitboard.top(start, &self.bound, ranked, limits)
    }

    /// Shows all solutions that score `least` or more, if templates find them soon.
    pub fn reaching(
        &self,
        bitboard: &mut Bitboard,
        row: Row,
        least: i64,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> End {
        let mut start = State::new(row);
        if let Settled::Dead = start.settle() {
            return End::Exhausted;
        }
        let limited = limits.clone().within_nodes(LISTED);
        let search = self.search(bitboard, &limited, Progress::SILENT);
        search.all(&start.all_candidates(), least, visitor)
    }

    fn search<'s>(
        &'s self,
        bitboard: &'s mut Bitboard,
        limits: &'s Limits,
        progress: Progress<'s>,
    ) -> Search<'s> {
        let constant = self.objective.reduced().constant;
        let forms = (&self.values, &self.bound, constant);
        Search::new(&self.tables, forms, bitboard, limits, progress)
    }

    /// The best solution by a short search, or any one.
    fn short(
        &self,
        bitboard: &mut Bitboard,
        start: State,
        row: Row,
        limits: &Limits,
    ) -> (Option<Solution>, End) {
        let all = SearchLimit {
            bound: &self.bound,
            above: i64::MIN,
            enough: i64::MAX,
        };
        let nodes = match start.candidate_count() <= self.most_candidates {
            true => self.short,
            false => 0,
        };
        let best = bitboard.best(start, all, &limits.clone().within_nodes(nodes));
        if best != (None, End::Stopped(Reason::NodeLimit)) {
            return best;
        }
        let mut first = None;
        let unlimited = limits.clone().up_to_nodes(u64::MAX);
        let end = bitboard.search(row, &unlimited, |full| {
            first = Some(full.solution());
            ControlFlow::Break(())
        });
        (first, end)
    }
}

/// What is prepared for an objective, again if that was another one.
pub fn prepared<'p>(last: &'p mut Option<Prepared>, objective: &Objective) -> &'p Prepared {
    let known = last.take().filter(|prepared| prepared.is_of(objective));
    last.insert(known.unwrap_or_else(|| Prepared::new(objective)))
}

/// The digit of a cell with this one candidate.
fn single(candidates: u16) -> Option<Digit> {
    let is_single = candidates.is_power_of_two();
    is_single.then(|| Digit::from_index(candidates.trailing_zeros() as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Puzzle;
    use crate::grid::symmetry::{Symmetry, pattern};
    use crate::objective::Negate;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::time::Duration;

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
        let mut bitboard = Bitboard::default();
        for number in 0..60 {
            let puzzle = random_puzzle(24 + number % 10, &mut random);
            let text = *Row::of(&puzzle).unwrap();
            let row = Row::new(&text).unwrap();
            for objective in objectives(&mut random) {
                let mut prepared = Prepared::new(&objective);
                prepared.most_candidates = u32::MAX;
                let scores = [0, 1, SHORT, u64::MAX].map(|short| {
                    prepared.short = short;
                    let limits = Limits::unlimited();
                    let found = prepared.maximise(&mut bitboard, row, &limits, Progress::SILENT);
                    let best = found.best.expect("a solution");
                    assert_eq!(best.check(&puzzle), Ok(()));
                    assert_eq!(found.end, End::Exhausted);
                    objective.score(&best)
                });
                assert!(scores.iter().all(|score| *score == scores[3]), "{scores:?}");
            }
        }
    }

    #[test]
    fn a_search_that_is_out_of_time_has_an_upper_bound() {
        let mut random = ChaCha8Rng::seed_from_u64(23);
        let mut bitboard = Bitboard::default();
        let late = Limits::unlimited().within(Duration::ZERO);
        for _ in 0..20 {
            let row = Row::of(&random_puzzle(25, &mut random)).unwrap();
            let mut first = None;
            bitboard.search(row, &Limits::unlimited(), |full| {
                first = Some(full.solution());
                ControlFlow::Break(())
            });
            let first = first.expect("a solution");
            for objective in objectives(&mut random) {
                let prepared = Prepared::new(&objective);
                let mut start = State::new(row);
                start.settle();
                let found = prepared.better(&mut bitboard, start, first.clone(), None, &late);
                assert_eq!(found.end, End::Stopped(Reason::Timeout));
                let all =
                    prepared.maximise(&mut bitboard, row, &Limits::unlimited(), Progress::SILENT);
                let most = objective.score(&all.best.expect("a solution"));
                assert!(found.bound.is_some_and(|bound| bound >= most));
            }
        }
    }

    /// The short search took as many nodes as it liked.
    #[test]
    fn a_lower_limit_on_nodes_holds_for_the_short_search() {
        let mut random = ChaCha8Rng::seed_from_u64(24);
        let mut bitboard = Bitboard::default();
        for givens in [22, 24, 26, 28] {
            let row = Row::of(&random_puzzle(givens, &mut random)).unwrap();
            let mut start = State::new(row);
            start.settle();
            for objective in objectives(&mut random) {
                let prepared = Prepared::new(&objective);
                let few = Limits::unlimited().up_to_nodes(0);
                let (first, end) = prepared.short(&mut bitboard, start, row, &few);
                assert!(first.is_some());
                assert_ne!(end, End::Exhausted, "{givens} givens");
            }
        }
    }

    #[test]
    fn what_has_no_solution_has_no_maximum() {
        let mut random = ChaCha8Rng::seed_from_u64(22);
        let mut bitboard = Bitboard::default();
        let prepared = Prepared::new(&Objective::pyramid(Geometry::CLASSIC));
        for _ in 0..300 {
            let mut puzzle = random_puzzle(30, &mut random);
            let (cell, other) = (random.random_range(0..81), random.random_range(0..81));
            let digit = puzzle.given(Cell(other));
            puzzle.set(Cell(cell), digit);
            let text = *Row::of(&puzzle).unwrap();
            let row = Row::new(&text).unwrap();
            let limits = Limits::unlimited();
            let found = prepared.maximise(&mut bitboard, row, &limits, Progress::SILENT);
            let solvable = bitboard.count(row, 1, &limits).0 == 1;
            assert_eq!(found.end, End::Exhausted);
            assert_eq!(found.best.is_some(), solvable);
        }
    }
}
