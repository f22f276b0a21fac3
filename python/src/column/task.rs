//! What the workers of a verb do with some rows.

use super::source::{Chunk, RowData};
use super::table::Layout;
use crate::error::{BadInput, Failure};
use crate::options::Reading;
use crate::puzzle::{Question, Size};
use crate::watch::Stop;
use arrow_array::ArrayRef;
use satoku::Limits;
use satoku::grid::Row;
use satoku::grid::text::only_nine;
use std::time::Duration;

/// A verb over columns.
pub trait Verb: Sync {
    /// What a thread keeps from task to task.
    type Worker;

    /// A worker for one thread.
    ///
    /// # Errors
    /// An engine that cannot start.
    fn worker(&self) -> Result<Self::Worker, Failure>;

    /// The columns of the answers.
    fn layout(&self) -> &Layout;

    /// Whether thousands of 9×9 lines are answered at once.
    fn takes_blocks(&self) -> bool {
        false
    }

    /// The arrays of the answers to some rows.
    ///
    /// # Errors
    /// The first row that cannot be answered, unless errors are part of the answers.
    fn answer(
        &self,
        worker: &mut Self::Worker,
        task: &Task<'_>,
    ) -> Result<Vec<ArrayRef>, RowFailure>;
}

/// Some rows that lie together.
pub struct Task<'a> {
    pub chunk: &'a Chunk<'a>,
    /// The first of them in the chunk.
    pub first: usize,
    /// How many there are.
    pub len: usize,
    /// The number of the first row in the column, from 0.
    pub row: usize,
    pub reading: &'a Reading,
    /// The size of all puzzles, unless sizes may be mixed.
    pub size: Option<Size>,
    pub timeout: Option<Duration>,
    pub stop: &'a Stop,
    /// Whether errors are part of the answers.
    pub keeps_errors: bool,
}

/// What a row holds.
pub enum Entry {
    Puzzle(Question),
    /// What is wrong with it.
    Bad(BadInput),
}

/// A row that ends the run.
#[derive(Debug)]
pub struct RowFailure {
    pub failure: Failure,
}

impl Task<'_> {
    /// The limits of one puzzle, whose time begins now.
    pub fn limits(&self) -> Limits {
        self.stop.limits(self.timeout)
    }

    /// What the row with this number in the task holds. Finding that out has the time of one
    /// puzzle.
    ///
    /// # Errors
    /// A row without a puzzle, unless errors are part of the answers.
    pub fn entry(&self, index: usize) -> Result<Entry, RowFailure> {
        let read = match self.chunk.row(self.first + index) {
            RowData::Null => Err(BadInput::new("found a null, expected a puzzle")),
            RowData::Holed => Err(BadInput::new(
                "found a null inside a list of digits, expected 0 for an empty cell",
            )),
            RowData::Wrong(what) => Err(BadInput::new(what)),
            RowData::Text(text) => Question::of_text(text, self.reading, &self.limits()),
            RowData::Digits(digits) => {
                Question::of_digits(digits.numbers(), self.reading, &self.limits())
            }
            RowData::Numbers(numbers) => {
                Question::of_digits(numbers.iter().copied(), self.reading, &self.limits())
            }
        };
        let checked = read.and_then(|question| {
            question.check_size(self.size)?;
            Ok(question)
        });
        match checked {
            Ok(question) => Ok(Entry::Puzzle(question)),
            Err(error) if self.keeps_errors => Ok(Entry::Bad(error)),
            Err(error) => Err(self.failure(index, Failure::Input(error))),
        }
    }

    /// The row with this number as a 9×9 puzzle, if that is plain to see.
    #[inline]
    pub fn nine(&self, index: usize) -> Option<Row> {
        match self.chunk.row(self.first + index) {
            RowData::Text(text) => only_nine(text),
            RowData::Digits(digits) => {
                let digits: &[u8; 81] = digits.bytes.try_into().ok()?;
                let is_digit = digits.iter().fold(true, |all, digit| all & (*digit <= 9));
                if !is_digit {
                    return None;
                }
                Row::new(&digits.map(|digit| b'0' + digit))
            }
            RowData::Numbers(numbers) => {
                let numbers: &[i64; 81] = numbers.try_into().ok()?;
                let is_digit = |all, number| all & (0..=9).contains(number);
                if !numbers.iter().fold(true, is_digit) {
                    return None;
                }
                Row::new(&numbers.map(|number| b'0' + number as u8))
            }
            RowData::Null | RowData::Holed | RowData::Wrong(_) => None,
        }
    }

    /// A failure in the row with this number in the task.
    pub fn failure(&self, index: usize, failure: Failure) -> RowFailure {
        let row = self.row + index;
        let failure = match failure {
            Failure::Input(error) => Failure::Input(error.in_row(row)),
            Failure::Engine(text) => Failure::Engine(format!("row {row}: {text}")),
            Failure::Unsupported(text) => Failure::Unsupported(format!("row {row}: {text}")),
            other => other,
        };
        RowFailure { failure }
    }

    /// A failure as part of the answers.
    ///
    /// # Errors
    /// The failure, if errors end the run.
    pub fn kept(&self, index: usize, failure: Failure) -> Result<String, RowFailure> {
        match failure {
            Failure::Engine(text) | Failure::Unsupported(text) if self.keeps_errors => Ok(text),
            Failure::Input(error) if self.keeps_errors => Ok(error.message()),
            failure => Err(self.failure(index, failure)),
        }
    }
}
