//! Encodings × solvers × reasoning before, on the same puzzles: sizes and times.

mod equivalence;
mod times;

pub use equivalence::{NotEquivalent, prove};
pub use times::Times;

use crate::Instant;
use crate::backend::{Backend, Presolve, Query, SatBackend};
use crate::cnf::propagate::{Propagated, propagate};
use crate::cnf::{Counter, Formula, Var};
use crate::encoding::{Encoding, VarMap, decode};
use crate::grid::Puzzle;
use crate::limits::Limits;
use crate::outcome::{Fault, Reason};
use crate::sat::{Engine, SatVerdict};
use crate::search::Native;
use serde::Serialize;

/// What is measured together: every engine on every encoding after every level
/// of reasoning.
pub struct Plan {
    /// The engines.
    pub engines: Vec<Engine>,
    /// The encodings.
    pub encodings: Vec<Encoding>,
    /// How much reasoning comes before.
    pub presolves: Vec<Presolve>,
}

/// The figures of one combination.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The engine's name.
    pub engine: String,
    /// The encoding's name.
    pub encoding: String,
    /// The name of the reasoning before.
    pub presolve: &'static str,
    /// Puzzles that were asked.
    pub puzzles: u64,
    /// Of these, solved with a checked solution.
    pub solved: u64,
    /// Of these, without a solution.
    pub unsatisfiable: u64,
    /// Of these, not answered within the limit.
    pub unknown: u64,
    /// Of these, not asked: the formula would not fit in memory.
    pub skipped: u64,
    /// Of these, decided by unit propagation alone.
    pub propagated: u64,
    /// Variables, on average.
    pub variables: f64,
    /// Clauses, on average.
    pub clauses: f64,
    /// Literals in them, on average.
    pub literals: f64,
    /// Time for the reasoning before and for writing the clauses.
    pub encode: Times,
    /// Time for the solver alone, by the clock. For a program of its own that is from
    /// writing its input to checking its model.
    pub solve: Times,
    /// CPU time, user and system, for the same: of the program where the solver is one,
    /// else of the thread in which it works. Runs without a figure are left out.
    #[serde(skip_serializing_if = "Times::is_empty")]
    pub cpu: Times,
    /// Conflicts in all, where the engine tells.
    pub conflicts: Option<u64>,
    /// The first fault of the engine.
    pub fault: Option<String>,
    #[serde(skip)]
    sum: Counter,
}

/// Figures of all combinations of a plan.
pub struct Measurement {
    plan: Plan,
    native: Native,
    /// By presolve, encoding, engine.
    rows: Vec<Row>,
}

impl Measurement {
    /// Nothing is measured yet.
    pub fn new(plan: Plan) -> Measurement {
        let mut rows = Vec::new();
        for presolve in &plan.presolves {
            for encoding in &plan.encodings {
                for engine in &plan.engines {
                    rows.push(Row::new(engine, encoding, *presolve));
                }
            }
        }
        Measurement {
            plan,
            native: Native::default(),
            rows,
        }
    }

    /// How many solver runs a puzzle takes.
    pub fn runs_per_puzzle(&self) -> usize {
        self.rows.len()
    }

    /// Measures one puzzle. `limits` makes a fresh limit for each run, `done` is
    /// told after each.
    pub fn add(&mut self, puzzle: &Puzzle, limits: &dyn Fn() -> Limits, done: &mut dyn FnMut()) {
        let mut rows = self.rows.iter_mut();
        for &presolve in &self.plan.presolves {
            for encoding in &self.plan.encodings {
                let start = Instant::now();
                let map = presolve.variables(&mut self.native, puzzle);
                let reasoning = start.elapsed().as_secs_f64();
                let fits = fits(encoding, presolve, puzzle);
                let writable = map.as_ref().filter(|_| fits);
                let formula = writable.map(|map| Formed::new(encoding, puzzle, map));
                for (engine, row) in self.plan.engines.iter().zip(&mut rows) {
                    row.puzzles += 1;
                    match (&map, &formula) {
                        _ if !fits => row.skipped += 1,
                        (Some(map), Some(formula)) => {
                            let run = Run {
                                engine,
                                encoding,
                                puzzle,
                                map,
                                reasoning,
                            };
                            row.run(&run, formula, &limits());
                        }
                        _ => row.contradiction(reasoning),
                    }
                    done();
                }
            }
        }
    }

    /// The figures so far.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }
}

/// Whether the formula may be built.
fn fits(encoding: &Encoding, presolve: Presolve, puzzle: &Puzzle) -> bool {
    let backend = SatBackend::new(Engine::varisat(), encoding.clone(), presolve);
    backend.supports(puzzle, &Query::First).is_ok()
}

/// A formula's size, and whether unit propagation decides it.
struct Formed {
    size: Counter,
    propagated: bool,
}

impl Formed {
    fn new(encoding: &Encoding, puzzle: &Puzzle, map: &VarMap) -> Formed {
        let size = encoding.count(puzzle, map);
        let mut formula = Formula::default();
        encoding.encode(puzzle, map, &mut formula);
        let propagated = match propagate(&formula) {
            Propagated::Conflict => true,
            Propagated::Fixpoint(values) => {
                (0..map.len()).all(|index| values.is_settled(Var::from_index(index)))
            }
        };
        Formed { size, propagated }
    }
}

/// One combination on one puzzle.
struct Run<'r> {
    engine: &'r Engine,
    encoding: &'r Encoding,
    puzzle: &'r Puzzle,
    map: &'r VarMap,
    /// Seconds that the reasoning before took.
    reasoning: f64,
}

impl Row {
    fn new(engine: &Engine, encoding: &Encoding, presolve: Presolve) -> Row {
        Row {
            engine: engine.name.clone(),
            encoding: encoding.name().to_owned(),
            presolve: presolve.name(),
            puzzles: 0,
            solved: 0,
            unsatisfiable: 0,
            unknown: 0,
            skipped: 0,
            propagated: 0,
            variables: 0.0,
            clauses: 0.0,
            literals: 0.0,
            encode: Times::default(),
            solve: Times::default(),
            cpu: Times::default(),
            conflicts: None,
            fault: None,
            sum: Counter::default(),
        }
    }

    /// The reasoning before the clauses found that there is no solution.
    fn contradiction(&mut self, reasoning: f64) {
        self.unsatisfiable += 1;
        self.propagated += 1;
        self.encode.add(reasoning);
        self.solve.add(0.0);
        self.cpu.add(0.0);
        self.average(Counter::default());
    }

    fn run(&mut self, run: &Run<'_>, formula: &Formed, limits: &Limits) {
        let interruptible = SatBackend::looks_at(limits, run.puzzle);
        let mut solver = (run.engine.make)(interruptible);
        let start = Instant::now();
        run.encoding.encode(run.puzzle, run.map, &mut *solver);
        self.encode
            .add(run.reasoning + start.elapsed().as_secs_f64());
        let (start, cpu) = (Instant::now(), times::cpu_of_thread());
        let verdict = solver.solve(limits);
        self.solve.add(start.elapsed().as_secs_f64());
        let of_thread = || Some(times::cpu_of_thread()?.saturating_sub(cpu?));
        let of_program = solver.cpu_time();
        let cpu = match run.engine.is_program {
            true => of_program,
            false => of_thread(),
        };
        if let Some(cpu) = cpu {
            self.cpu.add(cpu.as_secs_f64());
        }
        self.average(formula.size);
        self.propagated += u64::from(formula.propagated);
        if let Some(conflicts) = solver.conflicts() {
            *self.conflicts.get_or_insert(0) += conflicts;
        }
        match verdict {
            SatVerdict::Unsat => self.unsatisfiable += 1,
            SatVerdict::Unknown(reason) => {
                self.unknown += 1;
                match reason {
                    // A solver may give up.
                    Reason::Fault(Fault::GaveUp, _) => {}
                    Reason::Engine(fault) | Reason::Fault(_, fault) => {
                        self.fault.get_or_insert(fault);
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
                    Ok(()) => self.solved += 1,
                    Err(fault) => {
                        self.unknown += 1;
                        self.fault.get_or_insert(fault);
                    }
                }
            }
        }
    }

    fn average(&mut self, size: Counter) {
        self.sum.variables += size.variables;
        self.sum.clauses += size.clauses;
        self.sum.literals += size.literals;
        let runs = (self.puzzles - self.skipped).max(1) as f64;
        self.variables = self.sum.variables as f64 / runs;
        self.clauses = self.sum.clauses as f64 / runs;
        self.literals = self.sum.literals as f64 / runs;
    }

    /// The share of puzzles that unit propagation alone decides, from 0 to 1.
    pub fn share_propagated(&self) -> f64 {
        self.propagated as f64 / (self.puzzles - self.skipped).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Digit, Geometry, symmetry};

    #[test]
    fn every_run_is_counted_once() {
        let geometry: Geometry = "2x3".parse().unwrap();
        let solution = symmetry::pattern(geometry);
        let mut puzzle = Puzzle::empty(geometry);
        for cell in geometry.cells().skip(3) {
            puzzle.set(cell, Some(solution.digit(cell)));
        }
        let mut clash = Puzzle::empty(geometry);
        clash.set(Cell(0), Digit::new(1));
        clash.set(Cell(1), Digit::new(1));
        let mut measurement = Measurement::new(Plan {
            engines: Engine::built_in(),
            encodings: vec![
                Encoding::named("minimal").unwrap(),
                Encoding::named("triad").unwrap(),
            ],
            presolves: Presolve::ALL.to_vec(),
        });
        let mut runs = 0;
        for puzzle in [&puzzle, &clash, &Puzzle::empty(geometry)] {
            measurement.add(puzzle, &Limits::unlimited, &mut || runs += 1);
        }
        assert_eq!(runs, 3 * measurement.runs_per_puzzle());
        for row in measurement.rows() {
            assert_eq!((row.solved, row.unsatisfiable, row.unknown), (2, 1, 0));
            assert_eq!(row.propagated, 2, "{}/{}", row.encoding, row.presolve);
            assert_eq!((row.encode.len(), row.solve.len()), (3, 3));
            #[cfg(unix)]
            assert_eq!(row.cpu.len(), 3);
            assert_eq!(row.fault, None);
        }
        let sizes = |presolve: &str| {
            let mut rows = measurement.rows().iter();
            rows.find(|row| row.presolve == presolve).unwrap().clauses
        };
        assert!(sizes("none") > sizes("locked"));
    }
}
