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

/// Solutions after which a run ends.
const ENOUGH: u64 = 2;

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
    /// The first fault, and the place of its puzzle.
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

/// What a run told about the solutions of its puzzle, of which two are enough. Those that it found
/// are checked.
enum Told {
    /// That there are these and no others.
    All(u64),
    /// That there are at least these: there are two, a limit came first, or the solver gave up.
    AtLeast(u64),
    /// Something wrong.
    Fault(String),
}

impl Told {
    fn of(end: End, found: u64) -> Told {
        match end {
            End::Exhausted => Told::All(found),
            End::Stopped(Reason::Engine(fault)) => Told::Fault(fault),
            End::Stopped(Reason::Fault(kind, fault)) if kind != Fault::GaveUp => Told::Fault(fault),
            End::Enough | End::Stopped(_) => Told::AtLeast(found),
        }
    }

    /// Solutions that were found.
    fn found(&self) -> u64 {
        match self {
            Told::All(found) | Told::AtLeast(found) => *found,
            Told::Fault(_) => 0,
        }
    }

    fn is_open(&self) -> bool {
        matches!(self, Told::AtLeast(found) if *found < ENOUGH)
    }
}

/// Turns a run's claim into a fault if the puzzle has more solutions than it says: those that other
/// runs on it found, or native search finds soon.
pub fn refute(runs: &mut [VariantRun], puzzle: &VariantPuzzle, limits: &Limits) {
    let claims = runs.iter().filter_map(|run| match run.told {
        Told::All(found) if found < ENOUGH => Some(found),
        _ => None,
    });
    let Some(most_claimed) = claims.max() else {
        return;
    };
    let mut known = runs.iter().map(|run| run.told.found()).max().unwrap_or(0);
    if known <= most_claimed {
        let all = &mut |_: &_| ControlFlow::Continue(());
        let limits = limits.clone().within(NATIVE_CHECK_TIME);
        let native = &mut VariantNative::default();
        let native = backend::enumerate(native, puzzle, ENOUGH, &limits, all);
        known = known.max(native.map_or(0, |tally| tally.found));
    }
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
        let tally = backend::enumerate(&mut self.backend, puzzle, ENOUGH, &limits(), all);
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

    /// Adds a run on the puzzle at this place. One that is not settled counts with the time that it
    /// took.
    pub fn add(&mut self, run: &VariantRun, puzzle: &str) {
        self.puzzles += 1;
        match &run.told {
            Told::Fault(fault) => {
                self.faults += 1;
                self.fault
                    .get_or_insert_with(|| format!("{fault} ({puzzle})"));
            }
            told => {
                self.times.add(run.seconds);
                self.open += u64::from(told.is_open());
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
