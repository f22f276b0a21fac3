//! Threads change no answer, and all of them stop.

use super::*;
use crate::encoding::Encoding;
use crate::rules::{Board, Kernel};
use crate::sat::Engine;
use crate::{backend, grid::Cell};

/// 4×4 with the sum of two corners: a few dozen of the 288 grids.
fn puzzle(total: i64) -> VariantPuzzle {
    let board = Board::classic("2x2".parse().unwrap()).unwrap();
    let sum = Kernel::sum([(Cell(0), 1), (Cell(15), 1)], total);
    VariantPuzzle::new(board).with(vec![sum])
}

fn sat() -> VariantSat {
    let encoding = Encoding::named("extended").expect("a built-in encoding");
    VariantSat::new(&encoding, &Engine::varisat())
}

fn impatient(threads: usize) -> SharedVariantSat {
    SharedVariantSat {
        patience: Duration::ZERO,
        idle: Duration::ZERO,
        ..SharedVariantSat::new(sat(), Arc::new(Threads::new(threads)))
    }
}

fn solutions(backend: &mut dyn Backend<VariantPuzzle>, total: i64) -> HashSet<Solution> {
    let mut all = HashSet::new();
    let limits = Limits::unlimited();
    let tally = backend::enumerate(backend, &puzzle(total), 1000, &limits, &mut |solution| {
        assert!(all.insert(solution.clone()), "shown twice");
        ControlFlow::Continue(())
    });
    assert_eq!(tally.unwrap().end, End::Exhausted);
    all
}

#[test]
fn idle_threads_change_no_count() {
    for total in [2, 5, 8, 9] {
        let alone = solutions(&mut sat(), total);
        for threads in [1, 2, 5] {
            assert_eq!(solutions(&mut impatient(threads), total), alone, "{total}");
        }
    }
}

/// Whether or not the first solver showed some before.
#[test]
fn cubes_have_every_solution_once() {
    let alone = solutions(&mut sat(), 5);
    for threads in [1, 3] {
        let shared = impatient(threads);
        let mut found = HashSet::new();
        let limits = Limits::unlimited();
        let end = shared.search_in_cubes(&puzzle(5), &limits, &mut |solution| {
            assert!(found.insert(solution.clone()), "shown twice");
            ControlFlow::Continue(())
        });
        assert_eq!((found, end), (alone.clone(), End::Exhausted));
        let end = shared.search_in_cubes(&puzzle(5), &limits, &mut |_| ControlFlow::Break(()));
        assert_eq!(end, End::Enough);
    }
}

/// Threads that answer other puzzles do not help, and nothing is lost for nothing.
#[test]
fn one_solver_goes_on_where_no_thread_is_idle() {
    let mut shared = impatient(2);
    let threads = shared.threads.clone();
    let _at_work = [threads.work(), threads.work()];
    let limits = Limits::unlimited();
    let end = shared.search_alone(&puzzle(5), &limits, &mut |_| ControlFlow::Continue(()));
    assert_eq!(end, Some(End::Exhausted));
}

/// A thread between two puzzles is idle for a moment, and a solver that was stopped for it must
/// not find it busy again.
#[test]
fn help_is_a_thread_that_stays_idle() {
    let threads = Arc::new(Threads::new(2));
    let help = Help::after(Instant::now(), Duration::from_millis(20), threads.clone());
    let busy = [threads.work(), threads.work()];
    assert!(!help.is_here());
    drop(busy);
    assert!(!help.is_here());
    std::thread::sleep(Duration::from_millis(30));
    assert!(help.is_here());
    let _busy = [threads.work(), threads.work()];
    assert!(help.is_here());
}

#[test]
fn all_threads_stop_at_a_limit() {
    let stopped = Limits::unlimited().stopped_by(Arc::new(AtomicBool::new(true)));
    let late = Limits::unlimited().within(Duration::ZERO);
    for (limits, reason) in [(stopped, Reason::Interrupted), (late, Reason::Timeout)] {
        let mut nothing = |_: &Solution| ControlFlow::Continue(());
        let mut shared = impatient(3);
        let end = shared.search_in_cubes(&puzzle(5), &limits, &mut nothing);
        assert_eq!(end, End::Stopped(reason.clone()));
        let end = shared.search(&puzzle(5), &limits, &mut nothing);
        assert_eq!(end, End::Stopped(reason));
    }
}
