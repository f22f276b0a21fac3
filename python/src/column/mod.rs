//! Columns of puzzles in, Arrow record batches out.

pub mod answers;
pub mod form;
mod lists;
pub mod object;
pub mod run;
mod sound;
pub mod source;
pub mod table;
pub mod task;

pub use answers::{Answers, words_of};
pub use run::{Job, run};
pub use table::{Kind, Layout, Value};
pub use task::{Entry, RowFailure, Task, Verb};
