//! Backends that answer queries about variants.

mod auto;
#[cfg(feature = "threads")]
mod beside;
mod native;
mod optima;
pub(crate) mod sat;

pub use auto::VariantAuto;
pub use native::{VariantNative, VariantSearch};
pub use optima::{variant_best_solutions, variant_top_scores};
pub use sat::VariantSat;
