//! From files to answers in order: input, workers, output, and what makes a run
//! that was stopped go on.

pub mod check;
pub mod destination;
pub mod identity;
pub mod input;
pub mod journal;
pub mod kept;
pub mod lines;
pub mod output;
pub mod packed;
pub mod partial;
pub mod present;
pub mod resume;
pub mod session;
pub mod stream;
