//! How long an engine may work.

use crate::Instant;
use crate::outcome::Reason;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Limits on one question. The default has none.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    stops: Vec<Arc<AtomicBool>>,
    models: Option<u64>,
    watcher: Option<Watcher>,
}

/// Hears of better scores and better bounds during an optimisation; what is not
/// news is `None`.
type Watch = dyn Fn(Option<i64>, Option<i64>) + Send + Sync;

#[derive(Clone)]
struct Watcher(Arc<Watch>);

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watcher")
    }
}

impl Limits {
    /// No limit at all.
    pub fn unlimited() -> Limits {
        Limits::default()
    }

    /// Stops at `time` from now, unless it stops earlier already.
    pub fn within(mut self, time: Duration) -> Limits {
        let deadline = Instant::now().checked_add(time);
        self.deadline = match (self.deadline, deadline) {
            (Some(old), Some(new)) => Some(old.min(new)),
            (old, new) => old.or(new),
        };
        self
    }

    /// Stops soon after `flag` is set, as well as for the reasons so far.
    pub fn stopped_by(mut self, flag: Arc<AtomicBool>) -> Limits {
        self.stops.push(flag);
        self
    }

    /// Stops soon after one of the flags of another limits is set.
    pub fn stopped_as(mut self, other: Limits) -> Limits {
        self.stops.extend(other.stops);
        self
    }

    /// Stops after `models` models of an optimisation by enumeration.
    pub fn up_to_models(mut self, models: u64) -> Limits {
        self.models = Some(models);
        self
    }

    /// Tells `watch` of better scores and better bounds.
    pub fn watched(
        mut self,
        watch: impl Fn(Option<i64>, Option<i64>) + Send + Sync + 'static,
    ) -> Limits {
        self.watcher = Some(Watcher(Arc::new(watch)));
        self
    }

    /// A better score or a better bound was found.
    pub fn report(&self, score: Option<i64>, bound: Option<i64>) {
        if let Some(Watcher(watch)) = &self.watcher {
            watch(score, bound);
        }
    }

    /// The limit on models, if there is one.
    pub fn models(&self) -> Option<u64> {
        self.models
    }

    /// Whether there is a time limit.
    pub fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// The time that is left, where there is a time limit.
    pub fn remaining(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }

    /// Whether the work may have to end before its answer.
    pub fn is_limited(&self) -> bool {
        self.deadline.is_some() || !self.stops.is_empty()
    }

    /// The reason to stop now, if there is one. Costs a clock reading.
    pub fn exceeded(&self) -> Option<Reason> {
        let stopped = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if self.stops.iter().any(stopped) {
            return Some(Reason::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(Reason::Timeout),
            _ => None,
        }
    }

    /// Why work that saw this limits used up has ended.
    pub fn reason(&self) -> Reason {
        self.exceeded().unwrap_or(Reason::Interrupted)
    }
}
