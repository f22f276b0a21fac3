//! Kernels of a rule file become kernels of a puzzle.

use super::bind::Bound;
use super::error::RuleError;
use super::{Compiler, mask_where, names};
use crate::grid::Cell;
use crate::rules::definitions::{
    Block, Cells, CountedDigits, Definition, Expression, Steps, Values, Variable,
};
use crate::rules::{Automaton, Kernel, Table};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

type Lowered = Result<Vec<Kernel>, RuleError>;

impl Compiler<'_> {
    /// All kernels of a definition with these parameters.
    pub(super) fn blocks(&mut self, definition: &Definition, bound: &Bound) -> Lowered {
        let mut kernels = Vec::new();
        for (place, block) in definition.blocks.iter().enumerate() {
            kernels.extend(match block {
                Block::Distinct { of, place, by } => {
                    self.distinct(bound, of, place.as_ref(), by.as_ref())?
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
                Block::Sum { terms, total } => {
                    vec![self.sum(definition, bound, terms, total)?]
                }
                Block::EqualSums { of, by } => self.equal_sums(bound, of, by),
                Block::Automaton(machine) => {
                    let line = self.cells(bound, &machine.of);
                    let key = (definition.name.clone(), place);
                    let automaton = self.machine(key, machine, bound, line.len())?;
                    vec![Kernel::Automaton(line, automaton)]
                }
                Block::Count { of, digits, allow } => self.count(bound, of, *digits, allow)?,
                Block::Some {
                    windows,
                    each,
                    allow,
                } => self.some(bound, *windows, each, allow),
                Block::Candidates { of, allow } => self.candidates(bound, of, allow),
            });
        }
        Ok(kernels)
    }

    fn cells(&self, bound: &Bound, of: &Cells) -> Vec<Cell> {
        match of {
            Cells::Board => self.board.cells().collect(),
            Cells::Parameter(place) => bound.cells[*place].clone(),
        }
    }

    /// Calls `visit` for each cell with the values of its place, and collects the results.
    fn along<T>(
        &self,
        bound: &Bound,
        cells: &[Cell],
        visit: impl Fn(Cell, Values<'_>) -> T,
    ) -> Vec<T> {
        let mut numbers = bound.numbers.clone();
        numbers[names::N] = cells.len() as i64;
        let mut part = 0;
        let mut results = Vec::new();
        for (place, &cell) in cells.iter().enumerate() {
            let changes = place > 0 && {
                let before = cells[place - 1];
                self.board.region(before) != self.board.region(cell)
            };
            part += i64::from(changes);
            numbers[names::I] = place as i64 + 1;
            numbers[names::PART] = part;
            numbers[names::R] = self.board.row(cell) as i64 + 1;
            numbers[names::C] = self.board.column(cell) as i64 + 1;
            let values = Values {
                numbers: &numbers,
                lists: &bound.lists,
            };
            results.push(visit(cell, values));
        }
        results
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
            let found = format!("{} cells that differ", group.len());
            let expected = format!("at most {digits}, the number of digits");
            let pointer = match of {
                Cells::Board => bound.pointer.clone(),
                Cells::Parameter(_) => format!("{}/cells", bound.pointer),
            };
            return Err(RuleError::new(&pointer, found, expected));
        }
        let groups = groups.into_values().filter(|group| group.len() > 1);
        Ok(groups.map(Kernel::Distinct).collect())
    }

    fn pairs(
        &mut self,
        bound: &Bound,
        (of, with): (&Cells, &Cells),
        places: &Expression,
        allow: &Expression,
    ) -> Vec<Kernel> {
        let (first, second) = (self.cells(bound, of), self.cells(bound, with));
        let mut numbers = bound.numbers.clone();
        numbers[names::N] = second.len() as i64;
        let mut tables = Tables::new(allow, &[names::I, names::J]);
        let mut kernels = Vec::new();
        for (i, &a) in first.iter().enumerate() {
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
        kernels
    }

    fn steps(
        &mut self,
        bound: &Bound,
        steps: &Steps,
        unless: &[String],
        allow: &Expression,
    ) -> Vec<Kernel> {
        let marked = self.marked(unless);
        let mut numbers = bound.numbers.clone();
        let mut tables = Tables::new(allow, &[names::DOWN, names::RIGHT]);
        let mut kernels = Vec::new();
        for (first, second, (down, right)) in self.step_pairs(bound, steps) {
            if marked.contains(&(first, second)) {
                continue;
            }
            numbers[names::DOWN] = down;
            numbers[names::RIGHT] = right;
            let table = tables.get(self, &mut numbers, &[]);
            kernels.extend(pair(first, second, table));
        }
        kernels
    }

    /// Pairs of cells, with the rows and columns from the first to the second.
    fn step_pairs(&self, bound: &Bound, steps: &Steps) -> Vec<(Cell, Cell, (i64, i64))> {
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
                pairs.collect()
            }
            Steps::Where(holds) => {
                let cells: Vec<Cell> = board.cells().collect();
                let mut numbers = bound.numbers.clone();
                let mut pairs = Vec::new();
                for (place_of_first, &first) in cells.iter().enumerate() {
                    let (row, column) = place(first);
                    for &second in &cells[place_of_first + 1..] {
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
                pairs
            }
        }
    }

    fn sum(
        &self,
        definition: &Definition,
        bound: &Bound,
        terms: &[(Cells, Expression)],
        total: &Expression,
    ) -> Result<Kernel, RuleError> {
        let mut all = Vec::new();
        for (of, times) in terms {
            let cells = self.cells(bound, of);
            let terms = self.along(bound, &cells, |cell, values| (cell, times.value(values)));
            all.extend(terms);
        }
        let kernel = Kernel::sum(all, total.value(bound.values()));
        let parameters = definition.parameters.iter();
        let mut parameters = parameters.filter(|parameter| match parameter.variable {
            Some(Variable::Number(place)) => *total == Expression::Variable(place),
            _ => false,
        });
        if let (Some(parameter), Kernel::Sum { terms, total }) = (parameters.next(), &kernel) {
            let whole = |block: &Block| {
                matches!(
                    block,
                    Block::Distinct {
                        place: None,
                        by: None,
                        ..
                    }
                )
            };
            let is_distinct = definition.blocks.iter().any(whole);
            let (least, most) = self.sum_range(terms, is_distinct);
            if *total < least || *total > most {
                let pointer = format!("{}/{}", bound.pointer, parameter.name);
                let different = if is_distinct { "different " } else { "" };
                let cells = terms.len();
                let s = if cells == 1 { "" } else { "s" };
                let expected =
                    format!("{least} to {most}, the sums of {cells} {different}digit{s} here");
                return Err(RuleError::new(&pointer, total.to_string(), expected));
            }
        }
        Ok(kernel)
    }

    /// The least and the largest sum of these terms.
    fn sum_range(&self, terms: &[(Cell, i64)], is_distinct: bool) -> (i64, i64) {
        let (min, max) = (i64::from(self.board.min()), i64::from(self.board.max()));
        let mut times: Vec<i64> = terms.iter().map(|(_, times)| *times).collect();
        times.sort_unstable_by(|a, b| b.cmp(a));
        if is_distinct && times.iter().all(|&times| times > 0) {
            // The largest coefficients meet the smallest digits, or the largest.
            let least = times.iter().zip(min..).map(|(t, digit)| t * digit);
            let most = times.iter().zip((min..=max).rev()).map(|(t, digit)| t * digit);
            return (least.sum(), most.sum());
        }
        let ends = |times: i64| {
            let ends = (times.saturating_mul(min), times.saturating_mul(max));
            (ends.0.min(ends.1), ends.0.max(ends.1))
        };
        times.iter().fold((0, 0), |(least, most), &times| {
            let (low, high) = ends(times);
            (low.saturating_add(least), high.saturating_add(most))
        })
    }

    fn equal_sums(&self, bound: &Bound, of: &Cells, by: &Expression) -> Vec<Kernel> {
        let cells = self.cells(bound, of);
        let mut groups: BTreeMap<i64, Vec<Cell>> = BTreeMap::new();
        for (number, cell) in self.along(bound, &cells, |cell, values| (by.value(values), cell)) {
            groups.entry(number).or_default().push(cell);
        }
        let mut groups: Vec<Vec<Cell>> = groups.into_values().collect();
        // All equal the smallest, so that each sum has few terms.
        groups.sort_by_key(Vec::len);
        let Some((first, rest)) = groups.split_first() else {
            return Vec::new();
        };
        let equal = rest.iter().map(|group| {
            let plus = first.iter().map(|&cell| (cell, 1));
            Kernel::sum(plus.chain(group.iter().map(|&cell| (cell, -1))), 0)
        });
        equal.collect()
    }

    fn count(
        &self,
        bound: &Bound,
        of: &Cells,
        digits: CountedDigits,
        allow: &Expression,
    ) -> Lowered {
        let cells = self.cells(bound, of);
        let min = i64::from(self.board.min());
        let digits: Vec<(i64, i64)> = match digits {
            CountedDigits::Every => (min..=i64::from(self.board.max())).map(|d| (d, 0)).collect(),
            CountedDigits::Listed(list) => bound.lists[list].clone(),
        };
        let mut numbers = bound.numbers.clone();
        numbers[names::N] = cells.len() as i64;
        let mut kernels = Vec::new();
        for (digit, times) in digits {
            numbers[names::D] = digit;
            numbers[names::TIMES] = times;
            let allowed = (0..=cells.len()).map(|k| {
                numbers[names::K] = k as i64;
                allow.holds(Values {
                    numbers: &numbers,
                    lists: &bound.lists,
                })
            });
            let allowed: Vec<bool> = allowed.collect();
            if !allowed.contains(&true) {
                let found = format!("a demand that {} cells cannot meet", cells.len());
                let expected = format!("another number of the digit {digit}");
                return Err(RuleError::new(&bound.pointer, found, expected));
            }
            kernels.extend(self.counted(&cells, (digit - min) as usize, &allowed));
        }
        Ok(kernels)
    }

    /// A digit, by its index, occurs so often in the cells as is allowed.
    fn counted(&self, cells: &[Cell], digit: usize, allowed: &[bool]) -> Vec<Kernel> {
        let bit = 1 << digit;
        let others = self.board.all_digits() & !bit;
        let each = |mask| cells.iter().map(|&cell| Kernel::Candidates(cell, mask)).collect();
        let count = allowed.iter().filter(|is_allowed| **is_allowed).count();
        if count == allowed.len() {
            return Vec::new();
        }
        if count == allowed.len() - 1 && !allowed[0] {
            return vec![Kernel::Some(cells.iter().map(|&cell| (cell, bit)).collect())];
        }
        if count == 1 && allowed[0] {
            return each(others);
        }
        if count == 1 && allowed[cells.len()] {
            return each(bit);
        }
        let accepts = |&occurrences: &usize| allowed[occurrences];
        let next = |&occurrences: &usize, index| {
            let after = occurrences + usize::from(index == digit);
            (after < allowed.len()).then_some(after)
        };
        let digits = self.board.digit_count();
        let automaton = Automaton::explore_lines(digits, cells.len(), 0, accepts, next);
        let automaton = automaton.map(Arc::new);
        let kernel = automaton.map(|automaton| Kernel::Automaton(cells.to_vec(), automaton));
        kernel.into_iter().collect()
    }

    fn some(
        &self,
        bound: &Bound,
        (height, width): (usize, usize),
        each: &[i64],
        allow: &Expression,
    ) -> Vec<Kernel> {
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
        let masks: Vec<_> = masks.collect();
        let mut kernels = Vec::new();
        for top in 0..(self.board.rows() + 1).saturating_sub(height) {
            for left in 0..(self.board.columns() + 1).saturating_sub(width) {
                let rows = top..top + height;
                let cells = rows.flat_map(|row| (left..left + width).map(move |c| (row, c)));
                let cells: Vec<Cell> = cells.map(|(r, c)| self.board.cell(r, c)).collect();
                let clause = |mask| cells.iter().map(|&cell| (cell, mask)).collect();
                kernels.extend(masks.iter().map(|&mask| Kernel::Some(clause(mask))));
            }
        }
        kernels
    }

    fn candidates(&self, bound: &Bound, of: &Cells, allow: &Expression) -> Vec<Kernel> {
        let cells = self.cells(bound, of);
        let kernels = self.along(bound, &cells, |cell, values| {
            let mut numbers = values.numbers.to_vec();
            let mask = mask_where(self.board, |digit| {
                numbers[names::D] = digit;
                allow.holds(Values {
                    numbers: &numbers,
                    lists: values.lists,
                })
            });
            Kernel::Candidates(cell, mask)
        });
        kernels
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
        let depends = places.iter().copied().filter(|&place| allow.mentions(place));
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
