//! Several backends race on the same puzzle: the first answer wins, and the others are
//! stopped.
//!
//! On hard large grids the time of one engine varies by a factor of ten with
//! its seed; the best of several varies less.

use super::{Approach, Backend, End, MakeBackend, Query, Unsupported, Verdict, Visitor};
use crate::grid::Puzzle;
use crate::limits::{Limits, StopOnDrop};
use crate::outcome::Reason;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

const NAME: &str = "portfolio";

/// Backends that race for one solution.
pub struct Portfolio {
    members: Vec<MakeBackend>,
    /// The portfolio and the winner of the last race, if there was one.
    answered_by: String,
    /// How the winner found its answer; search if nobody won.
    winner: Approach,
}

impl Portfolio {
    /// A race between these, each in its own thread.
    pub fn new(members: Vec<MakeBackend>) -> Portfolio {
        Portfolio {
            members,
            answered_by: NAME.to_owned(),
            winner: Approach::Search,
        }
    }

    /// The first answer, which is not checked.
    fn race(&mut self, puzzle: &Puzzle, limits: &Limits) -> Verdict {
        self.answered_by = NAME.to_owned();
        self.winner = Approach::Search;
        let over = Arc::new(AtomicBool::new(false));
        let limits = limits.clone().stopped_by(over.clone());
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            let _over = StopOnDrop(&over);
            let mut no_thread = None;
            for make in &self.members {
                let (send, limits) = (send.clone(), limits.clone());
                let run = move || {
                    let mut member = make();
                    let verdict = match member.supports(puzzle, &Query::First) {
                        Ok(()) => ask(&mut *member, puzzle, &limits),
                        Err(unsupported) => unknown(unsupported.to_string()),
                    };
                    // The receiver is gone once the race is over.
                    let name = member.answered_by().to_owned();
                    let _ = send.send((verdict, member.approach(), name));
                };
                // Where the system gives no more threads, those that run will do.
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, run) {
                    no_thread = Some(error);
                    break;
                }
            }
            drop(send);
            let mut last = unknown(match no_thread {
                Some(error) => format!("no thread could be started: {error}"),
                None => "the portfolio is empty".into(),
            });
            for (verdict, approach, name) in receive {
                match verdict {
                    Verdict::Unknown(reason) => last = Verdict::Unknown(reason),
                    decided => {
                        over.store(true, Ordering::Relaxed);
                        self.winner = approach;
                        self.answered_by = format!("{NAME} ({name})");
                        return decided;
                    }
                }
            }
            last
        })
    }
}

/// What a member says. A wrong solution counts, too: it must not be hidden by the answer of
/// another member.
fn ask(member: &mut dyn Backend, puzzle: &Puzzle, limits: &Limits) -> Verdict {
    let mut found = None;
    let end = member.search(puzzle, limits, &mut |solution| {
        found = Some(solution.clone());
        ControlFlow::Break(())
    });
    Verdict::of(found, end)
}

fn unknown(why: String) -> Verdict {
    Verdict::Unknown(Reason::Engine(why))
}

impl Backend for Portfolio {
    fn name(&self) -> &str {
        NAME
    }

    fn answered_by(&self) -> &str {
        &self.answered_by
    }

    fn approach(&self) -> Approach {
        self.winner
    }

    fn supports(&self, _: &Puzzle, query: &Query) -> Result<(), Unsupported> {
        match query {
            Query::First => Ok(()),
            Query::Count { .. } | Query::Enumerate { .. } | Query::Maximise(_) => {
                Err(self.unsupported("it races for one solution; use the native search"))
            }
        }
    }

    /// Shows one solution, and does not look for more.
    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        match self.race(puzzle, limits) {
            Verdict::Unsatisfiable => End::Exhausted,
            Verdict::Unknown(reason) => End::Stopped(reason),
            Verdict::Solved(solution) => {
                let _ = visitor(&solution);
                End::Enough
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{CdclBackend, NativeBackend, Presolve, SatBackend, first};
    use crate::encoding::{DEFAULT, Encoding};
    use crate::grid::{Cell, Digit, Geometry, Solution};
    use crate::sat::Engine;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    /// Does not answer before it is stopped, and counts how often that was.
    struct Stubborn(Arc<AtomicUsize>);

    impl Backend for Stubborn {
        fn name(&self) -> &str {
            "stubborn"
        }

        fn supports(&self, _: &Puzzle, _: &Query) -> Result<(), Unsupported> {
            Ok(())
        }

        fn search(&mut self, _: &Puzzle, limits: &Limits, _: &mut Visitor<'_>) -> End {
            loop {
                if let Some(reason) = limits.exceeded() {
                    self.0.fetch_add(1, Ordering::Relaxed);
                    return End::Stopped(reason);
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Shows a grid that breaks the rules.
    struct Liar;

    impl Backend for Liar {
        fn name(&self) -> &str {
            "liar"
        }

        fn supports(&self, _: &Puzzle, _: &Query) -> Result<(), Unsupported> {
            Ok(())
        }

        fn search(&mut self, puzzle: &Puzzle, _: &Limits, visitor: &mut Visitor<'_>) -> End {
            let cells = puzzle.geometry().cells();
            let ones = cells.map(|_| Digit::from_index(0));
            match visitor(&Solution::new(ones.collect())) {
                ControlFlow::Break(()) => End::Enough,
                ControlFlow::Continue(()) => End::Exhausted,
            }
        }
    }

    /// Answers once there was time for others to answer.
    struct Late;

    impl Backend for Late {
        fn name(&self) -> &str {
            "late"
        }

        fn supports(&self, _: &Puzzle, _: &Query) -> Result<(), Unsupported> {
            Ok(())
        }

        fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
            for _ in 0..1000 {
                if let Some(reason) = limits.exceeded() {
                    return End::Stopped(reason);
                }
                thread::sleep(Duration::from_millis(10));
            }
            NativeBackend::default().search(puzzle, limits, visitor)
        }
    }

    fn stubborn(stopped: &Arc<AtomicUsize>) -> MakeBackend {
        let stopped = stopped.clone();
        Box::new(move || Box::new(Stubborn(stopped.clone())))
    }

    #[test]
    fn the_first_answer_ends_the_race() {
        let stopped = Arc::default();
        let mut portfolio = Portfolio::new(vec![
            stubborn(&stopped),
            Box::new(|| Box::new(NativeBackend::default())),
            Box::new(|| Box::new(CdclBackend::new(3))),
        ]);
        let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
        let verdict = first(&mut portfolio, &puzzle, &Limits::unlimited()).unwrap();
        assert!(matches!(verdict, Verdict::Solved(_)));
        assert_eq!(stopped.load(Ordering::Relaxed), 1);
        puzzle.set(Cell(0), Digit::new(1));
        puzzle.set(Cell(1), Digit::new(1));
        let verdict = first(&mut portfolio, &puzzle, &Limits::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Unsatisfiable);
        assert_eq!(stopped.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn nobody_answers_in_time() {
        let mut lost = Portfolio::new(vec![stubborn(&Arc::default())]);
        let limits = Limits::unlimited().within(Duration::from_millis(20));
        let verdict = first(&mut lost, &Puzzle::empty(Geometry::CLASSIC), &limits).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Reason::Timeout));
    }

    #[test]
    fn a_race_without_a_winner_forgets_the_last_one() {
        let by_clauses: MakeBackend = Box::new(|| {
            let encoding = Encoding::named(DEFAULT).unwrap();
            Box::new(SatBackend::new(Engine::varisat(), encoding, Presolve::None))
        });
        let mut portfolio = Portfolio::new(vec![by_clauses]);
        let (puzzle, unlimited) = (Puzzle::empty(Geometry::CLASSIC), Limits::unlimited());
        let verdict = first(&mut portfolio, &puzzle, &unlimited).unwrap();
        assert!(matches!(verdict, Verdict::Solved(_)));
        assert_eq!(portfolio.approach(), Approach::Clauses);
        assert_eq!(portfolio.answered_by(), "portfolio (varisat/extended)");
        let late = unlimited.within(Duration::ZERO);
        let verdict = first(&mut portfolio, &puzzle, &late).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Reason::Timeout));
        assert_eq!(portfolio.approach(), Approach::Search);
        assert_eq!(portfolio.answered_by(), "portfolio");
    }

    #[test]
    fn a_wrong_answer_is_not_hidden_by_a_later_one() {
        let mut portfolio = Portfolio::new(vec![
            Box::new(|| Box::new(Late)),
            Box::new(|| Box::new(Liar)),
        ]);
        let puzzle = Puzzle::empty(Geometry::CLASSIC);
        let wrong = first(&mut portfolio, &puzzle, &Limits::unlimited()).unwrap_err();
        assert_eq!(wrong.backend, "portfolio (liar)");
    }
}
