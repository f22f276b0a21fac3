//! What verbs share on variants: reading and compiling puzzles, engines, the run over
//! many puzzles with its checks, and answers as text.
//!
//! The part of a verb that is about variants is beside the verb, as in
//! `verbs/solve/variants.rs`.

mod answers;
mod check;
mod engines;
mod given;
mod input;
mod instance;
mod item;
mod json;
mod one;
mod question;
mod report;
mod resume;
mod run;

pub use check::VariantSecond;
pub use engines::VariantSession;
pub use given::{MAX_RULES, RulesGiven};
pub use input::{VariantInput, first_variant, reads_variants};
pub use instance::{MaybeCompiled, VariantInstance};
pub use item::VariantItem;
pub use json::{classic_json, variant_json};
pub use one::{OnePuzzle, one_puzzle};
pub use question::VariantQuestion;
pub use run::{VariantAnswer, VariantRefusal, VariantRun};
