//! Encodings × solvers × presolving levels on the same puzzles: formula sizes and times.

mod equivalence;
mod formula;
#[cfg(test)]
mod tests;
mod times;
mod variants;

pub use equivalence::{NotEquivalent, prove};
pub use times::{TimeSummary, Times};
pub use variants::VariantFigures;

use crate::Instant;
use crate::backend::{self, Backend, NativeBackend, Presolve, Query, SatBackend};
use crate::cnf::Counter;
use crate::encoding::{Encoding, VarMap, decode};
use crate::grid::Puzzle;
use crate::grid::text::line;
use crate::limits::Limits;
use crate::outcome::{Fault, Reason, Verdict};
use crate::sat::{Engine, SatSolver, SatVerdict};
use crate::search::Native;
use formula::{FormulaFigures, encode};
use serde::Serialize;
use std::time::Duration;

/// What to measure: every combination of engine, encoding and presolving level.
pub struct Combinations {
    /// The engines.
    pub engines: Vec<Engine>,
    /// The encodings.
    pub encodings: Vec<Encoding>,
    /// The presolving levels.
    pub presolves: Vec<Presolve>,
}

/// The figures of one combination.
#[derive(Clone, Default, Debug, Serialize)]
pub struct CombinationFigures {
    /// The engine's name.
    pub engine: String,
    /// The encoding's name.
    pub encoding: String,
    /// The name of the presolving level.
    pub presolve: &'static str,
    /// Puzzles measured.
    pub puzzles: u64,
    /// Of these, solved, with a checked solution.
    pub solved: u64,
    /// Of these, found to have no solution.
    pub unsatisfiable: u64,
    /// Of these, without an answer within the limit, or with a wrong one.
    pub unknown: u64,
    /// Of these, those on which the engine failed or gave a wrong answer.
    pub faults: u64,
    /// Of these, skipped because the formula would not fit in memory.
    pub skipped: u64,
    /// Of these, decided by unit propagation alone.
    pub propagated: u64,
    /// Variables, on average over the formulas that were finished within the limits; NaN if
    /// none was.
    pub variables: f64,
    /// Clauses, on the same average.
    pub clauses: f64,
    /// Literals in them, on the same average.
    pub literals: f64,
    /// Time to presolve and to emit the clauses.
    #[serde(skip_serializing_if = "Times::is_empty")]
    pub encode: Times,
    /// Wall-clock time of the solver alone. For an external program, this includes
    /// writing its input and checking its model, but not its proof. Runs that a limit ended
    /// before, and wrong answers, are left out.
    #[serde(skip_serializing_if = "Times::is_empty")]
    pub solve: Times,
    /// CPU time, user and system, of the same: of the process of an external solver, else
    /// of the solving thread. Runs without a figure are left out.
    #[serde(skip_serializing_if = "Times::is_empty")]
    pub cpu: Times,
    /// The sum of conflicts, if the engine reports them.
    pub conflicts: Option<u64>,
    /// The first fault of the engine, and the puzzle.
    pub fault: Option<String>,
    #[serde(skip)]
    sum: Counter,
    /// Formulas in that sum.
    #[serde(skip)]
    formulas: u64,
}

/// The figures of all combinations.
pub struct Measurement {
    combinations: Combinations,
    native: Native,
    /// Sorted by presolving level, encoding, engine.
    rows: Vec<CombinationFigures>,
}

impl Measurement {
    /// A measurement without puzzles.
    pub fn new(combinations: Combinations) -> Measurement {
        let mut rows = Vec::new();
        for presolve in &combinations.presolves {
            for encoding in &combinations.encodings {
                for engine in &combinations.engines {
                    rows.push(CombinationFigures::new(engine, encoding, *presolve));
                }
            }
        }
        Measurement {
            combinations,
            native: Native::default(),
            rows,
        }
    }

    /// Measures one puzzle. `limits` makes a fresh limit for each run, and for each formula
    /// whose size is measured; `done` is called after each run.
    pub fn add(&mut self, puzzle: &Puzzle, limits: &dyn Fn() -> Limits, done: &mut dyn FnMut()) {
        let mut answers = Vec::new();
        let mut rows = self.rows.iter_mut().enumerate();
        for &presolve in &self.combinations.presolves {
            for encoding in &self.combinations.encodings {
                let (start, within) = (Instant::now(), limits());
                let map = presolve.variables_within(&mut self.native, puzzle, &within);
                let presolving = start.elapsed().as_secs_f64();
                let fits = fits(encoding, presolve, puzzle);
                let formula = match &map {
                    Ok(Some(map)) if fits => {
                        FormulaFigures::new(encoding, puzzle, map, &within).ok()
                    }
                    _ => None,
                };
                for (engine, (place, row)) in self.combinations.engines.iter().zip(&mut rows) {
                    row.puzzles += 1;
                    match &map {
                        _ if !fits => row.skipped += 1,
                        Err(_) => row.stopped(),
                        Ok(Some(map)) => {
                            let run = SolverRun {
                                engine,
                                encoding,
                                puzzle,
                                map,
                                presolving,
                            };
                            let answer = row.run(&run, formula.as_ref(), &limits());
                            answers.extend(answer.map(|answer| (place, answer)));
                        }
                        Ok(None) => row.contradiction(presolving),
                    }
                    done();
                }
            }
        }
        let says = |told| answers.iter().any(move |(_, answer)| answer.told == told);
        let is_denied = says(Told::NoSolution);
        let is_refuted = is_denied && (says(Told::Solution) || is_solved(puzzle, limits()));
        for (place, answer) in answers {
            match answer.told {
                Told::NoSolution if is_refuted => self.rows[place].refute(puzzle),
                _ => self.rows[place].took(&answer),
            }
        }
    }

    /// The figures so far.
    pub fn rows(&self) -> &[CombinationFigures] {
        &self.rows
    }
}

/// What a run tells about its puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Solution,
    NoSolution,
    /// A limit came first, or the solver gave up.
    Nothing,
}

/// What a run tells, and how long it took.
struct Answer {
    told: Told,
    solve: Duration,
    cpu: Option<Duration>,
}

/// How long native search looks for a solution after a solver has said that there is none.
const NATIVE_CHECK_TIME: Duration = Duration::from_secs(2);

/// Whether native search finds a solution soon.
fn is_solved(puzzle: &Puzzle, limits: Limits) -> bool {
    let mut native = NativeBackend::default();
    let found = backend::first(&mut native, puzzle, &limits.within(NATIVE_CHECK_TIME));
    matches!(found, Ok(Verdict::Solved(_)))
}

/// Whether the formula fits in memory.
fn fits(encoding: &Encoding, presolve: Presolve, puzzle: &Puzzle) -> bool {
    let backend = SatBackend::new(Engine::varisat(), encoding.clone(), presolve);
    backend.supports(puzzle, &Query::First).is_ok()
}

/// One combination on one puzzle.
struct SolverRun<'r> {
    engine: &'r Engine,
    encoding: &'r Encoding,
    puzzle: &'r Puzzle,
    map: &'r VarMap,
    /// Seconds of presolving.
    presolving: f64,
}

impl CombinationFigures {
    fn new(engine: &Engine, encoding: &Encoding, presolve: Presolve) -> CombinationFigures {
        CombinationFigures {
            engine: engine.name.clone(),
            encoding: encoding.name().to_owned(),
            presolve: presolve.name(),
            ..CombinationFigures::default()
        }
    }

    /// Presolving found that there is no solution.
    fn contradiction(&mut self, presolving: f64) {
        self.unsatisfiable += 1;
        self.propagated += 1;
        self.encode.add(presolving);
        self.solve.add(0.0);
        self.cpu.add(0.0);
        self.average(Some(Counter::default()));
    }

    /// A limit came before there was anything to run.
    fn stopped(&mut self) {
        self.unknown += 1;
        self.average(None);
    }

    fn run(
        &mut self,
        run: &SolverRun<'_>,
        formula: Option<&FormulaFigures>,
        limits: &Limits,
    ) -> Option<Answer> {
        self.average(formula.map(|formula| formula.size));
        self.propagated += u64::from(formula.is_some_and(|formula| formula.propagated));
        let mut solver = (run.engine.make)(SatBackend::limit_checks(limits, run.puzzle));
        let start = Instant::now();
        let encoded = encode(run.encoding, run.puzzle, run.map, &mut *solver, limits);
        self.encode
            .add(run.presolving + start.elapsed().as_secs_f64());
        if encoded.is_err() {
            self.unknown += 1;
            return None;
        }
        let (start, cpu) = (Instant::now(), times::cpu_of_thread());
        let verdict = solver.solve(limits);
        let solve = start.elapsed().saturating_sub(solver.proof_check_time());
        let of_thread = || Some(times::cpu_of_thread()?.saturating_sub(cpu?));
        let of_program = solver.cpu_time();
        let cpu = match run.engine.is_program {
            true => of_program,
            false => of_thread(),
        };
        if let Some(conflicts) = solver.conflicts() {
            *self.conflicts.get_or_insert(0) += conflicts;
        }
        let told = self.judge(verdict, run, &*solver)?;
        Some(Answer { told, solve, cpu })
    }

    /// Adds the times of a run without a fault.
    fn took(&mut self, answer: &Answer) {
        self.solve.add(answer.solve.as_secs_f64());
        if let Some(cpu) = answer.cpu {
            self.cpu.add(cpu.as_secs_f64());
        }
    }

    /// What a verdict tells, once its model is checked; `None` after a fault.
    fn judge(
        &mut self,
        verdict: SatVerdict,
        run: &SolverRun<'_>,
        solver: &dyn SatSolver,
    ) -> Option<Told> {
        match verdict {
            SatVerdict::Unsat => {
                self.unsatisfiable += 1;
                return Some(Told::NoSolution);
            }
            SatVerdict::Unknown(reason) => {
                self.unknown += 1;
                match reason {
                    // Giving up is not a fault.
                    Reason::Fault(Fault::GaveUp, _) => {}
                    Reason::Engine(fault) | Reason::Fault(_, fault) => {
                        self.blame(&fault, run.puzzle);
                        return None;
                    }
                    _ => {}
                }
            }
            SatVerdict::Sat => {
                let value = |var| solver.value(var).unwrap_or(false);
                let solution = decode(run.map, value).map_err(|error| error.to_string());
                let checked = solution.and_then(|solution| {
                    let flaw = solution.check(run.puzzle);
                    flaw.map_err(|flaw| flaw.to_string())
                });
                match checked {
                    Ok(()) => {
                        self.solved += 1;
                        return Some(Told::Solution);
                    }
                    Err(fault) => {
                        self.unknown += 1;
                        self.blame(&fault, run.puzzle);
                        return None;
                    }
                }
            }
        }
        Some(Told::Nothing)
    }

    /// A puzzle that was said to have no solution has one.
    fn refute(&mut self, puzzle: &Puzzle) {
        self.unsatisfiable -= 1;
        self.unknown += 1;
        self.blame("says that a puzzle has no solution, but it has one", puzzle);
    }

    /// Counts a fault, and keeps the first with its puzzle.
    fn blame(&mut self, fault: &str, puzzle: &Puzzle) {
        self.faults += 1;
        self.fault
            .get_or_insert_with(|| format!("{fault}; the puzzle is {}", line::of_puzzle(puzzle)));
    }

    /// Counts a formula, if it was finished.
    fn average(&mut self, size: Option<Counter>) {
        if let Some(size) = size {
            self.sum = self.sum + size;
            self.formulas += 1;
        }
        let each = |sum: f64| sum / self.formulas as f64;
        self.variables = each(self.sum.variables as f64);
        self.clauses = each(self.sum.clauses as f64);
        self.literals = each(self.sum.literals as f64);
    }

    /// The fraction of the formulas that were finished which unit propagation alone decides;
    /// `None` if none was.
    pub fn share_propagated(&self) -> Option<f64> {
        (self.formulas > 0).then(|| self.propagated as f64 / self.formulas as f64)
    }
}
