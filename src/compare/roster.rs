//! The backends of a comparison, as specifications from which each thread, and each
//! attempt to shrink a finding, makes backends of its own.

use super::watched::{RecordedCall, Recording, RecordingSize, Trip, recording, tripping};
use crate::backend::{Backend, MakeBackend, Problem};
use crate::grid::Puzzle;
use crate::sat::Engine;
use crate::sat::shuffled::shuffled;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How to make a backend.
pub enum BackendSpec<P: Problem = Puzzle> {
    /// A backend without a SAT engine.
    Native(MakeBackend<P>),
    /// A SAT engine with an encoding.
    Sat(SatSpec<P>),
}

/// A SAT engine.
#[derive(Clone)]
pub struct SolverSpec {
    /// The engine.
    pub engine: Engine,
    /// Its command, if it is an external program.
    pub program: Option<ExternalSolver>,
}

/// A SAT engine in a backend.
pub struct SatSpec<P: Problem = Puzzle> {
    /// The engine.
    pub solver: SolverSpec,
    /// Makes the backend of the engine, or of a watched form of it.
    pub make: Box<dyn Fn(Engine) -> Box<dyn Backend<P>> + Send + Sync>,
}

/// A SAT solver that runs as a child process.
#[derive(Clone)]
pub struct ExternalSolver {
    /// Its command line.
    pub command: String,
    /// The time limit of one run.
    pub limit: Duration,
    /// This solver with several times that limit.
    pub patient: Engine,
    /// The seed with which its formulas are shuffled, if they are.
    pub shuffling: Option<u64>,
}

impl SolverSpec {
    /// An engine that is no program.
    pub fn built_in(engine: Engine) -> SolverSpec {
        SolverSpec {
            engine,
            program: None,
        }
    }

    /// The engine, a watched form of this one, with shuffled formulas if they are to be. What
    /// watches it sees the formulas as the solver does.
    fn asked(&self, engine: Engine) -> Engine {
        match self.program.as_ref().and_then(|program| program.shuffling) {
            Some(seed) => shuffled(&engine, seed),
            None => engine,
        }
    }
}

impl<P: Problem> SatSpec<P> {
    fn backend(&self, engine: Engine) -> Box<dyn Backend<P>> {
        (self.make)(self.solver.asked(engine))
    }

    /// A backend to this specification, and a recording of the solver calls that it
    /// makes.
    pub(super) fn recorded(&self) -> (Box<dyn Backend<P>>, Recording) {
        let (engine, recording) = recording(&self.solver.engine, RecordingSize::FULL);
        (self.backend(engine), recording)
    }
}

impl<P: Problem> BackendSpec<P> {
    fn backend(&self) -> Box<dyn Backend<P>> {
        match self {
            BackendSpec::Native(make) => make(),
            BackendSpec::Sat(spec) => spec.backend(spec.solver.engine.clone()),
        }
    }
}

/// The specifications of all backends in a comparison, by name.
pub struct Roster<P: Problem = Puzzle> {
    entries: Vec<(String, BackendSpec<P>)>,
}

/// One backend of each specification, for one thread.
pub struct BackendSet<P: Problem = Puzzle> {
    /// The backends in the order of the roster.
    pub backends: Vec<Box<dyn Backend<P>>>,
    pub(super) trips: Trips,
    recordings: Recordings,
}

impl<P: Problem> BackendSet<P> {
    /// Removes and returns what solvers that are programs were asked.
    pub fn take_calls(&self) -> ProgramCalls {
        self.recordings.take()
    }
}

impl<P: Problem> Roster<P> {
    /// The given specifications, named after the backends they make.
    pub fn new(specs: Vec<BackendSpec<P>>) -> Roster<P> {
        let named = specs.into_iter().map(|spec| {
            let name = spec.backend().name().to_owned();
            (name, spec)
        });
        Roster {
            entries: named.collect(),
        }
    }

    fn find(&self, name: &str) -> Option<&BackendSpec<P>> {
        let mut entries = self.entries.iter();
        entries.find(|(own, _)| own == name).map(|(_, spec)| spec)
    }

    /// The specification of a SAT backend.
    pub fn sat_spec(&self, name: &str) -> Option<&SatSpec<P>> {
        match self.find(name)? {
            BackendSpec::Sat(spec) => Some(spec),
            BackendSpec::Native(_) => None,
        }
    }

    /// All engines but the one of this name, each once.
    pub fn engines_except(&self, name: &str) -> Vec<Engine> {
        let mut engines: Vec<Engine> = Vec::new();
        for (_, entry) in &self.entries {
            let BackendSpec::Sat(spec) = entry else {
                continue;
            };
            let engine = &spec.solver.engine;
            if engine.name != name && engines.iter().all(|other| other.name != engine.name) {
                engines.push(engine.clone());
            }
        }
        engines
    }

    /// A new backend.
    pub fn backend(&self, name: &str) -> Option<Box<dyn Backend<P>>> {
        self.find(name).map(BackendSpec::backend)
    }

    /// New backends for one thread. A solver that times out, and does so again, is skipped for
    /// the rest of the puzzle: one that hangs would do so on every query.
    pub fn backends(&self) -> BackendSet<P> {
        let (mut trips, mut recordings) = (Trips::default(), Recordings::default());
        let backends = self.entries.iter().map(|(name, entry)| match entry {
            BackendSpec::Sat(spec) if spec.solver.program.is_some() => {
                let engine = trips.engine(&spec.solver.engine);
                spec.backend(recordings.engine(name, &engine))
            }
            _ => entry.backend(),
        });
        BackendSet {
            backends: backends.collect(),
            trips,
            recordings,
        }
    }
}

/// Solvers that are skipped after time-outs, whichever of the backends they are in.
#[derive(Default)]
pub(super) struct Trips {
    by_solver: BTreeMap<String, Arc<Trip>>,
}

impl Trips {
    /// The engine, which is skipped after a time-out.
    pub fn engine(&mut self, engine: &Engine) -> Engine {
        let trip = self.by_solver.entry(engine.name.clone()).or_default();
        tripping(engine, trip.clone())
    }

    /// Lets the solvers that timed out once run again; whether there are any.
    pub fn give_another_chance(&self) -> bool {
        let chances = self
            .by_solver
            .values()
            .map(|trip| trip.give_another_chance());
        chances.filter(|given| *given).count() > 0
    }

    /// Lets all solvers run.
    pub fn reset(&self) {
        for trip in self.by_solver.values() {
            trip.reset();
        }
    }
}

/// What solvers that are programs were asked since the last time it was taken, by backend: the
/// answers of a program may depend on chance, so asking again may not show a wrong one.
#[derive(Default)]
struct Recordings {
    by_backend: BTreeMap<String, Recording>,
}

impl Recordings {
    /// The engine in a backend, whose calls are recorded.
    pub fn engine(&mut self, backend: &str, engine: &Engine) -> Engine {
        let (engine, recording) = recording(engine, RecordingSize::SMALL);
        self.by_backend.insert(backend.to_owned(), recording);
        engine
    }

    fn take(&self) -> ProgramCalls {
        let recordings = self.by_backend.iter();
        let calls = recordings.map(|(backend, recording)| (backend.clone(), recording.take()));
        ProgramCalls(calls.collect())
    }
}

/// Calls of solvers that are programs, by backend.
#[derive(Default)]
pub struct ProgramCalls(BTreeMap<String, Vec<RecordedCall>>);

impl ProgramCalls {
    pub(super) fn of(&self, backend: &str) -> &[RecordedCall] {
        self.0.get(backend).map_or(&[], Vec::as_slice)
    }
}
