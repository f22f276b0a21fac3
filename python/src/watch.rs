//! Long work in other threads, while this one listens for Ctrl-C.

use crate::error::{Failure, guarded};
use pyo3::prelude::*;
use satoku::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How often signals are looked at.
pub const POLL: Duration = Duration::from_millis(50);

/// Ends all work that looks at it.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks for the end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the end was asked for.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Limits with this end and, where one is given, a time that begins now.
    pub fn limits(&self, timeout: Option<Duration>) -> Limits {
        let limits = Limits::unlimited().stopped_by(self.0.clone());
        match timeout {
            Some(time) => limits.within(time),
            None => limits,
        }
    }
}

/// Does the work in a thread of its own, without the interpreter; Ctrl-C ends it.
pub fn watched<T: Send>(
    py: Python<'_>,
    timeout: Option<Duration>,
    work: impl FnOnce(&Limits) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    py.detach(|| {
        let stop = Stop::default();
        let limits = stop.limits(timeout);
        thread::scope(|scope| {
            let (give, done) = sync_channel(1);
            let work = move || {
                let _ = give.send(guarded(|| work(&limits)));
            };
            let started = thread::Builder::new().spawn_scoped(scope, work);
            started.map_err(|error| no_thread(&error))?;
            wait(&done, &stop)
        })
    })
}

/// Does the work in a thread of its own if it may take long, and at once otherwise.
///
/// # Errors
/// Those of the work, and exceptions of signal handlers.
pub fn watched_if<T: Send>(
    is_long: bool,
    py: Python<'_>,
    timeout: Option<Duration>,
    work: impl FnOnce(&Limits) -> Result<T, Failure> + Send,
) -> Result<T, Failure> {
    match is_long {
        true => watched(py, timeout, work),
        false => work(&Limits::unlimited()),
    }
}

/// The system gives no thread.
pub fn no_thread(error: &std::io::Error) -> Failure {
    Failure::Engine(format!("no thread can be started: {error}"))
}

fn wait<T>(done: &Receiver<Result<T, Failure>>, stop: &Stop) -> Result<T, Failure> {
    loop {
        match done.recv_timeout(POLL) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = signals() {
                    stop.set();
                    return Err(signal.into());
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Engine("a thread ended without an answer".into()));
            }
        }
    }
}

/// Runs the handlers of signals that came; an error, such as `KeyboardInterrupt`, ends
/// the work.
pub fn signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}
