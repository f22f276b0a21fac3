//! Whole puzzles, by every encoding and against brute force.

use super::*;

/// Latin squares, boxes, short rows and jigsaws, each with a cage or a diagonal.
fn boards() -> Vec<VariantPuzzle> {
    let regions = |text: &str| {
        let each = text.bytes().map(|c| (c != b'.').then(|| u16::from(c)));
        Some(each.collect::<Vec<_>>())
    };
    let boards = [
        Board::new((4, 4), (1, 4), regions("aabbaabbccddccdd")),
        Board::new((4, 4), (0, 3), regions("aaabcabbccdbcddd")),
        Board::new((3, 3), (1, 3), None),
        Board::new((2, 3), (1, 3), None),
        Board::new((2, 3), (1, 4), regions("aabbaa")),
    ];
    let mut puzzles = Vec::new();
    for board in boards {
        let board = board.unwrap();
        let mut puzzle = VariantPuzzle::new(board.clone());
        let side = board.rows().min(board.columns());
        let diagonal = (0..side).map(|k| board.cell(k, k)).collect();
        let cage = vec![board.cell(0, 0), board.cell(0, 1), board.cell(1, 0)];
        let total = i64::from(board.min()) * 3 + 4;
        let kernels = vec![
            Kernel::Distinct(cage.clone()),
            Kernel::sum(cage.into_iter().map(|cell| (cell, 1)), total),
        ];
        for kernels in [vec![Kernel::Distinct(diagonal)], kernels] {
            puzzles.push(puzzle.clone());
            puzzle = puzzle.with(kernels);
        }
        puzzles.push(puzzle);
    }
    puzzles
}

/// The solutions by varisat, with every candidate and with live ones.
fn by_sat(encoding: &Encoding, puzzle: &VariantPuzzle) -> [Vec<Solution>; 2] {
    let board = puzzle.board();
    let left = closure(puzzle, &Limits::unlimited()).unwrap();
    let left = left.unwrap_or_else(|| vec![0; board.cell_count()]);
    [VariantMap::full(board), VariantMap::live(board, &left)].map(|map| {
        let mut solver = Varisat::new(LimitChecks::BeforeSolving);
        encoding.encode_variant(puzzle, &map, &mut solver, &mut Silent);
        let mut found = Vec::new();
        let limits = Limits::unlimited();
        enumerate(&mut solver, &[], Blocking::Permanent, &limits, |solver| {
            let value = |var| solver.value(var).unwrap_or(false);
            let grid = map.decode(value).unwrap();
            let block = map.blocking_clause(&grid);
            found.push(grid);
            ControlFlow::Continue(block)
        });
        found.sort();
        found
    })
}

#[test]
fn every_encoding_finds_the_solutions_of_every_board() {
    for puzzle in boards() {
        let expected = puzzle.by_brute_force();
        for encoding in Encoding::built_in() {
            for found in by_sat(&encoding, &puzzle) {
                assert_eq!(found, expected, "{} {:?}", encoding.name(), puzzle.board());
            }
        }
    }
}

/// Three sums that cover the cells of a board of 4×4, in random order, with the totals of
/// `solution`.
fn three_sums(random: &mut Random, board: &Board, solution: &Solution) -> VariantPuzzle {
    let mut puzzle = VariantPuzzle::new(board.clone());
    let mut cells: Vec<Cell> = board.cells().collect();
    for place in (1..cells.len()).rev() {
        cells.swap(place, random.below(place as u64 + 1) as usize);
    }
    for part in cells.chunks(6) {
        let factor = [1, 2, -3][random.below(3) as usize];
        let terms = part
            .iter()
            .map(|&cell| (cell, factor * [1, 1, 1, -1][random.below(4) as usize]));
        let terms: Vec<(Cell, i64)> = terms.collect();
        let value = |cell: Cell| i64::from(board.value(solution.digit(cell)));
        let total = terms.iter().map(|&(cell, times)| times * value(cell)).sum();
        puzzle = puzzle.with(vec![Kernel::sum(terms, total)]);
    }
    puzzle
}

#[test]
fn sums_that_are_added_up_keep_every_solution() {
    let random = &mut Random(5);
    let encoding = Encoding::named("extended").unwrap();
    let mut joined = 0;
    for empty in boards()
        .into_iter()
        .filter(|p| p.board().cell_count() == 16)
    {
        let fillings = empty.board().fillings();
        for _ in 0..10 {
            let solution = &fillings[random.below(fillings.len() as u64) as usize];
            let puzzle = three_sums(random, empty.board(), solution);
            let expected = puzzle.by_brute_force();
            assert!(expected.contains(solution));
            for found in by_sat(&encoding, &puzzle) {
                assert_eq!(found, expected, "{puzzle:?}");
            }
            let sizes = encoding.count_variant_by_family(&puzzle, &VariantMap::full(empty.board()));
            let derived =
                |(family, _): &&(VariantFamily, Counter)| *family == VariantFamily::Derived;
            joined += sizes.iter().filter(derived).count();
        }
    }
    assert!(joined > 5, "{joined}");
}

#[test]
fn the_closure_keeps_what_solutions_hold() {
    let random = &mut Random(99);
    for round in 0..200 {
        let board = Board::new((2, 2), (1, 4), None).unwrap();
        let kernels = random_kernels(random, &board, round % 9);
        let mut puzzle = VariantPuzzle::new(board.clone()).with(kernels);
        for cell in board.cells() {
            puzzle.restrict(cell, random.mask(4));
        }
        let mut needed = [0; 4];
        for solution in puzzle.by_brute_force() {
            for (mask, digit) in needed.iter_mut().zip(solution.cells()) {
                *mask |= 1 << digit.index();
            }
        }
        let left = closure(&puzzle, &Limits::unlimited())
            .unwrap()
            .unwrap_or(vec![0; 4]);
        let pairs = needed.iter().zip(&left);
        let is_kept = |(needed, left): (&Mask, &Mask)| needed & !left == 0;
        assert!(pairs.clone().all(is_kept), "{puzzle:?} {left:?}");
    }
}

/// Published sizes: a killer cage of four cells with the sum 20 has twelve combinations.
#[test]
fn a_cage_has_a_variable_for_each_combination() {
    let board = Board::new((2, 2), (1, 9), None).unwrap();
    let cells: Vec<Cell> = board.cells().collect();
    let sum = Kernel::sum(cells.iter().map(|&cell| (cell, 1)), 20);
    let map = VariantMap::full(&board);
    let with = alone(
        &[Kernel::Distinct(cells.clone()), sum],
        &map,
        KernelChoices::default(),
    );
    let without = alone(&[Kernel::Distinct(cells)], &map, KernelChoices::default());
    // One for each combination, and one for each digit: it is somewhere in the cage.
    assert_eq!(with.variables() - without.variables(), 12 + 9);
    // One combination holds; the cells, and the combinations with it, say whether a digit
    // is in the cage, and so does each combination.
    let expected = 1 + 9 * (1 + 4) + 9 + 12 * 9;
    assert_eq!(with.clause_count() - without.clause_count(), expected);
}

/// Too many combinations for a variable each.
#[test]
fn a_large_cage_holds_where_its_digits_add_up() {
    let random = &mut Random(7);
    for min in [1, -3, -20] {
        let board = Board::new((1, 5), (min, min + 15), None).unwrap();
        let cells: Vec<Cell> = board.cells().collect();
        let map = VariantMap::full(&board);
        let total = i64::from(min) * 5 + 34;
        let sum = Kernel::sum(cells.iter().map(|&cell| (cell, 1)), total);
        let cage = [Kernel::Distinct(cells.clone()), sum];
        let formula = alone(&cage, &map, KernelChoices::default());
        let mut held = 0;
        for _ in 0..400 {
            let mut masks: Vec<Mask> = Vec::new();
            while masks.len() < 5 {
                let mask = 1 << random.below(12);
                if !masks.contains(&mask) {
                    masks.push(mask);
                }
            }
            let digits = masks.iter().map(|mask| mask.trailing_zeros() as usize);
            let filling: Vec<Digit> = digits.map(Digit::from_index).collect();
            let holds = cage.iter().all(|kernel| kernel.holds(&board, &filling));
            held += usize::from(holds);
            let propagated = kernels::propagated(&formula, &map, &masks);
            assert_eq!(propagated.is_some(), holds, "{min} {filling:?}");
        }
        assert!((5..200).contains(&held), "{held}");
    }
}

/// A cage of three cells with the sum 8 holds 1 2 5 or 1 3 4, so the 1 is in it, and 1 2 5
/// if the 3 is elsewhere.
#[test]
fn unit_propagation_strikes_what_a_cage_must_hold() {
    let board = Board::new((1, 9), (1, 9), None).unwrap();
    let cells: Vec<Cell> = board.cells().collect();
    let cage = Kernel::sum(cells[..3].iter().map(|&cell| (cell, 1)), 8);
    let kernels = vec![Kernel::Distinct(cells[..3].to_vec()), cage];
    let mut puzzle = VariantPuzzle::new(board).with(kernels);
    let encoding = Encoding::named("extended").unwrap();
    let left = |puzzle: &VariantPuzzle, digit: usize| {
        let told = explain_variant(&encoding, puzzle, Cell(8));
        !matches!(
            told.digits[digit - 1].1,
            DigitStatus::RuledOut(_) | DigitStatus::Forbidden(_) | DigitStatus::ForbiddenLater(_)
        )
    };
    assert!(!left(&puzzle, 1));
    assert!([2, 3, 4, 5].into_iter().all(|digit| left(&puzzle, digit)));
    puzzle.restrict(cells[7], 1 << 2);
    assert!([1, 2, 3, 5].into_iter().all(|digit| !left(&puzzle, digit)));
    assert!(left(&puzzle, 4));
}

/// What is left of the cell on the right of a renban of four cells on 1 to 6.
fn beside_a_renban(choices: KernelChoices, line: &[Mask]) -> Mask {
    let board = Board::new((1, 6), (1, 6), None).unwrap();
    let cells: Vec<Cell> = board.cells().take(line.len()).collect();
    let table = Arc::new(Table::new(6, |a, b| a.abs_diff(b) < 4));
    let each = |i: usize| (0..i).map(move |j| [i, j]);
    let pairs = (0..cells.len()).flat_map(each);
    let mut kernels = vec![Kernel::Distinct(board.cells().collect())];
    kernels.extend(pairs.map(|[i, j]| Kernel::Pair(cells[i], cells[j], table.clone())));
    let map = VariantMap::full(&board);
    let formula = alone(&kernels, &map, choices);
    let mut left = vec![0b11_1111; 6];
    left[..line.len()].copy_from_slice(line);
    kernels::propagated(&formula, &map, &left).unwrap()[5]
}

/// Four consecutive digits of six hold 3 and 4, and without 2 they are 3 4 5 6.
#[test]
fn unit_propagation_strikes_what_a_renban_must_hold() {
    let sets = KernelChoices::default();
    assert_eq!(beside_a_renban(sets, &[0b11_1111; 4]), 0b11_0011);
    assert_eq!(beside_a_renban(sets, &[0b11_1101; 4]), 0b00_0011);
    let pair_sets = false;
    let pairs = KernelChoices { pair_sets, ..sets };
    assert_eq!(beside_a_renban(pairs, &[0b11_1111; 4]), 0b11_1111);
}

#[test]
fn impossible_kernels_have_no_model() {
    let board = Board::new((2, 2), (1, 3), None).unwrap();
    let cells: Vec<Cell> = board.cells().collect();
    let map = VariantMap::full(&board);
    let sum = |total| Kernel::sum(cells.iter().map(|&cell| (cell, 1)), total);
    for kernel in [
        sum(3),
        sum(13),
        Kernel::sum([], 1),
        Kernel::Distinct(cells.clone()),
        Kernel::Clause(vec![(cells[0], 0)]),
        Kernel::AnyOf(vec![]),
        Kernel::Candidates(cells[0], 0),
    ] {
        for choices in all_choices() {
            let formula = alone(std::slice::from_ref(&kernel), &map, choices);
            let found = models(&formula, &map, map.len());
            assert!(found.is_empty(), "{kernel:?} {choices}");
        }
    }
}

/// Adding many such totals up would overflow.
#[test]
fn huge_totals_are_impossible() {
    let board = Board::classic("3x3".parse().unwrap()).unwrap();
    let encoding = Encoding::named("extended").unwrap();
    let mut puzzle = VariantPuzzle::new(board.clone());
    for (column, step) in (0..9).flat_map(|column| [(column, 1), (column, 8)]) {
        let cells = (0..9).map(|row| board.cell(row, (column + step * row) % 9));
        let terms = cells.map(|cell| (cell, 1));
        puzzle = puzzle.with(vec![Kernel::sum(terms, 1_000_000_000_000_000_000 - 81)]);
    }
    let map = VariantMap::full(&board);
    let mut solver = Varisat::new(LimitChecks::BeforeSolving);
    encoding.encode_variant(&puzzle, &map, &mut solver, &mut Silent);
    let solved = enumerate(
        &mut solver,
        &[],
        Blocking::Permanent,
        &Limits::unlimited(),
        |_| panic!("no digits add up to that"),
    );
    assert_eq!(solved, crate::outcome::End::Exhausted);
}
