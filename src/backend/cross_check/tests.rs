use super::*;
use crate::backend::{
    NativeBackend, Optimum, Presolve, SatBackend, Unsupported, Visitor, solutions,
};
use crate::encoding::Encoding;
use crate::grid::text::{PuzzleReader, ReadOptions};
use crate::grid::{Cell, Digit, Geometry};
use crate::objective::Objective;
use crate::sat::Engine;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const HOUR: Duration = Duration::from_secs(3600);

/// Three solutions.
const THREE: &str = "1.......3......2";

fn puzzle(text: &str) -> Puzzle {
    let mut reader = PuzzleReader::new(text.as_bytes(), "test", ReadOptions::default());
    reader.next().unwrap().unwrap().puzzle
}

fn sat() -> SatBackend {
    let encoding = Encoding::named("extended").unwrap();
    SatBackend::new(Engine::varisat(), encoding, Presolve::Givens)
}

fn all(puzzle: &Puzzle) -> Vec<Solution> {
    let mut native = NativeBackend::default();
    let found = solutions(&mut native, puzzle, 5000, &Limits::unlimited());
    found.unwrap().0
}

fn claim(found: u64, extent: Extent, solutions: &[Solution]) -> Claim {
    Claim {
        found,
        extent,
        solutions: solutions.to_vec(),
    }
}

fn check(puzzle: &Puzzle, claim: &Claim) -> Agreement {
    let limits = Limits::unlimited();
    let one = cross_check(&mut sat(), puzzle, claim, HOUR, &limits);
    let other = cross_check(&mut NativeBackend::default(), puzzle, claim, HOUR, &limits);
    let same = match (&one, &other) {
        // Which solutions are shown is up to the engine.
        (Agreement::Differ(_), Agreement::Differ(_)) => true,
        (one, other) => one == other,
    };
    assert!(same, "{one:?}, {other:?}");
    one
}

fn answered(agreement: Agreement) -> (u64, Extent) {
    match agreement {
        Agreement::Differ(found) => match *found {
            Difference::Answers(claim) => (claim.found, claim.extent),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn right_answers_are_agreed_to() {
    let puzzle = puzzle(THREE);
    let known = all(&puzzle);
    assert_eq!(known.len(), 3);
    for (found, extent, shown) in [
        (3, Extent::All, &known[..]),
        (3, Extent::All, &known[..1]),
        (3, Extent::All, &[]),
        (3, Extent::AtLeast, &[]),
        (2, Extent::AtLeast, &known[1..]),
        (1, Extent::AtLeast, &known[2..]),
    ] {
        let agreement = check(&puzzle, &claim(found, extent, shown));
        assert_eq!(agreement, Agreement::Agree, "{found} {extent:?}");
    }
}

#[test]
fn wrong_counts_are_found_in_both_directions() {
    let puzzle = puzzle(THREE);
    let known = all(&puzzle);
    let ask = |found, extent, shown| answered(check(&puzzle, &claim(found, extent, shown)));
    assert_eq!(ask(0, Extent::All, &[]), (1, Extent::AtLeast));
    assert_eq!(ask(2, Extent::All, &[]), (3, Extent::AtLeast));
    assert_eq!(ask(4, Extent::All, &[]), (3, Extent::All));
    assert_eq!(ask(4, Extent::AtLeast, &[]), (3, Extent::All));
    // A grid that was not among them tells at once.
    let (found, extent) = ask(1, Extent::All, &known[..1]);
    assert!(found <= 2 && extent == Extent::AtLeast);
}

#[test]
fn a_proper_puzzle_has_one_grid() {
    let mut proper = puzzle(THREE);
    let known = all(&proper);
    for cell in (0..16).map(Cell) {
        proper.set(cell, Some(known[0].digit(cell)));
    }
    proper.set(Cell(0), None);
    let one = claim(1, Extent::All, &known[..1]);
    assert_eq!(check(&proper, &one), Agreement::Agree);
    let wrong = claim(1, Extent::All, &known[1..2]);
    let flaw = known[1].check(&proper).unwrap_err();
    let expected = Difference::FirstIsWrong(flaw);
    assert_eq!(
        check(&proper, &wrong),
        Agreement::Differ(Box::new(expected))
    );
}

#[test]
fn a_solution_that_breaks_the_rules_is_found() {
    let puzzle = puzzle(THREE);
    let cells = vec![Digit::from_index(0); 16];
    let wrong = claim(1, Extent::AtLeast, &[Solution::new(cells)]);
    let Agreement::Differ(found) = check(&puzzle, &wrong) else {
        panic!("a grid of ones is no solution");
    };
    assert!(matches!(*found, Difference::FirstIsWrong(_)));
}

/// Shows a grid of ones.
struct Liar;

impl Backend for Liar {
    fn name(&self) -> &str {
        "liar"
    }

    fn supports(&self, _: &Puzzle, _: &Query) -> Result<(), Unsupported> {
        Ok(())
    }

    fn search(&mut self, puzzle: &Puzzle, _: &Limits, visitor: &mut Visitor<'_>) -> End {
        let cells = vec![Digit::from_index(0); puzzle.cells().len()];
        let _ = visitor(&Solution::new(cells));
        End::Exhausted
    }
}

#[test]
fn the_second_engine_is_not_trusted_either() {
    let puzzle = puzzle(THREE);
    let right = claim(1, Extent::AtLeast, &all(&puzzle)[..1]);
    let agreement = cross_check(&mut Liar, &puzzle, &right, HOUR, &Limits::unlimited());
    let Agreement::Differ(found) = agreement else {
        panic!("{agreement:?}");
    };
    assert!(matches!(*found, Difference::SecondIsWrong(_)));
}

#[test]
fn checks_without_an_end_are_given_up() {
    let empty = Puzzle::empty(Geometry::CLASSIC);
    let limits = Limits::unlimited();
    let many = claim(MAX_MODELS + 1, Extent::AtLeast, &[]);
    let agreement = cross_check(&mut sat(), &empty, &many, HOUR, &limits);
    assert_eq!(agreement, Agreement::GaveUp(GiveUp::TooMany));
    let some = claim(MAX_MODELS, Extent::AtLeast, &[]);
    let timeout = Agreement::GaveUp(GiveUp::Stopped(Reason::Timeout));
    let agreement = cross_check(&mut sat(), &empty, &some, Duration::ZERO, &limits);
    assert_eq!(agreement, timeout);
    let large = Puzzle::empty(Geometry::new(4, 4).unwrap());
    let agreement = cross_check(&mut sat(), &large, &some, Duration::ZERO, &limits);
    assert_eq!(agreement, timeout);
    let stopped = limits.stopped_by(Arc::new(AtomicBool::new(true)));
    let agreement = cross_check(&mut sat(), &empty, &some, HOUR, &stopped);
    let interrupted = GiveUp::Stopped(Reason::Interrupted);
    assert_eq!(agreement, Agreement::GaveUp(interrupted));
}

#[test]
fn the_second_engine_has_ten_times_as_long_and_a_second_at_least() {
    assert_eq!(patience(Duration::ZERO), Duration::from_secs(1));
    assert_eq!(patience(Duration::from_secs(3)), Duration::from_secs(30));
    assert_eq!(patience(Duration::MAX), Duration::MAX);
}

#[test]
fn formulas_that_would_fill_the_memory_are_not_written() {
    let empty = |side| Puzzle::empty(Geometry::new(side, side).unwrap());
    assert!(formula_is_small(&empty(3)) && formula_is_small(&empty(6)));
    assert!(!formula_is_small(&empty(7)) && !formula_is_small(&empty(12)));
}

#[test]
fn maxima_are_compared_with_their_bounds() {
    let puzzle = puzzle(THREE);
    let objective = Objective::new(puzzle.geometry(), (0..16).map(|k| k * k).collect()).unwrap();
    let mut ranked = all(&puzzle);
    ranked.sort_by_key(|solution| objective.score(solution));
    let (worst, best) = (&ranked[0], &ranked[ranked.len() - 1]);
    assert!(objective.score(worst) < objective.score(best));
    let check = |first: &Optimum| {
        let limits = Limits::unlimited();
        let mut native = NativeBackend::default();
        cross_check_maximum(&mut native, &puzzle, &objective, first, HOUR, &limits)
    };
    let optimal = |solution: &Solution| Optimum::Optimal {
        score: objective.score(solution),
        solution: solution.clone(),
    };
    let feasible = |bound| Optimum::Feasible {
        solution: worst.clone(),
        score: objective.score(worst),
        bound: Some(bound),
        reason: Reason::Timeout,
    };
    let score = objective.score(best);
    for right in [
        optimal(best),
        feasible(score),
        Optimum::Unknown(Reason::Timeout),
    ] {
        assert_eq!(check(&right), Agreement::Agree);
    }
    let answer = Agreement::Differ(Box::new(Difference::Answers(optimal(best))));
    for wrong in [optimal(worst), feasible(score - 1), Optimum::Unsatisfiable] {
        assert_eq!(check(&wrong), answer);
    }
    let ones = Solution::new(vec![Digit::from_index(0); 16]);
    let Agreement::Differ(found) = check(&optimal(&ones)) else {
        panic!("a grid of ones is no solution");
    };
    assert!(matches!(*found, Difference::FirstIsWrong(_)));
}
