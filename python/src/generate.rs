//! Random puzzles.

use crate::column::{Answers, Kind, Layout, Value};
use crate::error::{BadInput, Failure};
use crate::keywords;
use crate::numbers;
use crate::options::{self, Names, Reading};
use crate::text::cut;
use crate::verbs::exposed;
use crate::watch::watched;
use arrow_array::RecordBatch;
use pyo3::prelude::*;
use satoku::backend::VariantNative;
use satoku::batch;
use satoku::grid::text::{Alphabet, line_text};
use satoku::puzzles::{
    GenerateError, Generator, PatternSymmetry, PuzzleKind, Recipe, VariantGenerateError,
    VariantGenerator, VariantRecipe,
};
use satoku::rules::text::solution_text;
use satoku::rules::{Description, compile};
use satoku::{Digit, Geometry, Limits, Puzzle};
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// What to make, classic or not.
enum Plan {
    Classic(Recipe),
    Variant(Box<VariantRecipe>),
}

/// A puzzle, its solution, and its givens.
struct Made {
    puzzle: String,
    solution: String,
    givens: usize,
}

/// Random puzzles with one solution.
///
/// Without count, one puzzle as text; with count, Answers with the columns puzzle,
/// solution and givens. kind is 'proper', 'minimal' (no given is redundant) or
/// 'solution' (full grids); givens is their number. symmetry is that of the cells with givens:
/// 'none', 'rotate180', 'rotate90', 'horizontal', 'vertical', 'diagonal', 'antidiagonal' or
/// 'full'; 'minimal' then means that no givens can go together with their images. Puzzle K of a
/// seed is the same on every machine; first is the number of the first puzzle. Without a seed,
/// puzzles differ from call to call. With rules or constraints ("killer,thermo"), puzzles are
/// variants, written as JSON. Types of constraints of your own need the file that defines them in
/// rules.
///
/// >>> import satoku
/// >>> satoku.generate(seed=1, box="2x2", kind="minimal") == satoku.generate(seed=1, box="2x2", kind="minimal")
/// True
/// >>> answers = satoku.generate(3, seed=7, givens=30)
/// >>> answers["givens"]
/// [30, 30, 30]
#[pyfunction]
#[pyo3(signature = (count=None, *, r#box="3x3", kind="proper", givens=None, symmetry="none", seed=None,
    first=1, rules=None, constraints=None, timeout=None, jobs=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn generate<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = numbers::count)] count: Option<u64>,
    #[pyo3(from_py_with = keywords::shape)] r#box: &str,
    #[pyo3(from_py_with = keywords::kind)] kind: &str,
    #[pyo3(from_py_with = numbers::givens)] givens: Option<usize>,
    #[pyo3(from_py_with = keywords::symmetry)] symmetry: &str,
    #[pyo3(from_py_with = numbers::seed)] seed: Option<u64>,
    #[pyo3(from_py_with = numbers::first)] first: u64,
    #[pyo3(from_py_with = options::rules)] rules: Option<Names>,
    #[pyo3(from_py_with = options::constraints)] constraints: Option<Names>,
    #[pyo3(from_py_with = numbers::timeout)] timeout: Option<f64>,
    #[pyo3(from_py_with = numbers::jobs)] jobs: Option<NonZeroUsize>,
) -> PyResult<Bound<'py, PyAny>> {
    exposed(|| {
        let reading = Reading::new(None, None, rules)?;
        let constraints = constraints.map_or_else(Vec::new, Names::into_vec);
        let plan = plan(
            options::geometry(r#box)?,
            kind_named(kind)?,
            givens,
            symmetry_named(symmetry)?,
            seed,
            &reading,
            constraints,
        )?;
        let jobs = options::jobs(jobs);
        let end = first.checked_add(count.unwrap_or(1));
        let end = end.ok_or_else(|| BadInput::new("first: found a number that is too large"))?;
        let range = first..end;
        let reading = &reading;
        let made = watched(py, options::duration(timeout)?, move |limits| {
            make_all(&plan, reading, range, jobs, limits)
        })?;
        match count {
            None => {
                let text = made.into_iter().next().map(|made| made.puzzle);
                Ok(text.into_pyobject(py).map_err(PyErr::from)?.into_any())
            }
            Some(_) => Ok(Bound::new(py, answers(made)?)?.into_any()),
        }
    })
}

fn kind_named(name: &str) -> Result<PuzzleKind, Failure> {
    match name {
        "proper" => Ok(PuzzleKind::Proper),
        "minimal" => Ok(PuzzleKind::Minimal),
        "solution" => Ok(PuzzleKind::Solution),
        other => {
            let what = format!(
                "kind: found '{}', expected proper, minimal or solution",
                cut(other)
            );
            Err(BadInput::new(what).into())
        }
    }
}

fn symmetry_named(name: &str) -> Result<PatternSymmetry, Failure> {
    let all = PatternSymmetry::ALL;
    if let Some(symmetry) = all.into_iter().find(|each| each.to_string() == name) {
        return Ok(symmetry);
    }
    let names = all.map(|each| each.to_string()).join(", ");
    let what = format!("symmetry: found '{}', expected one of {names}", cut(name));
    Err(BadInput::new(what).into())
}

fn plan(
    geometry: Geometry,
    kind: PuzzleKind,
    givens: Option<usize>,
    symmetry: PatternSymmetry,
    seed: Option<u64>,
    reading: &Reading,
    constraints: Vec<String>,
) -> Result<Plan, Failure> {
    let is_placed = |name: &String| constraints.contains(name);
    if let Some((name, file)) = reading.types.iter().find(|(name, _)| !is_placed(name)) {
        let what = format!(
            "rules: {file}: found the type of constraint '{name}', expected a rule, or \
             constraints=\"{name}\" to place constraints of this type at random"
        );
        return Err(BadInput::new(what).into());
    }
    let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    if reading.rules.is_empty() && constraints.is_empty() {
        let recipe = Recipe {
            geometry,
            kind,
            givens,
            symmetry,
            seed,
        };
        Generator::new(recipe).map_err(|error| BadInput::new(error.to_string()))?;
        return Ok(Plan::Classic(recipe));
    }
    if symmetry != PatternSymmetry::None {
        let what = "symmetry: found rules or constraints as well; only classic puzzles can be \
                    symmetric, leave one of them out";
        return Err(BadInput::new(what).into());
    }
    let board = Description::of_classic(&Puzzle::empty(geometry)).ok_or_else(|| {
        let most = satoku::rules::MAX_DIGITS;
        BadInput::new(format!(
            "box: {geometry} is too large for rules, expected a side up to {most}"
        ))
    })?;
    let recipe = VariantRecipe {
        board: board.with_rules(&reading.rules),
        constraints,
        kind,
        givens,
        seed,
    };
    let mut native = VariantNative::default();
    let checked = VariantGenerator::new(recipe.clone(), reading.library(), &mut native);
    checked.map_err(|error| BadInput::new(error.to_string()))?;
    Ok(Plan::Variant(Box::new(recipe)))
}

fn make_all(
    plan: &Plan,
    reading: &Reading,
    range: std::ops::Range<u64>,
    jobs: usize,
    limits: &Limits,
) -> Result<Vec<Made>, Failure> {
    let (mut all, mut failed) = (Vec::new(), None);
    batch::ordered(
        jobs,
        |give| {
            let _ = range.into_iter().try_for_each(give);
        },
        || move |number| make(plan, reading, number, limits),
        |made| match made {
            Ok(made) => {
                all.push(made);
                ControlFlow::Continue(())
            }
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        },
    );
    failed.map_or(Ok(all), Err)
}

fn make(plan: &Plan, reading: &Reading, number: u64, limits: &Limits) -> Result<Made, Failure> {
    match plan {
        Plan::Classic(recipe) => {
            let wrong = |error: String| Failure::from(BadInput::new(error));
            let mut generator =
                Generator::new(*recipe).map_err(|error| wrong(error.to_string()))?;
            let made = generator
                .puzzle(number, limits)
                .map_err(|error| match error {
                    GenerateError::Stopped(reason) => Failure::open(&reason),
                    error @ GenerateError::Givens { .. } => Failure::Unknown(error.to_string()),
                })?;
            let geometry = recipe.geometry;
            let alphabet = Alphabet::Digits.reaching(geometry.side());
            let solution: Vec<Option<Digit>> = (&made.solution).into();
            Ok(Made {
                puzzle: line_text(geometry, alphabet, made.puzzle.cells()),
                solution: line_text(geometry, alphabet, &solution),
                givens: made.puzzle.givens().count(),
            })
        }
        Plan::Variant(recipe) => make_variant(recipe, reading, number, limits),
    }
}

fn make_variant(
    recipe: &VariantRecipe,
    reading: &Reading,
    number: u64,
    limits: &Limits,
) -> Result<Made, Failure> {
    let library = reading.library();
    let mut native = VariantNative::default();
    let generator = VariantGenerator::new(recipe.clone(), library, &mut native);
    let made = generator.and_then(|mut generator| generator.puzzle(number, limits));
    let made = made.map_err(|error| match error {
        VariantGenerateError::Stopped(reason) => Failure::open(&reason),
        error @ VariantGenerateError::Attempts(_) => Failure::Unknown(error.to_string()),
        error => Failure::Unsupported(error.to_string()),
    })?;
    let engine = |error: String| Failure::Engine(error);
    let compiled = compile(&made.puzzle, library).map_err(|error| engine(error.to_string()))?;
    Ok(Made {
        puzzle: serde_json::to_string(&made.puzzle).map_err(|error| engine(error.to_string()))?,
        solution: solution_text(compiled.board(), &made.solution),
        givens: made.puzzle.candidates.len(),
    })
}

fn answers(made: Vec<Made>) -> Result<Answers, Failure> {
    let columns = [
        ("puzzle", Kind::Text),
        ("solution", Kind::Text),
        ("givens", Kind::Number),
    ];
    let layout = Layout::new(&columns, false);
    let row = |made: Made| {
        let givens = Value::Number(made.givens as i64);
        Ok(vec![
            Value::Text(made.puzzle),
            Value::Text(made.solution),
            givens,
        ])
    };
    let rows: Vec<_> = made.into_iter().map(row).collect();
    let batch = RecordBatch::try_new(layout.schema(), layout.arrays(&rows));
    let batch = batch.map_err(|error| Failure::Engine(error.to_string()))?;
    Answers::new(layout.schema(), vec![batch])
}
