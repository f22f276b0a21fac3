//! Asking now and then whether to stop.

use super::StopCheck;

/// Literals and clauses visited between two stop checks.
pub const STRIDE: usize = 1 << 20;

/// The check was stopped.
pub struct Stopped;

/// Counts what a check visits.
pub struct Pace<'s> {
    stop: &'s StopCheck<'s>,
    /// Since the last stop check.
    visited: usize,
}

impl<'s> Pace<'s> {
    /// The first visit asks whether to stop.
    pub fn new(stop: &'s StopCheck<'s>) -> Pace<'s> {
        Pace {
            stop,
            visited: STRIDE,
        }
    }

    /// Counts this many literals or clauses, which were or will be visited.
    pub fn visit(&mut self, count: usize) -> Result<(), Stopped> {
        self.visited += count;
        if self.visited >= STRIDE {
            self.visited = 0;
            if (self.stop)() {
                return Err(Stopped);
            }
        }
        Ok(())
    }
}
