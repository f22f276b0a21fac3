//! Solutions that are counted with others.

use super::super::*;
use super::random_solution;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A solution without the cells of two digits, and how many solutions that has: each
/// closed chain of these cells, from row to column to box, can be filled in two ways.
fn without_two_digits(random: &mut ChaCha8Rng) -> ([u8; CELLS], u64) {
    let solution = random_solution(random);
    let one = random.random_range(b'1'..=b'8');
    let other = random.random_range(one + 1..=b'9');
    let is_open = |cell: &usize| [one, other].contains(&solution[*cell]);
    let open: Vec<usize> = (0..CELLS).filter(is_open).collect();
    let mut chains = 0;
    let mut seen = [false; CELLS];
    for start in &open {
        chains += u32::from(!seen[*start]);
        let mut reached = vec![*start];
        while let Some(cell) = reached.pop() {
            if !std::mem::replace(&mut seen[cell], true) {
                let sees =
                    |at: &usize| super::houses_of(cell).any(|h| super::cells_of(h).contains(at));
                reached.extend(open.iter().copied().filter(sees));
            }
        }
    }
    let mut text = solution;
    open.iter().for_each(|cell| text[*cell] = b'.');
    (text, 1 << chains)
}

/// Each puzzle has this many solutions, up to each limit.
fn assert_counted(rows: &[Row], limits: &[u64], expected: &[u64]) {
    for simd in Simd::available() {
        for limit in limits.iter().copied() {
            let question = Question { limit, show: 0 };
            let answers = Lockstep::on(simd).answer(rows, question, &Limits::unlimited());
            let answers = answers.expect("right solutions");
            for (puzzle, expected) in expected.iter().enumerate() {
                assert_eq!(
                    answers.found(puzzle),
                    limit.min(*expected),
                    "{simd}, limit {limit}, {}",
                    String::from_utf8_lossy(rows[puzzle].text())
                );
            }
        }
    }
}

#[test]
fn chains_of_two_digits_are_filled_in_two_ways_each() {
    let mut random = ChaCha8Rng::seed_from_u64(31);
    let (texts, expected): (Vec<_>, Vec<_>) =
        (0..500).map(|_| without_two_digits(&mut random)).unzip();
    assert!(expected.contains(&2) && expected.iter().any(|count| *count > 2));
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    assert_counted(&rows, &[1, 2, 3, 5, u64::MAX], &expected);
}

/// A single puzzle is counted as many are.
#[test]
fn the_count_of_one_puzzle_is_that_of_a_block() {
    let mut random = ChaCha8Rng::seed_from_u64(36);
    for simd in Simd::available() {
        let lockstep = Lockstep::on(simd);
        for _ in 0..60 {
            let (text, expected) = without_two_digits(&mut random);
            let row = Row::new(&text).expect("digits and dots");
            for limit in [0, 1, expected, expected + 1, u64::MAX] {
                let tally = lockstep.count(&row, limit, &Limits::unlimited());
                assert_eq!(tally.found, limit.min(expected));
                let end = match limit <= expected {
                    true => End::Enough,
                    false => End::Exhausted,
                };
                assert_eq!(tally.end, end);
            }
        }
    }
}

/// What was found until then is kept, and is not more than there is.
#[test]
fn a_count_that_is_stopped_says_how_far_it_came() {
    let mut random = ChaCha8Rng::seed_from_u64(37);
    let text = without_some_digits(&mut random);
    let total = |row: &Row| one_by_one(row, u64::MAX);
    let row = Row::new(&text).expect("digits and dots");
    let solutions = total(&row);
    let empty = Row::new(&[b'.'; CELLS]).expect("dots");
    for simd in Simd::available() {
        let lockstep = Lockstep::on(simd);
        let late = Limits::unlimited().within(std::time::Duration::from_millis(50));
        let tally = lockstep.count(&empty, u64::MAX, &late);
        assert_eq!(tally.end, End::Stopped(Reason::Timeout), "{simd}");
        assert!(tally.found > 1000, "{simd}: {}", tally.found);
        let tally = lockstep.count(&row, u64::MAX, &late);
        assert!(tally.found <= solutions, "{simd}: {}", tally.found);
    }
}

#[test]
fn solutions_that_are_visited_are_found_one_by_one() {
    let mut random = ChaCha8Rng::seed_from_u64(32);
    for _ in 0..20 {
        let (text, expected) = without_two_digits(&mut random);
        let row = Row::new(&text).expect("digits and dots");
        for simd in Simd::available() {
            let mut visited = std::collections::BTreeSet::new();
            Lockstep::on(simd).visit(&row, &Limits::unlimited(), &mut |solution| {
                visited.insert(*solution);
                std::ops::ControlFlow::Continue(())
            });
            assert_eq!(visited.len() as u64, expected);
        }
    }
}

/// Cells of a random solution: those of some digits not at all, of the others all but a few.
fn without_some_digits(random: &mut ChaCha8Rng) -> [u8; CELLS] {
    let solution = random_solution(random);
    let absent = random.random_range(1..=3);
    let open = random.random_range(0..20);
    let mut text = solution.map(|digit| if digit <= b'0' + absent { b'.' } else { digit });
    (0..open).for_each(|_| text[random.random_range(0..CELLS)] = b'.');
    text
}

/// How many solutions depth-first search finds one by one, up to a limit.
fn one_by_one(puzzle: &Row, limit: u64) -> u64 {
    let mut found = 0;
    let lockstep = Lockstep::new().expect("instructions");
    lockstep.visit(puzzle, &Limits::unlimited(), &mut |_| {
        found += 1;
        match found < limit {
            true => std::ops::ControlFlow::Continue(()),
            false => std::ops::ControlFlow::Break(()),
        }
    });
    found
}

#[test]
fn digits_that_no_cell_holds_are_counted_through_one_of_them() {
    let mut random = ChaCha8Rng::seed_from_u64(33);
    let texts: Vec<_> = (0..300).map(|_| without_some_digits(&mut random)).collect();
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    let most = 20_000;
    let expected: Vec<u64> = rows.iter().map(|row| one_by_one(row, most)).collect();
    let counted = expected.iter().filter(|count| (2..most).contains(count));
    assert!(counted.count() > 100);
    assert_counted(&rows, &[17, 100, 1000, most], &expected);
}

#[test]
fn all_solutions_with_interchangeable_digits_are_counted() {
    // Every solution fills the cells of the first three digits, in some order.
    let mut random = ChaCha8Rng::seed_from_u64(34);
    for _ in 0..20 {
        let solution = random_solution(&mut random);
        let text = solution.map(|digit| if digit <= b'3' { b'.' } else { digit });
        let row = Row::new(&text).expect("digits and dots");
        let expected = one_by_one(&row, u64::MAX);
        assert_eq!(expected % 6, 0);
        assert_counted(&[row], &[u64::MAX], &[expected]);
    }
}

/// Givens at random, of seven digits and without a clash, so that many have no solution.
fn of_seven_digits(random: &mut ChaCha8Rng) -> [u8; CELLS] {
    let mut text = [b'.'; CELLS];
    for _ in 0..random.random_range(24..60) {
        let (cell, digit) = (
            random.random_range(0..CELLS),
            random.random_range(b'1'..=b'7'),
        );
        let mut houses = super::houses_of(cell);
        if !houses.any(|house| super::cells_of(house).iter().any(|at| text[*at] == digit)) {
            text[cell] = digit;
        }
    }
    text
}

#[test]
fn puzzles_that_lack_two_digits_are_counted_with_and_without_solutions() {
    let mut random = ChaCha8Rng::seed_from_u64(35);
    let texts: Vec<_> = (0..1000).map(|_| of_seven_digits(&mut random)).collect();
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    let expected: Vec<u64> = rows.iter().map(|row| one_by_one(row, 1000)).collect();
    let none = expected.iter().filter(|count| **count == 0).count();
    assert!((100..900).contains(&none), "{none}");
    assert_counted(&rows, &[17, 64, 1000], &expected);
}
