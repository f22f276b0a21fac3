//! SAT engines behind one trait, [`SatSolver`], with model enumeration and optimisation
//! on top of it.
//!
//! Nothing here knows about Sudoku: clauses come in, models go out.
//!
//! (x ∨ y) ∧ (¬x ∨ y) ∧ (¬y ∨ z) forces y and z:
//!
//! ```
//! use satoku::cnf::ClauseSink;
//! use satoku::limits::Limits;
//! use satoku::sat::{LimitChecks, SatSolver, SatVerdict, Varisat};
//!
//! let mut solver = Varisat::new(LimitChecks::BeforeSolving);
//! let (x, y, z) = (solver.new_var(), solver.new_var(), solver.new_var());
//! solver.add_clause(&[x.positive(), y.positive()]);
//! solver.add_clause(&[x.negative(), y.positive()]);
//! solver.add_clause(&[y.negative(), z.positive()]);
//!
//! let limits = Limits::unlimited();
//! assert_eq!(solver.solve(&limits), SatVerdict::Sat);
//! assert_eq!((solver.value(y), solver.value(z)), (Some(true), Some(true)));
//!
//! // Assumptions hold for one call; the core names those that exclude each other.
//! solver.assume(&[x.positive(), z.negative()]);
//! assert_eq!(solver.solve(&limits), SatVerdict::Unsat);
//! assert!(solver.core().contains(&z.negative()));
//! ```

#[cfg(feature = "batsat")]
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
pub mod enumerate;
pub mod optimise;
#[cfg(feature = "process")]
pub mod process;
pub mod shuffled;
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

/// What an engine can do beyond a single call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Capabilities {
    /// Clauses can be added, and assumptions made, after an answer.
    pub incremental: bool,
    /// Learnt clauses are kept from one call to the next.
    pub keeps_learnt: bool,
}

/// An engine's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SatVerdict {
    /// There is a model: see [`SatSolver::value`].
    Sat,
    /// There is no model under the assumptions: see [`SatSolver::core`].
    Unsat,
    /// There is no answer. The engine may be unable to give any more answers.
    Unknown(Reason),
}

/// A SAT engine in the manner of IPASIR: clauses are added through
/// [`ClauseSink`], assumptions hold for one call of `solve`.
pub trait SatSolver: ClauseSink {
    /// Sets the value that the solver tries first for every variable. Must be called before the
    /// first variable is made; engines without such an option ignore it. The default of varisat is
    /// true.
    fn prefer(&mut self, _value: bool) {}

    /// Sets the assumptions of the next `solve`: literals that must hold in addition to
    /// the clauses. Replaces earlier assumptions.
    fn assume(&mut self, assumptions: &[Lit]);

    /// Searches for a model within the limits.
    fn solve(&mut self, limits: &Limits) -> SatVerdict;

    /// The value of a variable in the model of the last `solve`, even after more clauses were
    /// added; `None` if there is no model or the model leaves the variable open.
    fn value(&self, var: Var) -> Option<bool>;

    /// After [`SatVerdict::Unsat`], assumptions that cannot all hold; not necessarily as
    /// few as possible. The engine may solve again to find them.
    fn core(&mut self) -> &[Lit];

    /// The CPU time, user and system, of the external program in the last `solve`, if
    /// known. `None` for engines in this process.
    fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// How long satoku checked a proof of the external program in the last `solve`.
    fn proof_check_time(&self) -> Duration {
        Duration::ZERO
    }

    /// The number of conflicts so far, if the engine reports it.
    fn conflicts(&self) -> Option<u64> {
        None
    }
}

/// Why a built-in engine gave no answer.
#[cfg(any(feature = "batsat", feature = "cadical"))]
fn stopped(limits: &Limits, engine: &str) -> Reason {
    let gave_up = || Reason::Engine(format!("{engine} gave up"));
    limits.exceeded().unwrap_or_else(gave_up)
}

/// When a solver looks at its limits. Varisat is slower if it does so while it solves; the
/// other engines always do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitChecks {
    /// At the start of each call of [`SatSolver::solve`] only: the call then takes as long as
    /// it takes.
    BeforeSolving,
    /// Again and again, so that a call ends soon after a limit is reached.
    WhileSolving,
}

impl LimitChecks {
    /// While solving, if there is a deadline or a stop flag.
    pub fn for_limits(limits: &Limits) -> LimitChecks {
        match limits.is_limited() {
            true => LimitChecks::WhileSolving,
            false => LimitChecks::BeforeSolving,
        }
    }
}

/// Makes a solver without clauses.
pub type MakeSolver = Arc<dyn Fn(LimitChecks) -> Box<dyn SatSolver> + Send + Sync>;

/// An engine: its name and how to make solvers.
#[derive(Clone)]
pub struct Engine {
    /// The name in reports.
    pub name: String,
    /// What the engine can do.
    pub capabilities: Capabilities,
    /// Whether it is an external program.
    pub is_program: bool,
    /// Makes a solver.
    pub make: MakeSolver,
}

/// The name of the default engine.
pub const VARISAT_NAME: &str = "varisat";

impl Engine {
    /// An engine that is linked into this program.
    fn linked(
        name: &str,
        make: impl Fn(LimitChecks) -> Box<dyn SatSolver> + Send + Sync + 'static,
    ) -> Engine {
        Engine {
            name: name.into(),
            capabilities: Capabilities {
                incremental: true,
                keeps_learnt: true,
            },
            is_program: false,
            make: Arc::new(make),
        }
    }

    /// varisat, the default.
    pub fn varisat() -> Engine {
        Engine::linked(VARISAT_NAME, |checks| Box::new(Varisat::new(checks)))
    }

    /// batsat, in pure Rust; needs the feature `batsat`.
    #[cfg(feature = "batsat")]
    pub fn batsat() -> Engine {
        Engine::linked("batsat", |_| Box::new(Batsat::default()))
    }

    /// CaDiCaL, which needs a C++ compiler; needs the feature `cadical`.
    #[cfg(feature = "cadical")]
    pub fn cadical() -> Engine {
        Engine::linked("cadical", |_| Box::new(Cadical::default()))
    }

    /// The engines in this build, the default first.
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
