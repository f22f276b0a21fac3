//! The verbs, each about one puzzle or a column.

mod block;
pub mod candidates;
pub mod canonical;
pub mod count;
pub mod explain;
pub mod maximum;
pub mod minimize;
mod nine;
pub mod per_row;
pub mod solutions;
pub mod solve;
mod solved_columns;

use crate::column::form::{is_column, refuse_column};
use crate::column::object::source;
use crate::column::{Answers, Job, Verb, run};
use crate::engines::Engines;
use crate::error::{BadInput, Failure, guarded};
use crate::keywords::Keyword;
use crate::numbers;
use crate::options::{self, Names, Reading, duration, jobs, refuse};
use crate::puzzle::Question;
use crate::text::cut;
use crate::watch::watched;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use satoku::Limits;
use satoku::search::Threads;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The keywords, checked.
pub struct Options {
    pub reading: Reading,
    pub timeout: Option<Duration>,
    /// When the call began.
    start: Instant,
    jobs: Option<NonZeroUsize>,
    /// Whether errors are part of the answers.
    pub keeps_errors: bool,
    column: Option<String>,
    mixed_sizes: bool,
    progress: Option<Py<PyAny>>,
}

/// The keywords as they were passed.
#[derive(Default)]
struct Keywords {
    column: Option<String>,
    shape: Option<String>,
    alphabet: Option<String>,
    rules: Option<Names>,
    timeout: Option<f64>,
    jobs: Option<NonZeroUsize>,
    on_error: Option<String>,
    mixed_sizes: bool,
    progress: Option<Py<PyAny>>,
}

impl Keywords {
    /// `own` are the keywords that the verb alone has.
    fn take_all(&mut self, keywords: &Bound<'_, PyDict>, own: &[&str]) -> Result<(), Failure> {
        for (name, value) in keywords {
            let name: String = name.extract()?;
            match name.as_str() {
                "column" => self.column = Keyword::read(&value, &name)?,
                "box" => self.shape = Keyword::read(&value, &name)?,
                "alphabet" => self.alphabet = Keyword::read(&value, &name)?,
                "rules" => self.rules = options::rules(&value)?,
                "timeout" => self.timeout = numbers::timeout(&value)?,
                "jobs" => self.jobs = numbers::jobs(&value)?,
                "on_error" => self.on_error = Keyword::read(&value, &name)?,
                "mixed_sizes" => self.mixed_sizes = value.is_truthy()?,
                "progress" => {
                    self.progress =
                        Some(value.unbind()).filter(|value| !value.is_none(keywords.py()))
                }
                other => {
                    let own = own
                        .iter()
                        .map(|name| format!("{name}, "))
                        .collect::<String>();
                    let what = format!(
                        "found the keyword '{}', expected one of {own}column, box, alphabet, rules, timeout, \
                         jobs, on_error, mixed_sizes, progress",
                        cut(other)
                    );
                    return Err(PyTypeError::new_err(what).into());
                }
            }
        }
        Ok(())
    }
}

/// What a verb is asked about.
pub enum Input {
    One(Question),
    Many,
}

impl Options {
    /// Checks the keywords that all verbs have. Messages name those that the verb alone has, too.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn new(keywords: Option<&Bound<'_, PyDict>>, own: &[&str]) -> Result<Options, Failure> {
        let mut given = Keywords::default();
        if let Some(keywords) = keywords {
            given.take_all(keywords, own)?;
        }
        let keeps_errors = match given.on_error.as_deref() {
            None | Some("raise") => false,
            Some("null") => true,
            Some(other) => {
                let what = format!(
                    "on_error: found '{}', expected 'raise' or 'null'",
                    cut(other)
                );
                return Err(BadInput::new(what).into());
            }
        };
        Ok(Options {
            reading: Reading::new(
                given.shape.as_deref(),
                given.alphabet.as_deref(),
                given.rules,
            )?,
            timeout: duration(given.timeout)?,
            start: Instant::now(),
            jobs: given.jobs,
            keeps_errors,
            column: given.column,
            mixed_sizes: given.mixed_sizes,
            progress: given.progress,
        })
    }

    /// The puzzle, if the object is one.
    ///
    /// # Errors
    /// An object that is neither a puzzle nor a column.
    pub fn asked(&self, object: &Bound<'_, PyAny>) -> Result<Input, Failure> {
        let is_about_columns =
            self.keeps_errors || self.column.is_some() || self.progress.is_some();
        match is_column(object, self.reading.geometry, is_about_columns)? {
            true => Ok(Input::Many),
            false => self.one(object).map(Input::One),
        }
    }

    /// The one puzzle that the object is. `refusal` is what the verb says to a column.
    ///
    /// # Errors
    /// An object that is no puzzle, or a keyword that does not apply to it.
    pub fn only(&self, object: &Bound<'_, PyAny>, refusal: &str) -> Result<Question, Failure> {
        refuse_column(object, self.reading.geometry, refusal)?;
        self.one(object)
    }

    /// [`Options::only`] for a verb that works in one thread.
    ///
    /// # Errors
    /// Those of [`Options::only`], and a number of threads.
    pub fn question(&self, object: &Bound<'_, PyAny>, refusal: &str) -> Result<Question, Failure> {
        let question = self.only(object, refusal)?;
        let has_jobs = [("jobs", self.jobs.is_some())];
        refuse(
            &has_jobs,
            "to work in parallel",
            "this is done in one thread",
        )?;
        Ok(question)
    }

    fn one(&self, object: &Bound<'_, PyAny>) -> Result<Question, Failure> {
        let question = Question::of_object(object, &self.reading, self.timeout)?;
        let of_columns = [
            ("column", self.column.is_some()),
            ("on_error", self.keeps_errors),
            ("mixed_sizes", self.mixed_sizes),
            ("progress", self.progress.is_some()),
        ];
        refuse(&of_columns, "to a column", "one puzzle was passed")?;
        Ok(question)
    }

    /// What is left of the time for one puzzle.
    pub fn time_left(&self) -> Option<Duration> {
        let spent = self.start.elapsed();
        self.timeout.map(|time| time.saturating_sub(spent))
    }

    /// Answers a column.
    ///
    /// # Errors
    /// The first row that cannot be answered.
    pub fn run<V: Verb>(self, object: &Bound<'_, PyAny>, verb: &V) -> Result<Answers, Failure> {
        let source = source(object, self.column.as_deref())?;
        let column = &source.column()?;
        if column.has_digits() {
            self.reading.refuse_alphabet_of_digits()?;
        }
        let job = Job {
            column,
            reading: &self.reading,
            jobs: jobs(self.jobs),
            timeout: self.timeout,
            keeps_errors: self.keeps_errors,
            mixed_sizes: self.mixed_sizes,
            progress: self.progress,
        };
        run(object.py(), verb, &job).map_err(|failure| match (failure, column.as_one()) {
            (Failure::Input(error), Some(advice)) => error.advised(&advice).into(),
            (failure, _) => failure,
        })
    }

    /// Answers one puzzle in a thread that Ctrl-C ends.
    ///
    /// # Errors
    /// Those of the work, and an exception of a signal handler.
    pub fn watched<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Engines, &Reading, &Limits) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        let threads = self.threads();
        let reading = &self.reading;
        watched(py, self.time_left(), move |limits| {
            work(&mut Engines::sharing(threads), reading, limits)
        })
    }

    /// The threads for one puzzle.
    pub fn threads(&self) -> Arc<Threads> {
        Arc::new(Threads::new(jobs(self.jobs)))
    }
}

/// Does the work of a function of the module; neither a failure nor a panic is anything
/// but an exception.
pub fn exposed<T>(work: impl FnOnce() -> Result<T, Failure>) -> PyResult<T> {
    guarded(work).map_err(PyErr::from)
}
