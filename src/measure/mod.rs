//! Encodings × solvers × presolving levels on the same puzzles: formula sizes and times.

mod combination;
mod equivalence;
mod formula;
#[cfg(test)]
mod tests;
mod times;
mod variants;

pub use combination::CombinationFigures;
pub use equivalence::{NotEquivalent, prove};
pub use times::{TimeSummary, Times};
pub use variants::{VariantFigures, VariantRun, refute};

use crate::Instant;
use crate::backend::{self, Backend, NativeBackend, Presolve, Query, SatBackend};
use crate::encoding::Encoding;
use crate::grid::Puzzle;
use crate::limits::Limits;
use crate::outcome::{Reason, Verdict};
use crate::sat::Engine;
use crate::search::Native;
use combination::{SolverRun, Told};
use formula::FormulaFigures;
use std::ops::ControlFlow;
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
    /// whose size is measured; `done` is called after each run. If it breaks, the puzzle is
    /// left out: all rows are about the same puzzles.
    pub fn add(
        &mut self,
        puzzle: &Puzzle,
        limits: &dyn Fn() -> Limits,
        done: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let measured = self.rows_of(puzzle, limits, done)?;
        for (row, measured) in self.rows.iter_mut().zip(measured) {
            row.join(measured);
        }
        ControlFlow::Continue(())
    }

    /// The figures of one puzzle.
    fn rows_of(
        &mut self,
        puzzle: &Puzzle,
        limits: &dyn Fn() -> Limits,
        done: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<CombinationFigures>> {
        let mut answers = Vec::new();
        let mut measured = vec![CombinationFigures::default(); self.rows.len()];
        let mut rows = measured.iter_mut().enumerate();
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
                        Ok(None) => row.contradiction(),
                    }
                    done()?;
                }
            }
        }
        let says = |told| answers.iter().any(move |(_, answer)| answer.told == told);
        let is_denied = says(Told::NoSolution);
        let is_refuted = is_denied && (says(Told::Solution) || is_solved(puzzle, limits()));
        if is_denied && !is_refuted && limits().exceeded() == Some(Reason::Interrupted) {
            // Nobody knows whether there is a solution.
            return ControlFlow::Break(());
        }
        for (place, answer) in answers {
            match answer.told {
                Told::NoSolution if is_refuted => measured[place].refute(puzzle),
                _ => measured[place].took(&answer),
            }
        }
        ControlFlow::Continue(measured)
    }

    /// The figures so far.
    pub fn rows(&self) -> &[CombinationFigures] {
        &self.rows
    }
}

/// How long native search looks for solutions that a solver has denied.
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
