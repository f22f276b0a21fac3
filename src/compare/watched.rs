//! Wrappers of SAT engines that skip one after a time-out, or record its calls.

use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::limits::Limits;
use crate::outcome::{Fault, Reason};
use crate::sat::{Engine, SatSolver, SatVerdict};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// One call of a solver.
#[derive(Clone, Debug)]
pub struct RecordedCall {
    /// The clauses, with the assumptions as unit clauses.
    pub formula: Formula,
    /// The solver's answer.
    pub verdict: SatVerdict,
}

/// How much is recorded.
#[derive(Clone, Copy)]
pub struct RecordingSize {
    /// At most this many calls.
    calls: usize,
    /// At most this many clauses in all.
    clauses: usize,
    /// Whether only calls that deny a model are recorded.
    only_denials: bool,
}

impl RecordingSize {
    /// For one backend at a time.
    pub const FULL: RecordingSize = RecordingSize {
        calls: 64,
        clauses: usize::MAX,
        only_denials: false,
    };

    /// For all backends at once: about a megabyte each.
    pub const SMALL: RecordingSize = RecordingSize {
        calls: 8,
        clauses: 1 << 16,
        only_denials: true,
    };
}

/// The calls of a solver that did not end with a model.
#[derive(Clone)]
pub struct Recording {
    calls: Arc<Mutex<Vec<RecordedCall>>>,
    size: RecordingSize,
}

/// Whether a solver says that there is no model, even with a wrong proof.
pub fn denies(verdict: &SatVerdict) -> bool {
    matches!(
        verdict,
        SatVerdict::Unsat | SatVerdict::Unknown(Reason::Fault(Fault::WrongProof, _))
    )
}

impl Recording {
    fn new(size: RecordingSize) -> Recording {
        Recording {
            calls: Arc::default(),
            size,
        }
    }

    fn add(&self, formula: &Formula, assumptions: &[Lit], verdict: &SatVerdict) {
        if self.size.only_denials && !denies(verdict) {
            return;
        }
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let known = calls.iter().map(|call| call.formula.clause_count());
        let clauses = known.sum::<usize>().saturating_add(formula.clause_count());
        if calls.len() >= self.size.calls || clauses > self.size.clauses {
            return;
        }
        let mut formula = formula.clone();
        for &lit in assumptions {
            formula.add_clause(&[lit]);
        }
        let verdict = verdict.clone();
        calls.push(RecordedCall { formula, verdict });
    }

    /// Removes and returns what has been recorded.
    pub fn take(&self) -> Vec<RecordedCall> {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *calls)
    }
}

/// Whether a solver runs, or is skipped because it timed out.
#[derive(Default)]
pub struct Trip(AtomicU8);

impl Trip {
    const READY: u8 = 0;
    /// It timed out, and may get another chance.
    const LATE: u8 = 1;
    /// It timed out once, and has its other chance.
    const AGAIN: u8 = 2;
    /// It timed out twice.
    const TRIPPED: u8 = 3;

    fn is_skipped(&self) -> bool {
        matches!(self.0.load(Ordering::Relaxed), Trip::LATE | Trip::TRIPPED)
    }

    fn time_out(&self) {
        let next = match self.0.load(Ordering::Relaxed) {
            Trip::READY => Trip::LATE,
            _ => Trip::TRIPPED,
        };
        self.0.store(next, Ordering::Relaxed);
    }

    /// Lets a solver that timed out once run again; whether it did so.
    pub fn give_another_chance(&self) -> bool {
        let (late, again) = (Trip::LATE, Trip::AGAIN);
        let (success, failure) = (Ordering::Relaxed, Ordering::Relaxed);
        self.0
            .compare_exchange(late, again, success, failure)
            .is_ok()
    }

    /// Forgets all time-outs.
    pub fn reset(&self) {
        self.0.store(Trip::READY, Ordering::Relaxed);
    }
}

/// The engine, which does not run again after a time-out until `trip` lets it.
pub fn tripping(engine: &Engine, trip: Arc<Trip>) -> Engine {
    watched(engine, move || Watch::Trip(trip.clone()))
}

/// The engine, and a recording of its calls.
pub fn recording(engine: &Engine, size: RecordingSize) -> (Engine, Recording) {
    let recording = Recording::new(size);
    let shared = recording.clone();
    let engine = watched(engine, move || Watch::Record {
        formula: Formula::default(),
        assumptions: Vec::new(),
        recording: shared.clone(),
    });
    (engine, recording)
}

fn watched(engine: &Engine, watch: impl Fn() -> Watch + Send + Sync + 'static) -> Engine {
    let make = engine.make.clone();
    Engine {
        make: Arc::new(move |checks| {
            Box::new(Watched {
                inner: make(checks),
                watch: watch(),
            })
        }),
        ..engine.clone()
    }
}

struct Watched {
    inner: Box<dyn SatSolver>,
    watch: Watch,
}

enum Watch {
    Trip(Arc<Trip>),
    Record {
        formula: Formula,
        assumptions: Vec<Lit>,
        recording: Recording,
    },
}

impl ClauseSink for Watched {
    fn new_var(&mut self) -> Var {
        if let Watch::Record { formula, .. } = &mut self.watch {
            formula.new_var();
        }
        self.inner.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let Watch::Record { formula, .. } = &mut self.watch {
            formula.add_clause(clause);
        }
        self.inner.add_clause(clause);
    }
}

impl SatSolver for Watched {
    fn prefer(&mut self, value: bool) {
        self.inner.prefer(value);
    }

    fn assume(&mut self, assumed: &[Lit]) {
        if let Watch::Record { assumptions, .. } = &mut self.watch {
            *assumptions = assumed.to_vec();
        }
        self.inner.assume(assumed);
    }

    fn solve(&mut self, limits: &Limits) -> SatVerdict {
        if let Watch::Trip(trip) = &self.watch
            && trip.is_skipped()
        {
            return SatVerdict::Unknown(Reason::Timeout);
        }
        let verdict = self.inner.solve(limits);
        match &mut self.watch {
            Watch::Trip(trip) => {
                if verdict == SatVerdict::Unknown(Reason::Timeout) {
                    trip.time_out();
                }
            }
            Watch::Record {
                formula,
                assumptions,
                recording,
            } => {
                let assumed = std::mem::take(assumptions);
                if verdict != SatVerdict::Sat {
                    recording.add(formula, &assumed, &verdict);
                }
            }
        }
        verdict
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.inner.value(var)
    }

    fn core(&mut self) -> &[Lit] {
        self.inner.core()
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.inner.cpu_time()
    }

    fn proof_check_time(&self) -> Duration {
        self.inner.proof_check_time()
    }

    fn conflicts(&self) -> Option<u64> {
        self.inner.conflicts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::LimitChecks;

    /// A program that took a second.
    struct Timed;

    impl ClauseSink for Timed {
        fn new_var(&mut self) -> Var {
            Var::from_index(0)
        }

        fn add_clause(&mut self, _: &[Lit]) {}
    }

    impl SatSolver for Timed {
        fn assume(&mut self, _: &[Lit]) {}

        fn solve(&mut self, _: &Limits) -> SatVerdict {
            SatVerdict::Sat
        }

        fn value(&self, _: Var) -> Option<bool> {
            None
        }

        fn core(&mut self) -> &[Lit] {
            &[]
        }

        fn cpu_time(&self) -> Option<Duration> {
            Some(Duration::from_secs(1))
        }
    }

    #[test]
    fn the_time_of_a_program_is_passed_on() {
        let engine = Engine {
            make: Arc::new(|_| Box::new(Timed)),
            ..Engine::varisat()
        };
        let engines = [
            tripping(&engine, Arc::default()),
            recording(&engine, RecordingSize::FULL).0,
        ];
        for engine in engines {
            let solver = (engine.make)(LimitChecks::WhileSolving);
            assert_eq!(solver.cpu_time(), Some(Duration::from_secs(1)));
        }
    }
}
