//! Each step of propagation against a slow twin.

use super::*;

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
        let mut state = State::new(Row::new(&text).unwrap());
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
fn equal_givens_of_a_house_are_a_contradiction() {
    for (one, other) in [(0, 8), (3, 75), (30, 50), (40, 41)] {
        assert!(sees(one, other));
        let mut text = [b'.'; CELLS];
        (text[one], text[other]) = (b'7', b'7');
        let mut state = State::new(Row::new(&text).unwrap());
        assert!(matches!(state.settle(), Settled::Dead));
        text[other] = b'6';
        let mut state = State::new(Row::new(&text).unwrap());
        assert!(matches!(state.settle(), Settled::Open(_)));
    }
}

#[test]
fn a_new_grid_is_dead_where_givens_are_equal_or_a_cell_has_no_candidates() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut kinds = [0; 3];
    for _ in 0..2000 {
        let mut text = [b'.'; CELLS];
        let may_clash = random.random_bool(0.3);
        for _ in 0..random.random_range(10..100) {
            let (cell, digit) = (
                random.random_range(0..CELLS),
                random.random_range(b'1'..=b'9'),
            );
            let is_seen = (0..CELLS).any(|other| sees(cell, other) && text[other] == digit);
            if !is_seen || may_clash && random.random_bool(0.1) {
                text[cell] = digit;
            }
        }
        let state = State::new(Row::new(&text).unwrap());
        let holds = |cell: usize, digit: u8| text[cell] == digit;
        let seen = |cell: usize, digit: u8| {
            (0..CELLS).any(|other| sees(cell, other) && holds(other, digit))
        };
        let candidates = |cell: usize| {
            let is_given = text[cell] != b'.';
            let free = |digit: &u8| match is_given {
                true => holds(cell, *digit),
                false => !seen(cell, *digit),
            };
            (b'1'..=b'9').filter(free).collect::<Vec<u8>>()
        };
        let clash = (0..CELLS).any(|cell| text[cell] != b'.' && seen(cell, text[cell]));
        let without = (0..CELLS).any(|cell| candidates(cell).is_empty());
        assert_eq!(state.is_dead(), clash || without);
        kinds[usize::from(clash) + usize::from(without && !clash) * 2] += 1;
        if !state.is_dead() {
            for cell in 0..CELLS {
                let set = candidates(cell)
                    .iter()
                    .fold(0, |set, digit| set | 1 << (digit - b'1'));
                assert_eq!(state.candidates(Place::of(cell)), set);
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 50), "{kinds:?}");
}
