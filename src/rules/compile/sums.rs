//! Sums and counts.

use super::Compiler;
use super::bind::Bound;
use super::demands::Demands;
use super::error::RuleError;
use super::lower::Lowered;
use crate::grid::Cell;
use crate::rules::definitions::{Block, Cells, CountedDigits, Definition, Expression, Variable};
use crate::rules::kernel::{MAX_SUM, largest_sum};
use crate::rules::{Automaton, Kernel};
use crate::words::counted;
use std::collections::BTreeMap;

impl Compiler<'_> {
    pub(super) fn sum(
        &self,
        definition: &Definition,
        bound: &Bound,
        of: &[(Cells, Expression)],
        total: &Expression,
    ) -> Result<Kernel, RuleError> {
        let mut all = Vec::new();
        for (of, times) in of {
            let cells = self.cells(bound, of);
            let terms = self.along(bound, &cells, |cell, values| (cell, times.value(values)));
            all.extend(terms);
        }
        let length = all.len();
        let kernel = Kernel::sum(all, bound.with_length(length, |values| total.value(values)));
        self.check_magnitude(&kernel, &bound.pointer)?;
        let parameters = definition.parameters.iter();
        let mut parameters = parameters.filter(|parameter| match parameter.variable {
            Some(Variable::Number(place)) => *total == Expression::Variable(place),
            _ => false,
        });
        if let (Some(parameter), Kernel::Sum { terms, total }) = (parameters.next(), &kernel) {
            let whole = |block: &Block| match (block, of) {
                (
                    Block::Distinct {
                        of,
                        place: None,
                        by: None,
                    },
                    [(summed, _)],
                ) => of == summed,
                _ => false,
            };
            let is_distinct = definition.blocks.iter().any(whole);
            let (least, most) = self.sum_range(terms, is_distinct);
            if *total < least || *total > most {
                let pointer = format!("{}/{}", bound.pointer, parameter.name);
                let noun = match is_distinct {
                    true => "different digit",
                    false => "digit",
                };
                let is_plain = terms.iter().all(|(_, times)| *times == 1);
                let digits = match is_plain {
                    true => format!("{} here", counted(terms.len() as u64, noun)),
                    false => "these cells, some of them counted several times".to_owned(),
                };
                let expected = match least == most {
                    true => format!("{least}, the only sum of {digits}"),
                    false => {
                        format!("a number from {least} to {most}, the sums of {digits}")
                    }
                };
                return Err(RuleError::impossible(&pointer, total.to_string(), expected));
            }
        }
        Ok(kernel)
    }

    /// Refuses numbers so large that sums of their products might not fit an `i64`.
    fn check_magnitude(&self, kernel: &Kernel, pointer: &str) -> Result<(), RuleError> {
        let Kernel::Sum { terms, total } = kernel else {
            return Ok(());
        };
        let largest = largest_sum(self.board, terms, *total);
        if largest <= MAX_SUM {
            return Ok(());
        }
        let found = format!("a sum of numbers up to {largest}");
        let expected = format!("coefficients and a total that add up to at most {MAX_SUM}");
        Err(RuleError::new(pointer, found, expected))
    }

    /// The least and the largest sum of these terms.
    pub(super) fn sum_range(&self, terms: &[(Cell, i64)], is_distinct: bool) -> (i64, i64) {
        let (min, max) = (i64::from(self.board.min()), i64::from(self.board.max()));
        let mut times: Vec<i64> = terms.iter().map(|(_, times)| *times).collect();
        times.sort_unstable_by(|a, b| b.cmp(a));
        if is_distinct && times.iter().all(|&times| times > 0) {
            // The largest coefficients meet the smallest digits, or the largest.
            let least = times.iter().zip(min..).map(|(t, digit)| t * digit);
            let most = times
                .iter()
                .zip((min..=max).rev())
                .map(|(t, digit)| t * digit);
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

    pub(super) fn equal_sums(&self, bound: &Bound, of: &Cells, by: &Expression) -> Vec<Kernel> {
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

    pub(super) fn count(
        &self,
        definition: &Definition,
        bound: &Bound,
        of: &Cells,
        digits: CountedDigits,
        allow: &Expression,
    ) -> Lowered {
        let cells = self.cells(bound, of);
        let min = i64::from(self.board.min());
        let listed = match digits {
            CountedDigits::Every => None,
            CountedDigits::Listed(list) => Some(Variable::Digits(list)),
        };
        let mut parameters = definition.parameters.iter();
        let demands = Demands {
            bound,
            count: cells.len(),
            named: match digits {
                CountedDigits::Every => (min..=i64::from(self.board.max()))
                    .map(|d| (d, 0))
                    .collect(),
                CountedDigits::Listed(list) => bound.lists[list].clone(),
            },
            parameter: listed
                .and_then(|listed| parameters.find(|each| each.variable == Some(listed))),
            allow,
        };
        let mut kernels = Vec::new();
        for (digit, allowed) in demands.met(self.board.digit_count())? {
            let counted = self.counted(&cells, (digit - min) as usize, &allowed, &bound.pointer);
            kernels.extend(counted?);
        }
        Ok(kernels)
    }

    /// A digit, by its index, occurs so often in the cells as is allowed.
    fn counted(&self, cells: &[Cell], digit: usize, allowed: &[bool], pointer: &str) -> Lowered {
        let bit = 1 << digit;
        let others = self.board.all_digits() & !bit;
        let each = |mask| {
            cells
                .iter()
                .map(|&cell| Kernel::Candidates(cell, mask))
                .collect()
        };
        let count = allowed.iter().filter(|is_allowed| **is_allowed).count();
        if count == allowed.len() {
            return Ok(Vec::new());
        }
        if count == allowed.len() - 1 && !allowed[0] {
            let some = cells.iter().map(|&cell| (cell, bit)).collect();
            return Ok(vec![Kernel::Clause(some)]);
        }
        if count == 1 && allowed[0] {
            return Ok(each(others));
        }
        if count == 1 && allowed[cells.len()] {
            return Ok(each(bit));
        }
        let accepts = |&occurrences: &usize| allowed[occurrences];
        let next = |&occurrences: &usize, index| {
            let after = occurrences + usize::from(index == digit);
            (after < allowed.len()).then_some(after)
        };
        let lines = (self.board.digit_count(), cells.len());
        let automaton = Automaton::explore_lines(lines, 0, accepts, next, self.limits);
        let automaton = self.finish(automaton, cells.len(), pointer)?;
        Ok(vec![Kernel::Automaton(cells.to_vec(), automaton)])
    }
}
