//! Truth tables: the models of every kernel, by every choice, are what
//! [`Kernel::holds`] says.

mod kernels;
mod large;
mod long;
mod puzzles;

use super::choices::Choice;
use super::output::Output;
use super::writer::KernelWriter;
use super::*;
use crate::cnf::Formula;
use crate::encoding::DigitStatus;
use crate::grid::{Cell, Digit, Solution};
use crate::limits::Limits;
use crate::rules::{Automaton, Board, Kernel, Mask, Table, members};
use crate::sat::enumerate::{Blocking, enumerate};
use crate::sat::{LimitChecks, Varisat};
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
    for &pairs in PairClauses::ALL {
        for &automata in DiagramClauses::ALL {
            for &cages in CageClauses::ALL {
                for &sums in SumClauses::ALL {
                    all.push(KernelChoices {
                        pairs,
                        automata,
                        cages,
                        sums,
                        ..KernelChoices::default()
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
    writer.differing = groups::CellPairs::new(map.board().cell_count());
    for kernel in kernels {
        if let Kernel::Distinct(cells) = kernel {
            writer.differing.insert_all(cells);
        }
    }
    writer.cells(&mut output);
    writer.kernels(kernels, BoardHouseKind::Region, &mut output);
    formula
}

/// How many models each grid has that differ in the first `variables`.
fn models(formula: &Formula, map: &VariantMap, variables: usize) -> BTreeMap<Vec<Digit>, usize> {
    let mut solver = Varisat::new(LimitChecks::BeforeSolving);
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
        let digits: Vec<usize> = members(map.digits(cell)).collect();
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

/// Cells that differ, each two of them bound by one random table.
fn random_clique(random: &mut Random, cells: &[Cell], digits: usize) -> Vec<Kernel> {
    let rows: Vec<u64> = (0..digits).map(|_| random.below(1 << digits)).collect();
    let allows = |a: usize, b: usize| rows[a.min(b)] >> a.max(b) & 1 == 1;
    let table = Arc::new(Table::new(digits, allows));
    let each = |i: usize| (0..i).map(move |j| (cells[i], cells[j]));
    let pairs = (0..cells.len()).flat_map(each);
    let pairs = pairs.map(|(a, b)| Kernel::Pair(a, b, table.clone()));
    let differ = Kernel::Distinct(cells.to_vec());
    [differ].into_iter().chain(pairs).collect()
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
                Kernel::Clause(some.collect()),
                Kernel::Candidates(cells[3], random.mask(digits)),
            ]
        }
        7 => {
            // Some of the cells differ.
            let total = between(random, 4 * low, 4 * high);
            vec![
                Kernel::Distinct(cells[..2 + random.below(2) as usize].to_vec()),
                Kernel::sum(cells.iter().map(|&cell| (cell, 1)), total),
            ]
        }
        8 => {
            let count = 3 + random.below(2) as usize;
            random_clique(random, &cells[..count], digits)
        }
        _ => {
            let branches = (0..1 + random.below(3)).map(|_| {
                let kind = [0, 1, 2, 3, 4, 5, 6, 8][random.below(8) as usize];
                random_kernels(random, board, kind)
            });
            let branches = branches.collect();
            vec![Kernel::AnyOf(branches)]
        }
    }
}
