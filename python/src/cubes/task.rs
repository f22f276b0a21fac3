//! The work on cubes, for puzzles of either kind.

use crate::error::{BadInput, Failure};
use satoku::backend::{Answer, Query};
use satoku::certify::Certifiable;
use satoku::cubes::text::{self, AnswerLine, CubeLine};
use satoku::cubes::{self, Combination, Cube, Split, SplitRequest};
use satoku::outcome::End;
use satoku::{Limits, Optimum, Solution};
use serde_json::{Value, json};

/// A puzzle of either kind, and what is asked about it.
pub struct Task<P: Certifiable> {
    pub puzzle: P,
    pub query: Query<P::Objective>,
    /// Whether the objective is the negation of what is asked to be lowest.
    pub lowest: bool,
}

/// A failure of an engine.
pub fn engine(error: impl std::fmt::Display) -> Failure {
    Failure::Engine(error.to_string())
}

/// A failure that the caller can mend.
pub fn bad(error: impl std::fmt::Display) -> Failure {
    BadInput::new(error.to_string()).into()
}

impl<P: Certifiable> Task<P> {
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
        let lines = lines.map(|line| match self.lowest {
            true => line.for_minimum(),
            false => line,
        });
        lines
            .map(|line| serde_json::to_string(&line).map_err(engine))
            .collect()
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
        let line: CubeLine = text::parse(line).map_err(bad)?;
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

    /// All cubes of a split, in their order.
    pub fn cubes(&self, lines: &[String]) -> Result<Split, Failure> {
        let mut split = Split::default();
        for (number, line) in (1..).zip(lines) {
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
            split.cubes.push(cube);
            split
                .bounds
                .push(line.bound.map(|bound| self.signed(bound)));
        }
        Ok(split)
    }

    /// The answer of a cube.
    pub fn solve(
        &self,
        line: &str,
        above: Option<i64>,
        limits: &Limits,
    ) -> Result<String, Failure> {
        let (line, cube) = self.cube(line)?;
        let above = above.map(|above| self.signed(above));
        let answer = cubes::solve(&self.puzzle, &cube, &self.query, above, limits);
        let mut line = text::answer_line(&self.puzzle, line.cube - 1, &answer.map_err(engine)?);
        line.above = above.filter(|_| line.best);
        serde_json::to_string(&line).map_err(engine)
    }

    /// All answers together.
    pub fn combination<'t>(
        &'t self,
        split: &Split,
        answers: &[String],
        known: Option<&str>,
    ) -> Result<Combination<'t, P>, Failure> {
        let all = Combination::new(&self.puzzle, &self.query, split.cubes.len());
        let mut all = all.bounded_by(split);
        if let Some(line) = known {
            all.know(&self.solution(line)?).map_err(bad)?;
        }
        let mut known_above = None;
        for line in answers {
            let line: AnswerLine = text::parse(line).map_err(bad)?;
            let answer = text::answer_of(&self.puzzle, &line).map_err(bad)?;
            known_above = known_above.max(line.above);
            let index = line.cube.wrapping_sub(1);
            let nothing = Cube::default();
            all.add(index, split.cubes.get(index).unwrap_or(&nothing), answer)
                .map_err(bad)?;
        }
        match known_above {
            Some(above) if all.best_score() < known_above => Err(bad(format!(
                "cubes were solved with above={}, but no solution with that score is here; \
                 pass it as known",
                self.signed(above)
            ))),
            _ => Ok(all),
        }
    }

    /// A score as the caller counts it, or back.
    fn signed(&self, score: i64) -> i64 {
        if self.lowest {
            score.saturating_neg()
        } else {
            score
        }
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
                    Optimum::Optimal { .. } if self.lowest => "minimum",
                    Optimum::Optimal { .. } => "maximum",
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
