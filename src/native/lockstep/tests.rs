//! Each step against a scalar twin, each instruction set against the others,
//! and all of them against the other search.

use super::choose::Choice;
use super::frame::{ALL_DIGITS, Frame, Moves};
use super::lanes::portable::Portable;
use super::lanes::{Lanes, MAX_LANES, transpose};
use super::sweep::{Found, StrikeOnce, StrikeTwice, Sweep};
use super::text::Line;
use super::*;
use crate::budget::Budget;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A grid as the scalar twin sees it.
type Grid = [u16; CELLS];

const HOUSES: usize = 27;

fn cells_of(house: usize) -> [usize; 9] {
    std::array::from_fn(|k| {
        let (kind, number) = (house / 9, house % 9);
        match kind {
            0 => 9 * number + k,
            1 => 9 * k + number,
            _ => 27 * (number / 3) + 3 * (number % 3) + 9 * (k / 3) + k % 3,
        }
    })
}

fn houses_of(cell: usize) -> impl Iterator<Item = usize> {
    (0..HOUSES).filter(move |house| cells_of(*house).contains(&cell))
}

/// The sweep once more, on one grid, house by house: what falls, or `None` for a
/// contradiction, and whether the grid is solved.
fn scalar_sweep(grid: &Grid) -> Option<(Grid, bool)> {
    let is_single = |cell: &usize| grid[*cell].is_power_of_two();
    let union = |cells: &mut dyn Iterator<Item = usize>, of: &Grid| {
        cells.fold(0, |digits, cell| digits | of[cell])
    };
    let placed: Vec<u16> = (0..HOUSES)
        .map(|house| union(&mut cells_of(house).into_iter().filter(is_single), grid))
        .collect();
    let kept: Grid = std::array::from_fn(|cell| match is_single(&cell) {
        true => grid[cell],
        false => houses_of(cell).fold(grid[cell], |left, house| left & !placed[house]),
    });
    let places = |house: usize, digit: u16| {
        let cells = cells_of(house).into_iter();
        cells.filter(|cell| kept[*cell] >> digit & 1 == 1).count()
    };
    let mut once = [0; HOUSES];
    let mut solved = true;
    for house in 0..HOUSES {
        for digit in 0..9 {
            match places(house, digit) {
                0 => return None,
                1 => once[house] |= 1 << digit,
                _ if placed[house] >> digit & 1 == 1 => return None,
                _ => solved = false,
            }
        }
    }
    let mut left = kept;
    for line in 0..18 {
        for block in 18..27 {
            let (line_cells, box_cells) = (cells_of(line), cells_of(block));
            let both = |cell: &usize| line_cells.contains(cell) && box_cells.contains(cell);
            let outside = |cells: [usize; 9]| cells.into_iter().filter(move |cell| !both(cell));
            let shared = union(&mut line_cells.into_iter().filter(both), &kept);
            if shared == 0 {
                continue;
            }
            let pointing = shared & !union(&mut outside(box_cells), &kept);
            let claiming = shared & !union(&mut outside(line_cells), &kept);
            outside(line_cells).for_each(|cell| left[cell] &= !pointing);
            outside(box_cells).for_each(|cell| left[cell] &= !claiming);
        }
    }
    for cell in 0..CELLS {
        let hidden = houses_of(cell).fold(0, |digits, house| digits | once[house]) & left[cell];
        if hidden != 0 {
            left[cell] = hidden;
        }
    }
    (!left.contains(&0)).then_some((left, solved))
}

/// A solution at random, as digits.
fn random_solution(random: &mut ChaCha8Rng) -> [u8; CELLS] {
    use crate::grid::symmetry::{Symmetry, pattern};
    let geometry = crate::grid::Geometry::CLASSIC;
    let solution = Symmetry::random(geometry, random).solution(&pattern(geometry));
    std::array::from_fn(|cell| {
        let digit = solution.digit(crate::grid::Cell(cell as u32));
        b'1' + digit.index() as u8
    })
}

/// Candidates at random around a solution; now and then one that has none.
fn random_grid(random: &mut ChaCha8Rng) -> Grid {
    let solution = random_solution(random);
    let (fixed, density) = (random.random_range(0.0..0.9), random.random_range(0.1..0.9));
    let mut grid: Grid = std::array::from_fn(|cell| {
        let digit = 1 << (solution[cell] - b'1');
        match random.random_bool(fixed) {
            true => digit,
            false => (0..9).fold(digit, |set, other| {
                set | u16::from(random.random_bool(density)) << other
            }),
        }
    });
    if random.random_bool(0.2) {
        grid[random.random_range(0..CELLS)] = random.random_range(0..=ALL_DIGITS);
    }
    grid
}

fn frame_of<V: Lanes>(grids: &[Grid]) -> Frame<V> {
    let mut frame = Frame::new();
    for cell in 0..CELLS {
        let lanes: Vec<u16> = grids.iter().map(|grid| grid[cell]).collect();
        frame.cells[cell] = V::load(&lanes);
    }
    frame
}

fn grid_of<V: Lanes>(frame: &Frame<V>, lane: usize) -> Grid {
    std::array::from_fn(|cell| lanes_of(frame.cells[cell])[lane])
}

/// Runs a check for every instruction set that this processor has.
macro_rules! on_each {
    ($check:ident) => {{
        $check::<Portable>();
        #[cfg(target_arch = "x86_64")]
        {
            if Simd::Avx2.is_available() {
                $check::<super::lanes::avx2::Avx2>();
            }
            if Simd::Avx512.is_available() {
                $check::<super::lanes::avx512::Avx512>();
            }
        }
    }};
}

fn lanes_of<V: Lanes>(vector: V) -> Vec<u16> {
    let mut lanes = [0; MAX_LANES];
    vector.store(&mut lanes);
    lanes[..V::COUNT].to_vec()
}

fn check_pairs<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..100 {
        let bytes: [u8; 2 * MAX_LANES] = std::array::from_fn(|_| random.random());
        let (pairs, _) = bytes.as_chunks();
        let numbers: Vec<u16> = pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
        let lanes = V::load_pairs(&bytes);
        assert_eq!(lanes_of(lanes), numbers[..V::COUNT]);
        let mut written = [0; 2 * MAX_LANES];
        lanes.store_pairs(&mut written);
        assert_eq!(written[..2 * V::COUNT], bytes[..2 * V::COUNT]);
        assert!(written[2 * V::COUNT..].iter().all(|byte| *byte == 0));
    }
}

#[test]
fn pairs_of_bytes_are_numbers() {
    on_each!(check_pairs);
}

fn check_operations<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..300 {
        // Small numbers, so that some are equal.
        let top = [2, 0x1FF, u16::MAX][random.random_range(0..3)];
        let mut numbers = || -> Vec<u16> {
            (0..V::COUNT)
                .map(|_| random.random_range(0..=top))
                .collect()
        };
        let (a, b, c) = (numbers(), numbers(), numbers());
        let (x, y, z) = (V::load(&a), V::load(&b), V::load(&c));
        let each = |of: &dyn Fn(u16, u16, u16) -> u16| -> Vec<u16> {
            (0..V::COUNT).map(|k| of(a[k], b[k], c[k])).collect()
        };
        assert_eq!(lanes_of(x.or(y)), each(&|a, b, _| a | b));
        assert_eq!(lanes_of(x.and(y)), each(&|a, b, _| a & b));
        assert_eq!(lanes_of(x.minus(y)), each(&|a, b, _| a & !b));
        assert_eq!(lanes_of(x.add(y)), each(&|a, b, _| a.wrapping_add(b)));
        assert_eq!(lanes_of(x.sub(y)), each(&|a, b, _| a.wrapping_sub(b)));
        assert_eq!(lanes_of(x.min(y)), each(&|a, b, _| a.min(b)));
        assert_eq!(lanes_of(x.max(y)), each(&|a, b, _| a.max(b)));
        let plus = |a: u16, b: u16| (a as i16).saturating_add(b as i16) as u16;
        assert_eq!(lanes_of(x.plus(y)), each(&|a, b, _| plus(a, b)));
        let most = |a: u16, b: u16| (a as i16).max(b as i16) as u16;
        assert_eq!(lanes_of(x.most(y)), each(&|a, b, _| most(a, b)));
        assert_eq!(lanes_of(x.high_byte()), each(&|a, _, _| a >> 8));
        assert_eq!(lanes_of(x.to_high_byte()), each(&|a, _, _| a << 8));
        assert_eq!(lanes_of(x.to_rank()), each(&|a, _, _| a << 7));
        assert_eq!(lanes_of(x.or3(y, z)), each(&|a, b, c| a | b | c));
        let majority = each(&|a, b, c| a & b | a & c | b & c);
        assert_eq!(lanes_of(x.majority(y, z)), majority);
        let lowest = each(&|a, _, _| a & a.wrapping_sub(1));
        assert_eq!(lanes_of(x.without_lowest()), lowest);
        let equal = V::bits(x.equal(y));
        assert_eq!(equal, V::bits(V::mask(equal)));
        for k in 0..V::COUNT {
            assert_eq!(equal >> k & 1 == 1, a[k] == b[k]);
        }
        let selected = lanes_of(z.select(x.equal(y), x));
        assert_eq!(selected, each(&|a, b, c| if a == b { c } else { a }));
        let index: Vec<u16> = a.iter().map(|a| a % V::COUNT as u16).collect();
        let permuted: Vec<u16> = index.iter().map(|k| b[usize::from(*k)]).collect();
        assert_eq!(lanes_of(y.permute(V::index(&index))), permuted);
        let (low, high) = x.zip(y);
        let dealt: Vec<u16> = (0..V::COUNT).flat_map(|k| [a[k], b[k]]).collect();
        assert_eq!([lanes_of(low), lanes_of(high)].concat(), dealt);
    }
    for exponent in -127..=8 {
        let power = V::splat(exponent as u16).power_of_two();
        let expected = if exponent < 0 { 0 } else { 1 << exponent };
        assert_eq!(lanes_of(power), vec![expected; V::COUNT]);
    }
    assert_eq!(lanes_of(V::splat(3)), vec![3; V::COUNT]);
    assert_eq!(V::bits(V::splat(0).zeros()), V::all());
}

#[test]
fn vectors_do_what_numbers_do() {
    on_each!(check_operations);
}

fn check_transpose<V: Lanes>() {
    let number = |i: usize, j: usize| (100 * i + j) as u16;
    let mut square = [V::splat(0); MAX_LANES];
    for (i, vector) in square[..V::COUNT].iter_mut().enumerate() {
        let row: Vec<u16> = (0..V::COUNT).map(|j| number(i, j)).collect();
        *vector = V::load(&row);
    }
    transpose(&mut square);
    for (j, vector) in square[..V::COUNT].iter().enumerate() {
        let column: Vec<u16> = (0..V::COUNT).map(|i| number(i, j)).collect();
        assert_eq!(lanes_of(*vector), column);
    }
}

#[test]
fn squares_are_transposed() {
    on_each!(check_transpose);
}

fn check_sweeps<V: Lanes>() {
    check_sweep::<V>(StrikeOnce::new());
    check_sweep::<V>(StrikeTwice::new());
}

fn check_sweep<V: Lanes>(mut sweep: impl Sweep<V>) {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut kinds = [0; 3];
    for _ in 0..400 {
        let grids: Vec<Grid> = (0..V::COUNT).map(|_| random_grid(&mut random)).collect();
        let mut frame = frame_of::<V>(&grids);
        let Found {
            changed,
            dead,
            solved,
        } = sweep.run(&mut frame);
        for (lane, grid) in grids.iter().enumerate() {
            let is = |set: u32| set >> lane & 1 == 1;
            let expected = scalar_sweep(grid);
            assert_eq!(is(dead), expected.is_none(), "{grid:?}");
            kinds[0] += u32::from(is(dead));
            if let Some((left, full)) = expected {
                assert_eq!(grid_of(&frame, lane), left);
                assert_eq!((is(solved), is(changed)), (full, left != *grid));
                kinds[1] += u32::from(full);
                kinds[2] += u32::from(left != *grid);
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
}

#[test]
fn both_sweeps_do_what_their_scalar_twin_does() {
    on_each!(check_sweeps);
}

fn check_moves<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut grids = || -> Vec<Grid> { (0..V::COUNT).map(|_| random_grid(&mut random)).collect() };
    let (ours, theirs) = (grids(), grids());
    let (mut frame, other) = (frame_of::<V>(&ours), frame_of::<V>(&theirs));
    let mut moves = Moves::none();
    moves.add(3, 0);
    moves.add(0, V::COUNT - 1);
    frame.take(&other, &moves);
    assert_eq!(grid_of(&frame, 0), theirs[3]);
    assert_eq!(grid_of(&frame, V::COUNT - 1), theirs[0]);
    assert_eq!(grid_of(&frame, 1), ours[1]);
    let mut moves = Moves::none();
    moves.add(1, 2);
    frame.spread(&moves);
    assert_eq!((grid_of(&frame, 2), grid_of(&frame, 1)), (ours[1], ours[1]));
}

fn check_split<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..100 {
        let grids: Vec<Grid> = (0..V::COUNT).map(|_| random_grid(&mut random)).collect();
        let chosen: Vec<u16> = (0..V::COUNT).map(|_| random.random_range(0..81)).collect();
        let (lanes, seconds) = (random.random::<u32>(), random.random::<u32>());
        let mut frame = frame_of::<V>(&grids);
        frame.split = V::load(&chosen);
        frame.split(lanes, seconds);
        for (lane, grid) in grids.iter().enumerate() {
            let mut expected = *grid;
            let cell = &mut expected[usize::from(chosen[lane])];
            let lowest = *cell & cell.wrapping_neg();
            *cell = match (lanes >> lane & 1, seconds >> lane & 1) {
                (0, _) => *cell,
                (_, 0) => lowest,
                _ => *cell & !lowest,
            };
            assert_eq!(grid_of(&frame, lane), expected);
        }
    }
}

#[test]
fn grids_are_split_in_two() {
    on_each!(check_split);
}

#[test]
fn grids_move_between_lanes() {
    on_each!(check_moves);
}

fn check_choice<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut choice = Choice::new();
    for _ in 0..100 {
        let grids: Vec<Grid> = (0..V::COUNT).map(|_| random_grid(&mut random)).collect();
        let cells = lanes_of(choice.choose(&frame_of::<V>(&grids), V::all()));
        for (grid, chosen) in grids.iter().zip(cells) {
            let open = |cell: &usize| grid[*cell].count_ones() > 1;
            let points = |cell: usize| -> i32 {
                let peers = (0..CELLS).filter(|peer| open(peer) && *peer != cell);
                let shared =
                    |peer: usize| houses_of(cell).filter(move |h| cells_of(*h).contains(&peer));
                let value = |peer: usize| match (shared(peer).count(), shared(peer).last()) {
                    (0, _) => 0,
                    (1, Some(18..)) => 3,
                    (1, _) => 2,
                    _ => -1,
                };
                peers.map(value).sum()
            };
            let rank = |cell: usize| (grid[cell].count_ones().min(4), -points(cell), cell);
            let best = (0..CELLS).filter(open).min_by_key(|cell| rank(*cell));
            if let Some(best) = best {
                assert_eq!(usize::from(chosen), best);
            }
        }
    }
}

#[test]
fn the_narrowest_cell_with_the_best_place_is_chosen() {
    on_each!(check_choice);
}

#[test]
fn rows_are_digits_and_dots() {
    let mut text = [b'.'; CELLS];
    for good in *b".0123456789" {
        text[80] = good;
        assert!(Row::new(&text).is_some());
    }
    for bad in (0..=255).filter(|byte| !b".0123456789".contains(byte)) {
        text[80] = bad;
        assert!(Row::new(&text).is_none(), "{bad}");
        text[80] = b'.';
        text[0] = bad;
        assert!(Row::new(&text).is_none(), "{bad}");
        text[0] = b'.';
    }
}

/// Characters as the check takes them.
fn lines(texts: &[[u8; CELLS]]) -> Vec<Line> {
    let line = |text: &[u8; CELLS]| {
        let mut line = Line::EMPTY;
        line.set(text);
        assert_eq!(line.text(), text);
        line
    };
    texts.iter().map(line).collect()
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
            assert_eq!(simd.wrong(&puzzles, &lines(&solutions)), 0);
            assert_eq!(simd.wrong(&puzzles[..1], &lines(&solutions[..1])), 0);
            let lane = random.random_range(0..simd.lanes());
            let cell = random.random_range(0..CELLS);
            for bad in *b"123456789.0x" {
                solutions[lane] = good;
                solutions[lane][cell] = bad;
                let expected = if bad == good[cell] { 0 } else { 1 << lane };
                assert_eq!(simd.wrong(&puzzles, &lines(&solutions)), expected);
            }
            // A grid that obeys the rules and no given.
            let other = random_solution(&mut random);
            let kept = text
                .iter()
                .zip(other)
                .all(|(given, digit)| *given == b'.' || *given == digit);
            solutions[lane] = other;
            let expected = if kept { 0 } else { 1 << lane };
            assert_eq!(simd.wrong(&puzzles, &lines(&solutions)), expected);
        }
    }
}

/// The counts of the other search.
fn counts(texts: &[[u8; CELLS]], limit: u64) -> Vec<u64> {
    use crate::backend::{NativeBackend, enumerate};
    use crate::grid::text::{PuzzleReader, ReadOptions};
    let mut native = NativeBackend::default();
    let mut count = |text: &[u8; CELLS]| {
        let mut reader = PuzzleReader::new(&text[..], "test", ReadOptions::default());
        let record = reader.next().expect("one puzzle").expect("a good one");
        let all = &mut |_: &_| std::ops::ControlFlow::Continue(());
        let tally = enumerate(
            &mut native,
            &record.puzzle,
            limit,
            &Budget::unlimited(),
            all,
        );
        tally.expect("a right answer").found
    };
    texts.iter().map(&mut count).collect()
}

/// Puzzles of all kinds: few givens or many, some with a wrong one.
fn random_texts(count: usize, seed: u64) -> Vec<[u8; CELLS]> {
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

fn compare_counts(texts: &[[u8; CELLS]], limits: &[u64]) {
    let rows: Vec<Row<'_>> = texts.iter().filter_map(Row::new).collect();
    assert_eq!(rows.len(), texts.len());
    for limit in limits {
        let expected = counts(texts, *limit);
        for simd in Simd::available() {
            let question = Question {
                limit: *limit,
                show: 2,
            };
            let answers = Lockstep::on(simd).answer(&rows, question, &Budget::unlimited());
            let answers = answers.expect("right solutions");
            let found: Vec<u64> = (0..rows.len()).map(|k| answers.found(k)).collect();
            assert_eq!(found, expected, "{simd}, limit {limit}");
            assert_eq!(answers.checked(), expected.iter().sum::<u64>());
            for (puzzle, found) in found.into_iter().enumerate() {
                let shown = answers.solutions(puzzle);
                assert_eq!(shown.len() as u64, found.min(2));
                assert!(shown.len() < 2 || shown[0] != shown[1]);
            }
        }
    }
}

#[test]
fn counts_are_those_of_the_other_search() {
    let texts = random_texts(3000, 6);
    compare_counts(&texts, &[1, 2, 100]);
    // Blocks of all small sizes, and none.
    for size in 0..70 {
        compare_counts(&texts[size..2 * size], &[3]);
    }
}

#[test]
fn what_is_shown_does_not_depend_on_the_other_puzzles() {
    let mut texts = random_texts(400, 8);
    texts.push([b'.'; CELLS]);
    let rows: Vec<Row<'_>> = texts.iter().filter_map(Row::new).collect();
    for (limit, show) in [(1, 1), (2, 2), (2, 1), (5, 2)] {
        let question = Question { limit, show };
        let budget = Budget::unlimited();
        let answer = |simd: Simd, rows: &[Row<'_>]| {
            let answers = Lockstep::on(simd)
                .answer(rows, question, &budget)
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

#[test]
fn a_limit_of_nothing_is_answered() {
    let texts = random_texts(5, 7);
    let rows: Vec<Row<'_>> = texts.iter().filter_map(Row::new).collect();
    let question = Question { limit: 0, show: 2 };
    for simd in Simd::available() {
        let answers = Lockstep::on(simd).answer(&rows, question, &Budget::unlimited());
        let answers = answers.expect("nothing to be wrong");
        assert!((0..5).all(|k| answers.found(k) == 0 && answers.solutions(k).is_empty()));
    }
}

#[test]
fn a_budget_ends_a_count_without_end() {
    let budget = Budget::unlimited().within(std::time::Duration::from_millis(30));
    let question = Question {
        limit: u64::MAX,
        show: 0,
    };
    for simd in Simd::available() {
        let stopped = Lockstep::on(simd).answer(&[Row::EMPTY], question, &budget);
        let timeout = Failure::Stopped(crate::budget::Reason::Timeout);
        assert_eq!(stopped, Err(timeout));
    }
}

#[test]
#[ignore = "ten million puzzles take minutes; run with --release"]
fn ten_million_random_puzzles() {
    for block in 0..1000 {
        compare_counts(&random_texts(10_000, 1000 + block), &[100]);
    }
}

#[test]
fn names_of_instructions_are_read_and_refused() {
    assert_eq!("portable".parse(), Ok(Simd::Portable));
    let error = "sse9".parse::<Simd>().expect_err("no such name");
    assert_eq!(
        error.to_string(),
        "found 'sse9', expected one of avx512, avx2, portable"
    );
}
