use super::*;
use crate::grid::Geometry;
use crate::search::Native;

/// Shows up to `shown` solutions, and then says that these are enough.
struct Quitter {
    shown: usize,
}

impl Backend for Quitter {
    fn name(&self) -> &str {
        "quitter"
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        let mut left = self.shown;
        Native::default().enumerate(puzzle, limits, &mut |solution| {
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            visitor(solution)
        })
    }
}

const ALL: u64 = u64::MAX;

#[test]
fn a_backend_that_stops_early_leaves_the_query_open() {
    let (puzzle, unlimited) = (Puzzle::empty(Geometry::CLASSIC), Limits::unlimited());
    let early = Reason::stopped_early();
    let verdict = first(&mut Quitter { shown: 0 }, &puzzle, &unlimited);
    assert_eq!(verdict, Ok(Verdict::Unknown(early.clone())));
    let all = &mut |_: &Solution| ControlFlow::Continue(());
    for (shown, limit, end) in [
        (1, 1, End::Enough),
        (1, 2, End::Stopped(early.clone())),
        (2, 2, End::Enough),
        (5, ALL, End::Stopped(early)),
    ] {
        let tally = enumerate(&mut Quitter { shown }, &puzzle, limit, &unlimited, all).unwrap();
        assert_eq!((tally.found, tally.end), (shown as u64, end));
    }
    let mut quitter = Quitter { shown: 2 };
    let one = &mut |_: &Solution| ControlFlow::Break(());
    let tally = enumerate(&mut quitter, &puzzle, ALL, &unlimited, one).unwrap();
    assert_eq!((tally.found, tally.end), (1, End::Enough));
}

#[cfg(feature = "threads")]
#[test]
fn a_member_of_a_portfolio_that_stops_early_excludes_no_solution() {
    let puzzle = Puzzle::empty(Geometry::CLASSIC);
    let quitter: MakeBackend = Box::new(|| Box::new(Quitter { shown: 0 }));
    let verdict = first(
        &mut Portfolio::new(vec![quitter]),
        &puzzle,
        &Limits::unlimited(),
    );
    assert_eq!(verdict, Ok(Verdict::Unknown(Reason::stopped_early())));
}
