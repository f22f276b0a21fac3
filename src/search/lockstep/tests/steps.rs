//! The steps of the search and their scalar twins.

use super::super::choose::Choice;
use super::super::frame::{ALL_DIGITS, Moves, NUMBERS, Seconds};
use super::super::frontier::{Frontier, Place};
use super::super::sweep::{Found, StrikeOnce, StrikeTwice, Sweep};
use super::super::text;
use super::{
    Grid, HOUSES, cells_of, frame_of, grid_of, houses_of, numbers_of, on_each, random_grid,
};
use crate::grid::row::CELLS;
use crate::search::simd::Lanes;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

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
    for (cell, left) in left.iter_mut().enumerate() {
        let hidden = houses_of(cell).fold(0, |digits, house| digits | once[house]) & *left;
        if hidden != 0 {
            *left = hidden & hidden.wrapping_neg();
        }
    }
    (!left.contains(&0)).then_some((left, solved))
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
            ..
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

fn check_clashes<V: Lanes>() {
    check_clash::<V>(StrikeOnce::new());
    check_clash::<V>(StrikeTwice::new());
}

/// Two cells of a house with the same digit, and nothing else to be said.
fn check_clash<V: Lanes>(mut sweep: impl Sweep<V>) {
    for house in 0..HOUSES {
        let cells = cells_of(house);
        for (second, cell) in cells.iter().enumerate() {
            for other in &cells[..second] {
                let mut grid = [ALL_DIGITS; CELLS];
                (grid[*cell], grid[*other]) = (1 << (house % 9), 1 << (house % 9));
                let mut grids = vec![[ALL_DIGITS; CELLS]; V::COUNT];
                grids[V::COUNT / 2] = grid;
                let mut frame = frame_of::<V>(&grids);
                let lane = 1 << (V::COUNT / 2);
                assert_eq!(frame.clashing(), lane, "{cell} {other}");
                let found = sweep.run(&mut frame);
                assert_eq!((found.dead, found.clashing), (lane, lane), "{cell} {other}");
            }
        }
    }
}

#[test]
fn a_digit_twice_in_a_house_is_a_contradiction() {
    on_each!(check_clashes);
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
}

#[test]
fn grids_move_between_lanes() {
    on_each!(check_moves);
}

/// The numbers that lanes hold for these cells.
pub(super) fn numbers(cells: &[usize]) -> Vec<u16> {
    cells.iter().map(|cell| NUMBERS[*cell]).collect()
}

/// Digits that are like the lowest candidate of the chosen cell, in half of the grids.
fn random_alike(random: &mut ChaCha8Rng, grids: &[Grid], chosen: &[usize]) -> Vec<u16> {
    let cells = grids.iter().zip(chosen).map(|(grid, cell)| grid[*cell]);
    cells
        .map(|cell| match random.random() {
            true => cell & random.random::<u16>() | cell & cell.wrapping_neg(),
            false => 0,
        })
        .collect()
}

fn check_split<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..100 {
        let grids: Vec<Grid> = (0..V::COUNT).map(|_| random_grid(&mut random)).collect();
        let chosen: Vec<usize> = (0..V::COUNT).map(|_| random.random_range(0..81)).collect();
        // Odd lanes may be split, even ones may be free.
        let odd = 0xAAAA_AAAA & V::all();
        let (split, free) = (random.random::<u32>() & odd, random.random::<u32>() & !odd);
        let (split_lanes, free_lanes) = (lanes_in(split), lanes_in(free & V::all()));
        let mut seconds = Moves::none();
        let pairs: Vec<_> = split_lanes.iter().copied().zip(free_lanes).collect();
        pairs.iter().for_each(|(from, to)| seconds.add(*from, *to));
        let alike = random_alike(&mut random, &grids, &chosen);
        let mut frame = frame_of::<V>(&grids);
        frame.split = V::load(&numbers(&chosen));
        let seconds = Seconds {
            moves: seconds,
            without: V::load(&alike),
        };
        frame.split(split, &seconds);
        let mut expected = grids.clone();
        for lane in split_lanes {
            let cell = chosen[lane];
            let candidates = grids[lane][cell];
            let lowest = candidates & candidates.wrapping_neg();
            expected[lane][cell] = lowest;
            for (_, to) in pairs.iter().filter(|(from, _)| *from == lane) {
                expected[*to] = grids[lane];
                expected[*to][cell] = candidates & !lowest & !alike[lane];
            }
        }
        let left: Vec<Grid> = (0..V::COUNT).map(|lane| grid_of(&frame, lane)).collect();
        assert_eq!(left, expected);
    }
}

pub(super) fn lanes_in(set: u32) -> Vec<usize> {
    (0..32).filter(|lane| set >> lane & 1 == 1).collect()
}

fn check_frontier<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(18);
    let mut frontier = Frontier::new();
    let mut waiting: Vec<(Place, Grid)> = Vec::new();
    for _ in 0..200 {
        let grids: Vec<Grid> = (0..V::COUNT).map(|_| random_grid(&mut random)).collect();
        let chosen: Vec<usize> = (0..V::COUNT).map(|_| random.random_range(0..81)).collect();
        let alike = random_alike(&mut random, &grids, &chosen);
        let mut frame = frame_of::<V>(&grids);
        frame.split = V::load(&numbers(&chosen));
        let set = random.random::<u32>() & V::all();
        let places = frontier.put(&frame, set, V::load(&alike));
        for lane in lanes_in(set) {
            let mut second = grids[lane];
            let cell = &mut second[chosen[lane]];
            *cell &= cell.wrapping_sub(1) & !alike[lane];
            waiting.push((places[lane], second));
        }
        let mut expected = grids;
        for lane in lanes_in(random.random::<u32>() & V::all()) {
            if waiting.is_empty() {
                break;
            }
            let (place, node) = waiting.swap_remove(random.random_range(0..waiting.len()));
            if random.random_bool(0.1) {
                frontier.forget(place);
                continue;
            }
            frontier.take(place, lane);
            expected[lane] = node;
        }
        frontier.load(&mut frame);
        let loaded: Vec<Grid> = (0..V::COUNT).map(|lane| grid_of(&frame, lane)).collect();
        assert_eq!(loaded, expected);
    }
}

#[test]
fn nodes_wait_as_second_children_and_come_back() {
    on_each!(check_frontier);
}

#[test]
fn grids_are_split_in_two() {
    on_each!(check_split);
}

/// The points of each cell, from the houses that it shares with open cells.
fn points(grid: &Grid, cell: usize) -> i32 {
    let peers = (0..CELLS).filter(|peer| grid[*peer].count_ones() > 1 && *peer != cell);
    let shared = |peer: usize| houses_of(cell).filter(move |h| cells_of(*h).contains(&peer));
    let value = |peer: usize| match (shared(peer).count(), shared(peer).last()) {
        (0, _) => 0,
        (1, Some(18..)) => 3,
        (1, _) => 2,
        _ => -1,
    };
    peers.map(value).sum()
}

fn check_choice<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut choice = Choice::new();
    let (mut found, mut bivalue_grids) = (0, 0);
    for _ in 0..40 {
        let mut grids: Vec<Grid> = (0..V::COUNT).map(|_| random_grid(&mut random)).collect();
        // One in which no cell has more than two.
        for cell in &mut grids[0] {
            let above_one = *cell & cell.wrapping_sub(1);
            *cell &= !(above_one & above_one.wrapping_sub(1));
        }
        let chosen = choice.choose(&frame_of::<V>(&grids), V::all());
        let (bivalue_lanes, (also, pairs)) = (chosen.bivalue, chosen.partners());
        let (cells, also) = (numbers_of(chosen.best), numbers_of(also));
        for (lane, (grid, chosen)) in grids.iter().zip(cells).enumerate() {
            let rank = |cell: &usize| {
                let candidates = grid[*cell].count_ones().min(4);
                (candidates, -points(grid, *cell), NUMBERS[*cell])
            };
            let open = |cell: &usize| grid[*cell].count_ones() > 1;
            let bivalue = grid.iter().all(|cell| cell.count_ones() <= 2);
            assert_eq!(bivalue_lanes >> lane & 1 == 1, bivalue);
            bivalue_grids += u32::from(bivalue);
            let Some(best) = (0..CELLS).filter(open).min_by_key(rank) else {
                continue;
            };
            assert_eq!(chosen, NUMBERS[best]);
            // Where the best cell has two candidates, others with more are alike.
            let alike = if grid[best].count_ones() == 2 { 3 } else { 4 };
            let rank = |cell: &usize| {
                let (candidates, points, number) = rank(cell);
                (candidates.min(alike), points, number)
            };
            let bands = (0..3).filter(|band| *band != best / 27);
            let others = bands.flat_map(|b| (27 * b..27 * b + 27).filter(open).min_by_key(rank));
            let stack = |cell: usize| cell / 3 % 3;
            let apart = others.filter(|cell| stack(*cell) != stack(best));
            let expected = apart.min_by_key(rank).map(|cell| NUMBERS[cell]);
            let partner = (pairs >> lane & 1 == 1).then_some(also[lane]);
            assert_eq!(partner, expected);
            found += u32::from(expected.is_some());
        }
    }
    assert!(found > 100, "{found}");
    assert!(bivalue_grids >= 40, "{bivalue_grids}");
}

#[test]
fn the_narrowest_cell_with_the_best_place_is_chosen() {
    on_each!(check_choice);
}

fn check_read<V: Lanes>() {
    let mut random = ChaCha8Rng::seed_from_u64(14);
    for count in 0..=V::COUNT {
        let mut text = || -> [u8; CELLS] {
            std::array::from_fn(|_| b".0123456789"[random.random_range(0..11)])
        };
        let texts: Vec<[u8; CELLS]> = (0..count).map(|_| text()).collect();
        for empty in [0, ALL_DIGITS] {
            let mut frame = frame_of::<V>(&vec![[7; CELLS]; V::COUNT]);
            let texts: Vec<&[u8; CELLS]> = texts.iter().collect();
            text::read(&mut frame.cells, empty, &texts);
            for lane in 0..V::COUNT {
                let expected: Grid = std::array::from_fn(|cell| match texts.get(lane) {
                    Some(text) if text[cell] > b'0' => 1 << (text[cell] - b'1'),
                    _ => empty,
                });
                assert_eq!(grid_of(&frame, lane), expected);
            }
        }
    }
}

#[test]
fn each_lane_holds_the_digits_of_its_text() {
    on_each!(check_read);
}
