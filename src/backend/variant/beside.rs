//! SAT beside native search, in a thread of its own, on variants that take long.

use super::VariantSat;
use crate::backend::Visitor;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::rules::VariantPuzzle;
use crate::search::Threads;
use crate::search::variant::Rival;
use crate::{Instant, Solution};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{Builder, Scope};
use std::time::Duration;

/// Solutions from which native search goes on alone: SAT would find all of them again.
const MANY: usize = 1000;

/// What SAT is asked.
pub(super) struct Asked<'a> {
    pub puzzle: &'a VariantPuzzle,
    pub sat: &'a VariantSat,
    pub threads: &'a Threads,
    pub limits: Limits,
    /// Ends native search, which then shows what SAT has found.
    pub calls: &'a AtomicBool,
    /// Whether native search has found a solution.
    pub has_native: &'a AtomicBool,
}

/// What SAT finds.
enum Report {
    Solution(Solution),
    End(End),
}

/// SAT, and the solutions of both.
pub(super) struct Beside<'s, 'e, 'v, 'w> {
    scope: &'s Scope<'s, 'e>,
    asked: &'e Asked<'e>,
    visitor: &'w mut Visitor<'v>,
    begun: Instant,
    /// How long native search works alone.
    patience: Duration,
    is_started: bool,
    /// From SAT, as long as it works.
    reports: Option<Receiver<Report>>,
    /// What was shown, unless that is a lot.
    shown: HashSet<Solution>,
    found_by_native: usize,
    found_by_sat: usize,
    /// How SAT ended the search.
    end: Option<End>,
}

impl Asked<'_> {
    fn answer(&self, reports: &Sender<Report>) {
        let _at_work = self.threads.work();
        let mut left = MANY;
        let end = match self.sat.load(self.puzzle, &self.limits) {
            Err(end) => end,
            Ok(loaded) => self.sat.enumerate(loaded, &self.limits, &mut |solution| {
                let is_first = left == MANY;
                left -= 1;
                // Nobody listens once the search is over.
                let sent = reports.send(Report::Solution(solution.clone()));
                // One may be enough, and native search may not look at messages for seconds.
                if is_first && !self.has_native.load(Ordering::Relaxed) {
                    self.calls.store(true, Ordering::Relaxed);
                }
                match sent.is_err() || left == 0 {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            }),
        };
        let is_done = end == End::Exhausted;
        _ = reports.send(Report::End(end));
        if is_done {
            self.calls.store(true, Ordering::Relaxed);
        }
    }
}

impl<'s, 'e, 'v, 'w> Beside<'s, 'e, 'v, 'w> {
    /// Native search begins now, and SAT after this time.
    pub fn new(
        scope: &'s Scope<'s, 'e>,
        asked: &'e Asked<'e>,
        patience: Duration,
        visitor: &'w mut Visitor<'v>,
    ) -> Beside<'s, 'e, 'v, 'w> {
        Beside {
            scope,
            asked,
            visitor,
            begun: Instant::now(),
            patience,
            is_started: false,
            reports: None,
            shown: HashSet::new(),
            found_by_native: 0,
            found_by_sat: 0,
            end: None,
        }
    }

    /// Whether native search, which ended like this within its limits, is to begin once more,
    /// because SAT called for it and that was not enough.
    pub fn begins_again(&mut self, of_native: &End) -> bool {
        // Not before the search has ended: its threads may have stopped because of it.
        self.asked.calls.store(false, Ordering::Relaxed);
        let End::Stopped(reason) = of_native else {
            return false;
        };
        self.show_reports().is_continue() && *reason == Reason::Interrupted
    }

    /// How the search ended, if native search ended like this, and whether SAT ended it.
    pub fn end(self, of_native: End) -> (End, bool) {
        match (self.end, of_native) {
            (Some(end), _) => (end, true),
            (None, End::Exhausted) if self.found_by_native < self.shown.len() => {
                (contradiction(), false)
            }
            (None, end) => (end, false),
        }
    }

    fn start(&mut self) {
        self.is_started = true;
        let (send, receive) = channel();
        let asked = self.asked;
        let thread = Builder::new().spawn_scoped(self.scope, move || asked.answer(&send));
        // If no thread can be started, native search goes on alone.
        self.reports = thread.is_ok().then_some(receive);
    }

    /// Shows what SAT has found since.
    fn show_reports(&mut self) -> ControlFlow<()> {
        while let Some(report) = self.reports.as_ref().map(Receiver::try_recv) {
            match report {
                Ok(Report::Solution(solution)) => {
                    self.found_by_sat += 1;
                    if self.shown.insert(solution.clone()) && (self.visitor)(&solution).is_break() {
                        self.end = Some(End::Enough);
                    }
                }
                Ok(Report::End(End::Exhausted)) => {
                    let is_complete = self.found_by_sat == self.shown.len();
                    self.end = Some(match is_complete {
                        true => End::Exhausted,
                        false => contradiction(),
                    });
                }
                Err(TryRecvError::Empty) => break,
                // It has found many, or given up.
                Ok(Report::End(_)) | Err(TryRecvError::Disconnected) => self.reports = None,
            }
            if self.end.is_some() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

fn contradiction() -> End {
    let why = "native search and SAT contradict each other about the solutions";
    End::Stopped(Reason::Engine(why.into()))
}

impl Rival for Beside<'_, '_, '_, '_> {
    fn solution(&mut self, solution: &Solution) -> ControlFlow<()> {
        self.found_by_native += 1;
        self.asked.has_native.store(true, Ordering::Relaxed);
        // What SAT shows later, or native search when it begins again, must be new.
        let is_called = self.asked.calls.load(Ordering::Relaxed);
        let may_return = is_called || self.reports.is_some() || self.shown.len() < MANY;
        let is_new = match may_return {
            true => self.shown.insert(solution.clone()),
            false => !self.shown.contains(solution),
        };
        match is_new {
            true => (self.visitor)(solution),
            false => ControlFlow::Continue(()),
        }
    }

    fn look(&mut self) -> ControlFlow<()> {
        let is_due = !self.is_started && self.begun.elapsed() >= self.patience;
        if is_due && self.shown.len() < MANY {
            self.start();
        }
        self.show_reports()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{self, VariantNative};
    use crate::encoding::{DEFAULT, Encoding};
    use crate::rules::Board;
    use crate::sat::Engine;

    /// When SAT has its answer ready.
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Ready {
        Never,
        Sometime,
        First,
    }

    /// Two rows of a board, with 216 solutions or too many for SAT.
    fn puzzle(columns: usize, digits: i32) -> VariantPuzzle {
        VariantPuzzle::new(Board::new((2, columns), (1, digits), None).unwrap())
    }

    /// A native search that finds these solutions beside SAT, up to a limit: what was shown, how it
    /// ended, and whether SAT ended it.
    fn shown(
        puzzle: &VariantPuzzle,
        by_native: &[Solution],
        most: usize,
        ready: Ready,
    ) -> (Vec<Solution>, End, bool) {
        let sat = VariantSat::new(&Encoding::named(DEFAULT).unwrap(), &Engine::varisat());
        let (calls, has_native) = Default::default();
        let asked = Asked {
            puzzle,
            sat: &sat,
            threads: &Threads::new(2),
            limits: Limits::unlimited(),
            calls: &calls,
            has_native: &has_native,
        };
        let mut shown = Vec::new();
        let mut visitor = |solution: &Solution| {
            shown.push(solution.clone());
            match shown.len() == most {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let patience = match ready {
            Ready::Never => Duration::from_secs(3600),
            _ => Duration::ZERO,
        };
        let (end, by_sat) = std::thread::scope(|scope| {
            let mut beside = Beside::new(scope, &asked, patience, &mut visitor);
            let all = by_native.iter().try_for_each(|solution| {
                beside.solution(solution)?;
                beside.look()?;
                while ready == Ready::First && beside.reports.is_some() {
                    std::thread::yield_now();
                    beside.look()?;
                }
                ControlFlow::Continue(())
            });
            beside.end(match all {
                ControlFlow::Break(()) => End::Enough,
                ControlFlow::Continue(()) => End::Exhausted,
            })
        });
        (shown, end, by_sat)
    }

    #[test]
    fn each_solution_is_shown_once() {
        for (columns, digits, count) in [(4, 4, 216), (3, 5, 1920)] {
            let puzzle = puzzle(columns, digits);
            let native = &mut VariantNative::default();
            let all = backend::solutions(native, &puzzle, u64::MAX, &Limits::unlimited());
            let (all, _) = all.unwrap();
            assert_eq!(all.len(), count);
            for most in [1, 2, 30, usize::MAX] {
                for ready in [Ready::Never, Ready::Sometime, Ready::First] {
                    let (shown, end, by_sat) = shown(&puzzle, &all, most, ready);
                    assert_eq!(shown.len(), count.min(most), "{most} {ready:?}");
                    let is_complete = most == usize::MAX;
                    assert_eq!(end == End::Exhausted, is_complete, "{most} {ready:?}");
                    match ready {
                        Ready::Never => assert!(!by_sat),
                        Ready::First => assert_eq!(by_sat, most > 1 && most.min(count) < MANY),
                        Ready::Sometime => {}
                    }
                    let distinct: HashSet<Solution> = shown.into_iter().collect();
                    assert_eq!(distinct.len(), count.min(most));
                    assert!(distinct.iter().all(|solution| all.contains(solution)));
                }
            }
        }
    }

    /// SAT had found many and was done before native search saw that it was called, and what that
    /// found in between was shown again.
    #[test]
    fn what_is_found_after_a_call_is_not_shown_again() {
        let puzzle = puzzle(3, 5);
        let sat = VariantSat::new(&Encoding::named(DEFAULT).unwrap(), &Engine::varisat());
        let (calls, has_native) = (AtomicBool::new(true), AtomicBool::new(false));
        let asked = Asked {
            puzzle: &puzzle,
            sat: &sat,
            threads: &Threads::new(2),
            limits: Limits::unlimited(),
            calls: &calls,
            has_native: &has_native,
        };
        let solution = |number: usize| {
            let digits = (0..6).map(|cell| number >> (2 * cell) & 3);
            Solution::new(digits.map(crate::Digit::from_index).collect())
        };
        let mut count = 0;
        let mut visitor = |_: &Solution| {
            count += 1;
            ControlFlow::Continue(())
        };
        std::thread::scope(|scope| {
            let mut beside = Beside::new(scope, &asked, Duration::ZERO, &mut visitor);
            beside.shown = (0..MANY).map(solution).collect();
            assert!(beside.solution(&solution(MANY)).is_continue());
            assert!(beside.begins_again(&End::Stopped(Reason::Interrupted)));
            assert!(beside.solution(&solution(MANY)).is_continue());
            assert!(beside.solution(&solution(MANY + 1)).is_continue());
        });
        assert_eq!(count, 2);
    }

    #[test]
    fn a_solution_that_one_engine_loses_is_noticed() {
        let puzzle = puzzle(4, 4);
        let wrong = Solution::new(vec![crate::Digit::from_index(0); 8]);
        let (_, end, by_sat) = shown(&puzzle, &[wrong], usize::MAX, Ready::First);
        assert_eq!((end, by_sat), (contradiction(), true));
    }
}
