use super::*;
use crate::encoding::{DEFAULT, Encoding};
use crate::grid::{Digit, Geometry};
use crate::rules::Board;
use crate::sat::Engine;
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

/// Shows all solutions, and then claims a count.
struct Liar(Tally);

impl Backend for Liar {
    fn name(&self) -> &str {
        "liar"
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        Native::default().enumerate(puzzle, limits, visitor)
    }

    fn counter(&mut self, _: &Puzzle) -> Option<Counter<'_>> {
        Some(Box::new(|_, _| self.0.clone()))
    }
}

#[test]
fn a_count_of_fewer_solutions_than_were_shown_is_a_fault() {
    let (puzzle, unlimited) = (Puzzle::empty(Geometry::CLASSIC), Limits::unlimited());
    let all = &mut |_: &Solution| ControlFlow::Continue(());
    let fault = "the engine counted 5 solutions after it had shown 1000";
    let late = End::Stopped(Reason::Timeout);
    for (found, end, expected) in [
        (
            5,
            End::Exhausted,
            End::Stopped(Reason::Engine(fault.into())),
        ),
        (5, End::Enough, End::Stopped(Reason::stopped_early())),
        (5, late.clone(), late),
        (SHOWN, End::Exhausted, End::Exhausted),
    ] {
        let mut liar = Liar(Tally { found, end });
        let tally = count(&mut liar, &puzzle, ALL, &unlimited, all).unwrap();
        assert_eq!((tally.found, tally.end), (SHOWN, expected));
    }
}

/// Many solutions, which are counted in another way than they are shown.
#[test]
fn large_counts_are_those_of_solutions_shown_one_by_one() {
    // A grid of a simple pattern without four of its digits.
    let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
    for cell in Geometry::CLASSIC.cells() {
        let (row, column) = (cell.index() / 9, cell.index() % 9);
        let digit = (3 * (row % 3) + row / 3 + column) % 9;
        if digit > 3 {
            puzzle.set(cell, Some(Digit::from_index(digit)));
        }
    }
    let unlimited = Limits::unlimited();
    let all = &mut |_: &Solution| ControlFlow::Continue(());
    let mut native = NativeBackend::default();
    let one_by_one = enumerate(&mut native, &puzzle, ALL, &unlimited, all).unwrap();
    assert!(one_by_one.found > SHOWN, "{}", one_by_one.found);
    let variant = VariantPuzzle::from_classic(&puzzle).unwrap();
    for limit in [1, SHOWN - 1, SHOWN, SHOWN + 1, one_by_one.found, ALL] {
        let expected = enumerate(&mut native, &puzzle, limit, &unlimited, all).unwrap();
        let mut shown = 0;
        let mut visit = |_: &Solution| {
            shown += 1;
            ControlFlow::Continue(())
        };
        let tally = count(&mut native, &puzzle, limit, &unlimited, &mut visit).unwrap();
        assert_eq!(tally, expected, "limit {limit}");
        assert_eq!(shown, limit.min(SHOWN), "limit {limit}");
        let mut boxed: Box<dyn Backend> = Box::new(NativeBackend::default());
        let tally = count(&mut boxed, &puzzle, limit, &unlimited, all).unwrap();
        assert_eq!(tally, expected, "limit {limit}");
        let mut by_type = ByType::new(VariantNative::default(), NativeBackend::default());
        let tally = count(&mut by_type, &variant, limit, &unlimited, all).unwrap();
        assert_eq!(tally, expected, "limit {limit}");
    }
    // The counter knows no nodes.
    let few = Limits::unlimited().up_to_nodes(50);
    let expected = enumerate(&mut native, &puzzle, ALL, &few, all).unwrap();
    assert_eq!(expected.end, End::Stopped(Reason::NodeLimit));
    assert_eq!(count(&mut native, &puzzle, ALL, &few, all), Ok(expected));
    // A visitor that breaks ends the count.
    for stop in [1, 2, SHOWN] {
        let mut shown = 0;
        let mut visit = |_: &Solution| {
            shown += 1;
            match shown == stop {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let tally = count(&mut native, &puzzle, ALL, &unlimited, &mut visit).unwrap();
        assert_eq!((tally.found, tally.end), (stop, End::Enough));
    }
}

#[test]
fn a_large_count_that_is_stopped_says_how_far_it_came() {
    let empty = Puzzle::empty(Geometry::CLASSIC);
    let late = Limits::unlimited().within(std::time::Duration::from_millis(200));
    let all = &mut |_: &Solution| ControlFlow::Continue(());
    let tally = count(&mut NativeBackend::default(), &empty, ALL, &late, all).unwrap();
    assert!(tally.found >= SHOWN, "{}", tally.found);
    assert_eq!(tally.end, End::Stopped(Reason::Timeout));
}

/// Shows all solutions, whatever the visitor says.
struct Stubborn;

impl Backend for Stubborn {
    fn name(&self) -> &str {
        "stubborn"
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        Native::default().enumerate(puzzle, limits, &mut |solution| {
            let _ = visitor(solution);
            ControlFlow::Continue(())
        })
    }
}

#[test]
fn no_more_solutions_are_shown_than_were_asked_for() {
    let (puzzle, unlimited) = (Puzzle::empty("2x2".parse().unwrap()), Limits::unlimited());
    for limit in [1, 5] {
        let mut shown = 0;
        let visit = &mut |_: &Solution| {
            shown += 1;
            ControlFlow::Continue(())
        };
        let tally = enumerate(&mut Stubborn, &puzzle, limit, &unlimited, visit).unwrap();
        assert_eq!((shown, tally.found), (limit, limit));
    }
}

fn sat() -> SatBackend {
    let encoding = Encoding::named(DEFAULT).unwrap();
    SatBackend::new(Engine::varisat(), encoding, Presolve::Locked)
}

#[test]
fn an_objective_of_another_shape_is_refused() {
    let (puzzle, unlimited) = (Puzzle::empty("2x2".parse().unwrap()), Limits::unlimited());
    let other = Objective::pyramid(Geometry::CLASSIC);
    let query = Query::Maximise(other.clone());
    let backends: [Box<dyn Backend>; 3] = [
        Box::new(NativeBackend::default()),
        Box::new(sat()),
        Box::new(AutoBackend::new(sat())),
    ];
    for mut backend in backends {
        assert!(backend.supports(&puzzle, &query).is_err());
        let found = maximise(&mut backend, &puzzle, &other, &unlimited);
        assert!(matches!(found, Ok(Optimum::Unknown(Reason::Engine(_)))));
    }
    let variant = VariantPuzzle::from_classic(&puzzle).unwrap();
    let board = Board::classic(Geometry::CLASSIC).unwrap();
    let other = CellWeights::pyramid(&board);
    let query = Query::Maximise(other.clone());
    let encoding = Encoding::named(DEFAULT).unwrap();
    let backends: [Box<dyn Backend<VariantPuzzle>>; 3] = [
        Box::new(VariantNative::default()),
        Box::new(VariantSat::new(&encoding, &Engine::varisat())),
        Box::new(ByType::new(VariantNative::default(), sat())),
    ];
    for mut backend in backends {
        assert!(backend.supports(&variant, &query).is_err());
        let found = maximise(&mut backend, &variant, &other, &unlimited);
        assert!(matches!(found, Ok(Optimum::Unknown(Reason::Engine(_)))));
    }
}

#[test]
fn a_best_solution_that_breaks_the_rules_is_not_passed_on() {
    let geometry: Geometry = "2x2".parse().unwrap();
    let (puzzle, unlimited) = (Puzzle::empty(geometry), Limits::unlimited());
    let objective = Objective::pyramid(geometry);
    let ones = vec![Digit::from_index(0); 16];
    let variant = VariantPuzzle::from_classic(&puzzle).unwrap();
    let weights = CellWeights::pyramid(variant.board());
    let native = VariantNative::default();
    for wrong in [Solution::new(ones), Solution::new(Vec::new())] {
        for count in [1, 3] {
            let asked = (&puzzle, &objective, &wrong, count, &unlimited);
            let (p, o, w, c, l) = asked;
            assert!(NativeBackend::default().top_scores(p, o, w, c, l).is_err());
            assert!(AutoBackend::new(sat()).top_scores(p, o, w, c, l).is_err());
            assert!(top_scores(&mut sat(), p, o, w, c, l).is_err());
            assert!(best_solutions(&mut sat(), p, o, w, c, l).is_err());
            let all = variant_best_solutions(&native, &variant, &weights, w, c, l);
            assert!(all.is_err());
            assert!(variant_top_scores(&native, &variant, &weights, w, c, l).is_err());
        }
    }
}

/// Refuses everything, and answers all the same.
struct Refuser;

impl Backend for Refuser {
    fn name(&self) -> &str {
        "refuser"
    }

    fn supports(&self, _: &Puzzle, _: &Query) -> Result<(), Unsupported> {
        Err(self.unsupported("it takes nothing"))
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        Native::default().enumerate(puzzle, limits, visitor)
    }
}

#[test]
fn what_a_backend_does_not_support_stays_open() {
    let puzzle = Puzzle::empty("2x2".parse().unwrap());
    let reason = Reason::Engine("refuser cannot take this: it takes nothing".into());
    let open = Tally {
        found: 0,
        end: End::Stopped(reason.clone()),
    };
    let pyramid = Objective::pyramid(puzzle.geometry());
    for (query, expected) in [
        (
            Query::First,
            Answer::First(Verdict::Unknown(reason.clone())),
        ),
        (Query::Count { limit: 1 }, Answer::Count(open.clone())),
        (Query::Count { limit: ALL }, Answer::Count(open.clone())),
        (
            Query::Enumerate { limit: 9 },
            Answer::Enumerate(Vec::new(), open),
        ),
        (
            Query::Maximise(pyramid),
            Answer::Maximise(Optimum::Unknown(reason)),
        ),
    ] {
        let answer = ask(&mut Refuser, &puzzle, &query, &Limits::unlimited());
        assert_eq!(answer, Ok(expected), "{query:?}");
    }
}
