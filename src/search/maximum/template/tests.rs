//! The bound is never below the maximum, and what it excludes is in no best
//! solution.

use super::*;
use crate::grid::symmetry::{Symmetry, pattern};
use crate::grid::{Geometry, Puzzle};
use crate::objective::{Negate, Objective};
use crate::search::Native;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;

/// Random puzzles with few solutions, each with all of them.
fn puzzles(count: usize, random: &mut ChaCha8Rng) -> Vec<(Puzzle, Vec<Solution>)> {
    let geometry = Geometry::CLASSIC;
    let mut found = Vec::new();
    while found.len() < count {
        let grid = Symmetry::random(geometry, random).solution(&pattern(geometry));
        let mut puzzle = Puzzle::empty(geometry);
        for cell in geometry.cells().filter(|_| random.random_bool(0.37)) {
            puzzle.set(cell, Some(grid.digit(cell)));
        }
        let mut solutions = Vec::new();
        let limits = Limits::unlimited();
        Native::default().enumerate(&puzzle, &limits, &mut |solution| {
            solutions.push(solution.clone());
            match solutions.len() < 2000 {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        if solutions.len() < 2000 {
            found.push((puzzle, solutions));
        }
    }
    found
}

fn objectives(random: &mut ChaCha8Rng) -> Vec<Objective> {
    let geometry = Geometry::CLASSIC;
    let mut all = vec![
        Objective::pyramid(geometry),
        Objective::pyramid(geometry).negated(),
    ];
    for (count, reach) in [
        (81, 3),
        (81, 40),
        (729, 60),
        (81, 1000),
        (729, 100_000),
        (81, 1 << 40),
    ] {
        let numbers = (0..count).map(|_| random.random_range(-reach..=reach));
        all.push(Objective::new(geometry, numbers.collect()).unwrap());
    }
    let powers = (0..81).map(|_| 1 << random.random_range(0..40));
    all.push(Objective::new(geometry, powers.collect()).unwrap());
    all
}

#[test]
fn it_finds_what_all_solutions_show() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let tables = Tables::new(Geometry::CLASSIC);
    let limits = Limits::unlimited().up_to_nodes(100_000);
    let mut bitboard = Bitboard::default();
    let mut settled = 0;
    for (puzzle, solutions) in puzzles(40, &mut random) {
        for objective in objectives(&mut random) {
            let most = solutions.iter().map(|s| objective.score(s)).max().unwrap();
            let values = Values::new(&objective);
            let bound = ScoreBound::new(&objective.reduced().objective);
            for known in [i64::MIN, most - 1, most] {
                let forms = (&values, &bound, objective.reduced().constant);
                let search = Search::new(&tables, forms, &mut bitboard, &limits, Progress::SILENT);
                let found = search.run(&candidates(&puzzle), known);
                match found.best {
                    Some(best) => {
                        assert_eq!(best.check(&puzzle), Ok(()));
                        assert_eq!(objective.score(&best), most);
                    }
                    None => assert!(known == most || found.bound >= Some(most)),
                }
                settled += u32::from(found.end == End::Exhausted);
            }
        }
    }
    assert_eq!(settled, 40 * 9 * 3);
}

/// What the givens leave before anything is propagated.
fn candidates(puzzle: &Puzzle) -> [u16; 81] {
    let mut candidates = [0x1FF; 81];
    for (cell, digit) in puzzle.givens() {
        candidates[cell.index()] = 1 << digit.index();
    }
    candidates
}

#[test]
fn any_prices_bound_every_solution() {
    let mut random = ChaCha8Rng::seed_from_u64(12);
    for (_, solutions) in puzzles(10, &mut random) {
        for objective in objectives(&mut random) {
            let values = Values::new(&objective);
            let node = Node {
                candidates: [0x1FF; 81],
                prices: std::array::from_fn(|_| random.random_range(-600..=600) as f32),
            };
            for solution in &solutions {
                nothing_of_it_is_excluded(&values, &node, solution, objective.score(solution));
            }
        }
    }
}

fn nothing_of_it_is_excluded(values: &Values, node: &Node, solution: &Solution, score: i64) {
    for simd in Simd::available() {
        let mut scratch = Evaluated::empty();
        let evaluate = Evaluate {
            values: &values.cells,
            node,
            scratch: &mut scratch,
        };
        let bound = simd.run_on_sixteen(evaluate).unwrap();
        let needed = values.needed(score);
        assert!(needed <= bound);
        assert!(values.highest(bound) >= score);
        let mut left = node.candidates;
        simd.run_on_sixteen(Exclude {
            evaluated: &scratch,
            candidates: &mut left,
            slack: bound - needed,
        });
        for (cell, digit) in solution.cells().iter().enumerate() {
            assert_ne!(left[cell] & 1 << digit.index(), 0);
        }
    }
}

/// With the candidates of a few solutions, units become finer.
#[test]
fn finer_units_bound_every_solution() {
    let mut random = ChaCha8Rng::seed_from_u64(14);
    let mut refined = 0;
    for (_, solutions) in puzzles(20, &mut random) {
        for objective in objectives(&mut random) {
            let mut left = [0; 81];
            for solution in &solutions {
                for (left, digit) in left.iter_mut().zip(solution.cells()) {
                    *left |= 1u16 << digit.index();
                }
            }
            let mut node = Node {
                candidates: left,
                prices: std::array::from_fn(|_| random.random_range(-100..=100) as f32),
            };
            let coarse = Values::new(&objective);
            let Some(finer) = coarse.refined(&mut node) else {
                continue;
            };
            refined += 1;
            for solution in &solutions {
                let score = objective.score(solution);
                let digits = solution.cells().iter().map(|digit| digit.index());
                assert_eq!(coarse.score(digits.clone()), score);
                assert_eq!(finer.score(digits), score);
                nothing_of_it_is_excluded(&finer, &node, solution, score);
            }
        }
    }
    assert!(refined > 20, "{refined}");
}

/// Multiples were searched as if they had a finer grain.
#[test]
fn a_common_divisor_changes_nothing() {
    let mut random = ChaCha8Rng::seed_from_u64(15);
    for factor in [15, 1000, 1 << 40] {
        let weights: Vec<i64> = (0..81).map(|_| random.random_range(0..10)).collect();
        let multiples = weights.iter().map(|weight| weight * factor).collect();
        let multiple = Values::new(&Objective::new(Geometry::CLASSIC, multiples).unwrap());
        let plain = Values::new(&Objective::new(Geometry::CLASSIC, weights).unwrap());
        assert!(multiple.is_exact());
        assert_eq!(multiple.units_of_step(), plain.units_of_step());
        assert!(multiple.cells == plain.cells);
    }
}

#[test]
fn all_instructions_find_the_same_prices() {
    let mut random = ChaCha8Rng::seed_from_u64(13);
    for (puzzle, _) in puzzles(5, &mut random) {
        for objective in objectives(&mut random) {
            let values = Values::new(&objective);
            let found = Simd::available().map(|simd| {
                let mut node = Node {
                    candidates: candidates(&puzzle),
                    prices: [0.0; 81],
                };
                let mut scratch = Evaluated::empty();
                let bound = simd.run_on_sixteen(Improve {
                    values: &values.cells,
                    node: &mut node,
                    effort: ROOT,
                    target: i32::MIN,
                    scale: values.units_of_step(),
                    scratch: &mut scratch,
                });
                (bound, node.prices)
            });
            let found: Vec<_> = found.collect();
            assert!(found.iter().all(|each| *each == found[0]));
        }
    }
}

#[test]
fn the_highest_scores_and_their_solutions_are_those_of_all() {
    let mut random = ChaCha8Rng::seed_from_u64(16);
    let tables = Tables::new(Geometry::CLASSIC);
    let limits = Limits::unlimited().up_to_nodes(100_000);
    let mut bitboard = Bitboard::default();
    for (puzzle, solutions) in puzzles(25, &mut random) {
        for objective in objectives(&mut random) {
            let mut scored: Vec<(i64, Solution)> = solutions
                .iter()
                .map(|solution| (objective.score(solution), solution.clone()))
                .collect();
            scored.sort();
            scored.reverse();
            let mut scores: Vec<i64> = scored.iter().map(|(score, _)| *score).collect();
            scores.dedup();
            let reduced = objective.reduced();
            let values = Values::new(&objective);
            let bound = ScoreBound::new(&reduced.objective);
            let forms = (&values, &bound, reduced.constant);
            for count in [2, 7, 5000] {
                let (best, solution) = scored[0].clone();
                let first = (best - reduced.constant, solution);
                let mut ranked = Ranked::new(count, first, reduced.objective.step());
                let search = Search::new(&tables, forms, &mut bitboard, &limits, Progress::SILENT);
                let end = search.top(&candidates(&puzzle), best, count, &mut ranked);
                assert_eq!(end, End::Exhausted);
                let found = ranked.solutions();
                let found = found.iter().map(|solution| objective.score(solution));
                assert!(found.eq(scores.iter().copied().take(count)));
            }
            let least = scores[scores.len().min(4) - 1];
            let mut found = Vec::new();
            let mut keep = |solution: &Solution| {
                found.push(solution.clone());
                ControlFlow::Continue(())
            };
            let search = Search::new(&tables, forms, &mut bitboard, &limits, Progress::SILENT);
            let end = search.all(&candidates(&puzzle), least, &mut keep);
            assert_eq!(end, End::Exhausted);
            found.sort();
            let reach = scored.into_iter().filter(|(score, _)| *score >= least);
            let mut expected: Vec<Solution> = reach.map(|(_, solution)| solution).collect();
            expected.sort();
            assert_eq!(found, expected);
        }
    }
}

/// Each multiple of the divisor took as many searches as the divisor is large.
#[test]
fn multiples_take_as_many_nodes() {
    let mut random = ChaCha8Rng::seed_from_u64(17);
    let tables = Tables::new(Geometry::CLASSIC);
    let mut bitboard = Bitboard::default();
    for _ in 0..6 {
        let weights: Vec<i64> = (0..81).map(|_| random.random_range(0..10)).collect();
        for nodes in [1, 4, 16, 64, 1000] {
            let limits = Limits::unlimited().up_to_nodes(nodes);
            let mut found = |factor: i64| {
                let multiples = weights.iter().map(|weight| weight * factor).collect();
                let objective = Objective::new(Geometry::CLASSIC, multiples).unwrap();
                let reduced = objective.reduced();
                let (values, bound) =
                    (Values::new(&objective), ScoreBound::new(&reduced.objective));
                let forms = (&values, &bound, reduced.constant);
                let search = Search::new(&tables, forms, &mut bitboard, &limits, Progress::SILENT);
                let found = search.run(&[0x1FF; 81], i64::MIN);
                (
                    found.best,
                    found.bound.map(|bound| bound / factor),
                    found.end,
                )
            };
            assert_eq!(found(1), found(1000), "{nodes}");
        }
    }
}
