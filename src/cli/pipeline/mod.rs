//! From files to answers in order: input, workers, output, and what an interrupted
//! run needs to be continued.

pub mod check;
pub mod choice;
pub mod clashes;
pub mod destination;
pub mod distinct;
pub mod earlier_answers;
pub mod engines;
pub mod figures;
mod files;
pub mod input;
pub mod journal;
pub mod kept_puzzles;
pub mod lines;
pub mod malformed;
mod opened;
pub mod output;
pub mod packed;
pub mod partial;
pub mod pictures;
#[cfg(feature = "png")]
pub mod png;
pub mod present;
pub mod presentable;
pub mod progress;
pub mod provenance;
pub mod resume;
pub mod run;
pub mod run_identity;
pub mod session;
pub mod signals;
pub mod stream;
