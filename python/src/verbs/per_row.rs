//! Verbs whose puzzles are answered one by one.

use crate::column::{Entry, Layout, RowFailure, Task, Value, Verb};
use crate::engines::Engines;
use crate::error::Failure;
use crate::options::Reading;
use crate::puzzle::Question;
use arrow_array::ArrayRef;
use satoku::Limits;
use std::time::Instant;

/// The values of all columns but the last, which is the time.
pub type Answer<'a> =
    dyn Fn(&mut Engines, &Question, &Reading, &Limits) -> Result<Vec<Value>, Failure> + Sync + 'a;

/// A verb that answers each row on its own.
pub struct PerRow<'a> {
    pub layout: Layout,
    pub answer: &'a Answer<'a>,
}

/// Microseconds since a moment.
pub fn microseconds_since(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e6
}

impl Verb for PerRow<'_> {
    type Worker = Engines;

    fn worker(&self) -> Result<Engines, Failure> {
        Ok(Engines::default())
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn answer(&self, engines: &mut Engines, task: &Task<'_>) -> Result<Vec<ArrayRef>, RowFailure> {
        let mut rows = Vec::with_capacity(task.len);
        for index in 0..task.len {
            rows.push(match task.entry(index)? {
                Entry::Bad(error) => Err(error.message()),
                Entry::Puzzle(question) => {
                    let start = Instant::now();
                    match (self.answer)(engines, &question, task.reading, &task.limits()) {
                        Ok(mut values) => {
                            values.push(Value::Real(microseconds_since(start)));
                            Ok(values)
                        }
                        Err(failure) => Err(task.kept(index, failure)?),
                    }
                }
            });
        }
        Ok(self.layout.arrays(&rows))
    }
}
