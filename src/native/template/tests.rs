//! The bound is never below the maximum, and what it excludes is in no best
//! solution.

use super::*;
use crate::grid::symmetry::{Symmetry, pattern};
use crate::native::Native;
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
        let budget = Budget::unlimited();
        Native::default().enumerate(&puzzle, &budget, &mut |solution| {
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
    let budget = Budget::unlimited();
    let mut settled = 0;
    for (puzzle, solutions) in puzzles(40, &mut random) {
        for objective in objectives(&mut random) {
            let most = solutions.iter().map(|s| objective.score(s)).max().unwrap();
            let search = Search::new(&tables, &objective, &budget, 100_000).unwrap();
            match search.run(&puzzle) {
                Found::Best(best) => {
                    assert_eq!(best.check(&puzzle), Ok(()));
                    assert_eq!(objective.score(&best), most);
                    settled += 1;
                }
                Found::Bound(bound, _) => assert!(bound >= most),
            }
        }
    }
    assert_eq!(settled, 200);
}

#[test]
fn any_prices_bound_every_solution() {
    let mut random = ChaCha8Rng::seed_from_u64(12);
    let tables = Tables::new(Geometry::CLASSIC);
    let budget = Budget::unlimited();
    for (_, solutions) in puzzles(10, &mut random) {
        let objective = Objective::pyramid(Geometry::CLASSIC);
        let search = Search::new(&tables, &objective, &budget, 1).unwrap();
        let mut node = Node {
            candidates: [0x1FF; 81],
            prices: std::array::from_fn(|_| random.random_range(-600..=600) as f32),
        };
        let mut evaluated = Evaluated::room();
        evaluated.evaluate(&search.values, &node).unwrap();
        for solution in &solutions {
            let points = objective.score(solution) - search.constant;
            let units = points as i32 * search.scale;
            assert!(units <= evaluated.bound);
            // What such a solution has is not excluded.
            evaluated.exclude(&mut node, evaluated.bound - units);
            for (cell, digit) in solution.cells().iter().enumerate() {
                assert_ne!(node.candidates[cell] & 1 << digit.index(), 0);
            }
            node.candidates = [0x1FF; 81];
        }
    }
}

#[test]
fn other_shapes_and_values_without_bounds_are_left_to_others() {
    let budget = Budget::unlimited();
    let shape: Geometry = "2x2".parse().unwrap();
    let tables = Tables::new(shape);
    assert!(Search::new(&tables, &Objective::pyramid(shape), &budget, 1).is_none());
    let tables = Tables::new(Geometry::CLASSIC);
    let numbers = (0..81).map(|k| k * k * k * 1000).collect();
    let huge = Objective::new(Geometry::CLASSIC, numbers).unwrap();
    assert!(Search::new(&tables, &huge, &budget, 1).is_none());
}
