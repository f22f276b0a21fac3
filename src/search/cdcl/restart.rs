//! When to restart: when recent conflicts span more levels than conflicts did on average
//! (G. Audemard and L. Simon, "Refining restarts strategies for SAT and UNSAT", CP 2012).

use std::collections::VecDeque;

/// Conflicts that count as recent.
const RECENT: usize = 100;

/// A restart is due when the recent mean, times this, is above the mean of all.
/// Low: on hard grids some restarts in a hundred thousand conflicts are enough.
const FACTOR: f64 = 0.5;

/// The glue of conflicts so far.
#[derive(Default)]
pub struct Restarts {
    recent: VecDeque<u32>,
    recent_sum: u64,
    sum: u64,
    conflicts: u64,
}

impl Restarts {
    /// One more conflict, whose clause has this glue.
    pub fn conflict(&mut self, glue: u32) {
        self.conflicts += 1;
        self.sum += u64::from(glue);
        self.recent_sum += u64::from(glue);
        self.recent.push_back(glue);
        if self.recent.len() > RECENT
            && let Some(oldest) = self.recent.pop_front()
        {
            self.recent_sum -= u64::from(oldest);
        }
    }

    /// Whether to restart; the recent conflicts are forgotten then.
    pub fn is_due(&mut self) -> bool {
        let recent_mean = self.recent_sum as f64 / RECENT as f64;
        let mean = self.sum as f64 / self.conflicts.max(1) as f64;
        let due = self.recent.len() == RECENT && recent_mean * FACTOR > mean;
        if due {
            self.recent.clear();
            self.recent_sum = 0;
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_wide_conflicts_makes_a_restart_due_once() {
        let mut restarts = Restarts::default();
        for _ in 0..1000 {
            restarts.conflict(4);
            assert!(!restarts.is_due());
        }
        let mut due = 0;
        for _ in 0..RECENT {
            restarts.conflict(12);
            due += u32::from(restarts.is_due());
        }
        assert_eq!(due, 1);
    }
}
