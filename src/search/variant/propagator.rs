//! The propagators: what is removed when candidates of their cells go.

use super::any_of::AnyOf;
use super::combinations::Combinations;
use super::line::{Line, Sweep};
use super::losses::Losses;
use super::peers::Peers;
use super::same::Same;
use super::store::{Alive, Dead, Store, digits};
use super::sum::Sum;
use super::{clause, house, matching};
use crate::rules::{Mask, Table};
use std::sync::Arc;

/// One propagator. On full cells each decides its constraint.
#[derive(Clone, Debug)]
pub(super) enum Propagator {
    /// Digits of a full house with one place.
    Singles(Vec<u32>, Mask),
    /// Digits of a full house with few places.
    Pointing(Vec<u32>),
    /// Cells that differ, completely.
    Matching(Vec<u32>),
    /// An allowed pair.
    Pair(u32, u32, Arc<Table>),
    /// A sum.
    Sum(Sum),
    /// A sum of numbers so large that it is only checked. Cells, coefficients, total.
    LargeSum(Vec<(u32, i64)>, i128),
    /// Cells that hold one of some sets.
    Combinations(Combinations),
    /// A line that an automaton accepts.
    Line(Line),
    /// What digits lose against the best ones.
    Losses(Losses),
    /// A clause.
    Clause(Vec<(u32, Mask)>),
    /// The same digits twice.
    Same(Same),
    /// One of several branches.
    AnyOf(AnyOf),
    /// A candidate mask, inside a branch.
    Candidates(u32, Mask),
    /// It never holds.
    Never,
}

/// How many priorities there are.
pub(super) const PRIORITIES: usize = 6;

impl Propagator {
    /// The cells whose changes wake it, some perhaps several times.
    pub fn cells(&self) -> Vec<u32> {
        match self {
            Propagator::Singles(cells, _)
            | Propagator::Pointing(cells)
            | Propagator::Matching(cells) => cells.clone(),
            Propagator::Pair(first, second, _) => vec![*first, *second],
            Propagator::Sum(sum) => sum.cells().to_vec(),
            Propagator::LargeSum(terms, _) => terms.iter().map(|(cell, _)| *cell).collect(),
            Propagator::Combinations(combinations) => {
                let cells = combinations.cells.iter();
                cells.copied().chain(combinations.choice).collect()
            }
            Propagator::Line(line) => line.cells().to_vec(),
            Propagator::Losses(losses) => losses.cells().to_vec(),
            Propagator::Clause(options) => options.iter().map(|(cell, _)| *cell).collect(),
            Propagator::Same(same) => same.sides.concat(),
            Propagator::AnyOf(any_of) => any_of.cells().to_vec(),
            Propagator::Candidates(cell, _) => vec![*cell],
            Propagator::Never => Vec::new(),
        }
    }

    /// The number of candidates in a cell above which nothing follows from a change of it.
    pub fn most_candidates(&self) -> u32 {
        match self {
            Propagator::Pair(first, second, table) if first != second => most_excluding(table),
            _ => Mask::BITS,
        }
    }

    /// Lower ones run first.
    pub fn priority(&self) -> usize {
        match self {
            Propagator::Pair(..) | Propagator::Candidates(..) | Propagator::Never => 0,
            Propagator::Singles(..) | Propagator::Clause(_) => 1,
            Propagator::Combinations(_) => 2,
            Propagator::Sum(_) | Propagator::LargeSum(..) | Propagator::Same(_) => 3,
            Propagator::Line(_) | Propagator::Pointing(_) => 4,
            Propagator::Matching(_) | Propagator::AnyOf(_) | Propagator::Losses(_) => 5,
        }
    }

    /// What it costs to run, in units of about a microsecond.
    pub fn cost(&self) -> u64 {
        match self {
            Propagator::Line(line) => 1 + line.cost(),
            Propagator::AnyOf(any_of) => any_of.cost(),
            _ => 1,
        }
    }

    /// Whether it must run again after its own changes.
    pub fn repeats(&self) -> bool {
        match self {
            Propagator::Pair(first, second, _) => first == second,
            Propagator::Line(line) => {
                let cells = line.cells();
                (1..cells.len()).any(|place| cells[..place].contains(&cells[place]))
            }
            Propagator::Singles(..)
            | Propagator::Combinations(_)
            | Propagator::Same(_)
            | Propagator::AnyOf(_) => true,
            _ => false,
        }
    }

    pub fn run(&self, peers: &Peers, sweep: &mut Sweep, store: &mut Store) -> Alive {
        match self {
            Propagator::Singles(cells, all) => house::hidden_singles(cells, *all, store),
            Propagator::Pointing(cells) => house::pointing(cells, peers, store),
            Propagator::Matching(cells) => matching::distinct(cells, store),
            Propagator::Pair(first, second, table) => pair(*first, *second, table, store),
            Propagator::Sum(sum) => sum.propagate(peers, store),
            Propagator::LargeSum(terms, total) => large_sum(terms, *total, store),
            Propagator::Combinations(combinations) => combinations.propagate(peers, store),
            Propagator::Line(line) => line.propagate(sweep, store),
            Propagator::Losses(losses) => losses.propagate(store),
            Propagator::Clause(options) => clause::some(options, store),
            Propagator::Same(same) => same.propagate(peers, store),
            Propagator::AnyOf(any_of) => any_of.propagate(peers, store),
            Propagator::Candidates(cell, mask) => store.restrict(*cell, *mask),
            Propagator::Never => Err(Dead),
        }
    }

    /// The cell whose candidates are the sets that remain.
    pub fn choice(&self) -> Option<u32> {
        match self {
            Propagator::Combinations(combinations) => combinations.choice,
            _ => None,
        }
    }

    /// Whether it cannot hold where the cells have these candidates, as far as it sees.
    pub fn is_impossible(&self, peers: &Peers, sweep: &mut Sweep, masks: &[Mask]) -> bool {
        match self {
            Propagator::Sum(sum) => sum.is_impossible(peers, masks),
            Propagator::Combinations(combinations) => combinations.is_impossible(masks),
            _ => self
                .run(peers, sweep, &mut Store::new(masks.to_vec()))
                .is_err(),
        }
    }
}

/// How many digits of one cell exclude the same digit of the other, at most.
fn most_excluding(table: &Table) -> u32 {
    let digits = 0..table.digit_count();
    let supports = digits.flat_map(|digit| [table.firsts(digit), table.seconds(digit)]);
    let least = supports.map(Mask::count_ones).min();
    table.digit_count() as u32 - least.unwrap_or_default()
}

/// Leaves the digits that the other cell supports.
fn pair(first: u32, second: u32, table: &Table, store: &mut Store) -> Alive {
    if first == second {
        let held = digits(store.mask(first)).filter(|&digit| {
            let digit = digit as usize;
            table.allows(digit, digit)
        });
        let mask = held.fold(0, |mask, digit| mask | 1 << digit);
        return store.restrict(first, mask);
    }
    let seconds = digits(store.mask(first)).map(|digit| table.seconds(digit as usize));
    let mask = seconds.fold(0, |mask, row| mask | row);
    store.restrict(second, mask)?;
    let firsts = digits(store.mask(second)).map(|digit| table.firsts(digit as usize));
    let mask = firsts.fold(0, |mask, row| mask | row);
    store.restrict(first, mask)
}

/// Checks a sum of full cells.
fn large_sum(terms: &[(u32, i64)], total: i128, store: &Store) -> Alive {
    let mut sum = 0i128;
    for &(cell, times) in terms {
        let mask = store.mask(cell);
        if !mask.is_power_of_two() {
            return Ok(());
        }
        sum += i128::from(times) * i128::from(mask.trailing_zeros());
    }
    match sum == total {
        true => Ok(()),
        false => Err(Dead),
    }
}
