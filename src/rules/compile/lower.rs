//! Kernels of a rule file become kernels of a puzzle.

use super::bind::Bound;
use super::error::{CompileError, RuleError};
use super::{Compiler, mask_where, names};
use crate::grid::Cell;
use crate::rules::definitions::{Block, Cells, Definition, Expression, Machine, Values};
use crate::rules::{Automaton, Board, Kernel};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of cells in all clauses of a kernel of a rule: a few hundred MiB.
const MAX_LITERALS: usize = 1 << 24;

/// Kernels, or why there are none.
pub(super) type Lowered = Result<Vec<Kernel>, CompileError>;

impl Compiler<'_> {
    /// All kernels of a definition with these parameters.
    pub(super) fn blocks(&mut self, definition: &Definition, bound: &Bound) -> Lowered {
        let mut kernels = Vec::new();
        for place in 0..definition.blocks.len() {
            kernels.extend(self.block(definition, place, bound)?);
        }
        Ok(kernels)
    }

    /// What the kernel at this place of a definition becomes.
    pub(super) fn block(
        &mut self,
        definition: &Definition,
        place: usize,
        bound: &Bound,
    ) -> Lowered {
        match &definition.blocks[place] {
            Block::Distinct { of, place, by } => {
                self.distinct(bound, of, place.as_ref(), by.as_ref())
            }
            Block::Pairs {
                of,
                with,
                places,
                allow,
            } => self.pairs(bound, (of, with), places, allow),
            Block::Steps {
                steps,
                unless,
                allow,
            } => self.steps(bound, steps, unless, allow),
            Block::Sum { terms, total } => Ok(vec![self.sum(definition, bound, terms, total)?]),
            Block::EqualSums { of, by } => Ok(self.equal_sums(bound, of, by)),
            Block::Automaton(machine) => self.accepted(definition, place, machine, bound),
            Block::Count { of, digits, allow } => self.count(definition, bound, of, *digits, allow),
            Block::Some {
                windows,
                each,
                allow,
            } => self.some(bound, *windows, each, allow),
            Block::Candidates { of, allow } => Ok(self.candidates(bound, of, allow)),
        }
    }

    fn accepted(
        &mut self,
        definition: &Definition,
        place: usize,
        machine: &Machine,
        bound: &Bound,
    ) -> Lowered {
        let line = self.cells(bound, &machine.of);
        let automata = match self.machine((definition, place), machine, bound, line.len()) {
            Err(CompileError::Rule(error)) if error.is_impossible() => {
                let length = line.len();
                let told = self.clue_without_line(definition, machine, bound, length, error);
                return Err(told.into());
            }
            automata => automata?,
        };
        let accepts =
            |automaton: &Arc<Automaton>| Kernel::Automaton(line.clone(), automaton.clone());
        Ok(vec![match &automata[..] {
            [automaton] => accepts(automaton),
            several => Kernel::AnyOf(several.iter().map(|one| vec![accepts(one)]).collect()),
        }])
    }

    pub(super) fn cells(&self, bound: &Bound, of: &Cells) -> Vec<Cell> {
        cells(self.board, bound, of)
    }

    pub(super) fn along<T>(
        &self,
        bound: &Bound,
        cells: &[Cell],
        visit: impl Fn(Cell, Values<'_>) -> T,
    ) -> Vec<T> {
        along(self.board, bound, cells, visit)
    }

    fn distinct(
        &self,
        bound: &Bound,
        of: &Cells,
        place: Option<&Expression>,
        by: Option<&Expression>,
    ) -> Lowered {
        let cells = self.cells(bound, of);
        let group = self.along(bound, &cells, |cell, values| {
            let is_in = place.is_none_or(|place| place.holds(values));
            is_in.then(|| (by.map_or(0, |by| by.value(values)), cell))
        });
        let mut groups: BTreeMap<i64, Vec<Cell>> = BTreeMap::new();
        for (number, cell) in group.into_iter().flatten() {
            let group = groups.entry(number).or_default();
            if !group.contains(&cell) {
                group.push(cell);
            }
        }
        let digits = self.board.digit_count();
        if let Some(group) = groups.values().find(|group| group.len() > digits) {
            let found = format!("{} cells that must all differ", group.len());
            let expected = format!("at most {digits}, the number of digits");
            let pointer = match of {
                Cells::Board => bound.pointer.clone(),
                Cells::Parameter(_) => format!("{}/cells", bound.pointer),
            };
            return Err(RuleError::impossible(&pointer, found, expected).into());
        }
        let groups = groups.into_values().filter(|group| group.len() > 1);
        Ok(groups.map(Kernel::Distinct).collect())
    }

    fn some(
        &self,
        bound: &Bound,
        (height, width): (usize, usize),
        each: &[i64],
        allow: &Expression,
    ) -> Lowered {
        let mut numbers = bound.numbers.clone();
        let masks = each.iter().map(|&each| {
            mask_where(self.board, |digit| {
                numbers[names::EACH] = each;
                numbers[names::D] = digit;
                allow.holds(Values {
                    numbers: &numbers,
                    lists: &[],
                })
            })
        });
        let mut known = BTreeSet::new();
        let masks: Vec<_> = masks.filter(|mask| known.insert(*mask)).collect();
        let places = |cells: usize, of: usize| (cells + 1).saturating_sub(of);
        let windows = places(self.board.rows(), height) * places(self.board.columns(), width);
        let literals = (windows * masks.len()).saturating_mul(height * width);
        if literals > MAX_LITERALS {
            let found = format!("{windows} windows with {} clauses each", masks.len());
            let expected = format!("at most {MAX_LITERALS} cells in all of their clauses");
            return Err(RuleError::new(&bound.pointer, found, expected).into());
        }
        let mut kernels = Vec::new();
        for top in 0..places(self.board.rows(), height) {
            self.limits.check().map_err(CompileError::Stopped)?;
            for left in 0..places(self.board.columns(), width) {
                let rows = top..top + height;
                let cells = rows.flat_map(|row| (left..left + width).map(move |c| (row, c)));
                let cells: Vec<Cell> = cells.map(|(r, c)| self.board.cell(r, c)).collect();
                let clause = |mask| cells.iter().map(|&cell| (cell, mask)).collect();
                kernels.extend(masks.iter().map(|&mask| Kernel::Clause(clause(mask))));
            }
        }
        Ok(kernels)
    }

    fn candidates(&self, bound: &Bound, of: &Cells, allow: &Expression) -> Vec<Kernel> {
        let cells = self.cells(bound, of);
        self.along(bound, &cells, |cell, values| {
            let mut numbers = values.numbers.to_vec();
            let mask = mask_where(self.board, |digit| {
                numbers[names::D] = digit;
                allow.holds(Values {
                    numbers: &numbers,
                    lists: values.lists,
                })
            });
            Kernel::Candidates(cell, mask)
        })
    }
}

pub(super) fn cells(board: &Board, bound: &Bound, of: &Cells) -> Vec<Cell> {
    match of {
        Cells::Board => board.cells().collect(),
        Cells::Parameter(place) => bound.cells[*place].clone(),
    }
}

/// Calls `visit` for each cell with the values of its place, and collects the results.
pub(super) fn along<T>(
    board: &Board,
    bound: &Bound,
    cells: &[Cell],
    visit: impl Fn(Cell, Values<'_>) -> T,
) -> Vec<T> {
    let mut numbers = bound.numbers.clone();
    numbers[names::N] = cells.len() as i64;
    let mut part = 0;
    let mut results = Vec::new();
    for (place, &cell) in cells.iter().enumerate() {
        let changes = place > 0 && board.region(cells[place - 1]) != board.region(cell);
        part += i64::from(changes);
        numbers[names::I] = place as i64 + 1;
        numbers[names::PART] = part;
        numbers[names::R] = board.row(cell) as i64 + 1;
        numbers[names::C] = board.column(cell) as i64 + 1;
        let values = Values {
            numbers: &numbers,
            lists: &bound.lists,
        };
        results.push(visit(cell, values));
    }
    results
}
