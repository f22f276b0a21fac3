//! The choices of `[kernels]` on variant puzzles: formula sizes, and times of a proof that
//! a puzzle has one solution.

use super::{NATIVE_CHECK_TIME, Times};
use crate::Instant;
use crate::backend::{self, VariantNative, VariantSat};
use crate::cnf::{Counter, Limited};
use crate::encoding::Encoding;
use crate::encoding::kernels::{KernelChoices, Silent, VariantMap, closure};
use crate::limits::Limits;
use crate::outcome::{End, Fault, Reason};
use crate::rules::VariantPuzzle;
use crate::sat::Engine;
use std::ops::ControlFlow;

/// The figures of one encoding with one engine.
pub struct VariantFigures {
    /// The choices of its `[kernels]`.
    pub kernels: KernelChoices,
    /// Puzzles measured.
    pub puzzles: u64,
    /// Of these, not settled within the limits.
    pub open: u64,
    /// Of these, those about which the engine failed or was wrong: they are not timed.
    pub faults: u64,
    /// The first fault, and the name of the puzzle.
    pub fault: Option<String>,
    /// Variables, clauses and literals of all formulas that were finished.
    pub size: Counter,
    /// Puzzles whose formula was not finished within the limits.
    pub unfinished: u64,
    /// Seconds to find two solutions or to prove that there are fewer, encoding included.
    pub times: Times,
    encoding: Encoding,
    backend: VariantSat,
}

/// What a run measured.
pub struct VariantRun {
    seconds: f64,
    told: Told,
    /// If the formula was finished within the limits.
    size: Option<Counter>,
}

/// What a run told about the solutions of its puzzle, of which two are enough.
enum Told {
    /// That there are these and no others.
    All(u64),
    /// That there are two.
    Several,
    /// Nothing: a limit came first, or the solver gave up.
    Open,
    /// Something wrong.
    Fault(String),
}

impl Told {
    fn of(end: End, found: u64) -> Told {
        match end {
            End::Exhausted => Told::All(found),
            End::Enough => Told::Several,
            End::Stopped(Reason::Fault(Fault::GaveUp, _)) => Told::Open,
            End::Stopped(Reason::Engine(fault) | Reason::Fault(_, fault)) => Told::Fault(fault),
            End::Stopped(_) => Told::Open,
        }
    }
}

/// Makes faults of what runs on one puzzle have told, if there are more solutions: as the other
/// runs found, whose models are checked, or as native search finds soon.
pub fn refute(runs: &mut [VariantRun], puzzle: &VariantPuzzle, limits: &Limits) {
    let all = &mut |_: &_| ControlFlow::Continue(());
    let limits = limits.clone().within(NATIVE_CHECK_TIME);
    let native = backend::enumerate(&mut VariantNative::default(), puzzle, 2, &limits, all);
    let known = runs.iter().map(|run| match run.told {
        Told::All(found) => found,
        Told::Several => 2,
        Told::Open | Told::Fault(_) => 0,
    });
    let known = known.chain(native.map(|tally| tally.found)).max();
    let known = known.unwrap_or(0);
    for run in runs {
        let claim = match run.told {
            Told::All(0) if known > 0 => "says that a puzzle has no solution, but it has one",
            Told::All(1) if known > 1 => "says that a puzzle has one solution, but it has several",
            _ => continue,
        };
        run.told = Told::Fault(claim.into());
    }
}

impl VariantFigures {
    /// No puzzles yet.
    pub fn new(encoding: &Encoding, engine: &Engine) -> VariantFigures {
        VariantFigures {
            kernels: encoding.spec().kernels,
            puzzles: 0,
            open: 0,
            faults: 0,
            fault: None,
            size: Counter::default(),
            unfinished: 0,
            times: Times::default(),
            backend: VariantSat::new(encoding, engine),
            encoding: encoding.clone(),
        }
    }

    /// Measures a puzzle. `limits` makes a fresh limit for its answer, and one for the size of
    /// its formula.
    pub fn run(&mut self, puzzle: &VariantPuzzle, limits: &dyn Fn() -> Limits) -> VariantRun {
        let start = Instant::now();
        let all = &mut |_: &_| ControlFlow::Continue(());
        let tally = backend::enumerate(&mut self.backend, puzzle, 2, &limits(), all);
        VariantRun {
            seconds: start.elapsed().as_secs_f64(),
            told: match tally {
                Ok(tally) => Told::of(tally.end, tally.found),
                Err(wrong) => Told::Fault(wrong.to_string()),
            },
            // Those of open puzzles count as well.
            size: self.formula_size(puzzle, &limits()).ok(),
        }
    }

    /// Adds a run on the puzzle of this name. One that is not settled counts with the time that it
    /// took.
    pub fn add(&mut self, run: &VariantRun, puzzle: &str) {
        self.puzzles += 1;
        match &run.told {
            Told::Fault(fault) => {
                self.faults += 1;
                self.fault
                    .get_or_insert_with(|| format!("{fault}; the puzzle is {puzzle}"));
            }
            told => {
                self.times.add(run.seconds);
                self.open += u64::from(matches!(told, Told::Open));
            }
        }
        match run.size {
            Some(size) => self.size = self.size + size,
            None => self.unfinished += 1,
        }
    }

    /// The size of the formula; that of a contradiction is empty.
    fn formula_size(&self, puzzle: &VariantPuzzle, limits: &Limits) -> Result<Counter, Reason> {
        let mut size = Counter::default();
        if let Some(left) = closure(puzzle, limits)? {
            let map = VariantMap::live(puzzle.board(), &left);
            let mut limited = Limited::new(&mut size, limits);
            self.encoding
                .encode_variant(puzzle, &map, &mut limited, &mut Silent);
            limited.finish()?;
        }
        Ok(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn puzzles_are_counted() {
        let board = Board::classic("2x2".parse().unwrap()).unwrap();
        let puzzle = VariantPuzzle::new(board);
        let encoding = Encoding::named("extended").unwrap();
        let mut figures = VariantFigures::new(&encoding, &Engine::varisat());
        let run = figures.run(&puzzle, &Limits::unlimited);
        figures.add(&run, "x");
        assert_eq!(
            (figures.puzzles, figures.open, figures.unfinished),
            (1, 0, 0)
        );
        assert_eq!(figures.size.variables, 64);
        assert_eq!(figures.times.len(), 1);
    }

    #[test]
    fn a_formula_that_is_not_finished_in_time_has_no_size() {
        let board = Board::classic("3x3".parse().unwrap()).unwrap();
        let puzzle = VariantPuzzle::new(board);
        let encoding = Encoding::named("extended").unwrap();
        let mut figures = VariantFigures::new(&encoding, &Engine::varisat());
        let over = Limits::unlimited().stopped_by(Arc::new(AtomicBool::new(true)));
        let run = figures.run(&puzzle, &|| over.clone());
        figures.add(&run, "x");
        assert_eq!((figures.open, figures.unfinished), (1, 1));
        assert_eq!(figures.size.clauses, 0);
    }
}
