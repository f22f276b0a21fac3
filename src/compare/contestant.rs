//! Who takes part: recipes for backends, so that each thread, and each attempt
//! to shrink a finding, makes its own.

use crate::backend::{Backend, MakeBackend, MaximumMethod, Presolve, SatBackend};
use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::encoding::Encoding;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::sat::{Engine, SatSolver, SatVerdict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// One who is asked.
pub enum Contestant {
    /// One that needs no SAT engine.
    Native(MakeBackend),
    /// A SAT engine behind an encoding.
    Sat(Box<Mix>),
}

/// A SAT engine, how it sees puzzles, and how it finds maxima.
#[derive(Clone)]
pub struct Mix {
    /// The engine.
    pub engine: Engine,
    /// The command, where the engine is a program of its own.
    pub program: Option<Program>,
    /// The encoding.
    pub encoding: Encoding,
    /// The reasoning before.
    pub presolve: Presolve,
    /// How maxima are found.
    pub maximising: MaximumMethod,
}

/// A solver that is a program of its own.
#[derive(Clone)]
pub struct Program {
    /// Its command line.
    pub command: String,
    /// The time for one run.
    pub limit: Duration,
    /// The same with several times that limit.
    pub patient: Engine,
}

impl Mix {
    fn backend(&self, engine: Engine) -> Box<dyn Backend> {
        let backend = SatBackend::new(engine, self.encoding.clone(), self.presolve);
        Box::new(backend.maximising(self.maximising))
    }
}

/// All who take part.
pub struct Roster {
    contestants: Vec<(String, Contestant)>,
}

/// Backends of all who take part, for one thread.
pub struct Team {
    /// In the order of the roster.
    pub backends: Vec<Box<dyn Backend>>,
    tripped: Vec<Arc<AtomicBool>>,
}

impl Roster {
    /// These, under the names of their backends.
    pub fn new(contestants: Vec<Contestant>) -> Roster {
        let named = contestants.into_iter().map(|contestant| {
            let name = make(&contestant, None).name().to_owned();
            (name, contestant)
        });
        Roster {
            contestants: named.collect(),
        }
    }

    /// The contestant of this name.
    pub fn find(&self, name: &str) -> Option<&Contestant> {
        let mut all = self.contestants.iter();
        all.find(|(own, _)| own == name)
            .map(|(_, contestant)| contestant)
    }

    /// The SAT engine of the contestant of this name.
    pub fn mix(&self, name: &str) -> Option<&Mix> {
        match self.find(name)? {
            Contestant::Sat(mix) => Some(mix),
            Contestant::Native(_) => None,
        }
    }

    /// The engines but this one, each once.
    pub fn engines_but(&self, name: &str) -> Vec<Engine> {
        let mut engines: Vec<Engine> = Vec::new();
        for (_, contestant) in &self.contestants {
            if let Contestant::Sat(mix) = contestant
                && mix.engine.name != name
                && engines.iter().all(|engine| engine.name != mix.engine.name)
            {
                engines.push(mix.engine.clone());
            }
        }
        engines
    }

    /// A fresh backend of this name.
    pub fn backend(&self, name: &str) -> Option<Box<dyn Backend>> {
        self.find(name).map(|contestant| make(contestant, None))
    }

    /// Backends for one thread.
    pub fn team(&self) -> Team {
        let mut trips: Vec<(String, Arc<AtomicBool>)> = Vec::new();
        let mut backends = Vec::new();
        for (_, contestant) in &self.contestants {
            let watched = match contestant {
                Contestant::Sat(mix) if mix.program.is_some() => {
                    let name = &mix.engine.name;
                    let known = trips.iter().find(|(other, _)| other == name);
                    let trip = known.map(|(_, trip)| trip.clone()).unwrap_or_default();
                    trips.push((name.clone(), trip.clone()));
                    Some(tripping(&mix.engine, trip))
                }
                _ => None,
            };
            backends.push(make(contestant, watched));
        }
        Team {
            backends,
            tripped: trips.into_iter().map(|(_, trip)| trip).collect(),
        }
    }
}

impl Team {
    /// Gives those who ran into their limit on the puzzle before another chance.
    pub fn next_case(&mut self) {
        for trip in &self.tripped {
            trip.store(false, Ordering::Relaxed);
        }
    }
}

fn make(contestant: &Contestant, engine: Option<Engine>) -> Box<dyn Backend> {
    match contestant {
        Contestant::Native(make) => make(),
        Contestant::Sat(mix) => mix.backend(engine.unwrap_or_else(|| mix.engine.clone())),
    }
}

/// An engine that, once it ran into its limit, does not try again until the flag
/// is taken back: a solver that hangs would do so on every question.
fn tripping(engine: &Engine, trip: Arc<AtomicBool>) -> Engine {
    let make = engine.make.clone();
    Engine {
        make: Arc::new(move |interruptible| {
            Box::new(Wrapped {
                inner: make(interruptible),
                watch: Watch::Trip(trip.clone()),
            })
        }),
        ..engine.clone()
    }
}

/// A formula and what a solver said of it.
#[derive(Clone, Debug)]
pub struct Run {
    /// The clauses, with the assumptions as units.
    pub formula: Formula,
    /// What was said.
    pub verdict: SatVerdict,
}

/// Most runs that are kept.
const MAX_RUNS: usize = 64;

/// Runs of a solver that did not end with a model.
pub type Runs = Arc<Mutex<Vec<Run>>>;

/// A backend of this mix, and what its engine is asked.
pub fn recorded(mix: &Mix) -> (Box<dyn Backend>, Runs) {
    let runs = Runs::default();
    let (make, kept) = (mix.engine.make.clone(), runs.clone());
    let engine = Engine {
        make: Arc::new(move |interruptible| {
            Box::new(Wrapped {
                inner: make(interruptible),
                watch: Watch::Record {
                    formula: Formula::default(),
                    assumptions: Vec::new(),
                    runs: kept.clone(),
                },
            })
        }),
        ..mix.engine.clone()
    };
    (mix.backend(engine), runs)
}

/// A solver somebody looks at.
struct Wrapped {
    inner: Box<dyn SatSolver>,
    watch: Watch,
}

enum Watch {
    Trip(Arc<AtomicBool>),
    Record {
        formula: Formula,
        assumptions: Vec<Lit>,
        runs: Runs,
    },
}

impl ClauseSink for Wrapped {
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

impl SatSolver for Wrapped {
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
            && trip.load(Ordering::Relaxed)
        {
            return SatVerdict::Unknown(Reason::Timeout);
        }
        let verdict = self.inner.solve(limits);
        match &mut self.watch {
            Watch::Trip(trip) => {
                let late = verdict == SatVerdict::Unknown(Reason::Timeout);
                trip.store(late, Ordering::Relaxed);
            }
            Watch::Record {
                formula,
                assumptions,
                runs,
            } => {
                let mut runs = runs.lock().unwrap_or_else(PoisonError::into_inner);
                let assumed = std::mem::take(assumptions);
                if verdict != SatVerdict::Sat && runs.len() < MAX_RUNS {
                    let mut formula = formula.clone();
                    for lit in assumed {
                        formula.add_clause(&[lit]);
                    }
                    let verdict = verdict.clone();
                    runs.push(Run { formula, verdict });
                }
            }
        }
        verdict
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.inner.value(var)
    }

    fn core(&self) -> &[Lit] {
        self.inner.core()
    }

    fn conflicts(&self) -> Option<u64> {
        self.inner.conflicts()
    }
}
