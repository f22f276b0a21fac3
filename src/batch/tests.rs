//! Order, parts, and who waits for whom.

use super::*;

fn run(jobs: usize, count: u32, until: u32) -> Vec<u32> {
    let mut seen = Vec::new();
    ordered(
        jobs,
        |give| {
            for item in 0..count {
                if give(item).is_break() {
                    return;
                }
            }
        },
        || {
            |item: u32| {
                // Some results come late.
                if item.is_multiple_of(7) {
                    thread::sleep(Duration::from_micros(200));
                }
                item * 2
            }
        },
        |answer| {
            seen.push(answer);
            match seen.len() < until as usize {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        },
    );
    seen
}

#[test]
fn results_come_in_the_order_of_the_queues() {
    for jobs in [0, 1, 2, 3, 8] {
        let expected: Vec<u32> = (0..1000).map(|k| k * 2).collect();
        assert_eq!(run(jobs, 1000, 5000), expected);
        assert!(run(jobs, 0, 10).is_empty());
    }
}

#[test]
fn an_answer_does_not_wait_for_a_hard_question_behind_it() {
    let (release, released) = sync_channel(1);
    let released = Mutex::new(released);
    let feed = |give: &mut dyn FnMut(bool) -> ControlFlow<()>| {
        let _ = give(false).is_continue() && give(true).is_continue();
    };
    // The hard question is answered once the easy one's answer is out.
    let worker = || {
        |hard: bool| {
            let wait = Duration::from_secs(60);
            !hard || released.lock().unwrap().recv_timeout(wait).is_ok()
        }
    };
    let mut results = Vec::new();
    ordered(1, feed, worker, |answer| {
        results.push(answer);
        let _ = release.try_send(());
        ControlFlow::Continue(())
    });
    assert_eq!(results, [true, true]);
}

#[test]
fn parts_keep_their_order_and_are_not_piled_up() {
    use std::sync::atomic::{AtomicU64, Ordering};
    const PARTS: u64 = 20_000_000;
    let emitted = AtomicU64::new(0);
    let feed = |give: &mut dyn FnMut(u64) -> ControlFlow<()>| {
        let _ = (0..4).try_for_each(give);
    };
    let worker = || {
        |item: u64, emit: &mut Emit<'_, (u64, u64)>| {
            for part in 0..PARTS {
                emitted.fetch_add(1, Ordering::Relaxed);
                if emit((item, part)).is_break() {
                    break;
                }
            }
            (item, PARTS)
        }
    };
    let mut seen = 0;
    in_parts(2, feed, worker, |answer| {
        assert_eq!(answer, (0, seen));
        seen += 1;
        match seen {
            1 => thread::sleep(Duration::from_millis(300)),
            5000 => return ControlFlow::Break(()),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    assert_eq!(seen, 5000);
    assert!(emitted.into_inner() < PARTS / 4);
}

#[test]
fn a_worker_that_may_keep_parts_does_not_wait_for_its_turn() {
    // The first question is answered once the second worker has emitted all its parts.
    const PARTS: usize = 20;
    let (release, released) = sync_channel(1);
    let released = Mutex::new(released);
    let feed = |give: &mut dyn FnMut(usize) -> ControlFlow<()>| {
        let _ = (0..2).try_for_each(give);
    };
    let worker = || {
        |item: usize, emit: &mut Emit<'_, (usize, bool)>| {
            let wait = Duration::from_secs(60);
            if item == 0 {
                return (0, released.lock().unwrap().recv_timeout(wait).is_ok());
            }
            for _ in 0..PARTS {
                thread::sleep(COLLECTING);
                let _ = emit((1, true));
            }
            let _ = release.try_send(());
            (1, true)
        }
    };
    let mut results = Vec::new();
    let workers = Workers {
        count: 2,
        kept: PARTS,
    };
    in_parts(workers, feed, worker, |part| {
        results.push(part);
        ControlFlow::Continue(())
    });
    assert_eq!(results.len(), PARTS + 2);
    assert_eq!(results[0], (0, true));
}

#[test]
fn results_in_parts_come_in_the_order_of_the_queues() {
    let feed = |give: &mut dyn FnMut(u32) -> ControlFlow<()>| {
        let _ = (0..100).try_for_each(give);
    };
    let worker = || {
        |item: u32, emit: &mut Emit<'_, (u32, u32)>| {
            for part in 0..item % 5 {
                let _ = emit((item, part));
            }
            (item, item % 5)
        }
    };
    let expected: Vec<(u32, u32)> = (0..100)
        .flat_map(|item| (0..=item % 5).map(move |part| (item, part)))
        .collect();
    for jobs in [1, 2, 3] {
        let mut seen = Vec::new();
        in_parts(jobs, feed, worker, |part| {
            seen.push(part);
            ControlFlow::Continue(())
        });
        assert_eq!(seen, expected);
    }
}

#[test]
fn a_break_ends_the_workers_and_the_feed() {
    assert_eq!(run(3, u32::MAX, 5), [0, 2, 4, 6, 8]);
}
