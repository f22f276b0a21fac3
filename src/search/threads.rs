//! The threads of a run: how many there are, how many are at work, and how those that are
//! idle are shared by the searches that can use several.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many threads a run may use, and how many are busy. Searches for hard puzzles share it; it
/// starts no threads itself.
#[derive(Debug)]
pub struct Threads {
    total: usize,
    /// Threads that answer puzzles, and those that help them.
    at_work: AtomicUsize,
    searches: AtomicUsize,
}

impl Threads {
    /// At most `total` threads; 0 counts as 1.
    pub fn new(total: usize) -> Threads {
        Threads {
            total: total.max(1),
            at_work: AtomicUsize::new(0),
            searches: AtomicUsize::new(0),
        }
    }

    /// All threads of the run. Without the feature `threads` the compiler sees that there is
    /// one, and leaves out what several would do.
    #[inline]
    pub fn total(&self) -> usize {
        match cfg!(feature = "threads") {
            true => self.total,
            false => 1,
        }
    }

    /// Counts the calling thread as busy until the guard is dropped. Every thread that answers
    /// puzzles must do so, whether they are hard or easy: only idle threads may help with a
    /// hard one.
    pub fn work(&self) -> AtWork<'_> {
        self.at_work.fetch_add(1, Ordering::Relaxed);
        AtWork(self)
    }

    /// Registers a search that can use several threads.
    pub(crate) fn join(&self) -> Place<'_> {
        self.searches.fetch_add(1, Ordering::Relaxed);
        Place(self)
    }

    /// How many threads a search may have now that has this many. One thread of each search
    /// is that of its puzzle.
    pub(crate) fn share(&self, size: usize) -> usize {
        let searches = self.searches.load(Ordering::Relaxed).max(1);
        let others = self.at_work.load(Ordering::Relaxed).saturating_sub(size);
        let idle = self.total().saturating_sub(others);
        (self.total() / searches).min(idle).max(1)
    }
}

/// One thread at work.
#[derive(Debug)]
pub struct AtWork<'t>(&'t Threads);

impl<'t> AtWork<'t> {
    pub(super) fn threads(&self) -> &'t Threads {
        self.0
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.at_work.fetch_sub(1, Ordering::Relaxed);
    }
}

/// One of the searches that share the threads.
pub(crate) struct Place<'t>(&'t Threads);

impl<'t> Place<'t> {
    pub(super) fn threads(&self) -> &'t Threads {
        self.0
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
        let _one = threads.join();
        assert_eq!(threads.share(1), 4);
        let others = [threads.join(), threads.join()];
        assert_eq!(threads.share(1), 1);
        drop(others);
        assert_eq!(threads.share(1), 4);
    }

    #[test]
    fn threads_that_answer_other_puzzles_do_not_help() {
        let threads = Threads::new(4);
        let _search = (threads.work(), threads.join());
        assert_eq!(threads.share(1), 4);
        let helpers = [threads.work(), threads.work()];
        assert_eq!(threads.share(3), 4);
        let others = [threads.work(), threads.work()];
        assert_eq!(threads.share(3), 2);
        drop(helpers);
        assert_eq!(threads.share(1), 2);
        drop(others);
        assert_eq!(threads.share(1), 4);
    }
}
