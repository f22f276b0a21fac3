//! The highest scores: by search, by clauses, or by search as long as that is quick.

use super::ask::checked_score;
use super::auto::{AutoBackend, ends_by};
use super::native::NativeBackend;
use super::optima::listed;
use super::sat::SatBackend;
use super::sat_maximum::Region;
use super::{Optimum, WrongAnswer, checked};
use crate::grid::{Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{Objective, Progress};
use crate::outcome::{End, Reason};
use crate::sat::optimise::Strategy;
use crate::search::nodes_of_a_moment;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The highest scores, each different from the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TopScores {
    /// Scores from the highest on, each with one checked solution that has it.
    pub scores: Vec<(i64, Solution)>,
    /// Why there are no more: [`End::Exhausted`] if no solution scores less.
    pub end: End,
}

impl TopScores {
    /// The highest score.
    fn only(score: i64, best: &Solution, end: End) -> TopScores {
        TopScores {
            scores: vec![(score, best.clone())],
            end,
        }
    }

    /// Shows the solution that is known for the highest score, of several that have it.
    pub(super) fn begin_with(&mut self, score: i64, best: &Solution) {
        if let Some((highest, solution)) = self.scores.first_mut()
            && *highest == score
        {
            *solution = best.clone();
        }
    }
}

/// Nodes of the search before clauses on 9×9, besides those among neighbours of known grids.
const NODES: u64 = 20_000;

impl NativeBackend {
    /// Like [`top_scores`], by branch and bound. If a limit ends the search, `best` is the only
    /// score: those below it would not be proven.
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
        let highest = checked_score(self, puzzle, objective, best)?;
        if count <= 1 {
            return Ok(TopScores::only(highest, best, End::Enough));
        }
        let most = usize::try_from(count).unwrap_or(usize::MAX);
        let (scores, mut end) = self
            .native
            .top_scores(puzzle, objective, best, most, limits);
        match end {
            End::Stopped(_) => return Ok(TopScores::only(highest, best, end)),
            _ if scores.len() >= most => end = End::Enough,
            _ => {}
        }
        for (_, solution) in &scores {
            checked(self, puzzle, solution)?;
        }
        Ok(TopScores { scores, end })
    }
}

impl AutoBackend {
    /// Like [`top_scores`], by search and, if that takes long, by clauses.
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
        let nodes = match puzzle.geometry() {
            Geometry::CLASSIC => NODES,
            _ => nodes_of_a_moment(puzzle),
        };
        let short = match self.takes(puzzle, objective) {
            true => limits.clone().within_nodes(nodes),
            false => limits.clone(),
        };
        let found = self
            .native
            .top_scores(puzzle, objective, best, count, &short)?;
        if found.end != End::Stopped(Reason::NodeLimit) || ends_by(limits, nodes) {
            return Ok(found);
        }
        match by_clauses(&mut self.sat, puzzle, objective, best, count, limits)? {
            Some(found) => Ok(found),
            None => self
                .native
                .top_scores(puzzle, objective, best, count, limits),
        }
    }
}

/// The `count` highest scores (at least 1) of a puzzle whose maximum is known: `best` has
/// it. Each next score is the maximum below the last, by clauses.
///
/// # Errors
/// [`WrongAnswer`] if a solution, `best` too, breaks the rules or a given.
///
/// # Panics
/// If the objective is of another shape than the puzzle.
pub fn top_scores(
    sat: &mut SatBackend,
    puzzle: &Puzzle,
    objective: &Objective,
    best: &Solution,
    count: u64,
    limits: &Limits,
) -> Result<TopScores, WrongAnswer> {
    if let Some(found) = by_clauses(sat, puzzle, objective, best, count, limits)? {
        return Ok(found);
    }
    let mut all = top_of_list(puzzle, objective, count, limits);
    let highest = objective.score(best);
    all.begin_with(highest, best);
    if let End::Stopped(_) = all.end {
        return Ok(TopScores::only(highest, best, all.end));
    }
    for (_, solution) in &all.scores {
        checked(sat, puzzle, solution)?;
    }
    Ok(all)
}

/// [`top_scores`] as far as clauses can say; `None` if the scores have too many sums for that.
fn by_clauses(
    sat: &mut SatBackend,
    puzzle: &Puzzle,
    objective: &Objective,
    best: &Solution,
    count: u64,
    limits: &Limits,
) -> Result<Option<TopScores>, WrongAnswer> {
    let mut below = checked_score(sat, puzzle, objective, best)?;
    let mut scores = vec![(below, best.clone())];
    while (scores.len() as u64) < count {
        let silent = Progress::SILENT;
        let region = Region {
            below: Some(below),
            ..Region::whole(Strategy::Linear)
        };
        let end = match sat.optimise(puzzle, objective, region, limits, silent) {
            Optimum::Optimal { score, solution } => {
                checked(sat, puzzle, &solution)?;
                below = score;
                scores.push((score, solution));
                continue;
            }
            Optimum::Unsatisfiable => End::Exhausted,
            Optimum::Unknown(Reason::TooManySums) => return Ok(None),
            Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => End::Stopped(reason),
        };
        return Ok(Some(TopScores { scores, end }));
    }
    let end = End::Enough;
    Ok(Some(TopScores { scores, end }))
}

/// The `count` highest scores of all solutions, in the same way.
fn top_of_list(puzzle: &Puzzle, objective: &Objective, count: u64, limits: &Limits) -> TopScores {
    let mut ranked: BTreeMap<i64, Solution> = BTreeMap::new();
    let end = listed(puzzle, limits, &mut |solution| {
        let score = objective.score(solution);
        ranked.entry(score).or_insert_with(|| solution.clone());
        if ranked.len() as u64 > count {
            ranked.pop_first();
        }
        ControlFlow::Continue(())
    });
    let end = match end {
        End::Exhausted if ranked.len() as u64 >= count => End::Enough,
        end => end,
    };
    let scores = ranked.into_iter().rev().collect();
    TopScores { scores, end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{Presolve, Problem};
    use crate::encoding::{DEFAULT, Encoding};
    use crate::grid::text::{PuzzleReader, ReadOptions};
    use crate::sat::Engine;
    use crate::search::Native;
    use std::time::Duration;

    fn puzzle(shape: &str, text: &str) -> Puzzle {
        let options = ReadOptions {
            geometry: Some(shape.parse().unwrap()),
            ..ReadOptions::default()
        };
        let mut reader = PuzzleReader::of_text(text, "text", options);
        reader.next().unwrap().unwrap().puzzle
    }

    fn sat() -> SatBackend {
        let encoding = Encoding::named(DEFAULT).unwrap();
        SatBackend::new(Engine::varisat(), encoding, Presolve::Locked)
    }

    /// Puzzles with some hundred solutions, and objectives: all cells, few cells, signs.
    fn instances() -> Vec<(Puzzle, Objective)> {
        let solved =
            "527316489896542731314987562172453896689271354453698217941825673765134928238769145";
        let open = |cell: usize| cell % 9 > 4 || cell / 9 > 5;
        let nine = solved.chars().enumerate();
        let nine: String = nine
            .map(|(cell, digit)| {
                if open(cell) && cell % 4 != 1 {
                    '.'
                } else {
                    digit
                }
            })
            .collect();
        let puzzles = [
            puzzle("2x2", "................"),
            puzzle("4x1", "1..............."),
            puzzle("2x3", ".4......64.........24..1.32....6.1.."),
            puzzle("3x3", &nine),
        ];
        let mut instances = Vec::new();
        for puzzle in puzzles {
            let geometry = puzzle.geometry();
            let cells = geometry.cell_count() as i64;
            for weight in [
                (|k| k * k % 7) as fn(i64) -> i64,
                |k| if k < 3 { 5 - 4 * k } else { 0 },
                |k| k * k * 7_919 % 1_003 - 400,
                |_| 0,
            ] {
                let weights = (0..cells).map(weight).collect();
                let objective = Objective::new(geometry, weights).unwrap();
                instances.push((puzzle.clone(), objective));
            }
        }
        instances
    }

    #[test]
    fn search_and_clauses_find_the_highest_scores_of_all_solutions() {
        let unlimited = Limits::unlimited();
        for (puzzle, objective) in instances() {
            let mut ranked: BTreeMap<i64, Solution> = BTreeMap::new();
            let mut solutions = 0;
            Native::default().enumerate(&puzzle, &unlimited, &mut |solution| {
                solutions += 1;
                let score = objective.score(solution);
                ranked.insert(score, solution.clone());
                ControlFlow::Continue(())
            });
            assert!((4..100_000).contains(&solutions), "{solutions}");
            let best = ranked.values().next_back().unwrap();
            for count in [1, 2, 5, 1_000_000] {
                let expected = ranked.keys().rev().take(count as usize);
                let expected: Vec<i64> = expected.copied().collect();
                let is_all = expected.len() < count as usize;
                let mut native = NativeBackend::default();
                let mut auto = AutoBackend::new(sat());
                let asked = (&puzzle, &objective, best, count, &unlimited);
                let (p, o, b, c, l) = asked;
                for top in [
                    native.top_scores(p, o, b, c, l).unwrap(),
                    auto.top_scores(p, o, b, c, l).unwrap(),
                ] {
                    let scores: Vec<i64> = top.scores.iter().map(|(score, _)| *score).collect();
                    assert_eq!(scores, expected, "{} {count}", puzzle.geometry());
                    assert_eq!(top.end == End::Exhausted, is_all);
                    assert_eq!(&top.scores[0].1, best);
                    for (score, solution) in &top.scores {
                        assert_eq!(objective.score(solution), *score);
                        Problem::check(&puzzle, solution).unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn what_a_limit_leaves_open_is_not_shown() {
        let late = Limits::unlimited().within(Duration::ZERO);
        let (puzzle, objective) = instances().remove(0);
        let mut best = None;
        Native::default().enumerate(&puzzle, &Limits::unlimited(), &mut |solution| {
            best = Some(solution.clone());
            ControlFlow::Break(())
        });
        let best = best.unwrap();
        let top = NativeBackend::default().top_scores(&puzzle, &objective, &best, 3, &late);
        let top = top.unwrap();
        assert_eq!(top.scores, [(objective.score(&best), best)]);
        assert_eq!(top.end, End::Stopped(Reason::Timeout));
    }

    #[test]
    fn what_takes_the_search_long_is_left_to_clauses() {
        let geometry = "3x4".parse().unwrap();
        let puzzle = Puzzle::empty(geometry);
        let weights = (0..144).map(|cell| i64::from(cell < 3)).collect();
        let objective = Objective::new(geometry, weights).unwrap();
        let unlimited = Limits::unlimited();
        let mut native = NativeBackend::default();
        let best = crate::backend::maximise(&mut native, &puzzle, &objective, &unlimited);
        let best = best.unwrap().best().unwrap().0.clone();
        let mut auto = AutoBackend::new(sat());
        let top = auto.top_scores(&puzzle, &objective, &best, 3, &unlimited);
        let scores: Vec<i64> = top
            .unwrap()
            .scores
            .iter()
            .map(|(score, _)| *score)
            .collect();
        assert_eq!(scores, [33, 32, 31]);
    }
}
