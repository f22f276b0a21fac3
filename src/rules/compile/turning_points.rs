//! For which numbers of a parameter the conditions of a rule file change their outcome on a
//! full grid.

use super::bind::Bound;
use super::lower::{along, cells};
use super::{names, shape};
use crate::grid::{Cell, Solution};
use crate::rules::definitions::{
    Block, Cells, CountedDigits, Definition, Expression, Machine, Parameter, Values, Variable,
};
use crate::rules::{Board, ConstraintItem};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// How many numbers are tried in search of turning points.
const MOST_READINGS: usize = 5000;

/// How many combinations of starting values of registers are followed.
const MOST_STARTS: usize = 64;

/// The ends of a parameter's range, and all numbers in it on both sides of a change: where it
/// begins or ceases to be equal, smaller or larger than what the digits of the grid make of it.
/// All other parameters have the values of the item. None if the item means nothing.
pub(crate) fn turning_points(
    definition: &Definition,
    item: &ConstraintItem,
    parameter: &Parameter,
    range: (i64, i64),
    (board, solution): (&Board, &Solution),
) -> BTreeSet<i64> {
    let bound = Bound::new(definition, item, board, &shape::numbers(board), "");
    let (Ok(bound), Some(Variable::Number(place))) = (bound, parameter.variable) else {
        return BTreeSet::new();
    };
    let mut reading = Reading {
        board,
        solution,
        bound,
    };
    between(range, |number| {
        reading.bound.numbers[place] = number;
        let mut signs = Vec::new();
        for block in &definition.blocks {
            reading.block(block, &mut signs);
        }
        signs
    })
}

fn between(
    (least, most): (i64, i64),
    mut signs: impl FnMut(i64) -> Vec<Ordering>,
) -> BTreeSet<i64> {
    let mut points = BTreeSet::from([least, most]);
    let mut pending = vec![((least, signs(least)), (most, signs(most)))];
    let mut left = MOST_READINGS;
    while let Some(((low, below), (high, above))) = pending.pop() {
        if below == above {
            continue;
        }
        if low.saturating_add(1) >= high {
            points.extend([low, high]);
            continue;
        }
        if left == 0 {
            break;
        }
        left -= 1;
        let number = low.midpoint(high);
        let middle = (number, signs(number));
        pending.push((middle.clone(), (high, above)));
        pending.push(((low, below), middle));
    }
    points
}

/// The digits of a grid, as the kernels of a constraint see them.
struct Reading<'a> {
    board: &'a Board,
    solution: &'a Solution,
    bound: Bound,
}

impl Reading<'_> {
    fn block(&self, block: &Block, signs: &mut Vec<Ordering>) {
        match block {
            Block::Distinct { of, place, by } => {
                let conditions = place.iter().chain(by);
                conditions.for_each(|each| self.each_cell(of, each, signs));
            }
            Block::Candidates { of, allow: each } | Block::EqualSums { of, by: each } => {
                self.each_cell(of, each, signs);
            }
            Block::Pairs {
                of,
                with,
                places,
                allow,
            } => self.pairs((of, with), places, allow, signs),
            Block::Sum { terms, total } => self.sum(terms, total, signs),
            Block::Automaton(machine) => self.machine(machine, signs),
            Block::Count { of, digits, allow } => self.count(of, *digits, allow, signs),
            // Only rules of the whole board, which have no parameters.
            Block::Steps { .. } | Block::Some { .. } => {}
        }
    }

    fn cells(&self, of: &Cells) -> Vec<Cell> {
        cells(self.board, &self.bound, of)
    }

    fn value(&self, cell: Cell) -> i64 {
        i64::from(self.board.value(self.solution.digit(cell)))
    }

    fn values<'v>(&'v self, numbers: &'v [i64]) -> Values<'v> {
        Values {
            numbers,
            lists: &self.bound.lists,
        }
    }

    fn each_cell(&self, of: &Cells, each: &Expression, signs: &mut Vec<Ordering>) {
        let cells = self.cells(of);
        let found = along(self.board, &self.bound, &cells, |cell, values| {
            let mut numbers = values.numbers.to_vec();
            numbers[names::D] = self.value(cell);
            let mut signs = Vec::new();
            each.signs(self.values(&numbers), &mut signs);
            signs
        });
        signs.extend(found.into_iter().flatten());
    }

    fn pairs(
        &self,
        (of, with): (&Cells, &Cells),
        places: &Expression,
        allow: &Expression,
        signs: &mut Vec<Ordering>,
    ) {
        let (first, second) = (self.cells(of), self.cells(with));
        let mut numbers = self.bound.numbers.clone();
        numbers[names::N] = second.len() as i64;
        for (i, &a) in first.iter().enumerate() {
            for (j, &b) in second.iter().enumerate() {
                (numbers[names::I], numbers[names::J]) = (i as i64 + 1, j as i64 + 1);
                (numbers[names::A], numbers[names::B]) = (self.value(a), self.value(b));
                places.signs(self.values(&numbers), signs);
                if places.holds(self.values(&numbers)) {
                    allow.signs(self.values(&numbers), signs);
                }
            }
        }
    }

    fn sum(&self, terms: &[(Cells, Expression)], total: &Expression, signs: &mut Vec<Ordering>) {
        let (mut sum, mut length) = (0_i64, 0);
        for (of, times) in terms {
            let cells = self.cells(of);
            length += cells.len();
            let products = along(self.board, &self.bound, &cells, |cell, values| {
                self.value(cell).saturating_mul(times.value(values))
            });
            sum = products.into_iter().fold(sum, i64::saturating_add);
            self.each_cell(of, times, signs);
        }
        let total = self.bound.with_length(length, |values| {
            total.signs(values, signs);
            total.value(values)
        });
        signs.push(sum.cmp(&total));
    }

    fn count(
        &self,
        of: &Cells,
        digits: CountedDigits,
        allow: &Expression,
        signs: &mut Vec<Ordering>,
    ) {
        let cells = self.cells(of);
        let digits = match digits {
            CountedDigits::Every => (self.board.min()..=self.board.max())
                .map(|digit| (i64::from(digit), 0))
                .collect(),
            CountedDigits::Listed(list) => self.bound.lists[list].clone(),
        };
        let mut numbers = self.bound.numbers.clone();
        numbers[names::N] = cells.len() as i64;
        for (digit, times) in digits {
            let occurrences = cells.iter().filter(|&&cell| self.value(cell) == digit);
            numbers[names::D] = digit;
            numbers[names::TIMES] = times;
            numbers[names::K] = occurrences.count() as i64;
            allow.signs(self.values(&numbers), signs);
        }
    }

    /// Reads the line to its end, even where the automaton would refuse it before.
    fn machine(&self, machine: &Machine, signs: &mut Vec<Ordering>) {
        let cells = self.cells(&machine.of);
        let mut numbers = self.bound.numbers.clone();
        numbers[names::N] = cells.len() as i64;
        numbers.resize(machine.first + machine.start.len(), 0);
        for start in self.starts(machine, &mut numbers) {
            numbers[machine.first..].copy_from_slice(&start);
            for (place, &cell) in cells.iter().enumerate() {
                numbers[names::I] = place as i64 + 1;
                numbers[names::D] = self.value(cell);
                self.step(machine, &mut numbers, signs);
                if let Some(reject) = &machine.reject {
                    reject.signs(self.values(&numbers), signs);
                }
            }
            machine.accept.signs(self.values(&numbers), signs);
        }
    }

    fn starts(&self, machine: &Machine, numbers: &mut [i64]) -> Vec<Vec<i64>> {
        let mut starts = vec![Vec::new()];
        for (first, last) in &machine.start {
            let mut longer = Vec::new();
            for start in &starts {
                numbers[machine.first..][..start.len()].copy_from_slice(start);
                let values = self.values(numbers);
                let range = first.value(values)..=last.value(values);
                for value in range.take(MOST_STARTS - longer.len()) {
                    longer.push([&start[..], &[value]].concat());
                }
            }
            starts = longer;
        }
        starts
    }

    fn step(&self, machine: &Machine, numbers: &mut [i64], signs: &mut Vec<Ordering>) {
        let values = self.values(numbers);
        let mut taken = None;
        for step in &machine.steps {
            for each in step
                .when
                .iter()
                .chain(step.set.iter().map(|(_, value)| value))
            {
                each.signs(values, signs);
            }
            if step.when.as_ref().is_none_or(|when| when.holds(values)) {
                taken = taken.or(Some(step));
            }
        }
        let set = taken.iter().flat_map(|step| &step.set);
        let set: Vec<(usize, i64)> = set
            .map(|(register, value)| (machine.first + register, value.value(values)))
            .collect();
        for (place, value) in set {
            numbers[place] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::between;
    use std::collections::BTreeSet;

    #[test]
    fn changes_are_found_in_the_largest_range() {
        for turn in [i64::MIN + 1, -12_345, 0, 12_345, i64::MAX - 1] {
            let points = between((i64::MIN, i64::MAX), |number| vec![number.cmp(&turn)]);
            let near = [turn - 1, turn, turn + 1];
            assert_eq!(
                points,
                near.into_iter()
                    .chain([i64::MIN, i64::MAX])
                    .collect::<BTreeSet<i64>>()
            );
        }
        let ends = BTreeSet::from([3, 9]);
        assert_eq!(between((3, 9), |_| Vec::new()), ends);
    }
}
