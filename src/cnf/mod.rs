//! Literals, clauses, and what can be built from them without knowing what
//! they mean.

pub mod amo;
pub mod compact;
pub mod dimacs;
pub mod lit;
pub mod output;
pub mod propagate;
pub mod sink;
pub mod totalizer;
pub mod write;

pub use amo::Amo;
pub use lit::{Lit, Var};
pub use sink::{ClauseSink, Counter, Formula, Limited};
