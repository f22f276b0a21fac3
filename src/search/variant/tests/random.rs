//! Random kernels of every type.

use crate::grid::Cell;
use crate::rules::{Automaton, Board, Kernel, Mask, Table};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Different cells of the board.
pub fn cells(random: &mut ChaCha8Rng, board: &Board, count: usize) -> Vec<Cell> {
    let mut all: Vec<Cell> = board.cells().collect();
    let place = |random: &mut ChaCha8Rng, all: &mut Vec<Cell>| {
        let at = random.random_range(0..all.len());
        all.swap_remove(at)
    };
    (0..count.min(all.len()))
        .map(|_| place(random, &mut all))
        .collect()
}

pub fn table(random: &mut ChaCha8Rng, digits: usize) -> Table {
    let share = random.random_range(0.3..0.95);
    let bits: Vec<bool> = (0..digits * digits)
        .map(|_| random.random_bool(share))
        .collect();
    Table::new(digits, |a, b| bits[a * digits + b])
}

/// An automaton with random transitions that accepts something.
pub fn automaton(random: &mut ChaCha8Rng, digits: usize) -> Arc<Automaton> {
    loop {
        let states = random.random_range(2..7);
        let mut transitions = Vec::new();
        for from in 0..states {
            for digit in 0..digits {
                for _ in 0..random.random_range(0..3) {
                    transitions.push((from, digit, random.random_range(0..states)));
                }
            }
        }
        let accepting: Vec<usize> = (0..states).filter(|_| random.random_bool(0.5)).collect();
        if let Ok(automaton) = Automaton::new(digits, states, &[0], &accepting, &transitions) {
            return Arc::new(automaton);
        }
    }
}

pub fn mask(random: &mut ChaCha8Rng, digits: usize) -> Mask {
    random.random_range(1..1 << digits)
}

/// A kernel of any type; branches hold kernels that are nested less deeply.
pub fn kernel(random: &mut ChaCha8Rng, board: &Board, depth: usize) -> Kernel {
    let digits = board.digit_count();
    let some = random.random_range(2..6);
    let cells = cells(random, board, some);
    match random.random_range(0..if depth > 0 { 8 } else { 7 }) {
        0 => Kernel::Distinct(cells[..cells.len().min(digits)].to_vec()),
        1 => Kernel::Pair(cells[0], cells[1], Arc::new(table(random, digits))),
        2 => {
            let ones = random.random_bool(0.6);
            let times = |random: &mut ChaCha8Rng| match ones {
                true => 1,
                false => [-3, -2, -1, 1, 2, 3][random.random_range(0..6)],
            };
            let terms: Vec<(Cell, i64)> = cells.iter().map(|&cell| (cell, times(random))).collect();
            let value =
                |random: &mut ChaCha8Rng| i64::from(random.random_range(board.min()..=board.max()));
            let total = terms.iter().map(|(_, times)| times * value(random)).sum();
            Kernel::sum(terms, total)
        }
        3 => {
            let mut line = cells;
            if random.random_bool(0.3) {
                line.push(line[0]);
            }
            Kernel::Automaton(line, automaton(random, digits))
        }
        4 => Kernel::Clause(
            cells
                .iter()
                .map(|&cell| (cell, mask(random, digits)))
                .collect(),
        ),
        5 => Kernel::Candidates(cells[0], mask(random, digits)),
        6 => {
            let table = Arc::new(Table::new(digits, |a, b| a != b && a.abs_diff(b) < 3));
            Kernel::Pair(cells[0], cells[1], table)
        }
        _ => {
            let branch = |random: &mut ChaCha8Rng| {
                let count = random.random_range(1..3);
                (0..count)
                    .map(|_| kernel(random, board, depth - 1))
                    .collect()
            };
            Kernel::AnyOf(
                (0..random.random_range(1..4))
                    .map(|_| branch(random))
                    .collect(),
            )
        }
    }
}
