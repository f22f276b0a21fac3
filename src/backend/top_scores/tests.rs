//! The highest scores, against those of all solutions.

use super::*;
use crate::backend::NativeBackend;
use crate::backend::{Presolve, Problem};
use crate::encoding::{DEFAULT, Encoding};
use crate::grid::text::{PuzzleReader, ReadOptions};
use crate::sat::Engine;
use crate::search::Native;
use std::time::Duration;

fn puzzle(shape: &str, text: &str) -> Puzzle {
    let options = ReadOptions {
        geometry: Some(shape.parse().unwrap()),
        ..ReadOptions::default()
    };
    let mut reader = PuzzleReader::of_text(text, "text", options);
    reader.next().unwrap().unwrap().puzzle
}

fn sat() -> SatBackend {
    let encoding = Encoding::named(DEFAULT).unwrap();
    SatBackend::new(Engine::varisat(), encoding, Presolve::Locked)
}

/// Puzzles with some hundred solutions, and objectives: all cells, few cells, signs.
fn instances() -> Vec<(Puzzle, Objective)> {
    let solved =
        "527316489896542731314987562172453896689271354453698217941825673765134928238769145";
    let open = |cell: usize| cell % 9 > 4 || cell / 9 > 5;
    let nine = solved.chars().enumerate();
    let nine: String = nine
        .map(|(cell, digit)| {
            if open(cell) && cell % 4 != 1 {
                '.'
            } else {
                digit
            }
        })
        .collect();
    let puzzles = [
        puzzle("2x2", "................"),
        puzzle("4x1", "1..............."),
        puzzle("2x3", ".4......64.........24..1.32....6.1.."),
        puzzle("3x3", &nine),
    ];
    let mut instances = Vec::new();
    for puzzle in puzzles {
        let geometry = puzzle.geometry();
        let cells = geometry.cell_count() as i64;
        for weight in [
            (|k| k * k % 7) as fn(i64) -> i64,
            |k| if k < 3 { 5 - 4 * k } else { 0 },
            |k| k * k * 7_919 % 1_003 - 400,
            |_| 0,
        ] {
            let weights = (0..cells).map(weight).collect();
            let objective = Objective::new(geometry, weights).unwrap();
            instances.push((puzzle.clone(), objective));
        }
    }
    instances
}

#[test]
fn search_and_clauses_find_the_highest_scores_of_all_solutions() {
    let unlimited = Limits::unlimited();
    for (puzzle, objective) in instances() {
        let mut ranked: BTreeMap<i64, Solution> = BTreeMap::new();
        let mut solutions = 0;
        Native::default().enumerate(&puzzle, &unlimited, &mut |solution| {
            solutions += 1;
            let score = objective.score(solution);
            ranked.insert(score, solution.clone());
            ControlFlow::Continue(())
        });
        assert!((4..100_000).contains(&solutions), "{solutions}");
        let best = ranked.values().next_back().unwrap();
        for count in [1, 2, 5, 1_000_000] {
            let expected = ranked.keys().rev().take(count as usize);
            let expected: Vec<i64> = expected.copied().collect();
            let is_all = expected.len() < count as usize;
            let mut native = NativeBackend::default();
            let mut auto = AutoBackend::new(sat());
            let asked = (&puzzle, &objective, best, count, &unlimited);
            let (p, o, b, c, l) = asked;
            for top in [
                native.top_scores(p, o, b, c, l).unwrap(),
                auto.top_scores(p, o, b, c, l).unwrap(),
            ] {
                let scores: Vec<i64> = top.scores.iter().map(|(score, _)| *score).collect();
                assert_eq!(scores, expected, "{} {count}", puzzle.geometry());
                assert_eq!(top.end == End::Exhausted, is_all);
                assert_eq!(&top.scores[0].1, best);
                for (score, solution) in &top.scores {
                    assert_eq!(objective.score(solution), *score);
                    Problem::check(&puzzle, solution).unwrap();
                }
            }
        }
    }
}

#[test]
fn what_a_limit_leaves_open_is_not_shown() {
    let late = Limits::unlimited().within(Duration::ZERO);
    let (puzzle, objective) = instances().remove(0);
    let mut best = None;
    Native::default().enumerate(&puzzle, &Limits::unlimited(), &mut |solution| {
        best = Some(solution.clone());
        ControlFlow::Break(())
    });
    let best = best.unwrap();
    let top = NativeBackend::default().top_scores(&puzzle, &objective, &best, 3, &late);
    let top = top.unwrap();
    assert_eq!(top.scores, [(objective.score(&best), best)]);
    assert_eq!(top.end, End::Stopped(Reason::Timeout));
}

#[test]
fn what_takes_the_search_long_is_left_to_clauses() {
    let geometry = "3x4".parse().unwrap();
    let puzzle = Puzzle::empty(geometry);
    let weights = (0..144).map(|cell| i64::from(cell < 3)).collect();
    let objective = Objective::new(geometry, weights).unwrap();
    let unlimited = Limits::unlimited();
    let mut native = NativeBackend::default();
    let best = crate::backend::maximise(&mut native, &puzzle, &objective, &unlimited);
    let best = best.unwrap().best().unwrap().0.clone();
    let mut auto = AutoBackend::new(sat());
    let top = auto.top_scores(&puzzle, &objective, &best, 3, &unlimited);
    let scores: Vec<i64> = top
        .unwrap()
        .scores
        .iter()
        .map(|(score, _)| *score)
        .collect();
    assert_eq!(scores, [33, 32, 31]);
}

/// An empty board has too many solutions with each score for a search to come to the next score.
#[test]
fn scores_near_the_best_are_found_on_any_shape() {
    for shape in ["2x4", "2x5", "3x4"] {
        let geometry = shape.parse().unwrap();
        let (puzzle, objective) = (Puzzle::empty(geometry), Objective::pyramid(geometry));
        let mut native = NativeBackend::default();
        let unlimited = Limits::unlimited();
        let optimum = crate::backend::maximise(&mut native, &puzzle, &objective, &unlimited);
        let (best, most) = optimum
            .unwrap()
            .best()
            .map(|(b, s)| (b.clone(), s))
            .unwrap();
        let few = Limits::unlimited().within_nodes(1000);
        let top = native.top_scores(&puzzle, &objective, &best, 5, &few);
        let top = top.unwrap();
        let scores: Vec<i64> = top.scores.iter().map(|(score, _)| *score).collect();
        assert_eq!(scores, [most, most - 1, most - 2, most - 3, most - 4]);
        assert_eq!(top.end, End::Enough);
    }
}

/// Where there are fewer scores than are asked for, one search proves none of them.
#[test]
fn few_nodes_prove_the_highest_scores_and_those_of_both_ends_all() {
    let unlimited = Limits::unlimited();
    let (mut partial, mut completed) = (0, 0);
    for (puzzle, objective) in instances() {
        let mut ranked: BTreeMap<i64, Solution> = BTreeMap::new();
        Native::default().enumerate(&puzzle, &unlimited, &mut |solution| {
            ranked.insert(objective.score(solution), solution.clone());
            ControlFlow::Continue(())
        });
        let best = ranked.values().next_back().unwrap();
        for count in [3, 40, 1_000_000] {
            let asked = Asked {
                puzzle: &puzzle,
                objective: &objective,
                best,
                count,
            };
            let expected: Vec<i64> = ranked.keys().rev().take(count as usize).copied().collect();
            for nodes in (0..30).map(|power| 1.4_f64.powi(power) as u64) {
                let mut native = NativeBackend::default();
                let short = unlimited.clone().within_nodes(nodes);
                let first = native.first_of_them(asked, &short).unwrap();
                let is_open = first.end == End::Stopped(Reason::NodeLimit);
                partial += u32::from(is_open && first.scores.len() > 1);
                let found = match is_open {
                    true => native.with_the_lowest(asked, first, &short).unwrap(),
                    false => first,
                };
                let scores: Vec<i64> = found.scores.iter().map(|(score, _)| *score).collect();
                match found.end {
                    End::Stopped(_) => assert!(expected.starts_with(&scores), "{nodes}"),
                    _ => assert_eq!(scores, expected, "{nodes}"),
                }
                completed += u32::from(is_open && !matches!(found.end, End::Stopped(_)));
                if !matches!(found.end, End::Stopped(_)) {
                    let is_all = expected.len() < count as usize;
                    assert_eq!(found.end == End::Exhausted, is_all);
                }
                for (score, solution) in &found.scores {
                    assert_eq!(objective.score(solution), *score);
                    Problem::check(&puzzle, solution).unwrap();
                }
            }
        }
    }
    assert!(partial > 0 && completed > 0, "{partial} {completed}");
}
