//! Sums and lines of many cells: neither the formula nor the names of its variables grow
//! faster than they.

use super::*;
use crate::cnf::{ClauseSink, Counter, Lit, Var};

/// Counts up to a number of clauses, and takes no more.
struct AtMost {
    counter: Counter,
    most: u64,
}

impl ClauseSink for AtMost {
    fn new_var(&mut self) -> Var {
        self.counter.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.counter.add_clause(clause);
    }

    fn is_closed(&self) -> bool {
        self.counter.clauses > self.most
    }
}

/// Keeps the names of auxiliary variables.
#[derive(Default)]
struct Names(Vec<String>);

impl Observer for Names {
    fn name(&mut self, _var: Var, name: &dyn Fn() -> String) {
        self.0.push(name());
    }
}

/// The clauses of a Latin square of side 17 and the sum of its first cells, which fill 15 rows and
/// have the middle digit, 9, on average in the next one; `most + 1` if there are more than `most`.
fn clauses_of_sum(count: usize, most: u64) -> u64 {
    let board = Board::new((17, 17), (1, 17), None).unwrap();
    let cells = board.cells().take(count);
    let total = 15 * 153 + 9 * (count as i64 - 255);
    let sum = Kernel::sum(cells.map(|cell| (cell, 1)), total);
    let map = VariantMap::full(&board);
    let puzzle = VariantPuzzle::new(board).with(vec![sum]);
    let mut sink = AtMost {
        counter: Counter::default(),
        most,
    };
    let encoding = extended(KernelChoices::default());
    encoding.encode_variant(&puzzle, &map, &mut sink, &mut Silent);
    sink.counter.clauses.min(most + 1)
}

#[test]
fn one_cell_more_makes_no_sum_many_times_as_large() {
    let before = clauses_of_sum(256, u64::MAX - 1);
    let after = clauses_of_sum(257, 2 * before);
    assert!(after <= 2 * before, "{before} clauses, then {after}");
    let whole = clauses_of_sum(289, 2 * before);
    assert!(whole <= 2 * before, "{before} clauses, then {whole}");
}

/// Kernels whose auxiliary variables are named after `cells`: an automaton, and sums with
/// and without coefficients.
fn named_after(cells: &[Cell], board: &Board) -> Vec<Kernel> {
    let digits = board.digit_count();
    // Even and odd digits take turns, or do not.
    let all = (0..2).flat_map(|from| (0..digits).map(move |digit| (from, digit, digit % 2)));
    let automaton = Automaton::new(digits, 2, &[0], &[1], &all.collect::<Vec<_>>()).unwrap();
    let total = 2 * cells.len() as i64;
    vec![
        Kernel::Automaton(cells.to_vec(), Arc::new(automaton)),
        Kernel::sum(cells.iter().map(|&cell| (cell, 1)), total),
        Kernel::sum(
            cells
                .iter()
                .zip([1, 2].into_iter().cycle())
                .map(|(&c, k)| (c, k)),
            2 * total,
        ),
    ]
}

fn names_of(puzzle: &VariantPuzzle, sums: SumClauses) -> Vec<String> {
    let choices = KernelChoices {
        sums,
        ..KernelChoices::default()
    };
    let map = VariantMap::full(puzzle.board());
    let mut names = Names::default();
    let mut counter = Counter::default();
    extended(choices).encode_variant(puzzle, &map, &mut counter, &mut names);
    names.0
}

#[test]
fn names_of_variables_do_not_grow_with_the_length_of_lines_and_sums() {
    let board = Board::new((4, 8), (1, 8), None).unwrap();
    let cells: Vec<Cell> = board.cells().collect();
    for sums in [SumClauses::Cliques, SumClauses::Diagram] {
        for count in [12, 13, 32] {
            let kernels = named_after(&cells[..count], &board);
            let puzzle = VariantPuzzle::new(board.clone()).with(kernels);
            let names = names_of(&puzzle, sums);
            let (line, end) = match count {
                12 => (board.names(&cells[..12]), ""),
                13 => ("r1c1 … r2c5 (13 cells)".into(), " (13 cells)"),
                _ => ("r1c1 … r4c8 (32 cells)".into(), " (32 cells)"),
            };
            // The cells of sums are in another order.
            for (start, end) in [("line", &*line), ("sum of", end)] {
                let start = format!(" of the {start} ");
                let is_own = |name: &String| name.contains(&start) && name.ends_with(end);
                assert!(names.iter().any(is_own), "{start}: {:?}", names.last());
            }
            let longest = names.iter().map(String::len).max();
            assert!(longest < Some(120), "{longest:?} bytes");
        }
    }
}

#[test]
fn names_of_variables_do_not_grow_with_the_size_of_cages() {
    let board = Board::new((1, 13), (1, 26), None).unwrap();
    let cage = Kernel::sum(board.cells().map(|cell| (cell, 1)), 175);
    let puzzle = VariantPuzzle::new(board).with(vec![cage]);
    let names = names_of(&puzzle, SumClauses::default());
    let cells = "r1c1 … r1c13 (13 cells)";
    assert_eq!(names[0], format!("1 in {cells}"));
    let own = format!(" of the cage {cells}");
    assert!(names.iter().any(|name| name.ends_with(&own)));
    let longest = names.iter().map(String::len).max();
    assert!(longest < Some(120), "{longest:?} bytes");
}
