//! Any encoding with any SAT solver as a backend.

use super::models::{each_solution, engine_fault};
use super::presolve::Presolve;
use super::sat_maximum::{MaximumMethod, Region};
use super::solver_cache::{CachedSolver, SolverCache};
use super::{Approach, Backend, End, Optimum, Problem, Query, Unsupported, Visitor};
use crate::cnf::{ClauseSink, Limited, Lit, Var};
use crate::encoding::{Encoding, Term, VarMap, decode};
use crate::grid::{Cell, Puzzle, Solution};
use crate::limits::{CandidateLimit, Limits};
use crate::objective::{Objective, Progress};
use crate::outcome::Reason;
use crate::sat::enumerate::Blocking;
use crate::sat::optimise::Strategy;
use crate::sat::{Engine, LimitChecks, SatSolver};
use crate::search::Native;
use std::ops::ControlFlow;

/// Largest side for which a pairwise formula, with about `2·N⁴` clauses, still
/// fits a machine's memory.
const MAX_PAIRWISE_SIDE: usize = 64;

/// Largest side for schemes whose formulas have about `10·N³` clauses.
const MAX_SIDE: usize = 144;

/// Answers queries through clauses.
pub struct SatBackend {
    name: String,
    encoding: Encoding,
    engine: Engine,
    presolve: Presolve,
    /// What answers that needed no solver are ascribed to.
    presolve_name: String,
    /// Whether presolving settled the last puzzle.
    is_settled: bool,
    native: Native,
    method: MaximumMethod,
    /// Used where every candidate has a variable.
    cache: SolverCache,
}

impl SatBackend {
    /// An encoding with an engine. `presolve` says how much reasoning comes before the
    /// clauses.
    pub fn new(engine: Engine, encoding: Encoding, presolve: Presolve) -> SatBackend {
        let name = match presolve {
            Presolve::None => format!("{}/{}", engine.name, encoding.name()),
            _ => format!("{}/{}+{presolve}", engine.name, encoding.name()),
        };
        SatBackend {
            name,
            encoding,
            engine,
            presolve,
            presolve_name: format!("presolve {presolve}"),
            is_settled: false,
            native: Native::default(),
            method: MaximumMethod::Linear,
            cache: SolverCache::default(),
        }
    }

    /// Finds maxima by this method.
    #[must_use]
    pub fn maximising(mut self, method: MaximumMethod) -> SatBackend {
        self.method = method;
        let suffix = match method {
            MaximumMethod::Linear => "",
            MaximumMethod::Cores => " by cores",
            MaximumMethod::Project => " by projection",
            MaximumMethod::Enumerate => " by enumeration",
        };
        self.name += suffix;
        self
    }

    /// When a solver for this puzzle should look at its limits. To do so while it works
    /// halves varisat's speed on 9×9, where no solve takes longer than a few
    /// milliseconds; there, without a deadline, Ctrl-C is noticed between two solves.
    pub fn limit_checks(limits: &Limits, puzzle: &Puzzle) -> LimitChecks {
        let quick = puzzle.is_quick() && !limits.has_deadline();
        match quick {
            true => LimitChecks::BeforeSolving,
            false => LimitChecks::for_limits(limits),
        }
    }

    /// A solver for a puzzle, new or from the cache.
    fn load(&mut self, puzzle: &Puzzle, map: &VarMap, limits: &Limits) -> Result<Loaded, Reason> {
        let checks = SatBackend::limit_checks(limits, puzzle);
        let make = &self.engine.make;
        if map.is_live() || !self.engine.capabilities.keeps_learnt {
            let solver = make(checks);
            return Ok(Loaded::New(self.with_puzzle(solver, puzzle, map, limits)?));
        }
        let encoding = &self.encoding;
        let cached = self.cache.take(puzzle.geometry(), checks, || {
            filled(make(checks), limits, |sink| {
                encoding.encode_rules(map, sink);
            })
        })?;
        let terms = puzzle.givens().map(|(cell, digit)| map.term(cell, digit));
        let givens = terms.filter_map(Term::literal).collect();
        Ok(Loaded::Cached(cached, givens))
    }

    /// A solver for maxima with the formula of a puzzle. It decides variables false first,
    /// because a digit that fits is seldom the one of the best solution.
    pub(super) fn for_maxima(
        &self,
        puzzle: &Puzzle,
        map: &VarMap,
        limits: &Limits,
    ) -> Result<Box<dyn SatSolver>, Reason> {
        let mut solver = (self.engine.make)(SatBackend::limit_checks(limits, puzzle));
        solver.prefer(false);
        self.with_puzzle(solver, puzzle, map, limits)
    }

    /// The solver, with the formula of a puzzle.
    fn with_puzzle(
        &self,
        solver: Box<dyn SatSolver>,
        puzzle: &Puzzle,
        map: &VarMap,
        limits: &Limits,
    ) -> Result<Box<dyn SatSolver>, Reason> {
        filled(solver, limits, |sink| {
            self.encoding.encode(puzzle, map, sink)
        })
    }

    /// The variables of a puzzle.
    ///
    /// # Errors
    /// How the search ends without any: there is no solution, time is up, or the formula
    /// would not fit.
    pub(super) fn variables(&mut self, puzzle: &Puzzle, limits: &Limits) -> Result<VarMap, End> {
        self.is_settled = false;
        let map = self
            .presolve
            .variables_within(&mut self.native, puzzle, limits)
            .map_err(End::Stopped)?;
        self.is_settled = map.as_ref().is_none_or(VarMap::is_empty);
        let map = map.ok_or(End::Exhausted)?;
        let most = CandidateLimit {
            most: largest_side(&self.encoding).pow(3),
            bytes_each: bytes_each(&self.encoding),
        };
        let fits = most.check(puzzle.geometry().side(), map.len());
        fits.map(|()| map).map_err(End::Stopped)
    }

    /// Shows every model, as a grid, to `visit`, and then blocks all models that agree with
    /// it on the cells that `differs` picks.
    pub(super) fn models(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        differs: impl Fn(Cell) -> bool,
        visit: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> End {
        let map = match self.variables(puzzle, limits) {
            Ok(map) => map,
            Err(end) => return end,
        };
        if map.is_empty() {
            return settled(&map, visit);
        }
        let mut loaded = match self.load(puzzle, &map, limits) {
            Ok(loaded) => loaded,
            Err(reason) => return End::Stopped(reason),
        };
        let ended = self.each_model(puzzle, &map, &mut loaded, limits, differs, visit);
        if let (Loaded::Cached(cached, _), End::Exhausted | End::Enough) = (loaded, &ended) {
            self.cache.put(cached);
        }
        ended
    }

    /// Shows every model of a solver that holds the formula of a puzzle.
    pub(super) fn all_models(
        &self,
        puzzle: &Puzzle,
        map: &VarMap,
        solver: Box<dyn SatSolver>,
        limits: &Limits,
        visit: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> End {
        let mut loaded = Loaded::New(solver);
        self.each_model(puzzle, map, &mut loaded, limits, |_| true, visit)
    }

    fn each_model(
        &self,
        puzzle: &Puzzle,
        map: &VarMap,
        loaded: &mut Loaded,
        limits: &Limits,
        differs: impl Fn(Cell) -> bool,
        mut visit: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> End {
        let (solver, givens, blocking) = loaded.parts();
        let fault = |error| engine_fault(&self.name, &error);
        let read = |value: &dyn Fn(Var) -> bool| decode(map, value).map_err(fault);
        each_solution(solver, givens, blocking, limits, read, |solution| {
            let block = blocking_clause(puzzle, map, &solution, &differs);
            visit(solution)?;
            ControlFlow::Continue(block)
        })
    }
}

/// A solver that holds the rules, and how it gets the givens.
enum Loaded {
    /// As clauses: it serves one puzzle.
    New(Box<dyn SatSolver>),
    /// As assumptions.
    Cached(CachedSolver, Vec<Lit>),
}

impl Loaded {
    fn parts(&mut self) -> (&mut dyn SatSolver, &[Lit], Blocking) {
        match self {
            Loaded::New(solver) => (&mut **solver, &[], Blocking::Permanent),
            Loaded::Cached(cached, givens) => (&mut *cached.solver, givens, Blocking::Temporary),
        }
    }
}

/// The solver with the clauses that `write` writes, unless that takes too long.
fn filled(
    mut solver: Box<dyn SatSolver>,
    limits: &Limits,
    write: impl FnOnce(&mut dyn ClauseSink),
) -> Result<Box<dyn SatSolver>, Reason> {
    let mut limited = Limited::new(&mut *solver, limits);
    write(&mut limited);
    limited.finish()?;
    Ok(solver)
}

/// The outcome where nothing is left to search: one solution, or two settled cells that
/// clash.
pub(super) fn settled(map: &VarMap, visit: impl FnOnce(Solution) -> ControlFlow<()>) -> End {
    let clash = |solution: &Solution| solution.check(&Puzzle::empty(map.geometry())).is_err();
    match decode(map, |_| false) {
        Ok(solution) if !clash(&solution) => match visit(solution) {
            ControlFlow::Continue(()) => End::Exhausted,
            ControlFlow::Break(()) => End::Enough,
        },
        _ => End::Exhausted,
    }
}

/// Some of these cells that is not given holds another digit. The negative literals of
/// the model's digits are enough, because each cell has exactly one.
fn blocking_clause(
    puzzle: &Puzzle,
    map: &VarMap,
    solution: &Solution,
    differs: &impl Fn(Cell) -> bool,
) -> Vec<Lit> {
    let terms = puzzle
        .empty_cells()
        .filter(|&cell| differs(cell))
        .map(|cell| map.term(cell, solution.digit(cell)));
    terms.filter_map(Term::literal).map(|lit| !lit).collect()
}

/// Largest side of which the whole formula fits in memory.
fn largest_side(encoding: &Encoding) -> usize {
    match is_pairwise(encoding) {
        true => MAX_PAIRWISE_SIDE,
        false => MAX_SIDE,
    }
}

fn is_pairwise(encoding: &Encoding) -> bool {
    let spec = encoding.spec();
    spec.at_most_one.is_by_pairs() || spec.group > MAX_PAIRWISE_SIDE
}

/// About how many bytes each candidate of a large formula takes: 2·N clauses of two
/// literals with pairs, ten of them with other schemes.
fn bytes_each(encoding: &Encoding) -> usize {
    match is_pairwise(encoding) {
        true => 5000,
        false => 1000,
    }
}

/// Whether the formula of a puzzle fits in memory, as far as can be said before any
/// reasoning: how few candidates stay live is only known afterwards.
///
/// # Errors
/// A message that says what does not fit and what to use instead.
pub fn formula_fits(
    encoding: &Encoding,
    presolve: Presolve,
    puzzle: &Puzzle,
) -> Result<(), String> {
    let side = puzzle.geometry().side();
    let limit = largest_side(encoding);
    let sparse = !matches!(presolve, Presolve::None | Presolve::Givens)
        && 2 * puzzle.givens().count() > puzzle.cells().len();
    if side > limit && !sparse {
        return Err(format!(
            "{} clauses for side {side} do not fit in memory (the limit is {limit}); \
             choose the native backend",
            encoding.spec().at_most_one
        ));
    }
    Ok(())
}

impl Backend for SatBackend {
    fn name(&self) -> &str {
        &self.name
    }

    fn answered_by(&self) -> &str {
        match self.is_settled {
            true => &self.presolve_name,
            false => &self.name,
        }
    }

    fn approach(&self) -> Approach {
        match self.is_settled {
            true => Approach::Presolve,
            false => Approach::Clauses,
        }
    }

    fn supports(&self, puzzle: &Puzzle, query: &Query) -> Result<(), Unsupported> {
        self.check_objective(puzzle, query)?;
        let once = matches!(query, Query::First) || self.engine.capabilities.incremental;
        if !once {
            return Err(self.unsupported(
                "the engine answers once, but this question takes several models; \
                 choose the native backend",
            ));
        }
        formula_fits(&self.encoding, self.presolve, puzzle).map_err(|why| self.unsupported(&why))
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        self.models(puzzle, limits, |_| true, |solution| visitor(&solution))
    }

    fn maximise(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        let strategy = match self.method {
            MaximumMethod::Enumerate => {
                return self.best_of_all(puzzle, objective, limits, |_| true);
            }
            MaximumMethod::Project => {
                let reduced = &objective.reduced().objective;
                return self.best_of_all(puzzle, objective, limits, |cell| reduced.matters(cell));
            }
            MaximumMethod::Linear => Strategy::Either,
            MaximumMethod::Cores => Strategy::Cores,
        };
        let whole = Region::whole(strategy);
        self.optimise(puzzle, objective, whole, limits, progress)
    }
}
