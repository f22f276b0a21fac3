//! The work on cubes, for puzzles of either kind.

use super::lines::{answer_text, parse_answer, parse_cube};
use crate::error::{BadInput, Failure};
use crate::options::refuse;
use satoku::backend::{Answer, Query};
use satoku::certify::Certifiable;
use satoku::cubes::text::{self, CubeLine};
use satoku::cubes::{self, Combination, Cube, Split, SplitRequest};
use satoku::objective::{Directed, Direction};
use satoku::outcome::End;
use satoku::{Limits, Optimum, Solution};
use serde_json::{Value, json};

/// A puzzle of either kind, and what is asked about it.
pub struct Task<P: Certifiable> {
    pub puzzle: P,
    query: Query<P::Objective>,
    /// What is scored, if the best score is asked for.
    pub objective: Option<Directed<P::Objective>>,
}

/// All cubes of a split, in their order.
pub struct Parts {
    pub split: Split,
    /// What scores no more than this is in no cube.
    above: Option<i64>,
}

/// Far more cubes than machines; a split that leaves none ends long before.
const MANY: usize = 10_000;

/// A failure of an engine.
pub fn engine(error: impl std::fmt::Display) -> Failure {
    Failure::Engine(error.to_string())
}

/// A failure that the caller can mend.
pub fn bad(error: impl std::fmt::Display) -> Failure {
    BadInput::new(error.to_string()).into()
}

impl<P: Certifiable> Task<P> {
    /// The best score, or up to `limit` solutions.
    pub fn new(puzzle: P, objective: Option<Directed<P::Objective>>, limit: u64) -> Task<P> {
        let query = match &objective {
            Some(objective) => Query::Maximise(objective.to_maximise().clone()),
            None => Query::Enumerate { limit },
        };
        Task {
            puzzle,
            query,
            objective,
        }
    }

    fn direction(&self) -> Direction {
        let objective = self.objective.as_ref();
        objective.map_or_else(Direction::default, Directed::direction)
    }

    /// A good solution to start from.
    pub fn good_solution(&self, limits: &Limits) -> Result<Option<String>, Failure> {
        let Query::Maximise(objective) = &self.query else {
            return Ok(None);
        };
        let found = self
            .puzzle
            .good_solution(objective, limits)
            .map_err(engine)?;
        Ok(found.map(|solution| self.puzzle.solution_line(&solution)))
    }

    /// The cubes, a line each.
    pub fn split(
        &self,
        count: usize,
        known: Option<&str>,
        limits: &Limits,
    ) -> Result<Vec<String>, Failure> {
        self.refuse_scores("known", known.is_some())?;
        let above = known.map(|line| self.known_score(line)).transpose()?;
        let above = above.flatten();
        let request = SplitRequest {
            query: &self.query,
            above,
            count,
            limits,
        };
        let split = cubes::split(&self.puzzle, &request);
        let lines = text::cube_lines(&self.puzzle, &split, above);
        lines
            .map(|line| serde_json::to_string(&line.signed(self.direction())).map_err(engine))
            .collect()
    }

    /// Refuses a keyword about scores where solutions are asked for.
    fn refuse_scores(&self, keyword: &str, is_passed: bool) -> Result<(), Failure> {
        let is_about_scores = matches!(self.query, Query::Maximise(_));
        let passed = [(keyword, is_passed && !is_about_scores)];
        refuse(&passed, "with maximum=True", "solutions are asked for")
    }

    fn known_score(&self, line: &str) -> Result<Option<i64>, Failure> {
        let solution = self.solution(line)?;
        Ok(match &self.query {
            Query::Maximise(objective) => Some(self.puzzle.score(objective, &solution)),
            _ => None,
        })
    }

    /// A solution from a line, checked.
    pub fn solution(&self, line: &str) -> Result<Solution, Failure> {
        let read = self.puzzle.solution_of(line);
        let solution =
            read.ok_or_else(|| bad("found no solution in the line, expected a full grid"))?;
        self.puzzle.check(&solution).map_err(bad)?;
        Ok(solution)
    }

    fn cube(&self, line: &str) -> Result<(CubeLine, Cube), Failure> {
        let line = parse_cube(line)?;
        let cube = text::cube_of(&self.puzzle, &line).map_err(bad)?;
        let own = self.puzzle.within(&cube).and_then(|part| part.line());
        if line.puzzle.is_some() && line.puzzle != own {
            let what = format!("cube {}: found one of another puzzle", line.cube);
            return Err(bad(what));
        }
        match line.cube {
            0 => Err(bad("cube: found 0, expected 1 or more")),
            _ => Ok((line, cube)),
        }
    }

    /// Reads all cubes of a split.
    pub fn parts(&self, lines: &[String], limits: &Limits) -> Result<Parts, Failure> {
        let (mut split, mut above) = (Split::default(), None);
        for (number, line) in (1..).zip(lines) {
            limits.check().map_err(|reason| Failure::open(&reason))?;
            let (line, cube) = self.cube(line)?;
            if line.cube != number || line.of != lines.len() {
                let what = format!(
                    "found cube {} of {}, expected {number} of {}",
                    line.cube,
                    line.of,
                    lines.len()
                );
                return Err(bad(what));
            }
            above = above.max(self.left_out(&line)?);
            split.cubes.push(cube);
            split
                .bounds
                .push(line.bound.map(|bound| self.signed(bound)));
        }
        Ok(Parts { split, above })
    }

    /// The score that all solutions in the cubes of this one's split exceed.
    fn left_out(&self, line: &CubeLine) -> Result<Option<i64>, Failure> {
        let (own, other) = match self.direction() {
            Direction::Highest => (line.above, line.below),
            Direction::Lowest => (line.below, line.above),
        };
        let has_scores = matches!(self.query, Query::Maximise(_));
        if other.is_some() || (own.is_some() && !has_scores) {
            let what = format!("cube {}: found one for another question", line.cube);
            return Err(bad(what));
        }
        Ok(own.map(|score| self.signed(score)))
    }

    /// Checks that a split without cubes is one of this puzzle: nothing else tells what the
    /// missing cubes were made above.
    fn require_nothing_left(&self, above: Option<i64>, limits: &Limits) -> Result<(), Failure> {
        let request = SplitRequest {
            query: &self.query,
            above,
            count: MANY,
            limits,
        };
        let left = cubes::split(&self.puzzle, &request);
        match left.stopped {
            Some(reason) => Err(Failure::open(&reason)),
            None if left.cubes.is_empty() => Ok(()),
            None => Err(bad(
                "found no cubes, expected some; if split left none, pass the solution that it \
                 was given as known",
            )),
        }
    }

    /// The answer of a cube.
    pub fn solve(
        &self,
        line: &str,
        above: Option<i64>,
        limits: &Limits,
    ) -> Result<String, Failure> {
        self.refuse_scores("above", above.is_some())?;
        let (line, cube) = self.cube(line)?;
        let above = above.map(|above| self.signed(above));
        let answer = cubes::solve(&self.puzzle, &cube, &self.query, above, limits);
        let mut line = text::answer_line(&self.puzzle, line.cube - 1, &answer.map_err(engine)?);
        line.above = above.filter(|_| line.best);
        answer_text(&line, self.direction())
    }

    /// All answers together.
    pub fn combination<'t>(
        &'t self,
        parts: &Parts,
        answers: &[String],
        known: Option<&str>,
        limits: &Limits,
    ) -> Result<Combination<'t, P>, Failure> {
        let cubes = &parts.split.cubes;
        let all = Combination::new(&self.puzzle, &self.query, cubes.len());
        let mut all = all.bounded_by(&parts.split);
        if let Some(line) = known {
            all.know(&self.solution(line)?).map_err(bad)?;
        }
        if cubes.is_empty() {
            self.require_nothing_left(all.best_score(), limits)?;
        }
        let mut solved_above = None;
        for line in answers {
            limits.check().map_err(|reason| Failure::open(&reason))?;
            let line = parse_answer(line, self.direction())?;
            let answer = text::answer_of(&self.puzzle, &line).map_err(bad)?;
            solved_above = solved_above.max(line.above);
            let index = line.cube.wrapping_sub(1);
            let nothing = Cube::default();
            all.add(index, cubes.get(index).unwrap_or(&nothing), answer)
                .map_err(bad)?;
        }
        let best = all.best_score();
        self.require_known(best, parts.above, "hold only what is beyond the score ")?;
        self.require_known(best, solved_above, "were solved with above=")?;
        Ok(all)
    }

    /// Checks that a solution is here whose score the cubes leave out.
    fn require_known(
        &self,
        best: Option<i64>,
        above: Option<i64>,
        how: &str,
    ) -> Result<(), Failure> {
        match above {
            Some(above) if best < Some(above) => Err(bad(format!(
                "cubes {how}{}, but no solution with that score is here; pass it as known",
                self.signed(above)
            ))),
            _ => Ok(()),
        }
    }

    /// A score as the caller counts it, or back.
    fn signed(&self, score: i64) -> i64 {
        self.direction().signed(score)
    }

    /// The answer as JSON; `above` is what `solve` takes.
    pub fn describe(&self, all: &Combination<'_, P>, cubes: usize) -> Value {
        let line = |solution: &Solution| self.puzzle.solution_line(solution);
        let mut object = json!({
            "settled": all.is_settled(),
            "answered": (0..cubes).filter(|&index| all.is_answered(index)).count(),
            "cubes": cubes,
            "above": all.best_score().map(|score| self.signed(score)),
        });
        match all.answer() {
            Answer::Enumerate(solutions, tally) => {
                object["verdict"] = json!(match (&tally.end, tally.found) {
                    (End::Stopped(_), _) => "unknown",
                    (End::Enough, 1) => "solved",
                    (End::Enough, _) => "several",
                    (End::Exhausted, 0) => "none",
                    (End::Exhausted, 1) => "unique",
                    (End::Exhausted, _) => "counted",
                });
                object["found"] = json!(tally.found);
                object["solutions"] = json!(solutions.iter().map(line).collect::<Vec<_>>());
            }
            Answer::Maximise(optimum) => {
                object["verdict"] = json!(match &optimum {
                    Optimum::Optimal { .. } => self.direction().extremum(),
                    Optimum::Unsatisfiable => "none",
                    Optimum::Feasible { .. } | Optimum::Unknown(_) => "unknown",
                });
                let best = optimum.best();
                object["score"] = json!(best.map(|(_, score)| self.signed(score)));
                object["bound"] = json!(all.bound().map(|bound| self.signed(bound)));
                let solutions: Vec<String> =
                    best.iter().map(|(solution, _)| line(solution)).collect();
                object["solutions"] = json!(solutions);
            }
            Answer::First(_) | Answer::Count(_) => {}
        }
        object
    }
}
