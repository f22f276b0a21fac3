//! The columns of the answers of `solve` in the making.

use super::solve::{Solve, Solved};
use crate::column::table::word_column;
use crate::column::{RowFailure, Task};
use crate::error::Failure;
use arrow_array::{ArrayRef, Float64Array, Int8Array, Int64Array, StringArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use satoku::search::lockstep::Answers;
use std::sync::Arc;

/// Texts one after another.
struct Texts {
    bytes: Vec<u8>,
    ends: Vec<i32>,
    present: Vec<bool>,
}

impl Texts {
    fn with_capacity(rows: usize) -> Texts {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        Texts {
            bytes: Vec::with_capacity(rows * 81),
            ends,
            present: Vec::with_capacity(rows),
        }
    }

    #[inline]
    fn add(&mut self, text: Option<&[u8]>) {
        self.bytes.extend_from_slice(text.unwrap_or_default());
        self.ends.push(self.bytes.len() as i32);
        self.present.push(text.is_some());
    }

    fn finish(self) -> Result<ArrayRef, Failure> {
        let nulls = NullBuffer::from(self.present);
        let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
        let ends = OffsetBuffer::new(ScalarBuffer::from(self.ends));
        let texts = StringArray::try_new(ends, Buffer::from(self.bytes), nulls);
        Ok(Arc::new(
            texts.map_err(|error| Failure::Engine(error.to_string()))?,
        ))
    }
}

/// The columns of the answers in the making.
pub struct SolvedColumns {
    verdicts: Vec<i8>,
    texts: Vec<Texts>,
    counts: Vec<i64>,
    times: Vec<f64>,
    present: Vec<bool>,
    errors: Vec<Option<String>>,
}

impl SolvedColumns {
    /// Columns without rows.
    pub fn new(verb: &Solve, task: &Task<'_>) -> SolvedColumns {
        let rows = task.len;
        let texts = (0..verb.limit()).map(|_| Texts::with_capacity(rows));
        SolvedColumns {
            verdicts: Vec::with_capacity(rows),
            texts: texts.collect(),
            counts: Vec::with_capacity(rows),
            times: Vec::with_capacity(rows),
            present: Vec::with_capacity(rows),
            errors: Vec::new(),
        }
    }

    /// Adds the answer about a puzzle of a block.
    #[inline]
    pub fn add_nine(&mut self, verb: &Solve, answers: &Answers, puzzle: usize, microseconds: f64) {
        let (found, solutions) = (answers.found(puzzle), answers.solutions(puzzle));
        self.verdicts.push(verb.verdict(found));
        for (nth, texts) in self.texts.iter_mut().enumerate() {
            texts.add(solutions.get(nth).map(|text| &text[..]));
        }
        self.counts.push(found as i64);
        self.times.push(microseconds);
        self.present.push(true);
    }

    /// Adds the answer about another puzzle.
    pub fn add(&mut self, solved: Solved) {
        self.errors.resize(self.verdicts.len(), None);
        self.errors.push(solved.error);
        self.present.push(solved.verdict.is_some());
        self.verdicts.push(solved.verdict.unwrap_or(0));
        for (nth, texts) in self.texts.iter_mut().enumerate() {
            texts.add(solved.solutions.get(nth).map(String::as_bytes));
        }
        self.counts.push(solved.found);
        self.times.push(solved.microseconds);
    }

    /// The arrays.
    ///
    /// # Errors
    /// More text than an array holds.
    pub fn finish(mut self, verb: &Solve, task: &Task<'_>) -> Result<Vec<ArrayRef>, RowFailure> {
        let rows = self.verdicts.len();
        let nulls = NullBuffer::from(self.present);
        let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
        let keys = Int8Array::new(self.verdicts.into(), nulls.clone());
        let mut arrays = vec![word_column(keys, &verb.words)];
        for texts in self.texts {
            let array = texts.finish().map_err(|failure| task.failure(0, failure))?;
            arrays.push(array);
        }
        arrays.push(Arc::new(Int64Array::new(self.counts.into(), nulls.clone())));
        arrays.push(Arc::new(Float64Array::new(self.times.into(), nulls)));
        if task.keeps_errors {
            self.errors.resize(rows, None);
            arrays.push(Arc::new(StringArray::from(self.errors)));
        }
        Ok(arrays)
    }
}
