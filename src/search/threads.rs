//! The threads of a run, shared by the searches that can use several.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The threads of a run, which the searches for hard puzzles share.
#[derive(Debug)]
pub struct Threads {
    total: usize,
    searches: AtomicUsize,
}

impl Threads {
    /// This many, at least one.
    pub fn new(total: usize) -> Threads {
        Threads {
            total: if cfg!(feature = "threads") {
                total.max(1)
            } else {
                1
            },
            searches: AtomicUsize::new(0),
        }
    }

    /// All threads of the run.
    pub(super) fn total(&self) -> usize {
        self.total
    }

    /// Registers a search that can use several threads.
    pub(super) fn join(&self) -> Place<'_> {
        self.searches.fetch_add(1, Ordering::Relaxed);
        Place(self)
    }
}

/// One search's share of the threads.
pub(super) struct Place<'t>(&'t Threads);

impl Place<'_> {
    /// How many threads the search has now.
    pub(super) fn share(&self) -> usize {
        (self.0.total / self.0.searches.load(Ordering::Relaxed).max(1)).max(1)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.searches.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_share_the_threads() {
        let threads = Threads::new(4);
        let one = threads.join();
        assert_eq!(one.share(), 4);
        let others = [threads.join(), threads.join()];
        assert_eq!(one.share(), 1);
        drop(others);
        assert_eq!(one.share(), 4);
    }
}
