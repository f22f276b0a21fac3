//! The progress line on the terminal, which makes room for whatever else is written there.

use indicatif::ProgressBar;
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The line that is shown, if there is one: a program runs one command.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

thread_local! {
    /// Whether this thread has hidden the line already.
    static IS_HIDDEN: Cell<bool> = const { Cell::new(false) };
}

/// This line is on the terminal from now on.
pub fn show(bar: &ProgressBar) {
    *shown() = Some(bar.clone());
}

/// No line is on the terminal from now on.
pub fn remove() {
    *shown() = None;
}

/// Hides the line while something else is written to the terminal, which costs a redraw.
pub fn aside(write: impl FnOnce()) {
    if IS_HIDDEN.get() {
        return write();
    }
    let bar = shown().clone();
    IS_HIDDEN.set(true);
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
    IS_HIDDEN.set(false);
}

fn shown() -> MutexGuard<'static, Option<ProgressBar>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}
