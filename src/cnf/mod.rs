//! Literals and clauses, what can be built from them without knowing what they
//! mean (at-most-one schemes, the totalizer, unit propagation), and the file formats
//! of solvers.

pub(crate) mod amo;
mod comments;
pub(crate) mod compact;
mod cost_function;
pub(crate) mod dimacs;
mod lit;
#[cfg(feature = "process")]
pub(crate) mod model;
pub(crate) mod output;
pub(crate) mod propagate;
mod sink;
pub(crate) mod totalizer;
#[cfg(feature = "certificates")]
pub(crate) mod verified;
pub(crate) mod write;

pub use amo::Amo;
pub use comments::{FormulaNotes, read_notes};
pub use compact::Numbering;
pub use cost_function::CostFunction;
pub use dimacs::{CnfFile, DimacsError, read as read_cnf, read_within as read_cnf_within};
pub use lit::{Lit, Var};
pub use output::{OptimiserOutput, OutputError, SolverOutput};
pub use output::{read as read_solver_output, read_optimum as read_optimiser_output};
pub use propagate::{PartialAssignment, Propagated, propagate};
#[cfg(feature = "certificates")]
pub(crate) use sink::add_or_contradict;
pub(crate) use sink::contradict;
pub use sink::{ClauseSink, Counted, Counter, Formula, Limited};
pub use totalizer::{Cluster, TooManySums, Totalizer, WeightedGroup};
pub use write::{FormulaWriter, SizeOfFile, SoftLiteral, Syntax};
