//! Threads that wait, that find too much, and that leave.

use super::*;
use crate::search::threads::Threads;
use std::thread;
use std::time::Instant;

struct All;

impl Goal for All {
    fn solution(&mut self, _: &[Mask]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Threads that wait for parts end with the first one, whatever ends that.
#[test]
fn threads_without_work_end_with_the_pool() {
    let (pool, threads) = (Pool::new(&All, 1), Threads::new(2));
    pool.add_helper();
    thread::scope(|scope| {
        let helper = scope.spawn(|| pool.wait(threads.work()).is_none());
        drop(Closing(&pool));
        assert!(helper.join().unwrap());
    });
}

/// Solutions that the first thread has not shown take a bounded amount of memory.
#[test]
fn threads_that_find_too_many_solutions_wait() {
    let pool = Pool::new(&All, 1);
    thread::scope(|scope| {
        let closing = Closing(&pool);
        let finder = scope.spawn(|| (0..).find(|_| Collected(&pool).solution(&[1]).is_break()));
        let mut shown = 0;
        while shown < 10 * MOST_WAITING {
            let waiting = pool.lock().solutions.len();
            assert!(waiting <= MOST_WAITING, "{waiting}");
            assert!(pool.show(&mut All).is_continue());
            shown += waiting;
        }
        drop(closing);
        assert!(finder.join().unwrap() >= Some(shown));
    });
}

/// Other puzzles come first.
#[test]
fn helpers_leave_as_soon_as_their_threads_have_other_work() {
    let (pool, threads) = (Pool::new(&All, 1), Threads::new(2));
    let _first = threads.work();
    pool.add_helper();
    let helper = pool.dismiss(threads.work()).expect("an idle thread");
    let other = threads.work();
    assert!(pool.dismiss(helper).is_none());
    assert_eq!((pool.size(), threads.share(1)), (1, 1));
    drop(other);
    assert_eq!(threads.share(1), 2);
}

/// They counted as at work until they had a part, so that others got no helpers.
#[test]
fn helpers_without_a_part_leave_as_soon_as_their_threads_have_other_work() {
    let (pool, threads) = (Pool::new(&All, 1), Threads::new(2));
    let _first = threads.work();
    pool.add_helper();
    thread::scope(|scope| {
        let _closing = Closing(&pool);
        let at_work = threads.work();
        let helper = scope.spawn(|| pool.wait(at_work).is_none());
        let other = threads.work();
        let late = Instant::now() + Duration::from_secs(60);
        while !helper.is_finished() {
            assert!(Instant::now() < late, "the helper still waits");
            thread::yield_now();
        }
        assert!(helper.join().unwrap());
        assert_eq!((pool.size(), threads.share(1)), (1, 1));
        assert_eq!(pool.lock().waiting, 0);
        drop(other);
        assert_eq!(threads.share(1), 2);
    });
}
