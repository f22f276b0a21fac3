//! What a search reports, and when.

use super::super::descent::Tendency;
use super::super::search::Run;
use super::super::solved::{Origin, Report, Sink, Solved};
use super::super::text::Line;
use super::super::{CELLS, Question, Row, Simd};
use super::answers::{
    hard_puzzles, hard_puzzles_with_many_givens, hard_puzzles_with_several_solutions,
    images_with_dead_parts, random_texts,
};
use super::{frame_of, on_each, random_solution};
use crate::search::simd::Lanes;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Counts what is reported.
struct Reported {
    checked: Vec<u64>,
    found: Vec<Option<u64>>,
}

impl Sink for Reported {
    fn solutions(&mut self, origins: &[Origin], _: &[Line]) {
        // Only those that were found on images come as characters.
        assert!(origins.iter().any(|origin| origin.attempt >= 2));
        self.checked(origins, 0);
    }

    fn checked(&mut self, origins: &[Origin], wrong: u32) {
        assert_eq!(wrong, 0);
        origins
            .iter()
            .for_each(|origin| self.checked[origin.puzzle] += origin.count);
    }

    fn counted(&mut self, puzzle: usize, found: u64) {
        assert_eq!(self.found[puzzle].replace(found), None, "said once");
    }

    fn enough(&mut self) -> bool {
        false
    }
}

fn search(
    simd: Simd,
    puzzles: &[Row],
    question: Question,
    report: Report,
    tendency: &Tendency,
    sink: &mut dyn Sink,
) -> bool {
    simd.run(Run {
        puzzles,
        question,
        report,
        tendency,
        sink,
    })
}

/// What is reported of these puzzles, of which nothing is shown: how many solutions were
/// checked of each, and its count. Blocks are small, so that all of them begin where
/// descents are favored.
fn reported(simd: Simd, texts: &[[u8; CELLS]], limit: u64) -> Vec<(u64, u64)> {
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    let blocks = rows.chunks(40);
    blocks
        .flat_map(|rows| reported_of_block(simd, rows, limit))
        .collect()
}

fn reported_of_block(simd: Simd, rows: &[Row], limit: u64) -> Vec<(u64, u64)> {
    let question = Question { limit, show: 0 };
    let mut reported = Reported {
        checked: vec![0; rows.len()],
        found: vec![None; rows.len()],
    };
    let tendency = Tendency::default();
    (0..100).for_each(|_| tendency.learn(true));
    assert!(search(
        simd,
        rows,
        question,
        Report::Checked,
        &tendency,
        &mut reported
    ));
    let found = reported.found.into_iter().map(|found| found.expect("said"));
    reported.checked.into_iter().zip(found).collect()
}

#[test]
fn as_many_solutions_are_checked_as_are_counted() {
    let texts = random_texts(1000, 9);
    for simd in Simd::available() {
        for limit in [1, 2, 50] {
            let reports = reported(simd, &texts, limit);
            assert!(reports.iter().all(|(checked, found)| checked >= found));
            assert!(limit < 3 || reports.iter().all(|(checked, found)| checked == found));
            assert!(reports.iter().any(|(_, found)| *found == limit));
        }
    }
}

#[test]
fn a_descent_answers_a_puzzle_or_it_begins_again() {
    let few = hard_puzzles_with_many_givens();
    for simd in Simd::available() {
        let reports = reported(simd, &few, 2);
        let at_once = reports.iter().filter(|report| **report == (1, 1)).count();
        assert!(at_once > few.len() * 9 / 10, "{at_once}");
        // After too many contradictions, the one solution may be found a second time.
        let reports = reported(simd, &hard_puzzles(), 2);
        let is_one = |report| [(1, 1), (2, 1)].contains(report);
        assert!(reports.iter().all(is_one));
        assert!(reports.contains(&(2, 1)) && reports.contains(&(1, 1)));
    }
}

#[test]
fn a_descent_that_has_found_some_of_several_may_begin_again() {
    let texts = hard_puzzles_with_several_solutions();
    for simd in Simd::available() {
        let reports = reported(simd, &texts, 16);
        let again = reports.iter().filter(|(checked, found)| checked > found);
        let again = again.count();
        assert!((1..100).contains(&again), "{again} of {}", texts.len());
    }
}

struct Verdicts(Vec<(usize, u32)>);

impl Sink for Verdicts {
    fn solutions(&mut self, _: &[Origin], _: &[Line]) {}

    fn checked(&mut self, origins: &[Origin], wrong: u32) {
        self.0.push((origins.len(), wrong));
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
    let rows: Vec<Row> = [&puzzle].into_iter().filter_map(Row::new).collect();
    let grids = [good, other, broken].map(|text| text.map(|digit| 1 << (digit - b'1')));
    let lanes: Vec<_> = (0..V::COUNT).map(|lane| grids[lane % 3]).collect();
    let lanes = frame_of::<V>(&lanes);
    let question = Question { limit: 1, show: 0 };
    let mut solved = Solved::new(&rows, question, Report::Checked);
    let mut verdicts = Verdicts(Vec::new());
    for lane in (0..V::COUNT).chain(0..3) {
        let origin = Origin {
            puzzle: 0,
            nth: 0,
            attempt: 0,
            count: 1,
        };
        solved.add(&lanes, lane, origin, &mut verdicts);
    }
    solved.take_leaving(&lanes);
    solved.flush(&mut verdicts);
    solved.flush(&mut verdicts);
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
        let all = reported(simd, &texts, 2);
        let solved = all.iter().filter(|report| **report == (1, 1)).count();
        let without = all.iter().filter(|report| **report == (0, 0)).count();
        assert!(solved > 500 && without > 100 && solved + without == 1000);
        for count in [1, 15, 16, 17, 31, 32, 33] {
            assert_eq!(reported(simd, &texts[..count], 2), all[..count]);
        }
    }
}

/// Has enough as soon as it is asked.
struct Content;

impl Sink for Content {
    fn solutions(&mut self, _: &[Origin], _: &[Line]) {}

    fn checked(&mut self, _: &[Origin], _: u32) {}

    fn counted(&mut self, _: usize, _: u64) {}

    fn enough(&mut self) -> bool {
        true
    }
}

#[test]
fn a_search_that_never_leaves_pending_puzzles_is_ended_too() {
    let texts = easy_puzzles(20_000);
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    let question = Question { limit: 2, show: 0 };
    for simd in Simd::available() {
        assert!(!search(
            simd,
            &rows,
            question,
            Report::Checked,
            &Tendency::default(),
            &mut Content
        ));
    }
}

/// Keeps the attempts that found solutions.
#[derive(Default)]
struct Attempts(Vec<Origin>);

impl Sink for Attempts {
    fn solutions(&mut self, origins: &[Origin], _: &[Line]) {
        self.0.extend_from_slice(origins);
    }

    fn checked(&mut self, _: &[Origin], _: u32) {}

    fn counted(&mut self, _: usize, _: u64) {}

    fn enough(&mut self) -> bool {
        false
    }
}

#[test]
fn what_meets_many_contradictions_begins_again_on_images() {
    let texts = [hard_puzzles(), images_with_dead_parts()].concat();
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    let question = Question { limit: 2, show: 2 };
    let mut expected = None;
    for simd in Simd::available() {
        let mut attempts = Attempts::default();
        assert!(search(
            simd,
            &rows,
            question,
            Report::All,
            &Tendency::default(),
            &mut attempts
        ));
        let mut origins = attempts.0;
        origins.sort_by_key(|origin| (origin.puzzle, origin.attempt, origin.nth));
        assert!(origins.iter().any(|origin| origin.attempt >= 2));
        assert_eq!(*expected.get_or_insert_with(|| origins.clone()), origins);
    }
}
