//! Sums and cages.

use super::choices::{CageClauses, SumClauses};
use super::combinations::{Cage, combinations};
use super::derived::settled_sum;
use super::diagram::Unrolled;
use super::groups::define_any;
use super::output::{Output, not};
use super::writer::KernelWriter;
use crate::cnf::totalizer::{Cluster, Totalizer, WeightedGroup};
use crate::cnf::{ClauseSink, Lit};
use crate::encoding::Term;
use crate::grid::Cell;
use crate::rules::{Mask, members};
use std::collections::BTreeSet;

/// Maximum number of combinations of a cage with a variable each.
const MAX_COMBINATIONS: usize = 128;

/// The next term is chosen by its partial sums while their number, times the terms and the digits,
/// is at most this: milliseconds.
const MAX_COMPARED: usize = 9 << 16;

impl KernelWriter<'_> {
    /// Values times coefficients add up to the total. `is_cage` says that all cells differ;
    /// where other constraints say so, that is found here.
    pub(super) fn sum(
        &mut self,
        terms: &[(Cell, i64)],
        total: i64,
        is_cage: bool,
        output: &mut Output<'_>,
    ) {
        let (open, total) = settled_sum(terms, total, self.map);
        let cells: Vec<Cell> = open.iter().map(|(cell, _)| *cell).collect();
        let differ = is_cage || self.differing.contain_all(&cells);
        let Some(&(_, times)) = open.first() else {
            if total != 0 {
                output.add_clause(&[]);
            }
            return;
        };
        if output.takes_sums() {
            let terms = self.linear(&open);
            if !terms.is_empty() {
                return output.add_sum(&terms, total);
            }
        }
        if !differ || open.len() < 2 || open.iter().any(|(_, each)| *each != times) {
            return self.plain_sum(&open, total, output);
        }
        if total % times != 0 {
            return output.add_clause(&[]);
        }
        match self.choices.cages {
            CageClauses::Combinations => self.cage(&cells, total / times, output),
            CageClauses::Diagram => self.partial_sums(&open, total, output),
            CageClauses::Totalizer => self.totalizer(&open, total, output),
        }
    }

    /// The sum for sinks that know linear equations.
    fn linear(&self, terms: &[(Cell, i64)]) -> Vec<(i64, Lit)> {
        let each = terms.iter().flat_map(|&(cell, times)| {
            let digits = self.layer(cell).into_iter();
            digits.map(move |(digit, term)| (times * self.value(digit), term))
        });
        each.filter_map(|(weight, term)| Some((weight, term.literal()?)))
            .filter(|(weight, _)| *weight != 0)
            .collect()
    }

    fn plain_sum(&mut self, terms: &[(Cell, i64)], total: i64, output: &mut Output<'_>) {
        if self.choices.sums == SumClauses::Cliques && self.grouped_sum(terms, total, output) {
            return;
        }
        match self.choices.sums {
            SumClauses::Totalizer if terms.len() > 1 => self.totalizer(terms, total, output),
            _ => self.partial_sums(terms, total, output),
        }
    }

    /// The values that a term can have.
    fn values(&self, cell: Cell, times: i64) -> impl Iterator<Item = i64> + Clone + '_ {
        members(self.map.digits(cell)).map(move |digit| times * self.value(digit))
    }

    /// A diagram of partial sums.
    fn partial_sums(&self, terms: &[(Cell, i64)], total: i64, output: &mut Output<'_>) {
        let ordered = self.narrowest_order(terms);
        // What the terms from here on can still add.
        let mut rest = vec![(0, 0)];
        for &(cell, times) in ordered.iter().rev() {
            let values = self.values(cell, times);
            let (low, high) = rest[rest.len() - 1];
            let least = values.clone().min().unwrap_or(0);
            rest.push((low + least, high + values.max().unwrap_or(0)));
        }
        rest.reverse();
        let step = |layer: usize, sum: i64, digit: usize| {
            let sum = sum + ordered[layer].1 * self.value(digit);
            let (low, high) = rest[layer + 1];
            (low..=high).contains(&(total - sum)).then_some(sum)
        };
        let digits: Vec<Mask> = ordered.iter().map(|(c, _)| self.map.digits(*c)).collect();
        let unrolled = Unrolled::new(&digits, 0, step, |sum| sum == total, &|| output.is_closed());
        let layers = ordered.iter().map(|(cell, _)| self.layer(*cell)).collect();
        let cells: Vec<Cell> = ordered.iter().map(|(cell, _)| *cell).collect();
        let name = || format!("the sum of {}", self.names(&cells));
        self.unrolled(unrolled, layers, &name, output);
    }

    /// The terms in an order with few different partial sums: each time the term that adds
    /// fewest, as long as that is quickly found.
    fn narrowest_order(&self, terms: &[(Cell, i64)]) -> Vec<(Cell, i64)> {
        let same = |pair: &[(Cell, i64)]| pair[0].1 == pair[1].1;
        if terms.windows(2).all(same) {
            return terms.to_vec();
        }
        let digits = terms.iter().map(|&(cell, _)| self.layer(cell).len());
        let digits = digits.max().unwrap_or(0);
        let mut left = terms.to_vec();
        let mut sums = BTreeSet::from([0]);
        let mut ordered = Vec::with_capacity(terms.len());
        while !left.is_empty() {
            if sums.len() * left.len() * digits > MAX_COMPARED {
                ordered.append(&mut left);
                break;
            }
            let with = |&(cell, times): &(Cell, i64)| -> BTreeSet<i64> {
                let values: Vec<i64> = self.values(cell, times).collect();
                let all = sums
                    .iter()
                    .flat_map(|sum| values.iter().map(move |v| sum + v));
                all.collect()
            };
            let each = left.iter().map(with).enumerate();
            let Some((place, next)) = each.min_by_key(|(_, sums)| sums.len()) else {
                break;
            };
            sums = next;
            ordered.push(left.remove(place));
        }
        ordered
    }

    /// Two totalizers: the sum is not larger, and what is missing to the largest sum is not
    /// larger either.
    fn totalizer(&self, terms: &[(Cell, i64)], total: i64, output: &mut Output<'_>) {
        let bounds = |(cell, times): &(Cell, i64)| {
            let values = self.values(*cell, *times);
            (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
        };
        let least: i64 = terms.iter().map(|term| bounds(term).0).sum();
        let most: i64 = terms.iter().map(|term| bounds(term).1).sum();
        if !(least..=most).contains(&total) {
            return output.add_clause(&[]);
        }
        for is_upper in [true, false] {
            let groups = terms.iter().map(|term| {
                let (low, high) = bounds(term);
                let weight = |value: i64| match is_upper {
                    true => value.abs_diff(low),
                    false => value.abs_diff(high),
                };
                let digits = self.layer(term.0);
                let values = self.values(term.0, term.1);
                let members = digits.into_iter().zip(values);
                members
                    .filter_map(|((_, each), value)| Some((each.literal()?, weight(value))))
                    .collect::<WeightedGroup>()
            });
            let groups = groups.collect();
            let bound = if is_upper {
                total.abs_diff(least)
            } else {
                total.abs_diff(most)
            };
            let cluster = Cluster {
                groups,
                at_least: 0,
            };
            match Totalizer::of_excess(&[cluster], bound + 1, output) {
                Ok(sum) => {
                    if let Some(more) = sum.at_least(bound + 1) {
                        output.add_clause(&[!more]);
                    }
                }
                Err(_) => return self.partial_sums(terms, total, output),
            }
        }
    }

    /// Cells that differ and add up to the total.
    fn cage(&mut self, cells: &[Cell], total: i64, output: &mut Output<'_>) {
        let cage = Cage {
            digits: cells.iter().map(|&cell| self.map.digits(cell)).collect(),
            total,
            min: i64::from(self.map.board().min()),
        };
        let Some(sets) = combinations(&cage, MAX_COMBINATIONS) else {
            return self.large_cage(cells, total, output);
        };
        self.hold_one_of(cells, &sets, output);
    }

    /// A literal for each digit that is somewhere in the cage, and a diagram over them.
    fn large_cage(&mut self, cells: &[Cell], total: i64, output: &mut Output<'_>) {
        let board = self.map.board();
        let digits: Vec<usize> = members(board.all_digits()).collect();
        let mut layers = Vec::with_capacity(digits.len());
        for &digit in &digits {
            let places: Vec<Term> = cells.iter().map(|&c| self.map.term(c, digit)).collect();
            let name = || format!("{} in {}", self.value(digit), self.names(cells));
            let member = define_any(&places, &name, output);
            let both = [(0, not(member)), (1, member)];
            layers.push(
                both.into_iter()
                    .filter(|(_, t)| *t != Term::False)
                    .collect::<Vec<_>>(),
            );
        }
        let masks: Vec<Mask> = layers
            .iter()
            .map(|layer| layer.iter().fold(0, |mask, (choice, _)| mask | 1 << choice))
            .collect();
        // How many digits are in the cage, and their sum above as many times the smallest.
        let min = i64::from(board.min());
        let target = ((cells.len() as i64) << 32) + (total - min * cells.len() as i64);
        let step = |layer: usize, state: i64, choice: usize| {
            let next = state + choice as i64 * ((1 << 32) + layer as i64);
            let fits = next >> 32 <= target >> 32 && next & 0xffff_ffff <= target & 0xffff_ffff;
            fits.then_some(next)
        };
        let unrolled = match total >= min * cells.len() as i64 {
            true => Unrolled::new(&masks, 0, step, |state| state == target, &|| {
                output.is_closed()
            }),
            false => None,
        };
        let name = || format!("the cage {}", self.names(cells));
        self.unrolled(unrolled, layers, &name, output);
    }
}
