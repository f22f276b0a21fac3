//! Truth tables: the models of every kernel, by every choice, are what
//! [`Kernel::holds`] says.

use super::output::Output;
use super::writer::KernelWriter;
use super::*;
use crate::cnf::{ClauseSink, Formula, Propagated, propagate};
use crate::grid::{Cell, Digit, Solution};
use crate::limits::Limits;
use crate::rules::{Automaton, Board, Constraint, Kernel, Mask, Table};
use crate::sat::enumerate::{Blocking, enumerate};
use crate::sat::{SatSolver, Varisat};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Repeatable random numbers (D. Knuth's linear congruence).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % most
    }

    fn mask(&mut self, digits: usize) -> Mask {
        1 + self.below((1 << digits) - 1)
    }
}

fn all_choices() -> Vec<KernelChoices> {
    let mut all = Vec::new();
    for pairs in [PairClauses::Support, PairClauses::Conflict] {
        for automata in [DiagramClauses::Edges, DiagramClauses::States] {
            for cages in [
                CageClauses::Combinations,
                CageClauses::Diagram,
                CageClauses::Totalizer,
            ] {
                for sums in [SumClauses::Diagram, SumClauses::Totalizer] {
                    all.push(KernelChoices {
                        pairs,
                        automata,
                        cages,
                        sums,
                        derived_house_sums: true,
                    });
                }
            }
        }
    }
    all
}

fn extended(choices: KernelChoices) -> Encoding {
    Encoding::named("extended").unwrap().with_kernels(choices)
}

/// The formula of cells and kernels, without any house.
fn alone(kernels: &[Kernel], map: &VariantMap, choices: KernelChoices) -> Formula {
    let encoding = extended(choices);
    let mut formula = Formula::with_variables(map.len());
    let mut silent = Silent;
    let mut output = Output::new(&mut formula, &mut silent);
    let empty = VariantPuzzle::new(map.board().clone());
    let mut writer = KernelWriter::new(encoding.spec(), map, &empty);
    // The houses of the board are not written, so nothing differs because of them.
    writer.differing = super::groups::CellPairs::new(map.board().cell_count());
    writer.cells(&mut output);
    writer.kernels(kernels, HouseKind::Region, &mut output);
    formula
}

/// How many models each grid has that differ in the first `variables`.
fn models(formula: &Formula, map: &VariantMap, variables: usize) -> BTreeMap<Vec<Digit>, usize> {
    let mut solver = Varisat::new(false);
    formula.replay(&mut solver);
    let mut found = BTreeMap::new();
    let limits = Limits::unlimited();
    enumerate(&mut solver, &[], Blocking::Permanent, &limits, |solver| {
        let value = |index| {
            solver
                .value(crate::cnf::Var::from_index(index))
                .unwrap_or(false)
        };
        let grid = map.decode(|var| value(var.index())).unwrap();
        *found.entry(grid.cells().to_vec()).or_insert(0) += 1;
        let block = (0..variables).map(|index| {
            let var = crate::cnf::Var::from_index(index);
            if value(index) {
                var.negative()
            } else {
                var.positive()
            }
        });
        ControlFlow::Continue(block.collect())
    });
    found
}

/// Every filling of the candidates of a map.
fn fillings(map: &VariantMap) -> Vec<Vec<Digit>> {
    let mut all = vec![Vec::new()];
    for cell in map.board().cells() {
        let digits: Vec<usize> = map::bits(map.digits(cell)).collect();
        let longer = all.iter().flat_map(|filling| {
            digits.iter().map(move |&digit| {
                let mut filling: Vec<Digit> = filling.clone();
                filling.push(Digit::from_index(digit));
                filling
            })
        });
        all = longer.collect();
    }
    all
}

fn random_automaton(random: &mut Random, digits: usize) -> Arc<Automaton> {
    loop {
        let states = 2 + random.below(3) as usize;
        let mut transitions = Vec::new();
        for from in 0..states {
            for digit in 0..digits {
                if random.below(4) > 0 {
                    transitions.push((from, digit, random.below(states as u64) as usize));
                }
            }
        }
        let accepting = [random.below(states as u64) as usize, 0];
        if let Ok(automaton) = Automaton::new(digits, states, &[0], &accepting, &transitions) {
            return Arc::new(automaton);
        }
    }
}

fn random_table(random: &mut Random, digits: usize) -> Arc<Table> {
    let rows: Vec<u64> = (0..digits).map(|_| random.below(1 << digits)).collect();
    let offset = random.below(3);
    Arc::new(Table::new(digits, |a, b| match offset {
        0 => a != b,
        _ => rows[a] >> b & 1 == 1,
    }))
}

/// Random kernels of kind `kind` over a board of four cells.
fn random_kernels(random: &mut Random, board: &Board, kind: u64) -> Vec<Kernel> {
    let cells: Vec<Cell> = board.cells().collect();
    let digits = board.digit_count();
    let (low, high) = (i64::from(board.min()), i64::from(board.max()));
    let between = |random: &mut Random, low: i64, high: i64| {
        low + random.below((high - low + 1) as u64) as i64
    };
    match kind {
        0 => vec![Kernel::Distinct(
            cells[..2 + random.below(3) as usize].to_vec(),
        )],
        1 => vec![
            Kernel::Pair(cells[0], cells[2], random_table(random, digits)),
            Kernel::Pair(cells[1], cells[1], random_table(random, digits)),
            Kernel::Pair(cells[3], cells[2], random_table(random, digits)),
        ],
        2 => {
            let times = [1, -1, 2, 3][random.below(4) as usize];
            let terms = cells[..3].iter().map(|&cell| (cell, 1));
            let total = between(random, 2 * low - 1, 4 * high);
            vec![Kernel::sum(terms.chain([(cells[3], times)]), total)]
        }
        3 => {
            let count = 2 + random.below(3) as usize;
            let cage = &cells[..count];
            let total = between(random, count as i64 * low, count as i64 * high);
            vec![
                Kernel::Distinct(cage.to_vec()),
                Kernel::sum(cage.iter().map(|&cell| (cell, 1)), total),
            ]
        }
        4 => vec![Kernel::Automaton(cells, random_automaton(random, digits))],
        5 => {
            let line = vec![cells[0], cells[1], cells[0], cells[3]];
            vec![Kernel::Automaton(line, random_automaton(random, digits))]
        }
        6 => {
            let some = cells[..3].iter().map(|&cell| (cell, random.below(3)));
            vec![
                Kernel::Some(some.collect()),
                Kernel::Candidates(cells[3], random.mask(digits)),
            ]
        }
        _ => {
            let branches = (0..1 + random.below(3)).map(|_| {
                let kind = random.below(7);
                random_kernels(random, board, kind)
            });
            let branches = branches.collect();
            vec![Kernel::AnyOf(branches)]
        }
    }
}

#[test]
fn models_are_the_fillings_that_hold() {
    let random = &mut Random(17);
    for round in 0..120 {
        let kind = round % 8;
        let (min, digits) = (
            [0, 1, -1][random.below(3) as usize],
            3 + random.below(2) as i32,
        );
        let board = Board::new((2, 2), (min, min + digits - 1), None).unwrap();
        let left: Vec<Mask> = (0..4).map(|_| random.mask(digits as usize)).collect();
        let kernels = random_kernels(random, &board, kind);
        for map in [VariantMap::full(&board), VariantMap::live(&board, &left)] {
            let holds = |filling: &Vec<Digit>| kernels.iter().all(|k| k.holds(&board, filling));
            let expected: Vec<_> = fillings(&map).into_iter().filter(holds).collect();
            let choices = all_choices();
            let places = [0, 5, 11, 14, 23, (round as usize * 7) % 24];
            for choices in places.map(|place| choices[place]) {
                let totalizers = (choices.sums, choices.cages);
                let is_exact = kind < 7
                    && !matches!(
                        totalizers,
                        (SumClauses::Totalizer, _) | (_, CageClauses::Totalizer)
                    );
                let formula = alone(&kernels, &map, choices);
                let variables = if is_exact {
                    formula.variables()
                } else {
                    map.len()
                };
                let found = models(&formula, &map, variables);
                let grids: Vec<_> = found.keys().cloned().collect();
                assert_eq!(grids, expected, "{kernels:?} {choices}");
                let once = found.values().all(|count| *count == 1);
                assert!(once, "{kernels:?} {choices}");
            }
        }
    }
}

/// What is left of each cell in some filling that holds; `None` if none does.
fn supported(kernels: &[Kernel], board: &Board, left: &[Mask]) -> Option<Vec<Mask>> {
    let map = VariantMap::live(board, left);
    let mut masks = vec![0; left.len()];
    for filling in fillings(&map) {
        if kernels.iter().all(|kernel| kernel.holds(board, &filling)) {
            for (mask, digit) in masks.iter_mut().zip(filling) {
                *mask |= 1 << digit.index();
            }
        }
    }
    (masks[0] != 0).then_some(masks)
}

/// What unit propagation leaves of each cell; `None` after a conflict.
fn propagated(formula: &Formula, map: &VariantMap, left: &[Mask]) -> Option<Vec<Mask>> {
    let mut formula = formula.clone();
    for (var, cell, digit) in map.candidates() {
        if left[cell.index()] >> digit.index() & 1 == 0 {
            formula.add_clause(&[var.negative()]);
        }
    }
    let Propagated::Fixpoint(values) = propagate(&formula) else {
        return None;
    };
    let mut masks = vec![0; left.len()];
    for (var, cell, digit) in map.candidates() {
        if values.value(var.positive()) != Some(false) {
            masks[cell.index()] |= 1 << digit.index();
        }
    }
    Some(masks)
}

#[test]
fn propagation_is_complete_for_pairs_and_automata() {
    let random = &mut Random(4);
    let board = Board::new((1, 3), (1, 3), None).unwrap();
    let cells: Vec<Cell> = board.cells().collect();
    let map = VariantMap::full(&board);
    for round in 0..60 {
        let kernel = match round % 3 {
            0 => Kernel::Pair(cells[0], cells[2], random_table(random, 3)),
            1 => Kernel::Automaton(cells.clone(), random_automaton(random, 3)),
            _ => {
                let times = [1, 2, -1, 1][random.below(4) as usize];
                let terms = [(cells[0], times), (cells[1], 1), (cells[2], 1)];
                Kernel::sum(terms, random.below(9) as i64)
            }
        };
        let kernels = [kernel];
        let formula = alone(&kernels, &map, KernelChoices::default());
        for number in 0..343 {
            let left = [number / 49 + 1, number / 7 % 7 + 1, number % 7 + 1];
            assert_eq!(
                propagated(&formula, &map, &left),
                supported(&kernels, &board, &left),
                "{kernels:?} {left:?}"
            );
        }
    }
}

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
        let mut needed = vec![0; 4];
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
