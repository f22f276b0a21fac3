//! Pairs of cells and their tables.

use super::bind::Bound;
use super::error::CompileError;
use super::lower::Lowered;
use super::{Compiler, names};
use crate::grid::Cell;
use crate::rules::definitions::{Cells, Expression, Steps, Values};
use crate::rules::{Kernel, Table};
use std::collections::HashMap;
use std::sync::Arc;

/// Two cells, with the rows and columns from the first to the second.
pub(super) type StepPair = (Cell, Cell, (i64, i64));

impl Compiler<'_> {
    pub(super) fn pairs(
        &mut self,
        bound: &Bound,
        (of, with): (&Cells, &Cells),
        places: &Expression,
        allow: &Expression,
    ) -> Lowered {
        let (first, second) = (self.cells(bound, of), self.cells(bound, with));
        let mut numbers = bound.numbers.clone();
        numbers[names::N] = second.len() as i64;
        let mut tables = Tables::new(allow, &[names::I, names::J]);
        let mut kernels = Vec::new();
        for (i, &a) in first.iter().enumerate() {
            self.limits.check().map_err(CompileError::Stopped)?;
            for (j, &b) in second.iter().enumerate() {
                numbers[names::I] = i as i64 + 1;
                numbers[names::J] = j as i64 + 1;
                let values = Values {
                    numbers: &numbers,
                    lists: &bound.lists,
                };
                if places.holds(values) {
                    let table = tables.get(self, &mut numbers, &bound.lists);
                    kernels.extend(pair(a, b, table));
                }
            }
        }
        Ok(kernels)
    }

    pub(super) fn steps(
        &mut self,
        bound: &Bound,
        steps: &Steps,
        unless: &[String],
        allow: &Expression,
    ) -> Lowered {
        let marked = self.marked(unless);
        let mut numbers = bound.numbers.clone();
        let mut tables = Tables::new(allow, &[names::DOWN, names::RIGHT]);
        let mut known: HashMap<(Cell, Cell), Arc<Table>> = HashMap::new();
        let mut kernels = Vec::new();
        let mut last = None;
        for (first, second, (down, right)) in self.step_pairs(bound, steps)? {
            if last.replace(first) != Some(first) {
                self.limits.check().map_err(CompileError::Stopped)?;
            }
            if marked.contains(&(first, second)) {
                continue;
            }
            numbers[names::DOWN] = down;
            numbers[names::RIGHT] = right;
            let table = tables.get(self, &mut numbers, &[]);
            // The way back often says the same.
            let back = known.get(&(second, first));
            if back.is_none_or(|back| !is_mirrored(back, &table)) {
                kernels.extend(pair(first, second, table.clone()));
                known.insert((first, second), table);
            }
        }
        Ok(kernels)
    }

    /// The pairs of cells that these steps lead to; those of each first cell follow each other.
    ///
    /// # Errors
    /// [`CompileError::Stopped`].
    pub(super) fn step_pairs(
        &self,
        bound: &Bound,
        steps: &Steps,
    ) -> Result<Vec<StepPair>, CompileError> {
        let board = self.board;
        let place = |cell: Cell| (board.row(cell) as i64, board.column(cell) as i64);
        match steps {
            Steps::Listed(steps) => {
                let pairs = board.cells().flat_map(|first| {
                    let (row, column) = place(first);
                    steps.iter().filter_map(move |&(down, right)| {
                        let row = usize::try_from(row.checked_add(down)?).ok()?;
                        let column = usize::try_from(column.checked_add(right)?).ok()?;
                        let inside = row < board.rows() && column < board.columns();
                        let second = || board.cell(row, column);
                        inside.then(|| (first, second(), (down, right)))
                    })
                });
                Ok(pairs.collect())
            }
            Steps::Where(holds) => {
                let cells: Vec<Cell> = board.cells().collect();
                let mut numbers = bound.numbers.clone();
                let mut pairs = Vec::new();
                for &first in &cells {
                    self.limits.check().map_err(CompileError::Stopped)?;
                    let (row, column) = place(first);
                    for &second in cells.iter().filter(|&&second| second != first) {
                        let (other_row, other_column) = place(second);
                        let step = (other_row - row, other_column - column);
                        (numbers[names::R], numbers[names::C]) = (row + 1, column + 1);
                        (numbers[names::DOWN], numbers[names::RIGHT]) = step;
                        let values = Values {
                            numbers: &numbers,
                            lists: &[],
                        };
                        if holds.holds(values) {
                            pairs.push((first, second, step));
                        }
                    }
                }
                Ok(pairs)
            }
        }
    }
}

/// Tables of one condition, by the values that it depends on.
struct Tables<'a> {
    allow: &'a Expression,
    depends: Vec<usize>,
    known: HashMap<Vec<i64>, Arc<Table>>,
}

impl<'a> Tables<'a> {
    fn new(allow: &'a Expression, places: &[usize]) -> Tables<'a> {
        let depends = places
            .iter()
            .copied()
            .filter(|&place| allow.mentions(place));
        Tables {
            allow,
            depends: depends.collect(),
            known: HashMap::new(),
        }
    }

    fn get(
        &mut self,
        compiler: &mut Compiler<'_>,
        numbers: &mut [i64],
        lists: &[Vec<(i64, i64)>],
    ) -> Arc<Table> {
        let key: Vec<i64> = self.depends.iter().map(|&place| numbers[place]).collect();
        if let Some(table) = self.known.get(&key) {
            return table.clone();
        }
        let digits = compiler.board.digit_count();
        let min = i64::from(compiler.board.min());
        let mut allowed = vec![false; digits * digits];
        for a in 0..digits {
            for b in 0..digits {
                numbers[names::A] = min + a as i64;
                numbers[names::B] = min + b as i64;
                allowed[a * digits + b] = self.allow.holds(Values { numbers, lists });
            }
        }
        let table = compiler.share(Table::new(digits, |a, b| allowed[a * digits + b]));
        self.known.insert(key, table.clone());
        table
    }
}

/// Whether one table says of two cells what the other says of them in the other order.
fn is_mirrored(one: &Table, other: &Table) -> bool {
    (0..one.digit_count()).all(|digit| one.seconds(digit) == other.firsts(digit))
}

/// The kernel of a pair, unless every pair of digits is allowed.
fn pair(first: Cell, second: Cell, table: Arc<Table>) -> Option<Kernel> {
    let digits = table.digit_count();
    if first == second {
        let allowed = (0..digits).filter(|&digit| table.allows(digit, digit));
        let mask = allowed.fold(0, |mask, digit| mask | 1 << digit);
        return Some(Kernel::Candidates(first, mask));
    }
    let count: u32 = (0..digits).map(|a| table.seconds(a).count_ones()).sum();
    let is_free = count as usize == digits * digits;
    (!is_free).then_some(Kernel::Pair(first, second, table))
}
