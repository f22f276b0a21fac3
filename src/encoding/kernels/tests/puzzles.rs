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
            puzzle.add(Constraint {
                label: "added".into(),
                origin: Origin::Rule("added".into()),
                kernels,
            });
        }
        puzzles.push(puzzle);
    }
    puzzles
}

fn brute_force(puzzle: &VariantPuzzle) -> Vec<Vec<Digit>> {
    fn fill(puzzle: &VariantPuzzle, digits: &mut Vec<Digit>, found: &mut Vec<Vec<Digit>>) {
        let board = puzzle.board();
        if digits.len() == board.cell_count() {
            if puzzle.check(&Solution::new(digits.clone())).is_ok() {
                found.push(digits.clone());
            }
            return;
        }
        for digit in 0..board.digit_count() {
            let cell = digits.len();
            let clashes = board.houses().iter().any(|house| {
                let inside = house.cells.iter().any(|c| c.index() == cell);
                inside
                    && house
                        .cells
                        .iter()
                        .any(|c| digits.get(c.index()).is_some_and(|d| d.index() == digit))
            });
            if !clashes {
                digits.push(Digit::from_index(digit));
                fill(puzzle, digits, found);
                digits.pop();
            }
        }
    }
    let mut found = Vec::new();
    fill(puzzle, &mut Vec::new(), &mut found);
    found
}

#[test]
fn every_encoding_finds_the_solutions_of_every_board() {
    for puzzle in boards() {
        let expected = brute_force(&puzzle);
        let left = closure(&puzzle, &Limits::unlimited()).unwrap();
        let left = left.unwrap_or_else(|| vec![0; puzzle.board().cell_count()]);
        for encoding in Encoding::built_in() {
            let board = puzzle.board();
            for map in [VariantMap::full(board), VariantMap::live(board, &left)] {
                let mut solver = Varisat::new(false);
                encoding.encode_variant(&puzzle, &map, &mut solver, &mut Silent);
                let mut found = Vec::new();
                let limits = Limits::unlimited();
                enumerate(&mut solver, &[], Blocking::Permanent, &limits, |solver| {
                    let value = |var| solver.value(var).unwrap_or(false);
                    let grid = map.decode(value).unwrap();
                    found.push(grid.cells().to_vec());
                    ControlFlow::Continue(map.blocking_clause(&grid))
                });
                found.sort();
                assert_eq!(found, expected, "{} {:?}", encoding.name(), puzzle.board());
            }
        }
    }
}

#[test]
fn the_closure_keeps_what_solutions_hold() {
    let random = &mut Random(99);
    for round in 0..200 {
        let board = Board::new((2, 2), (1, 4), None).unwrap();
        let mut puzzle = VariantPuzzle::new(board.clone());
        puzzle.add(Constraint {
            label: "random".into(),
            origin: Origin::Rule("random".into()),
            kernels: random_kernels(random, &board, round % 8),
        });
        for cell in board.cells() {
            puzzle.restrict(cell, random.mask(4));
        }
        let mut needed = [0; 4];
        for solution in brute_force(&puzzle) {
            for (mask, digit) in needed.iter_mut().zip(solution) {
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
    assert_eq!(with.variables() - without.variables(), 12);
    // One of them; each digit of a cell implies some; each implies its four; pairwise.
    let expected = 1 + 4 * 9 + 12 * 4 + 66;
    assert_eq!(with.clause_count() - without.clause_count(), expected);
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
        Kernel::Some(vec![(cells[0], 0)]),
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
