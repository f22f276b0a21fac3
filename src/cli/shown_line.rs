//! The progress lines on the terminal, which make room for whatever else is written there.

use indicatif::ProgressBar;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The lines that may be shown, with their numbers.
static SHOWN: Mutex<Vec<(u64, ProgressBar)>> = Mutex::new(Vec::new());

/// The number of the next line.
static NEXT: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Whether this thread has hidden the lines already.
    static IS_HIDDEN: Cell<bool> = const { Cell::new(false) };
}

/// A line that may be on the terminal until this is dropped.
pub struct ShownLine(u64);

impl ShownLine {
    /// Adds a line.
    pub fn new(bar: &ProgressBar) -> ShownLine {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        shown().push((number, bar.clone()));
        ShownLine(number)
    }
}

impl Drop for ShownLine {
    fn drop(&mut self) {
        shown().retain(|(number, _)| *number != self.0);
    }
}

/// Hides the lines while something else is written to the terminal, which costs a redraw.
pub fn aside(write: impl FnOnce()) {
    if IS_HIDDEN.get() {
        return write();
    }
    let bars: Vec<ProgressBar> = shown().iter().map(|(_, bar)| bar.clone()).collect();
    IS_HIDDEN.set(true);
    hide(&bars, Box::new(write));
    IS_HIDDEN.set(false);
}

fn hide(bars: &[ProgressBar], write: Box<dyn FnOnce() + '_>) {
    match bars.split_last() {
        Some((bar, others)) => bar.suspend(|| hide(others, write)),
        None => write(),
    }
}

fn shown() -> MutexGuard<'static, Vec<(u64, ProgressBar)>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}
