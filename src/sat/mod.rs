//! SAT engines behind one trait, and what is built on top of it.
//!
//! Nothing here knows what a clause means.

#[cfg(feature = "batsat")]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
pub mod enumerate;
pub mod optimise;
pub mod process;
#[cfg(test)]
mod tests;
pub(crate) mod varisat;

#[cfg(feature = "batsat")]
pub use batsat::Batsat;
#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use varisat::Varisat;

use crate::cnf::{ClauseSink, Lit, Var};
use crate::limits::Limits;
use crate::outcome::Reason;
use std::sync::Arc;
use std::time::Duration;

/// What an engine can do beyond answering once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Capabilities {
    /// Clauses may be added and assumptions made after an answer.
    pub incremental: bool,
    /// What is learnt for one answer is kept for the next.
    pub keeps: bool,
    /// Stops soon after its limits is used up.
    pub interruptible: bool,
}

/// An engine's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SatVerdict {
    /// There is a model; [`SatSolver::value`] tells it.
    Sat,
    /// There is none under the assumptions; [`SatSolver::core`] tells why.
    Unsat,
    /// Not known. An engine that gave up may be good for nothing more.
    Unknown(Reason),
}

/// A SAT engine in the manner of IPASIR: clauses are added through
/// [`ClauseSink`], assumptions hold for one call of `solve`.
pub trait SatSolver: ClauseSink {
    /// Asks for this value to be tried first for all variables. That counts before the
    /// first of them is made only, and engines that cannot be told ignore it. varisat
    /// tries true first otherwise.
    fn prefer(&mut self, _value: bool) {}

    /// Literals that hold during the next `solve`, in addition to the clauses.
    /// Replaces what was assumed before.
    fn assume(&mut self, assumptions: &[Lit]);

    /// Looks for a model within the limits.
    fn solve(&mut self, limits: &Limits) -> SatVerdict;

    /// Value of a variable in the model of the last `solve`; `None` if that
    /// was not [`SatVerdict::Sat`] or the engine left the variable open.
    fn value(&self, var: Var) -> Option<bool>;

    /// Assumptions that cannot hold together, after [`SatVerdict::Unsat`].
    fn core(&self) -> &[Lit];

    /// The CPU time, user and system, of the program that the last `solve` ran, where
    /// that is known. `None` for engines that work in this process.
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// Conflicts since the solver was made, where the engine tells.
    fn conflicts(&self) -> Option<u64> {
        None
    }
}

/// Why an engine without faults ended without an answer.
#[cfg(any(feature = "batsat", feature = "cadical"))]
fn stopped(limits: &Limits, engine: &str) -> Reason {
    let gave_up = || Reason::Engine(format!("{engine} gave up"));
    limits.exceeded().unwrap_or_else(gave_up)
}

/// Makes a solver without clauses. The argument asks for one whose `solve`
/// keeps to its limits, at the cost of some speed.
pub type Make = Arc<dyn Fn(bool) -> Box<dyn SatSolver> + Send + Sync>;

/// An engine by name, and how to make fresh solvers.
#[derive(Clone)]
pub struct Engine {
    /// The name in reports.
    pub name: String,
    /// What the engine can do.
    pub capabilities: Capabilities,
    /// Whether it is a program of its own, and not part of this one.
    pub is_program: bool,
    /// Makes a solver.
    pub make: Make,
}

/// The name of the default engine.
pub const VARISAT_NAME: &str = "varisat";

impl Engine {
    /// An engine that is part of the program.
    fn linked(
        name: &str,
        make: impl Fn(bool) -> Box<dyn SatSolver> + Send + Sync + 'static,
    ) -> Engine {
        Engine {
            name: name.into(),
            capabilities: Capabilities {
                incremental: true,
                keeps: true,
                interruptible: true,
            },
            is_program: false,
            make: Arc::new(make),
        }
    }

    /// varisat, the default.
    pub fn varisat() -> Engine {
        Engine::linked(VARISAT_NAME, |interruptible| {
            Box::new(Varisat::new(interruptible))
        })
    }

    /// batsat: pure Rust, behind the feature of its name.
    #[cfg(feature = "batsat")]
    pub fn batsat() -> Engine {
        Engine::linked("batsat", |_| Box::new(Batsat::default()))
    }

    /// CaDiCaL: needs a C++ compiler, behind the feature of its name.
    #[cfg(feature = "cadical")]
    pub fn cadical() -> Engine {
        Engine::linked("cadical", |_| Box::new(Cadical::default()))
    }

    /// The engines that are part of this build, the default first.
    pub fn built_in() -> Vec<Engine> {
        vec![
            Engine::varisat(),
            #[cfg(feature = "batsat")]
            Engine::batsat(),
            #[cfg(feature = "cadical")]
            Engine::cadical(),
        ]
    }
}
