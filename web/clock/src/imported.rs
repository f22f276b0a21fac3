//! Time from outside the module.

use std::ops::{Add, Sub};
use std::time::Duration;

// The only way to call what a loader imports into a module.
#[allow(unsafe_code)]
#[link(wasm_import_module = "satoku")]
unsafe extern "C" {
    /// Milliseconds since some moment; never less than before.
    safe fn now() -> f64;
}

/// A moment, as [`std::time::Instant`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    #[must_use]
    pub fn now() -> Instant {
        let seconds = now() / 1e3;
        Instant(Duration::try_from_secs_f64(seconds).unwrap_or_default())
    }

    /// The time since an earlier moment, 0 since a later one.
    #[must_use]
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The time since an earlier moment, 0 since a later one.
    #[must_use]
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The time since this moment.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// This much later, if there is such a moment.
    #[must_use]
    pub fn checked_add(&self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }
}
