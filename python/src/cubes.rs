//! Cubes: a puzzle in parts that other machines solve. Cubes and answers are lines of JSON,
//! as `satoku cubes` writes them.

use crate::error::{BadInput, Failure};
use crate::options::{Names, Reading, duration};
use crate::puzzle::Question;
use crate::verbs::exposed;
use crate::watch::watched;
use crate::weights::Weights;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use satoku::backend::{Answer, Query};
use satoku::certify::archive::pack;
use satoku::certify::{Certifiable, Certification, CertifyError, CubesDraft, Finding, MAX_PROOF};
use satoku::cubes::text::{self, AnswerLine, CubeLine};
use satoku::cubes::{self, Combination, Cube, Split, SplitRequest};
use satoku::outcome::End;
use satoku::rules::VariantPuzzle;
use satoku::{Limits, Optimum, Puzzle, Solution};
use serde_json::{Value, json};

/// A question about a puzzle that is answered in parts: its solutions up to a limit, or
/// its highest score.
///
/// >>> import json, satoku
/// >>> task = satoku.Cubes("1.....3..4.....2", limit=10)
/// >>> cubes = task.split(4)
/// >>> answers = [task.solve(cube) for cube in cubes]
/// >>> json.loads(task.combine(cubes, answers))["verdict"]
/// 'unique'
#[pyclass(module = "satoku", frozen)]
pub struct Cubes(Kind);

enum Kind {
    Classic(Task<Puzzle>),
    Variant(Box<Task<VariantPuzzle>>),
}

/// A puzzle of either kind, and what is asked about it.
struct Task<P: Certifiable> {
    puzzle: P,
    query: Query<P::Objective>,
    /// Whether the objective is the negation of what is asked to be lowest.
    lowest: bool,
}

/// The same call for both kinds.
macro_rules! each {
    ($cubes:expr, $task:ident => $call:expr) => {
        match &$cubes.0 {
            Kind::Classic($task) => $call,
            Kind::Variant($task) => $call,
        }
    };
}

#[pymethods]
impl Cubes {
    #[new]
    #[pyo3(signature = (puzzle, /, *, maximum=false, weights=None, minimise=false, limit=2, r#box=None,
        alphabet=None, rules=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        puzzle: &Bound<'_, PyAny>,
        maximum: bool,
        weights: Option<Vec<i64>>,
        minimise: bool,
        limit: u64,
        r#box: Option<&str>,
        alphabet: Option<&str>,
        rules: Option<Names>,
    ) -> PyResult<Cubes> {
        exposed(|| {
            if limit == 0 {
                return Err(BadInput::new("limit: found 0, expected 1 or more").into());
            }
            let reading = Reading::new(r#box, alphabet, rules)?;
            let question = Question::of_object(puzzle, &reading)?;
            let weights = Weights::new(weights, minimise);
            let solutions = || Query::Enumerate { limit };
            Ok(Cubes(match (question.classic(), question) {
                (_, Question::Variant(variant)) => Kind::Variant(Box::new(Task {
                    query: match maximum {
                        true => Query::Maximise(weights.on_board(variant.puzzle.board())?),
                        false => Query::Enumerate { limit },
                    },
                    puzzle: variant.puzzle,
                    lowest: minimise,
                })),
                (Some(puzzle), _) => Kind::Classic(Task {
                    query: match maximum {
                        true => Query::Maximise(weights.on_shape(puzzle.geometry())?),
                        false => solutions(),
                    },
                    puzzle,
                    lowest: minimise,
                }),
                (None, _) => return Err(BadInput::new("found no puzzle, expected one").into()),
            }))
        })
    }

    /// A good solution to start from, if a maximum is wanted and one is found in moments.
    #[pyo3(signature = (*, timeout=None))]
    fn good_solution(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Option<String>> {
        exposed(|| {
            watched(
                py,
                duration(timeout)?,
                |limits| each!(self, task => task.good_solution(limits)),
            )
        })
    }

    /// About so many cubes, which share no solution and together have all of them; for a
    /// maximum, all that score more than the solution `known`. Cubes of a certificate must
    /// have all solutions.
    #[pyo3(signature = (count, *, known=None, timeout=None))]
    fn split(
        &self,
        py: Python<'_>,
        count: usize,
        known: Option<&str>,
        timeout: Option<f64>,
    ) -> PyResult<Vec<String>> {
        exposed(|| {
            watched(
                py,
                duration(timeout)?,
                |limits| each!(self, task => task.split(count, known, limits)),
            )
        })
    }

    /// The answer of a cube. Of a maximum, only what scores more than `above` is of
    /// interest.
    #[pyo3(signature = (cube, *, above=None, timeout=None))]
    fn solve(
        &self,
        py: Python<'_>,
        cube: &str,
        above: Option<i64>,
        timeout: Option<f64>,
    ) -> PyResult<String> {
        exposed(|| {
            watched(
                py,
                duration(timeout)?,
                |limits| each!(self, task => task.solve(cube, above, limits)),
            )
        })
    }

    /// The whole answer, an object of JSON: verdict, solutions, score, bound, whether it is
    /// settled, and how many cubes are answered. Every solution is checked.
    #[pyo3(signature = (cubes, answers, *, known=None))]
    fn combine(
        &self,
        cubes: Vec<String>,
        answers: Vec<String>,
        known: Option<&str>,
    ) -> PyResult<String> {
        exposed(|| {
            each!(self, task => {
                let split = task.cubes(&cubes)?;
                let all = task.combination(&split, &answers, known)?;
                Ok(task.describe(&all, split.cubes.len()).to_string())
            })
        })
    }

    /// The proof of one part of a certificate, in binary DRAT: that a cube (from 0) has no
    /// other solutions than these, or none that scores more; the last part, whose number is
    /// that of the cubes, is that nothing is outside of them.
    #[pyo3(signature = (cubes, solutions, part, *, timeout=None))]
    fn refute<'py>(
        &self,
        py: Python<'py>,
        cubes: Vec<String>,
        solutions: Vec<String>,
        part: usize,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        exposed(|| {
            if part > cubes.len() {
                let what = format!("part: found {part}, expected at most {}", cubes.len());
                return Err(BadInput::new(what).into());
            }
            let proof = watched(py, duration(timeout)?, |limits| {
                each!(self, task => {
                    let draft = task.draft(&cubes, &solutions, limits)?;
                    certified(draft.refute(part, limits, MAX_PROOF))
                })
            })?;
            Ok(PyBytes::new(py, &proof))
        })
    }

    /// The certificate of these proofs, one for each part, once the judge accepts it: an
    /// archive that `verify` takes.
    #[pyo3(signature = (cubes, solutions, proofs))]
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        cubes: Vec<String>,
        solutions: Vec<String>,
        proofs: Vec<Vec<u8>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        exposed(|| {
            let bytes = watched(py, None, |limits| {
                each!(self, task => {
                    let draft = task.draft(&cubes, &solutions, limits)?;
                    let made = certified(draft.in_memory(&proofs, limits))?;
                    let mut archive = Vec::new();
                    let packed = pack(&made.files, &mut archive);
                    packed.map_err(|error| Failure::Engine(error.to_string()))?;
                    Ok(archive)
                })
            })?;
            Ok(PyBytes::new(py, &bytes))
        })
    }
}

fn engine(error: impl std::fmt::Display) -> Failure {
    Failure::Engine(error.to_string())
}

fn bad(error: impl std::fmt::Display) -> Failure {
    BadInput::new(error.to_string()).into()
}

/// What was made; a failure if it was not.
fn certified<T>(made: Result<Certification<T>, CertifyError>) -> Result<T, Failure> {
    match made {
        Ok(Certification::Proven(made)) => Ok(made),
        Ok(Certification::False(truth)) => Err(engine(format!("the answer is wrong: {truth}"))),
        Ok(Certification::Unknown(reason)) => Err(Failure::open(&reason)),
        Err(
            error
            @ (CertifyError::Side(_) | CertifyError::TooLarge(_) | CertifyError::Solutions(_)),
        ) => Err(Failure::Unsupported(error.to_string())),
        Err(error) => Err(engine(error)),
    }
}

impl<P: Certifiable> Task<P> {
    fn good_solution(&self, limits: &Limits) -> Result<Option<String>, Failure> {
        let Query::Maximise(objective) = &self.query else {
            return Ok(None);
        };
        let found = self
            .puzzle
            .good_solution(objective, limits)
            .map_err(engine)?;
        Ok(found.map(|solution| self.puzzle.solution_line(&solution)))
    }

    fn split(
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
    fn solution(&self, line: &str) -> Result<Solution, Failure> {
        let read = self.puzzle.solution_of(line);
        let solution =
            read.ok_or_else(|| bad("found no solution in the line, expected a full grid"))?;
        self.puzzle.check(&solution).map_err(bad)?;
        Ok(solution)
    }

    fn cube(&self, line: &str) -> Result<(CubeLine, Cube), Failure> {
        let line: CubeLine = text::parse(line).map_err(bad)?;
        let cube = text::cube_of(&self.puzzle, &line).map_err(bad)?;
        match line.cube {
            0 => Err(bad("cube: found 0, expected 1 or more")),
            _ => Ok((line, cube)),
        }
    }

    /// All cubes of a split, in their order.
    fn cubes(&self, lines: &[String]) -> Result<Split, Failure> {
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
            split.bounds.push(line.bound);
        }
        Ok(split)
    }

    fn solve(&self, line: &str, above: Option<i64>, limits: &Limits) -> Result<String, Failure> {
        let (line, cube) = self.cube(line)?;
        let answer = cubes::solve(&self.puzzle, &cube, &self.query, above, limits);
        let line = text::answer_line(&self.puzzle, line.cube - 1, &answer.map_err(engine)?);
        serde_json::to_string(&line).map_err(engine)
    }

    fn combination<'t>(
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
        for line in answers {
            let line: AnswerLine = text::parse(line).map_err(bad)?;
            let answer = text::answer_of(&self.puzzle, &line).map_err(bad)?;
            let index = line.cube.wrapping_sub(1);
            let nothing = Cube::default();
            all.add(index, split.cubes.get(index).unwrap_or(&nothing), answer)
                .map_err(bad)?;
        }
        Ok(all)
    }

    /// The answer as JSON; `above` is what `solve` takes.
    fn describe(&self, all: &Combination<'_, P>, cubes: usize) -> Value {
        let sign = if self.lowest { -1 } else { 1 };
        let line = |solution: &Solution| self.puzzle.solution_line(solution);
        let mut object = json!({
            "settled": all.is_settled(),
            "answered": (0..cubes).filter(|&index| all.is_answered(index)).count(),
            "cubes": cubes,
            "above": all.best_score(),
        });
        match all.answer() {
            Answer::Enumerate(solutions, tally) => {
                object["verdict"] = json!(match (&tally.end, tally.found) {
                    (End::Stopped(_), _) => "unknown",
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
                object["score"] = json!(best.map(|(_, score)| sign * score));
                object["bound"] = json!(all.bound().map(|bound| sign * bound));
                let solutions: Vec<String> =
                    best.iter().map(|(solution, _)| line(solution)).collect();
                object["solutions"] = json!(solutions);
            }
            Answer::First(_) | Answer::Count(_) => {}
        }
        object
    }

    /// The certificate of what was found, without its proofs.
    fn draft(
        &self,
        cubes: &[String],
        solutions: &[String],
        limits: &Limits,
    ) -> Result<CubesDraft, Failure> {
        let cubes = self.cubes(cubes)?.cubes;
        let mut found: Vec<Solution> = solutions
            .iter()
            .map(|line| self.solution(line))
            .collect::<Result<_, _>>()?;
        let finding = match &self.query {
            Query::Maximise(objective) if !found.is_empty() => Finding::Best {
                solution: found.swap_remove(0),
                objective: objective.clone(),
                lowest: self.lowest,
            },
            _ => Finding::All(found),
        };
        certified(CubesDraft::new(&self.puzzle, &finding, &cubes, limits))
    }
}
