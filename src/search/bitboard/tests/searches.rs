//! Each search against `dfs`.

use super::*;

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
            let row = Row::of(&puzzle).unwrap();
            let counted = bitboard.count(row, limit as u64, &Limits::unlimited());
            assert_eq!(counted, (found.len() as u64, end));
        }
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
            let givens = random.random_range(8..45);
            *Row::of(&random_puzzle(&mut random, givens, number % 2)).unwrap()
        })
        .collect();
    let rows: Vec<Row> = texts.iter().filter_map(Row::new).collect();
    let unlimited = Limits::unlimited();
    for limit in [10, 100, 1000] {
        let question = crate::search::lockstep::Question { limit, show: 0 };
        let answers = Lockstep::new()
            .unwrap()
            .answer(&rows, question, &unlimited)
            .unwrap();
        for (number, row) in rows.iter().enumerate() {
            let count = bitboard.count(*row, limit, &unlimited).0;
            assert_eq!(count, answers.found(number), "limit {limit}: {row:?}");
        }
    }
}

#[test]
fn grids_with_two_candidates_in_each_open_cell_are_counted_in_pairs() {
    let mut random = ChaCha8Rng::seed_from_u64(23);
    let mut several = 0;
    for _ in 0..100 {
        // Without two of the digits.
        let solution = random_solution(&mut random);
        let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
        for cell in Geometry::CLASSIC.cells() {
            let digit = solution.digit(cell);
            puzzle.set(cell, Some(digit).filter(|digit| digit.index() > 1));
        }
        let mut state = State::new(Row::of(&puzzle).unwrap());
        let Settled::Open(open) = state.settle() else {
            panic!("the two digits can be exchanged");
        };
        assert!(open.is_bivalue());
        let (expected, _) = by_dfs(&puzzle, 1000);
        assert_eq!(pairs::count(&state, open), expected.len() as u64);
        several += u32::from(expected.len() > 2);
    }
    assert!(several > 10, "{several}");
}

/// The ways to choose one of the two candidates of each open cell so that no two cells that
/// see each other hold the same digit.
fn choices(state: &State, open: &[usize]) -> u64 {
    let holds = |choice: u32, number: usize| {
        let candidates = state.candidates(Place::of(open[number]));
        match choice >> number & 1 {
            0 => first(candidates),
            _ => first(candidates & (candidates - 1)),
        }
    };
    let clash = |choice, one, other| {
        sees(open[one], open[other]) && holds(choice, one) == holds(choice, other)
    };
    let fits =
        |choice: &u32| !(0..open.len()).any(|one| (0..one).any(|other| clash(*choice, one, other)));
    (0..1 << open.len()).filter(fits).count() as u64
}

#[test]
fn four_or_six_open_cells_with_two_candidates_have_two_solutions() {
    let mut random = ChaCha8Rng::seed_from_u64(29);
    let mut by_size = [0; 9];
    for _ in 0..20_000 {
        let (givens, wrong) = (random.random_range(20..40), random.random_range(0..2));
        let puzzle = random_puzzle(&mut random, givens, wrong);
        let mut state = State::new(Row::of(&puzzle).unwrap());
        while let Settled::Open(open) = state.settle() {
            let cells = cells(open.cells);
            if open.is_bivalue() && cells.len() < by_size.len() {
                assert_eq!(pairs::count(&state, open), choices(&state, &cells));
                by_size[cells.len()] += 1;
            }
            let place = Place::of(cells[random.random_range(0..cells.len())]);
            let candidates = state.candidates(place);
            state.put(place, first(candidates), candidates);
        }
    }
    assert!(by_size.iter().step_by(2).skip(2).all(|cases| *cases > 50));
    assert_eq!([by_size[5], by_size[7]], [0, 0]);
}

#[test]
fn digits_that_no_cell_holds_are_counted_through_one_of_them() {
    let mut random = ChaCha8Rng::seed_from_u64(24);
    let mut bitboard = Bitboard::default();
    let mut several = 0;
    for _ in 0..150 {
        let solution = random_solution(&mut random);
        let (absent, open) = (random.random_range(1..5), random.random_range(0..12));
        let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
        for cell in Geometry::CLASSIC.cells() {
            let digit = solution.digit(cell);
            puzzle.set(cell, Some(digit).filter(|digit| digit.index() >= absent));
        }
        for _ in 0..open {
            puzzle.set(Cell(random.random_range(0..CELLS as u32)), None);
        }
        let row = Row::of(&puzzle).unwrap();
        for limit in [2, 5, 100, 3000] {
            let (expected, expected_end) = by_dfs(&puzzle, limit);
            let (found, end) = bitboard.count(row, limit as u64, &Limits::unlimited());
            assert_eq!((found, end), (expected.len() as u64, expected_end));
            several += u32::from(absent > 1 && expected.len() > 2);
        }
    }
    assert!(several > 200, "{several}");
}
