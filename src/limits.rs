//! How long an engine may work: time, interrupts, nodes and models.

use crate::Instant;
use crate::outcome::Reason;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Limits on one query. The default has none.
///
/// A limit on nodes is kept by depth-first searches, one on models by the
/// optimisation that enumerates them. Engines look at the deadline and at the stop flags
/// while they work, except solvers made with
/// [`LimitChecks::BeforeSolving`](crate::sat::LimitChecks::BeforeSolving), which look between
/// calls.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    stops: Vec<Arc<AtomicBool>>,
    conditions: Vec<Condition>,
    is_watched: bool,
    models: Option<u64>,
    nodes: Option<u64>,
}

/// Asked again and again, it says when to stop.
#[derive(Clone)]
struct Condition(Arc<dyn Fn() -> bool + Send + Sync>);

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Condition")
    }
}

/// Sets a flag when it is dropped, which stops the work of other threads, whatever ends this one.
#[cfg(feature = "threads")]
pub(crate) struct StopOnDrop<'f>(pub &'f AtomicBool);

#[cfg(feature = "threads")]
impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Limits {
    /// No limit at all.
    pub fn unlimited() -> Limits {
        Limits::default()
    }

    /// Stops at `time` from now, unless there is an earlier deadline already.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Limits {
        let deadline = Instant::now().checked_add(time);
        self.deadline = match (self.deadline, deadline) {
            (Some(old), Some(new)) => Some(old.min(new)),
            (old, new) => old.or(new),
        };
        self
    }

    /// Stops soon after `flag` is set, in addition to the limits so far. The flag must stay
    /// set until the call returns: if it is cleared earlier, the work may go on, or end for
    /// another reason.
    #[must_use]
    pub fn stopped_by(mut self, flag: Arc<AtomicBool>) -> Limits {
        self.stops.push(flag);
        self
    }

    /// Adds the stop flags and conditions of `other`. Its deadline and its limits on nodes and
    /// models are ignored.
    #[must_use]
    pub fn stopped_as(mut self, other: Limits) -> Limits {
        self.stops.extend(other.stops);
        self.conditions.extend(other.conditions);
        self
    }

    /// Stops soon after `condition` holds, in addition to the limits so far. It is asked often,
    /// so it must be cheap; `is_interrupted` does not ask it.
    #[cfg(feature = "threads")]
    pub(crate) fn stopped_when(
        mut self,
        condition: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Limits {
        self.conditions.push(Condition(Arc::new(condition)));
        self
    }

    /// The same limits for a solver that others may stop later: it looks at them while it works,
    /// even if nothing can stop it yet.
    #[cfg(feature = "threads")]
    pub(crate) fn watched(self) -> Limits {
        Limits {
            is_watched: true,
            ..self
        }
    }

    /// Ends an optimisation by enumeration after `models` models. Replaces any earlier limit on
    /// models.
    #[must_use]
    pub fn up_to_models(mut self, models: u64) -> Limits {
        self.models = Some(models);
        self
    }

    /// Ends a depth-first search that has branched `nodes` times and would branch again. Replaces
    /// any earlier limit on nodes.
    #[must_use]
    pub fn up_to_nodes(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// Like [`Limits::up_to_nodes`], but keeps an earlier limit that is lower.
    #[must_use]
    pub fn within_nodes(self, nodes: u64) -> Limits {
        let nodes = self.nodes.map_or(nodes, |most| most.min(nodes));
        self.up_to_nodes(nodes)
    }

    /// The limit on models, if there is one.
    pub fn models(&self) -> Option<u64> {
        self.models
    }

    /// The limit on nodes, if there is one.
    pub fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Whether there is a deadline.
    pub fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// The time that is left, where there is a deadline.
    pub fn remaining(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether a deadline or a stop flag may end the work before its answer.
    pub fn is_limited(&self) -> bool {
        let may_stop = !self.stops.is_empty() || !self.conditions.is_empty();
        self.is_watched || self.deadline.is_some() || may_stop
    }

    /// Whether one of the stop flags is set. Does not read the clock.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.stops.iter().any(|flag| flag.load(Ordering::Relaxed))
    }

    /// The reason to stop now, if there is one: [`Reason::Interrupted`] or
    /// [`Reason::Timeout`]. Reads the clock where there is a deadline.
    #[must_use]
    pub fn exceeded(&self) -> Option<Reason> {
        if self.is_interrupted() {
            return Some(Reason::Interrupted);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Some(Reason::Timeout);
        }
        let holds = self.conditions.iter().any(|Condition(holds)| holds());
        holds.then_some(Reason::Interrupted)
    }

    /// Like [`Limits::exceeded`], as a `Result` for use with `?`.
    ///
    /// # Errors
    /// The reason to stop now.
    pub fn check(&self) -> Result<(), Reason> {
        self.exceeded().map_or(Ok(()), Err)
    }

    /// The reason to report after work was stopped: [`Reason::Interrupted`] if no limit is exceeded
    /// any more.
    pub fn reason(&self) -> Reason {
        self.exceeded().unwrap_or(Reason::Interrupted)
    }
}

/// How many candidates an engine has memory for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CandidateLimit {
    /// Maximum number of candidates.
    pub most: usize,
    /// Bytes that each takes.
    pub bytes_each: usize,
}

impl CandidateLimit {
    /// Whether the candidates that are left on a grid of this side fit.
    ///
    /// # Errors
    /// [`Reason::TooLarge`].
    pub fn check(self, side: usize, candidates: usize) -> Result<(), Reason> {
        match candidates <= self.most {
            true => Ok(()),
            false => Err(Reason::TooLarge {
                side,
                candidates,
                bytes: candidates.saturating_mul(self.bytes_each),
                most: self.most,
            }),
        }
    }
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use super::*;

    #[test]
    fn a_condition_leaves_those_before_it_in_force() {
        let flag = Arc::new(AtomicBool::new(false));
        let read = flag.clone();
        let first = Limits::unlimited().stopped_when(move || read.load(Ordering::Relaxed));
        let both = first.clone().stopped_when(|| false);
        let others = Limits::unlimited().stopped_as(first.clone());
        for limits in [&first, &both, &others] {
            assert!(limits.is_limited());
            assert_eq!(limits.exceeded(), None);
        }
        flag.store(true, Ordering::Relaxed);
        for limits in [&first, &both, &others] {
            assert_eq!(limits.exceeded(), Some(Reason::Interrupted));
        }
    }

    #[test]
    fn limits_are_watched_although_nothing_stops_them() {
        let watched = Limits::unlimited().watched();
        assert!(watched.is_limited() && watched.exceeded().is_none());
        assert!(!Limits::unlimited().is_limited());
    }
}
