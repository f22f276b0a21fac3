//! The times of many runs, and their summary.

use serde::{Serialize, Serializer};
use std::time::Duration;

/// Times in seconds, in the order of the runs.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Times(Vec<f64>);

/// A summary of times, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TimeSummary {
    /// The median.
    pub median: f64,
    /// The 95th percentile.
    pub p95: f64,
    /// The maximum.
    pub max: f64,
    /// The sum.
    pub sum: f64,
}

/// The CPU time of this thread so far, if the system reports it.
pub fn cpu_of_thread() -> Option<Duration> {
    #[cfg(all(
        feature = "process",
        any(target_os = "linux", target_os = "macos", target_os = "freebsd")
    ))]
    {
        use nix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID);
        time.ok().map(Duration::from)
    }
    #[cfg(not(all(
        feature = "process",
        any(target_os = "linux", target_os = "macos", target_os = "freebsd")
    )))]
    None
}

impl Times {
    /// Adds a run.
    pub fn add(&mut self, seconds: f64) {
        self.0.push(seconds);
    }

    /// Adds other runs after these.
    pub fn append(&mut self, mut more: Times) {
        self.0.append(&mut more.0);
    }

    /// The number of runs.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there were no runs.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The times, shortest first.
    pub fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }

    /// The summary; `None` if there were no runs.
    pub fn summary(&self) -> Option<TimeSummary> {
        let sorted = self.sorted();
        let max = *sorted.last()?;
        // The nearest-rank percentile.
        let rank = |share: f64| {
            let rank = (share * sorted.len() as f64).ceil() as usize;
            sorted.get(rank.saturating_sub(1)).copied().unwrap_or(max)
        };
        Some(TimeSummary {
            median: rank(0.5),
            p95: rank(0.95),
            max,
            sum: sorted.iter().sum(),
        })
    }
}

impl Serialize for Times {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.summary().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_occurred() {
        let mut times = Times::default();
        assert_eq!(times.summary(), None);
        for k in (1..=100).rev() {
            times.add(f64::from(k));
        }
        let summary = times.summary().unwrap();
        assert_eq!((summary.median, summary.p95), (50.0, 95.0));
        assert_eq!((summary.max, summary.sum), (100.0, 5050.0));
    }
}
