//! Solutions that are counted in pairs.

use super::super::*;
use super::random_solution;
use crate::limits::Limits;
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

#[test]
fn chains_of_two_digits_are_filled_in_two_ways_each() {
    let mut random = ChaCha8Rng::seed_from_u64(31);
    let (texts, expected): (Vec<_>, Vec<_>) =
        (0..500).map(|_| without_two_digits(&mut random)).unzip();
    assert!(expected.contains(&2) && expected.iter().any(|count| *count > 2));
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    for simd in Simd::available() {
        for limit in [1, 2, 3, 5, u64::MAX] {
            let question = Question { limit, show: 0 };
            let answers = Lockstep::on(simd).answer(&rows, question, &Limits::unlimited());
            let answers = answers.expect("right solutions");
            for (puzzle, expected) in expected.iter().enumerate() {
                assert_eq!(
                    answers.found(puzzle),
                    limit.min(*expected),
                    "{simd}, limit {limit}"
                );
            }
        }
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
