//! Puzzles as clauses, for SAT solvers that Python knows.

use crate::error::{BadInput, Failure};
use crate::keywords;
use crate::numbers;
use crate::options::{duration, presolve_named};
use crate::puzzle::Question;
use crate::solution::GridSolution;
use crate::verbs::{Options, exposed};
use crate::watch::watched;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use satoku::backend::Presolve;
use satoku::cnf::{Formula, Limited, Syntax, Var};
use satoku::encoding::kernels::{
    Observer, VariantExportOptions, VariantMap, closure, write_variant,
};
use satoku::encoding::{ExportOptions, Unfinished, VarMap, decode, write_formula};
use satoku::grid::Candidates;
use satoku::rules::VariantPuzzle;
use satoku::search::Native;
use satoku::{Encoding, Limits, Puzzle, Solution};
use std::collections::{HashMap, HashSet};

/// A puzzle as clauses in conjunctive normal form.
///
/// >>> import satoku
/// >>> formula = satoku.encode("..1..3..2......4", presolve="givens")
/// >>> formula
/// Formula(extended: 16 variables, 60 clauses)
/// >>> formula.clauses[0]
/// [1, 2]
/// >>> formula.name(1)
/// 'r1c2=2'
#[pyclass(module = "satoku", name = "Formula", frozen)]
pub struct PuzzleFormula {
    question: Question,
    encoding: Encoding,
    map: Map,
    formula: Formula,
    /// What auxiliary variables stand for, where that is known.
    names: HashMap<u32, String>,
}

/// Clauses that become Python's before signals are looked at.
const CLAUSES_PER_CHECK: usize = 1 << 16;

/// Which variable stands for which candidate.
enum Map {
    Classic(Puzzle, VarMap),
    Variant(Box<VariantPuzzle>, VariantMap),
}

/// Notes what auxiliary variables stand for.
#[derive(Default)]
struct Names(HashMap<u32, String>);

impl Observer for Names {
    fn name(&mut self, var: Var, name: &dyn Fn() -> String) {
        self.0.insert(var.number(), name());
    }
}

/// Writes a puzzle as clauses.
///
/// encoding is the name of an encoding or the path of a .toml file; presolve says how
/// much reasoning comes first: 'none', 'givens', 'singles', 'locked' or 'alldifferent'.
/// The formula goes into PySAT as it is:
///
/// >>> import satoku
/// >>> formula = satoku.encode("." * 81)
/// >>> formula.nvars, len(formula.clauses)
/// (729, 11988)
/// >>> from pysat.solvers import Solver
/// >>> with Solver(name="cadical153", bootstrap_with=formula.clauses) as solver:
/// ...     solver.solve()
/// ...     solution = formula.decode(solver.get_model())
/// True
/// >>> len(solution.text)
/// 81
#[pyfunction]
#[pyo3(signature = (puzzle, /, *, encoding="extended", presolve="none", **keywords))]
pub fn encode(
    puzzle: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = keywords::encoding)] encoding: &str,
    #[pyo3(from_py_with = keywords::presolve)] presolve: &str,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<PuzzleFormula> {
    exposed(|| {
        let options = Options::new(keywords, &["encoding", "presolve"])?;
        let encoding = crate::engines::encoding(encoding, "encoding")?;
        let presolve = presolve_named(presolve)?;
        let question = options.question(puzzle, "encode takes one puzzle")?;
        options.watched(puzzle.py(), |_, _, limits| {
            PuzzleFormula::new(question, encoding, presolve, limits)
        })
    })
}

impl PuzzleFormula {
    fn new(
        question: Question,
        encoding: Encoding,
        presolve: Presolve,
        limits: &Limits,
    ) -> Result<PuzzleFormula, Failure> {
        let (mut formula, mut names) = (Formula::default(), Names::default());
        let map = match (&question, question.classic()) {
            (_, Some(puzzle)) => {
                let found = presolve.variables_within(&mut Native::default(), &puzzle, limits);
                let found = found.map_err(|reason| Failure::open(&reason))?;
                // Of a contradiction, no candidate is left.
                let none = || VarMap::live(&Candidates::none(puzzle.geometry()));
                let map = found.unwrap_or_else(none);
                let mut limited = Limited::new(&mut formula, limits);
                encoding.encode(&puzzle, &map, &mut limited);
                limited.finish().map_err(|reason| Failure::open(&reason))?;
                Map::Classic(puzzle, map)
            }
            (Question::Variant(variant), None) => {
                let puzzle = variant.puzzle.whole().map_err(Failure::open)?;
                let map = variant_map(puzzle, presolve, limits)?;
                let mut limited = Limited::new(&mut formula, limits);
                encoding.encode_variant(puzzle, &map, &mut limited, &mut names);
                limited.finish().map_err(|reason| Failure::open(&reason))?;
                Map::Variant(Box::new(puzzle.clone()), map)
            }
            (_, None) => return Err(Failure::Engine("a puzzle of no kind".into())),
        };
        Ok(PuzzleFormula {
            question,
            encoding,
            map,
            formula,
            names: names.0,
        })
    }

    fn candidate(&self, var: Var) -> Option<String> {
        match &self.map {
            Map::Classic(puzzle, map) => {
                let candidate = map.candidate(var)?;
                Some(puzzle.geometry().candidate_name(candidate))
            }
            Map::Variant(_, map) => {
                let (cell, digit) = map.candidate(var)?;
                Some(map.name(cell, digit))
            }
        }
    }

    fn check(&self, solution: &Solution) -> Result<(), String> {
        match &self.map {
            Map::Classic(puzzle, _) => solution.check(puzzle).map_err(|flaw| flaw.to_string()),
            Map::Variant(puzzle, _) => puzzle.check(solution).map_err(|flaw| flaw.to_string()),
        }
    }

    fn text(&self, limits: &Limits) -> Result<String, Failure> {
        let mut text = Vec::new();
        let written = match (&self.map, &self.question) {
            (Map::Classic(puzzle, map), _) => {
                let options = ExportOptions {
                    syntax: Syntax::Cnf,
                    objective: None,
                    show: false,
                    limits,
                };
                write_formula(&self.encoding, puzzle, map, options, &mut text)
            }
            (Map::Variant(puzzle, map), Question::Variant(variant)) => {
                let json = serde_json::to_string(&variant.description).ok();
                let options = VariantExportOptions {
                    syntax: Syntax::Cnf,
                    objective: None,
                    show: false,
                    json: json.as_deref(),
                    limits,
                };
                write_variant(&self.encoding, puzzle, map, options, &mut text)
            }
            _ => Ok(()),
        };
        written.map_err(|error| {
            let unfinished = error.get_ref().and_then(|inner| inner.downcast_ref());
            match unfinished {
                Some(Unfinished(reason)) => Failure::open(reason),
                None => Failure::Engine(error.to_string()),
            }
        })?;
        String::from_utf8(text).map_err(|error| Failure::Engine(error.to_string()))
    }
}

fn variant_map(
    puzzle: &VariantPuzzle,
    presolve: Presolve,
    limits: &Limits,
) -> Result<VariantMap, Failure> {
    let board = puzzle.board();
    if presolve == Presolve::None {
        return Ok(VariantMap::full(board));
    }
    let left = closure(puzzle, limits).map_err(|reason| Failure::open(&reason))?;
    let none = || vec![0; board.cell_count()];
    Ok(VariantMap::live(board, &left.unwrap_or_else(none)))
}

#[pymethods]
impl PuzzleFormula {
    /// The clauses, each a list of literals as DIMACS numbers them.
    #[getter]
    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let clauses = PyList::empty(py);
        for (number, clause) in self.formula.clauses().enumerate() {
            if number % CLAUSES_PER_CHECK == 0 {
                py.check_signals()?;
                // Other threads of Python have their turn.
                py.detach(|| ());
            }
            let literals = PyList::new(py, clause.iter().map(|literal| literal.dimacs()))?;
            clauses.append(literals)?;
        }
        Ok(clauses)
    }

    /// Variables, auxiliary ones too.
    #[getter]
    fn nvars(&self) -> usize {
        self.formula.variables()
    }

    /// The name of the encoding.
    #[getter]
    fn encoding(&self) -> &str {
        self.encoding.name()
    }

    /// The names of all variables, in order.
    #[getter]
    fn names(&self) -> Vec<String> {
        (0..self.formula.variables())
            .map(|index| self.name_of(Var::from_index(index)))
            .collect()
    }

    /// What a variable stands for: a candidate such as 'r1c2=3', or an auxiliary variable.
    fn name(&self, #[pyo3(from_py_with = numbers::var)] var: u32) -> PyResult<String> {
        let known = Var::new(var).filter(|var| var.index() < self.formula.variables());
        let error = || {
            let most = self.formula.variables();
            PyErr::from(Failure::from(BadInput::new(format!(
                "found the variable {var}, expected 1 to {most}"
            ))))
        };
        Ok(self.name_of(known.ok_or_else(error)?))
    }

    /// The formula as a DIMACS file, with comments that name its variables.
    /// timeout ends it with an UnknownError.
    #[pyo3(signature = (*, timeout=None))]
    fn to_dimacs(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::timeout)] timeout: Option<f64>,
    ) -> PyResult<String> {
        exposed(|| watched(py, duration(timeout)?, |limits| self.text(limits)))
    }

    /// The grid in a model: the literals that are true, as SAT solvers list them. It is
    /// checked against the rules and the givens.
    fn decode(&self, model: &Bound<'_, PyAny>) -> PyResult<GridSolution> {
        exposed(|| {
            let mut holds = HashSet::new();
            for literal in model.try_iter()? {
                let literal: i64 = numbers::model(&literal?)?;
                holds.extend(u32::try_from(literal).ok());
            }
            let value = |var: Var| holds.contains(&var.number());
            let solution = match &self.map {
                Map::Classic(_, map) => decode(map, value).map_err(|error| error.to_string()),
                Map::Variant(_, map) => map.decode(value).map_err(|error| error.to_string()),
            };
            let checked = solution.and_then(|solution| {
                self.check(&solution)?;
                Ok(solution)
            });
            match checked {
                Ok(solution) => Ok(GridSolution::new(self.question.clone(), solution)),
                Err(flaw) => {
                    Err(BadInput::new(format!("the model is not a solution: {flaw}")).into())
                }
            }
        })
    }

    fn __repr__(&self) -> String {
        let (variables, clauses) = (self.formula.variables(), self.formula.clause_count());
        format!(
            "Formula({}: {variables} variables, {clauses} clauses)",
            self.encoding.name()
        )
    }
}

impl PuzzleFormula {
    fn name_of(&self, var: Var) -> String {
        let auxiliary = || self.names.get(&var.number()).cloned();
        let number = || format!("x{}", var.number());
        self.candidate(var)
            .or_else(auxiliary)
            .unwrap_or_else(number)
    }
}
