//! The laws of splitting: cubes share no solution and have all of them.

use super::*;
use crate::backend::{Answer, Query};
use crate::encoding::{DEFAULT, Encoding};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{CellWeights, Objective, Progress};
use crate::outcome::{End, Optimum, Reason, Tally, Verdict};
use crate::rules::{Board, VariantPuzzle};
use crate::sat::{LimitChecks, SatSolver, SatVerdict, Varisat};
use crate::search::Native;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

fn puzzle(shape: &str, givens: &[(u32, u16)]) -> Puzzle {
    let geometry: Geometry = shape.parse().unwrap();
    let mut puzzle = Puzzle::empty(geometry);
    for &(cell, digit) in givens {
        puzzle.set(Cell(cell), Digit::new(digit));
    }
    puzzle
}

fn all_of(puzzle: &Puzzle) -> BTreeSet<Solution> {
    let mut all = BTreeSet::new();
    let end = Native::default().enumerate(puzzle, &Limits::unlimited(), &mut |solution| {
        all.insert(solution.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(end, End::Exhausted);
    all
}

fn parts(puzzle: &Puzzle, query: &Query, count: usize) -> Split {
    let request = SplitRequest {
        query,
        above: None,
        count,
        limits: &Limits::unlimited(),
    };
    split(puzzle, &request)
}

#[test]
fn cubes_share_no_solution_and_have_all_of_them() {
    for (shape, givens) in [
        ("2x2", &[][..]),
        ("2x2", &[(0, 1), (6, 3)]),
        ("1x3", &[(4, 2)]),
        (
            "2x3",
            &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (6, 4), (14, 1)],
        ),
    ] {
        let puzzle = puzzle(shape, givens);
        let all = all_of(&puzzle);
        for query in [
            Query::First,
            Query::Maximise(Objective::pyramid(puzzle.geometry())),
        ] {
            for count in [1, 7, 40] {
                let split = parts(&puzzle, &query, count);
                let mut united = BTreeSet::new();
                for cube in &split.cubes {
                    for solution in all_of(&puzzle.within(cube).unwrap()) {
                        assert!(united.insert(solution), "{shape} {count} {cube:?}");
                    }
                }
                assert_eq!(united, all, "{shape} {count}");
                for cube in &split.refuted {
                    let part = puzzle.within(cube);
                    assert!(part.is_none_or(|part| all_of(&part).is_empty()));
                }
                assert_eq!(split, parts(&puzzle, &query, count));
            }
        }
    }
}

/// With "a better score" as clauses, assumptions of cubes are refuted one by one; with a
/// score that can be reached, some cube has a model.
#[test]
fn cubes_of_a_maximum_are_refuted_as_clauses() {
    let encoding = Encoding::named(DEFAULT).unwrap();
    let limits = Limits::unlimited();
    for (shape, givens) in [("2x2", &[(0, 1)][..]), ("2x3", &[(0, 1), (9, 3)])] {
        let puzzle = puzzle(shape, givens);
        let geometry = puzzle.geometry();
        let weights = (0..geometry.cell_count() as i64).map(|cell| cell * 7 % 11 - 3);
        let objective = Objective::new(geometry, weights.collect()).unwrap();
        let found = Native::default().maximise(&puzzle, &objective, &limits, Progress::SILENT);
        let Optimum::Optimal { score, .. } = found else {
            panic!("{found:?}");
        };
        let split = parts(&puzzle, &Query::Maximise(objective.clone()), 9);
        assert!(split.cubes.len() > 1);
        let models = |above: i64| {
            let mut formula = puzzle.formula(&encoding, &limits).unwrap();
            let added = puzzle.require_above(&objective, above, &mut formula, &limits);
            added.unwrap();
            let mut text = Vec::new();
            write_icnf(&formula, &split.cubes, &mut text).unwrap();
            let file = read_icnf(&text[..]).unwrap();
            assert_eq!(file.cubes.len(), split.cubes.len());
            let mut solver = Varisat::new(LimitChecks::WhileSolving);
            file.formula.replay(&mut solver);
            let models = file.cubes.iter().map(|cube| {
                solver.assume(cube);
                solver.solve(&limits)
            });
            models.filter(|verdict| *verdict == SatVerdict::Sat).count()
        };
        assert_eq!(models(score), 0, "{shape}");
        assert!(models(score - 1) > 0, "{shape}");
        assert_eq!(models(i64::MIN / 4), split.cubes.len(), "{shape}");
    }
}

#[test]
fn there_are_about_as_many_cubes_as_requested() {
    let puzzle = puzzle("3x3", &[(0, 1), (40, 5)]);
    for count in [1, 10, 100] {
        let made = parts(&puzzle, &Query::First, count).cubes.len();
        assert!(
            (count..count + 9).contains(&made),
            "{made} instead of {count}"
        );
    }
}

#[test]
fn counts_add_up_and_stop_at_the_limit() {
    let puzzle = puzzle("2x2", &[]);
    for (limit, tally) in [(1000, (288, End::Exhausted)), (100, (100, End::Enough))] {
        let query = Query::Count { limit };
        let split = parts(&puzzle, &query, 20);
        let mut all = Combination::new(&puzzle, &query, split.cubes.len());
        for (index, cube) in split.cubes.iter().enumerate() {
            if all.is_settled() {
                break;
            }
            let answer = solve(&puzzle, cube, &query, None, &Limits::unlimited()).unwrap();
            all.add(index, cube, answer).unwrap();
        }
        let (found, end) = tally;
        assert_eq!(all.answer(), Answer::Count(Tally { found, end }));
    }
}

#[test]
fn a_count_keeps_the_least_solution_of_each_cube() {
    let puzzle = puzzle("2x2", &[]);
    let limits = Limits::unlimited();
    let (count, list) = (
        Query::Count { limit: 1000 },
        Query::Enumerate { limit: 1000 },
    );
    let split = parts(&puzzle, &count, 20);
    let mut counted = Combination::new(&puzzle, &count, split.cubes.len());
    let mut listed = Combination::new(&puzzle, &list, split.cubes.len());
    for (index, cube) in split.cubes.iter().enumerate() {
        let answer = solve(&puzzle, cube, &count, None, &limits).unwrap();
        let CubeAnswer::Solutions {
            found, solutions, ..
        } = &answer
        else {
            panic!("{answer:?}");
        };
        assert!(*found > 1 && solutions.len() == 1);
        let stopped = CubeAnswer::Solutions {
            found: found - 1,
            solutions: solutions.clone(),
            end: End::Stopped(Reason::Timeout),
        };
        // What was found before a stop is not counted twice.
        counted.add(index, cube, stopped).unwrap();
        counted.add(index, cube, answer.clone()).unwrap();
        let all = solve(&puzzle, cube, &list, None, &limits).unwrap();
        listed.add(index, cube, all).unwrap();
        let none = CubeAnswer::Solutions {
            found: 0,
            solutions: solutions.clone(),
            end: End::Exhausted,
        };
        let mut fresh = Combination::new(&puzzle, &count, split.cubes.len());
        assert!(fresh.add(index, cube, none).is_err());
    }
    assert_eq!(counted.least(), listed.least());
    let end = End::Exhausted;
    assert_eq!(counted.answer(), Answer::Count(Tally { found: 288, end }));
}

#[test]
fn an_answer_that_contradicts_what_was_known_of_its_cube_is_refused() {
    let puzzle = puzzle("2x2", &[(0, 1), (6, 3)]);
    let (query, cube) = (Query::Count { limit: 1000 }, Cube::default());
    let least = all_of(&puzzle).pop_first();
    let answer = |found, end| CubeAnswer::Solutions {
        found,
        solutions: least.iter().cloned().collect(),
        end,
    };
    let stopped = || End::Stopped(Reason::Timeout);
    let mut all = Combination::new(&puzzle, &query, 1);
    all.add(0, &cube, answer(5, stopped())).unwrap();
    // It was stopped earlier than before.
    all.add(0, &cube, answer(3, stopped())).unwrap();
    let what = "5 solutions were found earlier, and now there are 3 in all".into();
    let error = CombineError::Earlier { cube: 1, what };
    assert_eq!(all.add(0, &cube, answer(3, End::Exhausted)), Err(error));
    all.add(0, &cube, answer(5, End::Exhausted)).unwrap();
}

#[test]
fn a_solution_above_the_bound_of_its_cube_is_refused() {
    let puzzle = puzzle("2x2", &[(0, 1), (6, 3)]);
    let query = Query::Maximise(Objective::pyramid(puzzle.geometry()));
    let best = |solution, bound| CubeAnswer::Best {
        solution,
        bound,
        end: End::Stopped(Reason::Timeout),
    };
    let mut all = Combination::new(&puzzle, &query, 1);
    all.add(0, &Cube::default(), best(None, Some(3))).unwrap();
    let solution = all_of(&puzzle).pop_first();
    let error = all.add(0, &Cube::default(), best(solution, None));
    assert!(matches!(error, Err(CombineError::Earlier { cube: 1, .. })));
    assert_eq!(all.best_score(), None);
}

#[test]
fn thousands_of_cubes_are_settled_when_the_last_is() {
    const CUBES: usize = 20_000;
    let puzzle = puzzle("2x2", &[]);
    let (query, cube) = (Query::First, Cube::default());
    let answer = |end| CubeAnswer::Solutions {
        found: 0,
        solutions: Vec::new(),
        end,
    };
    let stopped = || answer(End::Stopped(Reason::Timeout));
    let mut all = Combination::new(&puzzle, &query, CUBES);
    for index in 0..CUBES {
        for answer in [
            stopped(),
            answer(End::Exhausted),
            answer(End::Exhausted),
            stopped(),
        ] {
            assert!(!all.is_settled() || index + 1 == CUBES, "{index}");
            all.add(index, &cube, answer).unwrap();
        }
    }
    assert!(all.is_settled());
    assert_eq!(all.answer(), Answer::First(Verdict::Unsatisfiable));
    let found = CUBES + 1;
    let beyond = all.add(CUBES, &cube, stopped());
    let cubes = CUBES;
    assert_eq!(beyond, Err(CombineError::Index { found, cubes }));
}

#[test]
fn limits_end_formulas_of_a_better_score() {
    let limits = Limits::unlimited();
    let late = Limits::unlimited().within(Duration::ZERO);
    let encoding = Encoding::named(DEFAULT).unwrap();
    let classic = puzzle("2x2", &[]);
    let mut formula = classic.formula(&encoding, &limits).unwrap();
    let objective = Objective::pyramid(classic.geometry());
    let added = classic.require_above(&objective, 3, &mut formula, &late);
    assert_eq!(added, Err(Reason::Timeout));
    let board = Board::new((3, 3), (1, 3), None).unwrap();
    let weights = CellWeights::pyramid_with_rim(&board, 1).unwrap();
    let variant = VariantPuzzle::new(board);
    let mut formula = variant.formula(&encoding, &limits).unwrap();
    let added = variant.require_above(&weights, 3, &mut formula, &late);
    assert_eq!(added, Err(Reason::Timeout));
}

#[test]
fn solutions_of_variants_are_lines_in_two_forms() {
    let variant = |min, max| VariantPuzzle::new(Board::new((2, 2), (min, max), None).unwrap());
    let small = variant(0, 1);
    let read = small.solution_of("0 1 1 0").unwrap();
    assert_eq!(small.solution_of(" 0110 "), Some(read.clone()));
    assert_eq!(small.solution_line(&read), "0110");
    for wrong in ["", "011", "01100", "0112", "0 1 1", "01 10", "a110", "-110"] {
        assert_eq!(small.solution_of(wrong), None, "{wrong:?}");
    }
    let large = variant(10, 11);
    let read = large.solution_of("10 11 11 10").unwrap();
    assert_eq!(large.solution_line(&read), "10 11 11 10");
    assert_eq!(large.solution_of("10111110"), None);
}
