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
    for (count, reach) in [(81, 3), (81, 40), (729, 60)] {
        let numbers = (0..count).map(|_| random.random_range(-reach..=reach));
        all.push(Objective::new(geometry, numbers.collect()).unwrap());
    }
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
            let values = Values::new(&objective).unwrap();
            let bound = ScoreBound::new(&objective.reduced().objective);
            for known in [i64::MIN, most - 1, most] {
                let both = (&values, &bound);
                let search = Search::new(&tables, both, &mut bitboard, &limits, Progress::SILENT);
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
    assert_eq!(settled, 600);
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
    let values = Values::new(&Objective::pyramid(Geometry::CLASSIC)).unwrap();
    for (_, solutions) in puzzles(10, &mut random) {
        let objective = Objective::pyramid(Geometry::CLASSIC);
        let mut node = Node {
            candidates: [0x1FF; 81],
            prices: std::array::from_fn(|_| random.random_range(-600..=600) as f32),
        };
        for simd in Simd::available() {
            let mut scratch = Evaluated::empty();
            let evaluate = Evaluate {
                values: &values.cells,
                node: &node,
                scratch: &mut scratch,
            };
            let bound = simd.run_on_sixteen(evaluate).unwrap();
            for solution in &solutions {
                let points = objective.score(solution) - values.constant;
                let units = points as i32 * values.scale;
                assert!(units <= bound);
                // What such a solution has is not excluded.
                simd.run_on_sixteen(Exclude {
                    evaluated: &scratch,
                    candidates: &mut node.candidates,
                    slack: bound - units,
                });
                for (cell, digit) in solution.cells().iter().enumerate() {
                    assert_ne!(node.candidates[cell] & 1 << digit.index(), 0);
                }
                node.candidates = [0x1FF; 81];
            }
        }
    }
}

#[test]
fn all_instructions_find_the_same_prices() {
    let mut random = ChaCha8Rng::seed_from_u64(13);
    for (puzzle, _) in puzzles(5, &mut random) {
        for objective in objectives(&mut random) {
            let values = Values::new(&objective).unwrap();
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
                    scale: values.scale,
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
fn values_without_bounds_are_left_to_others() {
    let numbers = (0..81).map(|k| k * k * k * 1000).collect();
    let huge = Objective::new(Geometry::CLASSIC, numbers).unwrap();
    assert!(Values::new(&huge).is_none());
}
