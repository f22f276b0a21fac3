//! Differential testing of a solver written in Python.

use crate::callable::{Callable, Origin, text};
use crate::error::{BadInput, Failure};
use crate::keywords;
use crate::numbers;
use crate::options::{self, Names, refuse};
use crate::pickle::{Reduced, comparison_arguments, disagreement_arguments};
use crate::puzzle::Question;
use crate::text::{cut, unless_interrupted, utf8};
use crate::verbs::{Options, exposed};
use crate::watch::Stop;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use satoku::backend::{Backend, LockstepBackend, NativeBackend};
use satoku::compare::corpus::{Corpus, InstanceKind};
use satoku::compare::diagnose::Diagnosis;
use satoku::compare::roster::{BackendSpec, Roster};
use satoku::compare::shrink::ClassicShrinker;
use satoku::compare::{
    Depth, Figures, FindingKind, Instance, QuerySet, compare as compare_answers,
};
use satoku::search::lockstep::Lockstep;
use satoku::{Geometry, Limits, Puzzle};
use std::time::Duration;

/// Solutions of each puzzle that are compared.
const MOST: u64 = 100;

/// A wrong answer, on the smallest puzzle that shows it.
#[pyclass(module = "satoku", frozen, get_all)]
pub struct Disagreement {
    /// What is wrong: 'verdict', 'count', 'solution', or a fault such as 'crash'.
    pub kind: String,
    /// The backend that is wrong.
    pub accused: String,
    /// What it answered.
    pub claim: String,
    /// A backend whose answer contradicts it.
    pub witness: Option<String>,
    /// The puzzle on which that was seen.
    pub puzzle: String,
    /// The smallest puzzle on which it can be seen.
    pub smallest: String,
}

/// The result of a comparison.
#[pyclass(module = "satoku", frozen, get_all)]
pub struct Comparison {
    /// Puzzles compared.
    pub puzzles: u64,
    /// Final answers.
    pub answers: u64,
    /// Answers left open.
    pub open: u64,
    /// Puzzles with wrong answers.
    pub wrong: u64,
    /// One for each kind of wrong answer, and for each place that raised an exception.
    pub disagreements: Vec<Py<Disagreement>>,
}

/// What was said about random puzzles.
struct RandomPuzzles<'a> {
    count: Option<u64>,
    seed: Option<u64>,
    shape: Option<&'a str>,
    kinds: Option<Names>,
}

/// Compares a solver written in Python with satoku's engines.
///
/// solver is called with a puzzle as text and returns a solution (text, a list of digits
/// or of rows, or a Solution), or None if there is none. With all=True, it returns or yields
/// all solutions instead. puzzles are texts; without them, count (100) random puzzles of one
/// box shape ("3x3") with a known number of solutions are made from the seed (1): kinds are
/// 'proper', 'minimal', 'few', 'many', 'none' and 'clash'.
///
/// An exception of the solver, SystemExit among them, is a disagreement of the kind 'crash';
/// the smallest puzzle that is shown raises an exception of the same type at the same line.
/// The solver is asked about no box shapes but those of the puzzles and, if it raises
/// exceptions, smaller ones.
///
/// timeout is in seconds, for each answer of satoku's engines. A call of the solver cannot be
/// ended: its answer counts, however late it comes. Only with all=True is the time looked at
/// between two solutions.
///
/// >>> import satoku
/// >>> result = satoku.compare(lambda puzzle: satoku.solve(puzzle).text, kinds="proper", box="2x2", count=20)
/// >>> result.puzzles, result.disagreements
/// (20, [])
/// >>> result = satoku.compare(lambda puzzle: None, box="2x2", count=1, kinds="proper")
/// >>> result.disagreements[0].kind
/// 'verdict'
#[pyfunction]
#[pyo3(signature = (solver, puzzles=None, *, all=false, count=None, seed=None, r#box=None, kinds=None,
    name="python", timeout=10.0, progress=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
pub fn compare(
    py: Python<'_>,
    solver: Py<PyAny>,
    puzzles: Option<Bound<'_, PyAny>>,
    #[pyo3(from_py_with = keywords::all)] all: bool,
    #[pyo3(from_py_with = numbers::count)] count: Option<u64>,
    #[pyo3(from_py_with = numbers::seed)] seed: Option<u64>,
    #[pyo3(from_py_with = keywords::shape)] r#box: Option<&str>,
    #[pyo3(from_py_with = options::kinds)] kinds: Option<Names>,
    #[pyo3(from_py_with = keywords::name)] name: &str,
    #[pyo3(from_py_with = numbers::timeout)] timeout: f64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Comparison> {
    exposed(|| {
        if !solver.bind(py).is_callable() {
            return Err(
                BadInput::new("found a solver that cannot be called, expected a function").into(),
            );
        }
        let random = RandomPuzzles {
            count,
            seed,
            shape: r#box,
            kinds,
        };
        let source = source(puzzles.as_ref(), random)?;
        let time = options::duration(Some(timeout))?;
        let callable = Callable::new(solver, name, all);
        let roster = roster(&callable)?;
        let stop = Stop::default();
        let limits = || stop.limits(time);
        let run = Run {
            callable: &callable,
            crashes: Vec::new(),
            roster: &roster,
            shapes: source.shapes(),
            limits: &limits,
            queries: match all {
                true => QuerySet::Solutions,
                false => QuerySet::First,
            },
            figures: Figures::default(),
            disagreements: Vec::new(),
        };
        run.over(py, &source, progress.as_ref())
    })
}

/// Where the puzzles come from.
enum Source {
    Given(Vec<Puzzle>),
    Random(Corpus, u64, u64),
}

impl Source {
    fn len(&self) -> u64 {
        match self {
            Source::Given(puzzles) => puzzles.len() as u64,
            Source::Random(_, _, count) => *count,
        }
    }

    /// The box shapes of the puzzles.
    fn shapes(&self) -> Vec<Geometry> {
        match self {
            Source::Given(puzzles) => puzzles.iter().map(Puzzle::geometry).collect(),
            Source::Random(corpus, _, _) => corpus.shapes.clone(),
        }
    }

    fn instance(&self, number: u64) -> Instance {
        match self {
            Source::Given(puzzles) => Instance::unknown(puzzles[number as usize].clone()),
            Source::Random(corpus, seed, _) => corpus.instance(seed.wrapping_add(number)),
        }
    }
}

/// Given puzzles, or random ones.
fn source(
    puzzles: Option<&Bound<'_, PyAny>>,
    random: RandomPuzzles<'_>,
) -> Result<Source, Failure> {
    let RandomPuzzles {
        count,
        seed,
        shape,
        kinds,
    } = random;
    let Some(puzzles) = puzzles else {
        let corpus = corpus(shape.unwrap_or("3x3"), kinds)?;
        return Ok(Source::Random(
            corpus,
            seed.unwrap_or(1),
            count.unwrap_or(100),
        ));
    };
    let of_random = [
        ("count", count.is_some()),
        ("seed", seed.is_some()),
        ("box", shape.is_some()),
        ("kinds", kinds.is_some()),
    ];
    refuse(&of_random, "to random puzzles", "puzzles were given")?;
    Ok(Source::Given(given(puzzles)?))
}

fn given(puzzles: &Bound<'_, PyAny>) -> Result<Vec<Puzzle>, Failure> {
    let wrong = |found: &Bound<'_, PyAny>, place: &str, expected: &str| -> Failure {
        match found.get_type().name() {
            Ok(name) => {
                let name = name.to_string_lossy();
                let what = format!("{place}: found a {name}, expected {expected}");
                PyTypeError::new_err(what).into()
            }
            Err(error) => error.into(),
        }
    };
    let rows = match puzzles.is_instance_of::<PyString>() {
        true => None,
        false => unless_interrupted(puzzles.py(), puzzles.try_iter())?,
    };
    let rows = rows.ok_or_else(|| wrong(puzzles, "puzzles", "a list of texts"))?;
    let options = Options::new(None, &[])?;
    let mut found = Vec::new();
    for (row, text) in rows.enumerate() {
        let text = text?;
        let text = text
            .cast::<PyString>()
            .map_err(|_| wrong(&text, &format!("puzzles: row {row}"), "a str"))?;
        // What a variant means is not looked at: it is refused.
        let at_once = Limits::unlimited().within(Duration::ZERO);
        let text = utf8(text).map_err(|failure| failure.in_row(row))?;
        let question = Question::of_text(text.as_bytes(), &options.reading, &at_once);
        let question = question.map_err(|error| error.in_row(row))?;
        let variant = || BadInput::new("found a variant, expected a classic puzzle").in_row(row);
        found.push(question.classic().ok_or_else(variant)?);
    }
    Ok(found)
}

fn corpus(shape: &str, kinds: Option<Names>) -> Result<Corpus, Failure> {
    let mut corpus = Corpus::of_shape(options::geometry(shape)?);
    if let Some(names) = kinds {
        let kind = |name: &String| {
            let found = InstanceKind::ALL
                .into_iter()
                .find(|kind| kind.name() == name);
            found.ok_or_else(|| {
                let names = InstanceKind::ALL.map(InstanceKind::name).join(", ");
                let found = cut(name);
                BadInput::new(format!("kinds: found '{found}', expected some of {names}"))
            })
        };
        let kinds: Result<_, _> = names.into_vec().iter().map(kind).collect();
        corpus.kinds = kinds?;
    }
    Ok(corpus)
}

fn roster(callable: &Callable) -> Result<Roster, Failure> {
    let lockstep = Lockstep::new().map_err(|error| Failure::Engine(error.to_string()))?;
    let callable = callable.clone();
    Ok(Roster::new(vec![
        BackendSpec::Native(Box::new(|| Box::new(NativeBackend::default()))),
        BackendSpec::Native(Box::new(move || {
            Box::new(LockstepBackend::new(lockstep.clone(), "lockstep"))
        })),
        BackendSpec::Native(Box::new(move || Box::new(callable.clone()))),
    ]))
}

/// A comparison from its first puzzle to its last.
struct Run<'r> {
    callable: &'r Callable,
    /// Where the crashes came from that are among the disagreements.
    crashes: Vec<Origin>,
    roster: &'r Roster,
    shapes: Vec<Geometry>,
    limits: &'r dyn Fn() -> Limits,
    queries: QuerySet,
    figures: Figures,
    disagreements: Vec<Py<Disagreement>>,
}

impl Run<'_> {
    /// Compares answers about all puzzles of the source.
    fn over(
        mut self,
        py: Python<'_>,
        source: &Source,
        progress: Option<&Py<PyAny>>,
    ) -> Result<Comparison, Failure> {
        for number in 0..source.len() {
            self.compare(py, &source.instance(number))?;
            if let Some(interrupt) = self.callable.taken() {
                return Err(interrupt.into());
            }
            py.check_signals()?;
            if let Some(progress) = progress {
                progress.call1(py, (number + 1,))?;
            }
        }
        Ok(Comparison {
            puzzles: self.figures.puzzles,
            answers: self.figures.answers,
            open: self.figures.open,
            wrong: self.figures.disagreements,
            disagreements: self.disagreements,
        })
    }

    fn compare(&mut self, py: Python<'_>, instance: &Instance) -> Result<(), Failure> {
        let mut set = self.roster.backends();
        // No backend but the solver is asked for a maximum.
        let depth = Depth {
            limit: MOST,
            maximum_up_to: 0,
        };
        let found = compare_answers(
            instance,
            &mut set.backends,
            depth,
            self.queries,
            self.limits,
            &mut self.figures,
        );
        let diagnosis = Diagnosis {
            roster: self.roster,
            depth,
            limits: self.limits,
            end: Limits::unlimited(),
        };
        let mut crash = self.callable.crash();
        for finding in diagnosis.findings(instance, &found, &set.take_calls()) {
            let kind = finding.kind.to_string();
            let origin = match finding.kind {
                FindingKind::Fault(_) if finding.accused == self.callable.name() => crash.take(),
                _ => None,
            };
            let known = match &origin {
                Some(origin) => self.crashes.contains(origin),
                None => self.disagreements.iter().any(|other| {
                    let other = other.get();
                    other.kind == kind && other.accused == finding.accused
                }),
            };
            if known {
                continue;
            }
            self.crashes.extend(origin.clone());
            let shapes = Some(&self.shapes[..]);
            let shrinker = ClassicShrinker { shapes };
            let shrunk = || diagnosis.shrink(&shrinker, instance, &finding).puzzle;
            let smallest = self.callable.seeking(origin, shrunk);
            let disagreement = Disagreement {
                kind,
                accused: finding.accused,
                claim: finding.claim,
                witness: finding.witness,
                puzzle: text(&instance.puzzle),
                smallest: text(&smallest),
            };
            self.disagreements.push(Py::new(py, disagreement)?);
        }
        Ok(())
    }
}

#[pymethods]
impl Disagreement {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        disagreement_arguments(py, self)
    }

    fn __repr__(&self) -> String {
        let Disagreement {
            kind,
            accused,
            claim,
            smallest,
            ..
        } = self;
        format!(
            "Disagreement(kind='{kind}', accused='{accused}', claim='{claim}', smallest='{smallest}')"
        )
    }
}

#[pymethods]
impl Comparison {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        comparison_arguments(py, self)
    }

    fn __repr__(&self) -> String {
        let (puzzles, kinds) = (self.puzzles, self.disagreements.len());
        format!("Comparison({puzzles} puzzles, {kinds} disagreements)")
    }
}
