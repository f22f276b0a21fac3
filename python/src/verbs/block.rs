//! Blocks of 9×9 lines, answered in lock-step.

use crate::column::{RowFailure, Task};
use crate::engines::Engines;
use crate::error::Failure;
use satoku::Reason;
use satoku::grid::Row;
use satoku::search::lockstep::{Answers, Failure as LockstepFailure, Lockstep, Question as Query};
use std::time::Instant;

/// The engines of one thread.
pub struct BlockWorker {
    pub lockstep: Lockstep,
    pub engines: Engines,
}

impl BlockWorker {
    /// Engines on the fastest instructions of this processor.
    ///
    /// # Errors
    /// Instructions that the environment names and the processor lacks.
    pub fn new() -> Result<BlockWorker, Failure> {
        let lockstep = Lockstep::new().map_err(|error| Failure::Engine(error.to_string()))?;
        Ok(BlockWorker {
            lockstep,
            engines: Engines::default(),
        })
    }
}

/// The 9×9 lines of a task, answered at once.
pub struct Block {
    /// Whether each row of the task is among them; nothing if all are.
    rows: Option<Vec<bool>>,
    /// In the order of the rows that are among them.
    pub answers: Answers,
    /// The mean.
    pub microseconds: f64,
}

impl Block {
    /// Answers the 9×9 lines of a task. Where the time limit of one puzzle was too short
    /// for all of them, none is answered.
    ///
    /// # Errors
    /// A fault of the engine, or the end of the run.
    pub fn answer(lockstep: &Lockstep, query: Query, task: &Task<'_>) -> Result<Block, RowFailure> {
        let mut puzzles = Vec::with_capacity(task.len);
        let mut rows = None;
        let fits = task.reading.is_plain() && task.size.is_none_or(|size| size.cells == 81);
        for index in 0..task.len {
            let row: Option<Row> = task.nine(index).filter(|_| fits);
            if row.is_none() && rows.is_none() {
                let mut known = vec![false; task.len];
                known[..index].fill(true);
                rows = Some(known);
            }
            if let (Some(rows), Some(_)) = (&mut rows, row) {
                rows[index] = true;
            }
            puzzles.extend(row);
        }
        let start = Instant::now();
        let answers = match lockstep.answer(&puzzles, query, &task.limits()) {
            Ok(answers) => answers,
            Err(LockstepFailure::Stopped(Reason::Timeout)) => {
                rows = Some(vec![false; task.len]);
                Answers::default()
            }
            Err(failure) => {
                let failure = match failure {
                    LockstepFailure::Stopped(reason) => Failure::open(&reason),
                    failure => Failure::Engine(failure.to_string()),
                };
                return Err(task.failure(0, failure));
            }
        };
        let microseconds = start.elapsed().as_secs_f64() * 1e6 / puzzles.len().max(1) as f64;
        Ok(Block {
            rows,
            answers,
            microseconds,
        })
    }

    /// Whether the row of the task is among the answers.
    #[inline]
    pub fn is_answered(&self, index: usize) -> bool {
        self.rows.as_ref().is_none_or(|rows| rows[index])
    }
}
