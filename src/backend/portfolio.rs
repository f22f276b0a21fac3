//! Several backends race on the same puzzle: the first answer wins, and the others are
//! stopped.
//!
//! On hard large grids the time of one engine varies by a factor of ten with
//! its seed; the best of several varies less.

use super::{Approach, Backend, End, MakeBackend, Query, Unsupported, Verdict, Visitor, first};
use crate::grid::Puzzle;
use crate::limits::Limits;
use crate::outcome::Reason;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

/// Backends that race for one solution.
pub struct Portfolio {
    members: Vec<MakeBackend>,
    /// How the winner of the last race found its answer.
    winner: Approach,
}

impl Portfolio {
    /// A race between these, each in its own thread.
    pub fn new(members: Vec<MakeBackend>) -> Portfolio {
        Portfolio {
            members,
            winner: Approach::Search,
        }
    }

    fn race(&mut self, puzzle: &Puzzle, limits: &Limits) -> Verdict {
        let over = Arc::new(AtomicBool::new(false));
        let limits = limits.clone().stopped_by(over.clone());
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            let mut no_thread = None;
            for make in &self.members {
                let (send, limits) = (send.clone(), limits.clone());
                let run = move || {
                    let mut member = make();
                    let verdict = match member.supports(puzzle, &Query::First) {
                        Ok(()) => first(&mut *member, puzzle, &limits)
                            .unwrap_or_else(|wrong| unknown(wrong.to_string())),
                        Err(unsupported) => unknown(unsupported.to_string()),
                    };
                    // The receiver is gone once the race is over.
                    let _ = send.send((verdict, member.approach()));
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
            for (verdict, approach) in receive {
                match verdict {
                    Verdict::Unknown(reason) => last = Verdict::Unknown(reason),
                    decided => {
                        over.store(true, Ordering::Relaxed);
                        self.winner = approach;
                        return decided;
                    }
                }
            }
            last
        })
    }
}

fn unknown(why: String) -> Verdict {
    Verdict::Unknown(Reason::Engine(why))
}

impl Backend for Portfolio {
    fn name(&self) -> &str {
        "portfolio"
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
    use crate::backend::{CdclBackend, NativeBackend};
    use crate::grid::{Cell, Digit, Geometry};
    use std::time::{Duration, Instant};

    /// Does not answer before it is stopped.
    struct Stubborn;

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
                    return End::Stopped(reason);
                }
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    fn portfolio() -> Portfolio {
        Portfolio::new(vec![
            Box::new(|| Box::new(Stubborn)),
            Box::new(|| Box::new(NativeBackend::default())),
            Box::new(|| Box::new(CdclBackend::new(3))),
        ])
    }

    #[test]
    fn the_first_answer_ends_the_race() {
        let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
        let start = Instant::now();
        let verdict = first(&mut portfolio(), &puzzle, &Limits::unlimited()).unwrap();
        assert!(matches!(verdict, Verdict::Solved(_)));
        puzzle.set(Cell(0), Digit::new(1));
        puzzle.set(Cell(1), Digit::new(1));
        let verdict = first(&mut portfolio(), &puzzle, &Limits::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Unsatisfiable);
        assert!(start.elapsed() < Duration::from_secs(60));
    }

    #[test]
    fn nobody_answers_in_time() {
        let mut lost = Portfolio::new(vec![Box::new(|| Box::new(Stubborn))]);
        let limits = Limits::unlimited().within(Duration::from_millis(20));
        let verdict = first(&mut lost, &Puzzle::empty(Geometry::CLASSIC), &limits).unwrap();
        assert_eq!(verdict, Verdict::Unknown(Reason::Timeout));
    }
}
