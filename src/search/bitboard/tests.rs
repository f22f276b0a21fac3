//! Each step against a slow twin, and the search against `dfs`.

use super::bands::Bands;
use super::state::Open;
use super::*;
use crate::grid::Row;
use crate::grid::symmetry::{Symmetry, pattern};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::objective::Objective;
use crate::search::dfs;
use crate::search::dfs::goals::{All, DifferingFrom};
use crate::search::dfs::tables::Tables;
use crate::search::lockstep::Lockstep;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

fn sees(one: usize, other: usize) -> bool {
    let of = |cell| Geometry::CLASSIC.houses_of(Cell(cell as u32));
    one != other && of(one).iter().any(|house| of(other).contains(house))
}

fn cells(bands: Bands) -> Vec<usize> {
    bands.places().map(Place::cell).collect()
}

fn of_cells(cells: impl IntoIterator<Item = usize>) -> Bands {
    let mut bands = Bands::NONE;
    for place in cells.into_iter().map(Place::of) {
        bands.0[place.band()] |= 1 << place.bit();
    }
    bands
}

fn random_solution(random: &mut ChaCha8Rng) -> Solution {
    let geometry = Geometry::CLASSIC;
    Symmetry::random(geometry, random).solution(&pattern(geometry))
}

/// A puzzle with so many givens of a solution; `wrong` of them are replaced.
fn random_puzzle(random: &mut ChaCha8Rng, givens: usize, wrong: usize) -> Puzzle {
    let solution = random_solution(random);
    let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
    while puzzle.givens().count() < givens {
        let cell = Cell(random.random_range(0..CELLS as u32));
        puzzle.set(cell, Some(solution.digit(cell)));
    }
    for _ in 0..wrong {
        let cell = Cell(random.random_range(0..CELLS as u32));
        puzzle.set(cell, Some(Digit::from_index(random.random_range(0..9))));
    }
    puzzle
}

/// What the other search finds, in order, and how it ends.
fn by_dfs(puzzle: &Puzzle, limit: usize) -> (Vec<Solution>, End) {
    let tables = Tables::new(Geometry::CLASSIC);
    let mut found = Vec::new();
    let mut all = All {
        visitor: &mut |solution| {
            found.push(solution.clone());
            stop_at(limit, found.len())
        },
        patience: None,
    };
    let end = dfs::search(&tables, puzzle, &Limits::unlimited(), &mut all);
    (found, end)
}

fn by_bitboard(bitboard: &mut Bitboard, puzzle: &Puzzle, limit: usize) -> (Vec<Solution>, End) {
    let text = *Row::of(puzzle).unwrap();
    let mut found = Vec::new();
    let end = bitboard.search(Row::new(&text).unwrap(), &Limits::unlimited(), |full| {
        found.push(full.solution());
        stop_at(limit, found.len())
    });
    (found, end)
}

fn stop_at(limit: usize, found: usize) -> ControlFlow<()> {
    match found < limit {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}

#[test]
fn places_are_cells() {
    let all: Vec<usize> = (0..CELLS).collect();
    let mut there = cells(Bands::ALL);
    there.sort_unstable();
    assert_eq!(there, all);
    for cell in 0..CELLS {
        let place = Place::of(cell);
        assert_eq!(place.cell(), cell);
        assert_eq!(Place::numbered(place.number()), place);
        let rest = (0..CELLS).filter(|other| !sees(cell, *other));
        assert_eq!(place.rest(), of_cells(rest));
    }
}

#[test]
fn sets_are_counted() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..2000 {
        let density = random.random_range(0.0..=1.0);
        let set: Vec<usize> = (0..CELLS).filter(|_| random.random_bool(density)).collect();
        let bands = of_cells(set.iter().copied());
        assert_eq!(bands.count() as usize, set.len());
        let cell = random.random_range(0..CELLS);
        let seen = set.iter().filter(|other| sees(cell, **other)).count();
        assert_eq!(bands.count_seen_from(Place::of(cell)) as usize, seen);
        assert_eq!(bands.first(), bands.places().next());
    }
}

/// Whether the cells, three rows and three columns of minis by `mini`, can be
/// taken by rooks of which one stands in a mini.
fn fits(set: &[usize], mini: &dyn Fn(usize) -> (usize, usize), through: (usize, usize)) -> bool {
    let there = |line, block| set.iter().any(|cell| mini(*cell) == (line, block));
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    orders
        .iter()
        .any(|order| order[through.0] == through.1 && (0..3).all(|line| there(line, order[line])))
}

/// What is left of the cells of each chute: those of minis that rooks can take.
fn slow_close(
    set: &[usize],
    chute: fn(usize) -> usize,
    mini: fn(usize) -> (usize, usize),
) -> Vec<usize> {
    let stays = |cell: &usize| {
        let same = |other: &usize| chute(*other) == chute(*cell);
        let of_chute: Vec<usize> = set.iter().copied().filter(same).collect();
        fits(&of_chute, &mini, mini(*cell))
    };
    set.iter().copied().filter(stays).collect()
}

#[test]
fn a_digit_is_closed_like_the_slow_twin() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..3000 {
        // The places of a digit in a solution, and some more.
        let solution = random_solution(&mut random);
        let density = random.random_range(0.0..0.7);
        let set: Vec<usize> = (0..CELLS)
            .filter(|cell| {
                let own = solution.digit(Cell(*cell as u32)).index() == 0;
                own || random.random_bool(density)
            })
            .collect();
        let rows = slow_close(&set, |cell| cell / 27, |cell| (cell / 9 % 3, cell % 9 / 3));
        let both = slow_close(&rows, |cell| cell % 9 / 3, |cell| (cell % 3, cell / 27));
        let bitboard =
            |cell: &usize| rows.iter().filter(|other| **other / 9 == cell / 9).count() == 1;
        let placed: Vec<usize> = rows.iter().copied().filter(bitboard).collect();
        let closed = digit::close(of_cells(set));
        let [a, b, c] = closed.left;
        assert_eq!(Bands([a, b, c, 0]), of_cells(both.iter().copied()));
        let [a, b, c] = closed.placed;
        assert_eq!(Bands([a, b, c, 0]), of_cells(placed));
        assert_eq!(closed.again, rows != both);
    }
}

#[test]
fn a_digit_without_a_way_leaves_a_band_empty() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..3000 {
        let density = random.random_range(0.0..0.4);
        let set: Vec<usize> = (0..CELLS).filter(|_| random.random_bool(density)).collect();
        let rows = slow_close(&set, |cell| cell / 27, |cell| (cell / 9 % 3, cell % 9 / 3));
        let empty = (0..3).any(|band| rows.iter().all(|cell| cell / 27 != band));
        let left = digit::close(of_cells(set)).left;
        assert!(!empty || left.contains(&0));
    }
}

#[test]
fn settling_keeps_every_solution_and_leaves_no_single() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..500 {
        let givens = random.random_range(20..40);
        let puzzle = random_puzzle(&mut random, givens, 0);
        let text = *Row::of(&puzzle).unwrap();
        let mut state = State::new(Row::new(&text).unwrap()).unwrap();
        let open = match state.settle() {
            Settled::Open(open) => open,
            Settled::Full => Open {
                cells: Bands::NONE,
                wide: Bands::NONE,
            },
            Settled::Dead => panic!("a puzzle with a solution"),
        };
        for solution in by_dfs(&puzzle, 20).0 {
            for cell in 0..CELLS {
                let digit = solution.digit(Cell(cell as u32)).index();
                assert_eq!(state.candidates(Place::of(cell)) >> digit & 1, 1);
            }
        }
        for cell in 0..CELLS {
            let (place, candidates) = (Place::of(cell), state.candidates(Place::of(cell)));
            let among = |set: Bands| set.0[place.band()] >> place.bit() & 1 == 1;
            assert_eq!(among(open.cells), candidates.count_ones() > 1);
            assert_eq!(among(open.wide), candidates.count_ones() > 2);
        }
        if !open.cells.is_empty() {
            let chosen = state.candidates(choose::choose(&state, open)).count_ones();
            let counts = cells(open.cells)
                .into_iter()
                .map(|cell| state.candidates(Place::of(cell)).count_ones());
            assert_eq!(Some(chosen), counts.min());
        }
    }
}

#[test]
fn the_other_search_finds_the_same() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut bitboard = Bitboard::default();
    let mut seen = [0; 3];
    for number in 0..1500 {
        let (givens, wrong) = match number % 3 {
            0 => (random.random_range(18..50), 0),
            1 => (random.random_range(23..60), 1),
            _ => (random.random_range(26..60), 3),
        };
        let puzzle = random_puzzle(&mut random, givens, wrong);
        for limit in [1, 2, 100] {
            let (mut found, end) = by_bitboard(&mut bitboard, &puzzle, limit);
            let (mut expected, expected_end) = by_dfs(&puzzle, limit);
            assert_eq!((found.len(), &end), (expected.len(), &expected_end));
            assert!(
                found
                    .iter()
                    .all(|solution| solution.check(&puzzle) == Ok(()))
            );
            found.sort();
            expected.sort();
            assert!(found.windows(2).all(|two| two[0] != two[1]));
            if end == End::Exhausted {
                assert_eq!(found, expected);
            }
            seen[found.len().min(2)] += 1;
        }
        let text = *Row::of(&puzzle).unwrap();
        let count = bitboard
            .count(Row::new(&text).unwrap(), 2, &Limits::unlimited())
            .0;
        assert_eq!(count, by_dfs(&puzzle, 2).0.len() as u64);
    }
    assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
}

#[test]
fn other_solutions_are_those_of_the_other_search() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let (mut bitboard, unlimited) = (Bitboard::default(), Limits::unlimited());
    for _ in 0..300 {
        let givens = random.random_range(26..40);
        let puzzle = random_puzzle(&mut random, givens, 0);
        let (all, end) = by_dfs(&puzzle, 300);
        if end != End::Exhausted {
            continue;
        }
        let known = &all[random.random_range(0..all.len())];
        let digits = std::array::from_fn(|cell| known.digit(Cell(cell as u32)).index() as u8);
        let text = *Row::of(&puzzle).unwrap();
        let mut left = puzzle.clone();
        let mut shown = 0;
        // Each holds the first cell that differs.
        let end = bitboard.differing_from(Row::new(&text).unwrap(), &digits, &unlimited, |full| {
            let other = full.solution();
            assert_eq!(other.check(&left), Ok(()));
            let differs = |cell: &Cell| other.digit(*cell) != known.digit(*cell);
            let cell = Geometry::CLASSIC.cells().find(differs).unwrap();
            left.set(cell, Some(known.digit(cell)));
            shown += 1;
            ControlFlow::Continue(cell.index())
        });
        assert_eq!(end, End::Exhausted);
        assert_eq!(by_dfs(&left, 2).0.as_slice(), std::slice::from_ref(known));
        assert_eq!(shown == 0, all.len() == 1);
        // As the general search for neighbours: nothing if there is nothing.
        let tables = Tables::new(Geometry::CLASSIC);
        let mut none = true;
        let mut visitor = |_: &Solution| {
            none = false;
            ControlFlow::Break(())
        };
        let mut differing = DifferingFrom::new(known, &mut visitor);
        dfs::search(&tables, &puzzle, &unlimited, &mut differing);
        assert_eq!(none, shown == 0);
    }
}

#[test]
fn many_at_once_count_the_same() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut bitboard = Bitboard::default();
    let texts: Vec<[u8; CELLS]> = (0..2000)
        .map(|number| {
            let givens = random.random_range(17..45);
            *Row::of(&random_puzzle(&mut random, givens, number % 2)).unwrap()
        })
        .collect();
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    let question = crate::search::lockstep::Question {
        limit: 100,
        show: 0,
    };
    let unlimited = Limits::unlimited();
    let answers = Lockstep::new()
        .unwrap()
        .answer(&rows, question, &unlimited)
        .unwrap();
    for (number, row) in rows.iter().enumerate() {
        let count = bitboard.count(*row, 100, &unlimited).0;
        assert_eq!(count, answers.found(number));
    }
}

#[test]
fn no_time_and_no_limit_are_told() {
    let mut bitboard = Bitboard::default();
    let spent = Limits::unlimited().within(Duration::ZERO);
    let (found, end) = bitboard.count(Row::EMPTY, u64::MAX, &spent);
    assert_eq!(found, 0);
    assert!(matches!(end, End::Stopped(_)));
    let unlimited = Limits::unlimited();
    assert_eq!(bitboard.count(Row::EMPTY, 0, &unlimited), (0, End::Enough));
    assert_eq!(
        bitboard.count(Row::EMPTY, 5000, &unlimited),
        (5000, End::Enough)
    );
    let soon = Limits::unlimited().within(Duration::from_millis(20));
    assert!(matches!(
        bitboard.count(Row::EMPTY, u64::MAX, &soon).1,
        End::Stopped(_)
    ));
}

#[test]
fn a_search_that_takes_long_begins_again_on_an_image() {
    let unlimited = Limits::unlimited();
    let mut patient = Bitboard::default();
    let mut bitboard = Bitboard {
        patience: 1,
        ..Bitboard::default()
    };
    let (mut restarts, mut nodes) = (0, u64::MAX);
    let hard = include_str!("../../../tests/data/known/hardest_11plus_2k.txt");
    for line in hard.lines().filter(|line| line.len() > CELLS) {
        let mut text = *line.as_bytes().first_chunk().expect("81 characters");
        for removed in 0..3 {
            let row = Row::new(&text).expect("digits and dots");
            let first = bitboard.attempt(row, 0, true, &unlimited, &mut nodes, |_| {
                ControlFlow::Continue(())
            });
            restarts += u32::from(first.is_none());
            let expected = patient.count(row, 500, &unlimited);
            assert_eq!(bitboard.count(row, 500, &unlimited), expected);
            let mut shown = std::collections::BTreeSet::new();
            let end = bitboard.search(row, &unlimited, |full| {
                shown.insert(full.text());
                match shown.len() {
                    500 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                }
            });
            assert_eq!((shown.len() as u64, end), expected);
            let given = |(given, digit): (&u8, &u8)| *given == b'.' || given == digit;
            assert!(shown.iter().all(|full| text.iter().zip(full).all(given)));
            let cell = text.iter().position(|character| *character > b'0');
            text[cell.map_or(0, |cell| cell + removed)] = b'.';
        }
    }
    assert!(restarts > 10, "{restarts}");
}

#[test]
fn a_search_says_whether_it_found_enough_or_ran_out_of_nodes() {
    let bound = ScoreBound::new(&Objective::pyramid(Geometry::CLASSIC));
    let mut bitboard = Bitboard::default();
    let wanted = SearchLimit {
        bound: &bound,
        above: i64::MIN,
        enough: i64::MIN,
    };
    let (found, end) = bitboard.best(State::EMPTY, wanted, &Limits::unlimited());
    assert!(found.is_some());
    assert_eq!(end, End::Enough);
    let few = Limits::unlimited().up_to_nodes(3);
    let stopped = bitboard.best(State::EMPTY, wanted, &few);
    assert_eq!(stopped, (None, End::Stopped(Reason::NodeLimit)));
}

#[test]
fn every_search_keeps_to_the_limit_on_nodes() {
    let (mut bitboard, stopped) = (Bitboard::default(), End::Stopped(Reason::NodeLimit));
    for nodes in [0, 1, 40] {
        let limits = Limits::unlimited().up_to_nodes(nodes);
        assert_eq!(
            bitboard.count(Row::EMPTY, u64::MAX, &limits),
            (0, stopped.clone())
        );
        let visitor = |_: Full<'_>| ControlFlow::Break(());
        assert_eq!(
            bitboard.differing_from(Row::EMPTY, &[0; CELLS], &limits, visitor),
            stopped
        );
        let tables = Tables::new(Geometry::CLASSIC);
        let mut all = All {
            visitor: &mut |_| ControlFlow::Break(()),
            patience: None,
        };
        let empty = Puzzle::empty(Geometry::CLASSIC);
        assert_eq!(dfs::search(&tables, &empty, &limits, &mut all), stopped);
    }
}
