//! The backends of a comparison of variants.

use super::brute_force::BruteForce;
use crate::backend::{Backend, VariantNative, VariantSat};
use crate::compare::roster::{BackendSet, Recordings, SolverSpec, Trips, engines_except};
use crate::compare::watched::{Recording, RecordingSize, recording};
use crate::encoding::Encoding;
use crate::rules::VariantPuzzle;
use crate::sat::Engine;

/// The largest board for brute force, in cells.
const MAX_CELLS: usize = 16;

/// A backend for variants.
pub type VariantBackend = Box<dyn Backend<VariantPuzzle>>;

/// A SAT engine with everything that determines its formulas of variants.
#[derive(Clone)]
pub struct VariantSatSpec {
    /// The engine.
    pub solver: SolverSpec,
    /// The encoding.
    pub encoding: Encoding,
    /// The name in reports, if it is not that of engine and encoding.
    pub name: Option<String>,
}

impl VariantSatSpec {
    fn backend(&self, engine: &Engine) -> VariantBackend {
        let sat = VariantSat::new(&self.encoding, &self.solver.asked(engine.clone()));
        match &self.name {
            None => Box::new(sat),
            Some(name) => Box::new(sat.named(name.clone())),
        }
    }

    /// A backend to this specification, and a recording of the solver calls that it makes.
    pub(super) fn recorded(&self) -> (VariantBackend, Recording) {
        let (engine, recording) = recording(&self.solver.engine, RecordingSize::FULL);
        (self.backend(&engine), recording)
    }
}

/// The native search, brute force on the smallest boards, and SAT, by name.
pub struct VariantRoster {
    native: String,
    brute_force: String,
    sat: Vec<(String, VariantSatSpec)>,
}

impl VariantRoster {
    /// The native search, brute force, and these, named after the backends they make.
    pub fn new(sat: Vec<VariantSatSpec>) -> VariantRoster {
        let named = sat.into_iter().map(|spec| {
            let name = spec.backend(&spec.solver.engine).name().to_owned();
            (name, spec)
        });
        VariantRoster {
            native: VariantNative::default().name().to_owned(),
            brute_force: BruteForce.name().to_owned(),
            sat: named.collect(),
        }
    }

    /// The specification of a SAT backend.
    pub fn sat_spec(&self, name: &str) -> Option<&VariantSatSpec> {
        let mut specs = self.sat.iter();
        specs.find(|(own, _)| own == name).map(|(_, spec)| spec)
    }

    /// All engines but the one of this name, each once.
    pub(super) fn engines_except(&self, name: &str) -> Vec<Engine> {
        engines_except(self.sat.iter().map(|(_, spec)| &spec.solver), name)
    }

    /// A new backend.
    pub(super) fn backend(&self, name: &str) -> Option<VariantBackend> {
        if name == self.native {
            return Some(Box::new(VariantNative::default()));
        }
        if name == self.brute_force {
            return Some(Box::new(BruteForce));
        }
        let spec = self.sat_spec(name)?;
        Some(spec.backend(&spec.solver.engine))
    }

    /// New backends for a puzzle with this many cells. A solver that times out, and does so
    /// again, is skipped from then on: one that hangs would do so on every query.
    pub fn backends(&self, cells: usize) -> BackendSet<VariantPuzzle> {
        let (mut trips, mut recordings) = (Trips::default(), Recordings::default());
        let mut backends: Vec<VariantBackend> = vec![Box::new(VariantNative::default())];
        for (name, spec) in &self.sat {
            let SolverSpec { engine, program } = &spec.solver;
            backends.push(match program {
                Some(_) => spec.backend(&recordings.engine(name, &trips.engine(engine))),
                None => spec.backend(engine),
            });
        }
        if cells <= MAX_CELLS {
            backends.push(Box::new(BruteForce));
        }
        BackendSet {
            backends,
            trips,
            recordings,
        }
    }
}
