//! What the listener of a search hears.

use super::super::lanes::Lanes;
use super::super::node::Path;
use super::super::question::{Hear, Listener, Question};
use super::super::solved::Solved;
use super::super::text::Line;
use super::super::{CELLS, Row, Simd};
use super::answers::{
    hard_puzzles_with_many_givens, hard_puzzles_with_several_solutions, random_texts,
};
use super::{frame_of, random_solution};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Counts what it hears.
struct Heard {
    checked: Vec<u64>,
    found: Vec<Option<u64>>,
}

impl Listener for Heard {
    fn solutions(&mut self, _: &[(usize, Path)], _: &[Line]) {
        panic!("nothing is to be shown");
    }

    fn checked(&mut self, puzzles: &[(usize, Path)], wrong: u32) {
        assert_eq!(wrong, 0);
        puzzles
            .iter()
            .for_each(|(puzzle, _)| self.checked[*puzzle] += 1);
    }

    fn counted(&mut self, puzzle: usize, found: u64) {
        assert_eq!(self.found[puzzle].replace(found), None, "said once");
    }

    fn enough(&mut self) -> bool {
        false
    }
}

/// What is heard of these puzzles, of which nothing is shown.
fn heard(simd: Simd, texts: &[[u8; CELLS]], limit: u64) -> Vec<(u64, u64)> {
    let rows: Vec<Row<'_>> = texts.iter().filter_map(Row::new).collect();
    let question = Question {
        limit,
        show: 0,
        hear: Hear::Checked,
    };
    let mut heard = Heard {
        checked: vec![0; rows.len()],
        found: vec![None; rows.len()],
    };
    assert!(simd.search(&rows, question, &mut heard));
    let found = heard.found.into_iter().map(|found| found.expect("said"));
    heard.checked.into_iter().zip(found).collect()
}

#[test]
fn as_many_solutions_are_checked_as_are_counted() {
    let texts = random_texts(1000, 9);
    for simd in Simd::available() {
        for limit in [1, 2, 50] {
            let heard = heard(simd, &texts, limit);
            assert!(heard.iter().all(|(checked, found)| checked >= found));
            assert!(limit < 3 || heard.iter().all(|(checked, found)| checked == found));
            assert!(heard.iter().any(|(_, found)| *found == limit));
        }
    }
}

#[test]
fn what_a_dive_does_not_answer_begins_again() {
    let texts = hard_puzzles_with_many_givens();
    for simd in Simd::available() {
        // The one solution is found by a dive and then once more.
        let heard = heard(simd, &texts, 2);
        assert!(heard.iter().all(|heard| [(1, 1), (2, 1)].contains(heard)));
        assert!(heard.iter().filter(|heard| **heard == (2, 1)).count() > 50);
    }
}

#[test]
fn a_dive_that_has_found_one_of_several_may_begin_again() {
    let texts = hard_puzzles_with_several_solutions();
    for simd in Simd::available() {
        let heard = heard(simd, &texts, 2);
        // One by the dive, two by the search of the whole tree.
        let again = heard.iter().filter(|heard| **heard == (3, 2)).count();
        assert!(again > 5, "{again} of {}", texts.len());
    }
}

struct Verdicts(Vec<(usize, u32)>);

impl Listener for Verdicts {
    fn solutions(&mut self, _: &[(usize, Path)], _: &[Line]) {}

    fn checked(&mut self, puzzles: &[(usize, Path)], wrong: u32) {
        self.0.push((puzzles.len(), wrong));
    }

    fn counted(&mut self, _: usize, _: u64) {}

    fn enough(&mut self) -> bool {
        false
    }
}

fn check_handing_out<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(15);
    let good = random_solution(&mut random);
    let mut other = good;
    other
        .iter_mut()
        .for_each(|digit| *digit = b'1' + (*digit - b'0') % 9);
    let mut broken = good;
    broken[80] = b'1' + (broken[80] - b'0') % 9;
    let mut puzzle = [b'.'; CELLS];
    puzzle[40] = good[40];
    let rows: Vec<Row<'_>> = [&puzzle].into_iter().filter_map(Row::new).collect();
    let grids = [good, other, broken].map(|text| text.map(|digit| 1 << (digit - b'1')));
    let lanes: Vec<_> = (0..V::COUNT).map(|lane| grids[lane % 3]).collect();
    let lanes = frame_of::<V>(&lanes);
    let question = Question {
        limit: 1,
        show: 0,
        hear: Hear::Checked,
    };
    let mut solved = Solved::new(&rows, question);
    let mut verdicts = Verdicts(Vec::new());
    for lane in (0..V::COUNT).chain(0..3) {
        solved.add(&lanes, lane, (0, 0), &mut verdicts);
    }
    solved.let_out(&lanes);
    solved.hand_out(&mut verdicts);
    solved.hand_out(&mut verdicts);
    let all = 0b110_110_110_110_110_110_110_110_110_110_110 & u64::from(V::all());
    assert_eq!(verdicts.0, [(V::COUNT, all as u32), (3, 0b110)]);
}

#[test]
fn a_wrong_solution_on_its_way_out_is_found() {
    on_each!(check_handing_out);
}

/// Solutions without a few digits, and some with a wrong one: no branching is needed.
fn easy_puzzles(count: usize) -> Vec<[u8; CELLS]> {
    let mut random = ChaCha8Rng::seed_from_u64(16);
    let mut easy = || {
        let mut text = random_solution(&mut random);
        for _ in 0..3 {
            text[random.random_range(0..CELLS)] = b'.';
        }
        if random.random_bool(0.2) {
            let cell = random.random_range(0..CELLS);
            text[cell] = b'1' + (text[cell].max(b'1') - b'0') % 9;
        }
        text
    };
    (0..count).map(|_| easy()).collect()
}

#[test]
fn puzzles_that_need_no_branching_are_answered_once() {
    let texts = easy_puzzles(1000);
    for simd in Simd::available() {
        let all = heard(simd, &texts, 2);
        let solved = all.iter().filter(|heard| **heard == (1, 1)).count();
        let without = all.iter().filter(|heard| **heard == (0, 0)).count();
        assert!(solved > 500 && without > 100 && solved + without == 1000);
        for count in [1, 15, 16, 17, 31, 32, 33] {
            assert_eq!(heard(simd, &texts[..count], 2), all[..count]);
        }
    }
}

/// Has heard enough as soon as it is asked.
struct Content;

impl Listener for Content {
    fn solutions(&mut self, _: &[(usize, Path)], _: &[Line]) {}

    fn checked(&mut self, _: &[(usize, Path)], _: u32) {}

    fn counted(&mut self, _: usize, _: u64) {}

    fn enough(&mut self) -> bool {
        true
    }
}

#[test]
fn a_search_that_never_leaves_fresh_puzzles_is_ended_too() {
    let texts = easy_puzzles(20_000);
    let rows: Vec<Row<'_>> = texts.iter().filter_map(Row::new).collect();
    let question = Question {
        limit: 2,
        show: 0,
        hear: Hear::Checked,
    };
    for simd in Simd::available() {
        assert!(!simd.search(&rows, question, &mut Content));
    }
}
