//! The figures of one combination of engine, encoding and presolving level, and its runs.

use super::formula::{FormulaFigures, encode};
use super::times::{self, Times};
use crate::Instant;
use crate::backend::{Presolve, SatBackend};
use crate::cnf::Counter;
use crate::encoding::{Encoding, VarMap, decode};
use crate::grid::Puzzle;
use crate::grid::text::line;
use crate::limits::Limits;
use crate::outcome::{Fault, Reason};
use crate::sat::{Engine, SatSolver, SatVerdict};
use serde::Serialize;
use std::time::Duration;

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
    /// Of the latter, found by presolving, so that the engine did not run.
    pub refuted: u64,
    /// Of all, without an answer within the limit, or with a wrong one.
    pub unknown: u64,
    /// Of all, those on which the engine failed or gave a wrong answer.
    pub faults: u64,
    /// Of all, skipped because the formula would not fit in memory.
    pub skipped: u64,
    /// Of all, decided by unit propagation alone.
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
    pub(super) formulas: u64,
}

/// What a run tells about its puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    Solution,
    NoSolution,
    /// A limit came first, or the solver gave up.
    Nothing,
}

/// What a run tells, and how long it took.
pub(super) struct Answer {
    pub(super) told: Told,
    solve: Duration,
    cpu: Option<Duration>,
}

/// One combination on one puzzle.
pub(super) struct SolverRun<'r> {
    pub(super) engine: &'r Engine,
    pub(super) encoding: &'r Encoding,
    pub(super) puzzle: &'r Puzzle,
    pub(super) map: &'r VarMap,
    /// Seconds of presolving.
    pub(super) presolving: f64,
}

impl CombinationFigures {
    pub(super) fn new(
        engine: &Engine,
        encoding: &Encoding,
        presolve: Presolve,
    ) -> CombinationFigures {
        CombinationFigures {
            engine: engine.name.clone(),
            encoding: encoding.name().to_owned(),
            presolve: presolve.name(),
            ..CombinationFigures::default()
        }
    }

    /// Adds the figures of more puzzles, of the same combination.
    pub(super) fn join(&mut self, more: CombinationFigures) {
        self.puzzles += more.puzzles;
        self.solved += more.solved;
        self.unsatisfiable += more.unsatisfiable;
        self.refuted += more.refuted;
        self.unknown += more.unknown;
        self.faults += more.faults;
        self.skipped += more.skipped;
        self.propagated += more.propagated;
        self.add_formulas(more.sum, more.formulas);
        self.encode.append(more.encode);
        self.solve.append(more.solve);
        self.cpu.append(more.cpu);
        if let Some(conflicts) = more.conflicts {
            *self.conflicts.get_or_insert(0) += conflicts;
        }
        self.fault = self.fault.take().or(more.fault);
    }

    /// Presolving found that there is no solution.
    pub(super) fn contradiction(&mut self) {
        self.unsatisfiable += 1;
        self.refuted += 1;
    }

    /// A limit came before there was anything to run.
    pub(super) fn stopped(&mut self) {
        self.unknown += 1;
        self.average(None);
    }

    pub(super) fn run(
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
    pub(super) fn took(&mut self, answer: &Answer) {
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
    pub(super) fn refute(&mut self, puzzle: &Puzzle) {
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
        let (sum, formulas) = size.map_or((Counter::default(), 0), |size| (size, 1));
        self.add_formulas(sum, formulas);
    }

    fn add_formulas(&mut self, sum: Counter, formulas: u64) {
        self.sum = self.sum + sum;
        self.formulas += formulas;
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
