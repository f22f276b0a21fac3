//! What verbs that answer puzzles share: the engine, its limits, interrupts.

use crate::backend::{Backend, NativeBackend, Query};
use crate::cli::args::{BackendName, EngineArgs, JobsArgs, TimeArgs};
use crate::cli::exit::{Interrupted, unless_interrupted};
use crate::cli::pipeline::engines;
use crate::cli::pipeline::run_identity::VERB;
use crate::cli::pipeline::signals::stop_flag;
use crate::encoding::Encoding;
use crate::escape;
use crate::grid::text::Record;
use crate::limits::Limits;
use crate::measure::{self, NotEquivalent};
use crate::sat::Engine;
use crate::search::Threads;
use anyhow::{Context, Result};
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Stops when a signal asks the program to end.
pub fn interrupts() -> Limits {
    Limits::unlimited().stopped_by(stop_flag())
}

/// An error if a signal asked the program to end.
pub fn check_interrupt() -> Result<()> {
    match interrupts().exceeded() {
        Some(_) => Err(Interrupted.into()),
        None => Ok(()),
    }
}

/// An error if an encoding is not equivalent to the rules on small grids.
pub fn require_equivalent(encoding: &Encoding) -> Result<()> {
    let proven = measure::prove(encoding, &Engine::varisat(), &interrupts());
    if let Err(NotEquivalent::Stopped { reason, .. }) = &proven {
        unless_interrupted(reason.clone())?;
    }
    Ok(proven?)
}

/// The limits of one query, whose time begins now.
pub fn limits(timeout: Option<Duration>) -> Limits {
    match timeout {
        Some(timeout) => interrupts().within(timeout),
        None => interrupts(),
    }
}

/// The engine of a verb and the number of its workers.
pub struct Session<'a> {
    args: &'a EngineArgs,
    /// One for each worker; workers share those that are idle on hard puzzles.
    threads: Arc<Threads>,
}

impl<'a> Session<'a> {
    /// Checks that the engine is available.
    ///
    /// # Errors
    /// An engine or an encoding that does not exist.
    pub fn new(args: &'a EngineArgs, jobs: &JobsArgs) -> Result<Session<'a>> {
        engines::encoding(&args.encoding)?;
        engines::backend(args)?;
        // A portfolio keeps all cores busy on its own.
        let races = args.backend == BackendName::Portfolio;
        let jobs = if races {
            jobs.jobs.unwrap_or(1)
        } else {
            jobs.count()
        };
        Ok(Session {
            args,
            threads: Arc::new(Threads::new(jobs)),
        })
    }

    /// Like [`Session::new`], for verbs that show many solutions of a puzzle:
    /// engines whose order depends on earlier puzzles get one worker by default.
    ///
    /// # Errors
    /// An engine or an encoding that does not exist.
    pub fn in_stable_order(args: &'a EngineArgs, jobs: &JobsArgs) -> Result<Session<'a>> {
        let session = Session::new(args, jobs)?;
        Ok(match is_native(args) || jobs.jobs.is_some() {
            true => session,
            false => Session {
                threads: Arc::new(Threads::new(1)),
                ..session
            },
        })
    }

    /// The threads of all workers.
    pub fn threads(&self) -> Arc<Threads> {
        self.threads.clone()
    }

    /// A backend for one worker.
    pub fn backend(&self) -> Result<Box<dyn Backend>> {
        engines::backend(self.args)
    }

    /// A backend for one worker, which uses idle threads when a puzzle takes long.
    pub fn helped_backend(&self) -> Result<Box<dyn Backend>> {
        match is_native(self.args) {
            true => Ok(Box::new(NativeBackend::sharing(self.threads.clone()))),
            false => self.backend(),
        }
    }

    /// The limits of one puzzle, whose time begins now.
    pub fn limits(&self) -> Limits {
        limits(self.args.time.timeout)
    }

    /// The verb, and the options of its engine that decide what it answers, by their
    /// names.
    pub fn deciding_options(&self, verb: &str) -> BTreeMap<String, String> {
        let args = self.args;
        let backend = args.backend.to_possible_value();
        let members = (!args.member.is_empty()).then(|| args.member.join(" "));
        let options = [
            ("--encoding", Some(args.encoding.clone())),
            ("--presolve", Some(args.presolve.to_string())),
            (
                "--backend",
                backend.map(|value| value.get_name().to_owned()),
            ),
            ("--solver", args.solver.clone()),
            ("--member", members),
        ];
        deciding_options(verb, &args.time, options)
    }
}

/// A verb, its time limit and those of its options that are given, by their names: what
/// decides its answers.
pub fn deciding_options<const N: usize>(
    verb: &str,
    time: &TimeArgs,
    options: [(&str, Option<String>); N],
) -> BTreeMap<String, String> {
    let seconds = |time: Duration| format!("{} s", time.as_secs_f64());
    let always = [
        (VERB, Some(verb.to_owned())),
        ("--timeout", time.timeout.map(seconds)),
    ];
    let given = |(name, value): (&str, Option<String>)| Some((name.to_owned(), value?));
    always
        .into_iter()
        .chain(options)
        .filter_map(given)
        .collect()
}

/// Whether native search is the only engine: on 9×9 puzzles, lock-step search finds the
/// same.
pub fn is_native(args: &EngineArgs) -> bool {
    let is_native = matches!(args.backend, BackendName::Auto | BackendName::Native);
    is_native && args.solver.is_none()
}

/// An error, with the puzzle's place, if the backend cannot take the query.
pub fn require_support(backend: &dyn Backend, record: &Record, query: &Query) -> Result<()> {
    let supported = backend.supports(&record.puzzle, query);
    supported.with_context(|| place(record))
}

/// `FILE:LINE: puzzle K`
pub fn place(record: &Record) -> String {
    let file = escape::line(&record.file);
    format!("{file}:{}: puzzle {}", record.line, record.index)
}
