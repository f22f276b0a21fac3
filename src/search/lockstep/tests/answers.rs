//! What is read, checked and answered.

use super::super::check::Check;
use super::super::*;
use super::random_solution;
use crate::limits::Limits;
use crate::search::image::Image;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Which of the solutions the check finds wrong.
fn wrong(simd: Simd, puzzles: &[Row], solutions: &[[u8; CELLS]]) -> u32 {
    let texts: Vec<&[u8; CELLS]> = solutions.iter().collect();
    let puzzles: Vec<&[u8; CELLS]> = puzzles.iter().map(Row::text).collect();
    simd.run(Check {
        puzzles: &puzzles,
        solutions: &texts,
    })
}

#[test]
fn every_kind_of_wrong_solution_is_found() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    for simd in Simd::available() {
        for _ in 0..50 {
            let good = random_solution(&mut random);
            let text: [u8; CELLS] = std::array::from_fn(|k| {
                if random.random_bool(0.4) {
                    good[k]
                } else {
                    b'.'
                }
            });
            let puzzle = Row::new(&text).expect("digits and dots");
            let puzzles = vec![puzzle; simd.lanes()];
            let mut solutions = vec![good; simd.lanes()];
            assert_eq!(wrong(simd, &puzzles, &solutions), 0);
            assert_eq!(wrong(simd, &puzzles[..1], &solutions[..1]), 0);
            let lane = random.random_range(0..simd.lanes());
            let cell = random.random_range(0..CELLS);
            for bad in *b"123456789.0x" {
                solutions[lane] = good;
                solutions[lane][cell] = bad;
                let expected = if bad == good[cell] { 0 } else { 1 << lane };
                assert_eq!(wrong(simd, &puzzles, &solutions), expected);
            }
            // A grid that obeys the rules and no given.
            let other = random_solution(&mut random);
            let kept = text
                .iter()
                .zip(other)
                .all(|(given, digit)| *given == b'.' || *given == digit);
            solutions[lane] = other;
            let expected = if kept { 0 } else { 1 << lane };
            assert_eq!(wrong(simd, &puzzles, &solutions), expected);
        }
    }
}

#[test]
fn a_given_that_is_not_kept_is_found_in_every_cell() {
    let good = random_solution(&mut ChaCha8Rng::seed_from_u64(7));
    for simd in Simd::available() {
        for cell in 0..CELLS {
            for given in *b"123456789" {
                let mut text = [b'.'; CELLS];
                text[cell] = given;
                let puzzle = Row::new(&text).expect("digits and dots");
                let expected = u32::from(given != good[cell]);
                assert_eq!(wrong(simd, &[puzzle], &[good]), expected);
            }
        }
    }
}

/// The counts of the other search.
fn counts(texts: &[[u8; CELLS]], limit: u64) -> Vec<u64> {
    use crate::backend::{NativeBackend, enumerate};
    use crate::grid::text::{Alphabet, PuzzleReader, ReadOptions};
    let mut native = NativeBackend::default();
    let mut count = |text: &[u8; CELLS]| {
        let options = ReadOptions {
            alphabet: Some(Alphabet::Digits),
            ..ReadOptions::default()
        };
        let mut reader = PuzzleReader::new(&text[..], "test", options);
        let record = reader.next().expect("one puzzle").expect("a good one");
        let all = &mut |_: &_| std::ops::ControlFlow::Continue(());
        let tally = enumerate(
            &mut native,
            &record.puzzle,
            limit,
            &Limits::unlimited(),
            all,
        );
        tally.expect("a right answer").found
    };
    texts.iter().map(&mut count).collect()
}

/// Puzzles of all kinds: few givens or many, some with a wrong one.
pub(super) fn random_texts(count: usize, seed: u64) -> Vec<[u8; CELLS]> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut text = || {
        let solution = random_solution(&mut random);
        let share = random.random_range(0.22..0.6);
        let empty = if random.random_bool(0.5) { b'.' } else { b'0' };
        let mut text: [u8; CELLS] = std::array::from_fn(|k| {
            if random.random_bool(share) {
                solution[k]
            } else {
                empty
            }
        });
        if random.random_bool(0.25) {
            text[random.random_range(0..CELLS)] = random.random_range(b'1'..=b'9');
        }
        text
    };
    (0..count).map(|_| text()).collect()
}

fn compare_counts(texts: &[[u8; CELLS]], most: &[u64], shows: &[usize]) {
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    assert_eq!(rows.len(), texts.len());
    for limit in most {
        let expected = counts(texts, *limit);
        let each = |simd| shows.iter().map(move |show| (simd, *show));
        for (simd, show) in Simd::available().flat_map(each) {
            let question = Question {
                limit: *limit,
                show,
            };
            let answers = Lockstep::on(simd).answer(&rows, question, &Limits::unlimited());
            let answers = answers.expect("right solutions");
            let found: Vec<u64> = (0..rows.len()).map(|k| answers.found(k)).collect();
            assert_eq!(found, expected, "{simd}, limit {limit}, show {show}");
            assert_eq!(answers.checked(), expected.iter().sum::<u64>());
            for (puzzle, found) in found.into_iter().enumerate() {
                let shown = answers.solutions(puzzle);
                assert_eq!(shown.len() as u64, found.min(show as u64));
                assert!(shown.len() < 2 || shown[0] != shown[1]);
            }
        }
    }
}

/// Frames of puzzles that all repeat a given, of puzzles of which some do, and of puzzles of
/// which none does follow each other.
#[test]
fn puzzles_that_repeat_a_given_do_not_change_what_follows() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut texts = random_texts(400, 11);
    for (number, text) in texts.iter_mut().enumerate() {
        let share = [1.0, 1.0, 0.9, 1.0, 0.0, 0.0][number / 64 % 6];
        if random.random_bool(share) {
            let row = 9 * random.random_range(0..9);
            (text[row], text[row + 8]) = (b'7', b'7');
        }
    }
    compare_counts(&texts, &[1, 2, 1000], &[0, 1]);
}

#[test]
fn counts_are_those_of_the_other_search() {
    let texts = random_texts(3000, 6);
    compare_counts(&texts, &[1, 2, 100], &[0, 1, 2]);
    // Blocks of all small sizes, and none.
    for size in 0..70 {
        compare_counts(&texts[size..2 * size], &[2, 3], &[1]);
    }
}

pub(super) fn hard_puzzles() -> Vec<[u8; CELLS]> {
    let lines = include_str!("../../../../tests/data/lines/top95.txt").lines();
    lines
        .filter_map(|line| line.as_bytes().try_into().ok())
        .collect()
}

/// Two solutions of each puzzle, or one and what is none.
fn solutions(texts: &[[u8; CELLS]]) -> Vec<[[u8; CELLS]; 2]> {
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    let question = Question { limit: 2, show: 2 };
    let answers = Lockstep::on(Simd::best()).answer(&rows, question, &Limits::unlimited());
    let answers = answers.expect("right solutions");
    let two = |puzzle| {
        let solutions = answers.solutions(puzzle);
        [solutions[0], *solutions.get(1).unwrap_or(&[b'.'; CELLS])]
    };
    (0..texts.len()).map(two).collect()
}

/// Givens of puzzles that are filled up.
const MANY_GIVENS: usize = 30;

/// Adds givens, each of a cell and the digit that goes there, until there are many.
fn fill_up(text: &mut [u8; CELLS], mut given: impl FnMut() -> (usize, u8)) {
    while text.iter().filter(|character| **character > b'0').count() < MANY_GIVENS {
        let (cell, digit) = given();
        text[cell] = digit;
    }
}

/// Puzzles with one solution and many givens that do not give in to inference.
pub(super) fn hard_puzzles_with_many_givens() -> Vec<[u8; CELLS]> {
    let hard = hard_puzzles();
    let mut random = ChaCha8Rng::seed_from_u64(12);
    let hard = hard.iter().zip(solutions(&hard)).collect::<Vec<_>>();
    let filled = |k: usize| {
        let (text, [solution, _]) = hard[k % hard.len()];
        let mut text = *text;
        fill_up(&mut text, || {
            let cell = random.random_range(0..CELLS);
            (cell, solution[cell])
        });
        text
    };
    (0..100 * hard.len()).map(filled).collect()
}

/// Puzzles without one of their givens and with others, so that they have several
/// solutions still.
pub(super) fn hard_puzzles_with_several_solutions() -> Vec<[u8; CELLS]> {
    let mut random = ChaCha8Rng::seed_from_u64(17);
    let mut texts = hard_puzzles().repeat(30);
    for text in &mut texts {
        let givens: Vec<usize> = (0..CELLS).filter(|cell| text[*cell] > b'0').collect();
        text[givens[random.random_range(0..givens.len())]] = b'.';
    }
    let solutions = solutions(&texts);
    let filled = |(mut text, [one, other]): ([u8; CELLS], [[u8; CELLS]; 2])| {
        let same: Vec<usize> = (0..CELLS)
            .filter(|cell| one[*cell] == other[*cell])
            .collect();
        let is_enough = same.len() >= MANY_GIVENS;
        is_enough.then(|| {
            fill_up(&mut text, || {
                let cell = same[random.random_range(0..same.len())];
                (cell, one[cell])
            });
            text
        })
    };
    texts
        .into_iter()
        .zip(solutions)
        .filter_map(filled)
        .collect()
}

#[test]
fn a_descent_into_a_proper_puzzle_finds_one_solution() {
    let texts = hard_puzzles_with_many_givens();
    assert_eq!(texts.len(), 9500);
    compare_counts(&texts, &[1, 2], &[0, 1, 2]);
}

#[test]
fn descents_count_what_the_other_search_counts_where_a_given_is_wrong_or_gone() {
    let mut texts = hard_puzzles_with_many_givens();
    let mut random = ChaCha8Rng::seed_from_u64(13);
    for text in &mut texts {
        let mut cell = 0;
        while text[cell] <= b'0' {
            cell = random.random_range(0..CELLS);
        }
        text[cell] = random.random_range(b'0'..=b'9');
    }
    compare_counts(&texts, &[1, 2], &[0, 1, 2]);
}

#[test]
fn what_is_shown_does_not_depend_on_the_other_puzzles() {
    let mut texts = random_texts(400, 8);
    texts.push([b'.'; CELLS]);
    texts.extend(hard_puzzles_with_several_solutions());
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    for (limit, show) in [(1, 1), (2, 2), (2, 1), (5, 2)] {
        let question = Question { limit, show };
        let limits = Limits::unlimited();
        let answer = |simd: Simd, rows: &[Row]| {
            let answers = Lockstep::on(simd)
                .answer(rows, question, &limits)
                .expect("right");
            let shown = |k: usize| (answers.found(k), answers.solutions(k).to_vec());
            (0..rows.len()).map(shown).collect::<Vec<_>>()
        };
        let expected = answer(Simd::Portable, &rows);
        for simd in Simd::available() {
            assert_eq!(answer(simd, &rows), expected);
            let one_by_one: Vec<_> = rows.iter().flat_map(|row| answer(simd, &[*row])).collect();
            assert_eq!(one_by_one, expected);
        }
    }
}

/// A puzzle of which depth-first search enters a part of the tree without a solution that
/// takes seconds, and images of it, most of which take microseconds.
pub(super) fn images_with_dead_parts() -> Vec<[u8; CELLS]> {
    let text = b".......................................5..............5............67............";
    let images = (0..40).map(|number| Image::new(number).of(text));
    std::iter::once(*text).chain(images).collect()
}

#[test]
fn a_dead_part_of_the_tree_does_not_hold_a_puzzle_up() {
    let texts = images_with_dead_parts();
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    // Ends a search that hangs; the answers take milliseconds when optimised.
    let limits = Limits::unlimited().within(std::time::Duration::from_secs(300));
    for simd in Simd::available() {
        for (limit, show) in [(1, 1), (1, 0), (2, 2), (2, 0), (10, 0), (1000, 1)] {
            let question = Question { limit, show };
            for rows in [&rows[..], &rows[..1], &[rows[0]; 32]] {
                let answers = Lockstep::on(simd).answer(rows, question, &limits);
                let answers = answers.expect("in time");
                assert!((0..rows.len()).all(|k| answers.found(k) == limit));
            }
        }
        let mut visited = 0;
        Lockstep::on(simd).visit(&rows[0], &limits, &mut |_| {
            visited += 1;
            match visited {
                100 => std::ops::ControlFlow::Break(()),
                _ => std::ops::ControlFlow::Continue(()),
            }
        });
        assert_eq!(visited, 100);
    }
}

#[test]
fn a_limit_of_nothing_is_answered() {
    let texts = random_texts(5, 7);
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    let question = Question { limit: 0, show: 2 };
    for simd in Simd::available() {
        let answers = Lockstep::on(simd).answer(&rows, question, &Limits::unlimited());
        let answers = answers.expect("nothing to be wrong");
        assert!((0..5).all(|k| answers.found(k) == 0 && answers.solutions(k).is_empty()));
    }
}

#[test]
fn a_budget_ends_a_count_without_end() {
    let limits = Limits::unlimited().within(std::time::Duration::from_millis(30));
    let question = Question {
        limit: u64::MAX,
        show: 0,
    };
    for simd in Simd::available() {
        let stopped = Lockstep::on(simd).answer(&[Row::EMPTY], question, &limits);
        let timeout = Failure::Stopped(crate::outcome::Reason::Timeout);
        assert_eq!(stopped, Err(timeout));
    }
}

#[test]
#[ignore = "ten million puzzles take minutes; run with --release"]
fn ten_million_random_puzzles() {
    for block in 0..1000 {
        let limit = if block % 2 == 0 { 2 } else { 100 };
        let texts = random_texts(10_000, 1000 + block);
        compare_counts(&texts, &[limit], &[block as usize % 3]);
    }
}
