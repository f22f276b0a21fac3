//! From kernels to propagators.

use super::any_of::AnyOf;
use super::combinations::Combinations;
use super::derive;
use super::join;
use super::line::Lines;
use super::peers::Peers;
use super::propagator::Propagator;
use super::store::digits;
use super::sum::Sum;
use crate::grid::Cell;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::{Constraint, Kernel, Mask, Table, VariantPuzzle};
use std::sync::Arc;

/// A puzzle as propagators.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// How many digits the board has.
    pub digits: usize,
    pub masks: Vec<Mask>,
    pub peers: Peers,
    pub propagators: Vec<Propagator>,
    /// By cell the propagators that its changes wake.
    pub watchers: Vec<Vec<Watcher>>,
}

/// A propagator that changes of a cell wake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Watcher {
    pub propagator: u32,
    /// With more candidates than this in the cell, nothing follows.
    pub most: u32,
}

impl Model {
    /// # Errors
    /// The reason why the limits ended it.
    pub fn new(puzzle: &VariantPuzzle, limits: &Limits) -> Result<Model, Reason> {
        let mut lowering = Lowering::new(puzzle);
        puzzle.kernels().for_each(|kernel| lowering.note(kernel));
        for constraint in puzzle.constraints() {
            limits.check()?;
            lowering.lower(constraint, limits)?;
        }
        let derived = derive::derived(puzzle, &lowering.peers, limits)?;
        let joined = lowering.joined(limits)?;
        lowering.propagators.extend(derived);
        lowering.propagators.extend(joined);
        let Lowering {
            masks,
            peers,
            propagators,
            ..
        } = lowering;
        let mut model = Model {
            digits: puzzle.board().digit_count(),
            masks,
            peers,
            propagators,
            watchers: Vec::new(),
        };
        model.watch();
        Ok(model)
    }

    /// Finds out anew who watches which cell.
    pub fn watch(&mut self) {
        self.peers.grow(self.masks.len());
        self.watchers = vec![Vec::new(); self.masks.len()];
        for (index, propagator) in self.propagators.iter().enumerate() {
            let watcher = Watcher {
                propagator: index as u32,
                most: propagator.most_candidates(),
            };
            for cell in propagator.cells() {
                let watchers: &mut Vec<Watcher> = &mut self.watchers[cell as usize];
                if watchers.last() != Some(&watcher) {
                    watchers.push(watcher);
                }
            }
        }
    }
}

/// What has been lowered so far.
struct Lowering {
    digits: usize,
    min: i32,
    all: Mask,
    masks: Vec<Mask>,
    peers: Peers,
    propagators: Vec<Propagator>,
    lines: Lines,
}

impl Lowering {
    fn new(puzzle: &VariantPuzzle) -> Lowering {
        let board = puzzle.board();
        Lowering {
            digits: board.digit_count(),
            min: board.min(),
            all: board.all_digits(),
            masks: puzzle.candidates().to_vec(),
            peers: Peers::new(board.cell_count()),
            propagators: Vec::new(),
            lines: Lines::default(),
        }
    }

    /// Notes candidates and which cells differ, before anything is lowered.
    fn note(&mut self, kernel: &Kernel) {
        match kernel {
            Kernel::Distinct(cells) => self.peers.add_all(&indices(cells)),
            Kernel::Pair(first, second, table) if is_irreflexive(table) => {
                self.peers.add(first.0, second.0);
            }
            Kernel::Candidates(cell, mask) => self.masks[cell.index()] &= mask,
            _ => {}
        }
    }

    fn lower(&mut self, constraint: &Constraint, limits: &Limits) -> Result<(), Reason> {
        for kernel in &constraint.kernels {
            let propagators = match kernel {
                Kernel::Distinct(cells) => self.distinct(&indices(cells)),
                // These are peers.
                Kernel::Pair(first, second, table) if first != second && is_unequal(table) => {
                    Vec::new()
                }
                Kernel::Candidates(..) => Vec::new(),
                _ => vec![self.single(kernel, limits)?],
            };
            self.propagators.extend(propagators);
        }
        let clique = clique(&constraint.kernels, &self.peers);
        if let Some((cells, table)) = clique {
            let extend = |set, digit, _| digits(set).all(|d| table.allows(d as usize, digit));
            let sets = Combinations::sets(self.digits, cells.len(), &extend, &|_| true);
            if let Some(sets) = sets {
                let combinations = Combinations::new(cells, sets);
                self.propagators
                    .push(Propagator::Combinations(combinations));
            }
        }
        Ok(())
    }

    fn distinct(&self, cells: &[u32]) -> Vec<Propagator> {
        if !is_possible(cells, self.digits) {
            return vec![Propagator::Never];
        }
        let cells = cells.to_vec();
        let is_full = cells.len() == self.digits;
        let mut propagators = Vec::new();
        if is_full && cells.len() > 1 {
            propagators.push(Propagator::Singles(cells.clone(), self.all));
            propagators.push(Propagator::Pointing(cells.clone()));
        }
        if cells.len() > 2 {
            propagators.push(Propagator::Matching(cells));
        }
        propagators
    }

    /// What follows from the sums so far.
    fn joined(&self, limits: &Limits) -> Result<Vec<Propagator>, Reason> {
        join::joined(
            &self.propagators,
            self.digits,
            &self.masks,
            &self.peers,
            limits,
        )
    }

    /// A propagator that alone decides the kernel.
    fn single(&mut self, kernel: &Kernel, limits: &Limits) -> Result<Propagator, Reason> {
        Ok(match kernel {
            Kernel::Distinct(cells) => match is_possible(&indices(cells), self.digits) {
                true => Propagator::Matching(indices(cells)),
                false => Propagator::Never,
            },
            Kernel::Pair(first, second, table) => {
                Propagator::Pair(first.0, second.0, Arc::clone(table))
            }
            Kernel::Sum { terms, total } => {
                let terms = terms.iter().map(|&(cell, times)| (cell.0, times));
                sum(self.digits, self.min, terms.collect(), *total, &self.peers)
            }
            Kernel::Automaton(cells, automaton) => {
                let cells = indices(cells);
                let lines = &mut self.lines;
                let line = lines.line(cells, automaton, &self.masks, &self.peers, limits)?;
                line.map_or(Propagator::Never, Propagator::Line)
            }
            Kernel::Clause(options) => {
                let options = options.iter().map(|&(cell, mask)| (cell.0, mask));
                Propagator::Clause(options.collect())
            }
            Kernel::AnyOf(branches) => {
                let branch = |kernels: &Vec<Kernel>| {
                    let all = kernels.iter().map(|kernel| self.single(kernel, limits));
                    all.collect::<Result<Vec<_>, _>>()
                };
                let branches = branches.iter().map(branch).collect::<Result<_, _>>()?;
                Propagator::AnyOf(AnyOf::new(branches))
            }
            Kernel::Candidates(cell, mask) => Propagator::Candidates(cell.0, *mask),
        })
    }
}

/// The propagator of a sum of values, of which the smallest is `min`.
pub(super) fn sum(
    digits: usize,
    min: i32,
    terms: Vec<(u32, i64)>,
    total: i64,
    peers: &Peers,
) -> Propagator {
    // From values to indices.
    let offset = terms.iter().map(|(_, times)| i128::from(*times));
    let total = i128::from(total) - i128::from(min) * offset.sum::<i128>();
    let Ok(small) = i64::try_from(total) else {
        return Propagator::LargeSum(terms, total);
    };
    let cells: Vec<u32> = terms.iter().map(|(cell, _)| *cell).collect();
    let times = terms.first().map_or(1, |(_, times)| *times);
    let is_cage = terms.iter().all(|(_, other)| *other == times);
    if is_cage && is_possible(&cells, digits) && peers.are_all(&cells) {
        if small.checked_rem(times) != Some(0) {
            return Propagator::Never;
        }
        if let Some(sets) = small
            .checked_div(times)
            .and_then(|sum| sets(digits, cells.len(), sum))
        {
            return Propagator::Combinations(Combinations::new(cells, sets));
        }
    }
    match Sum::new(&terms, small, peers) {
        Some(sum) => Propagator::Sum(sum),
        None => Propagator::LargeSum(terms, total),
    }
}

/// The sets of this many digits whose indices add up to `sum`, unless they are too many.
fn sets(digits: usize, count: usize, sum: i64) -> Option<Vec<Mask>> {
    let extend = |set: Mask, digit: usize, missing: usize| {
        let (so_far, missing) = (indices_sum(set) + digit as i64, missing as i64);
        let digit = digit as i64;
        // With the next ones and with the largest ones.
        let least = so_far + missing * (2 * digit + missing + 1) / 2;
        let most = so_far + missing * (2 * digits as i64 - missing - 1) / 2;
        least <= sum && sum <= most
    };
    Combinations::sets(digits, count, &extend, &|set| indices_sum(set) == sum)
}

fn indices_sum(set: Mask) -> i64 {
    digits(set).map(i64::from).sum()
}

fn indices(cells: &[Cell]) -> Vec<u32> {
    cells.iter().map(|cell| cell.0).collect()
}

/// Whether the cells are different cells, and not more than there are digits.
fn is_possible(cells: &[u32], digits: usize) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == cells.len() && cells.len() <= digits
}

fn is_irreflexive(table: &Table) -> bool {
    (0..table.digit_count()).all(|digit| !table.allows(digit, digit))
}

fn is_unequal(table: &Table) -> bool {
    is_irreflexive(table) && allows_all_unequal(table)
}

fn allows_all_unequal(table: &Table) -> bool {
    let all = 0..table.digit_count();
    all.clone().all(|first| {
        all.clone()
            .all(|second| first == second || table.allows(first, second))
    })
}

/// The cells and the table, if the pairs among the kernels bind all of at least three
/// cells, which differ, to each other by one symmetric table.
fn clique<'k>(kernels: &'k [Kernel], peers: &Peers) -> Option<(Vec<u32>, &'k Table)> {
    let pairs = kernels.iter().filter_map(|kernel| match kernel {
        Kernel::Pair(first, second, table) => Some((first.0, second.0, table.as_ref())),
        _ => None,
    });
    let pairs: Vec<_> = pairs.collect();
    let table = pairs.first()?.2;
    let is_symmetric =
        (0..table.digit_count()).all(|digit| table.seconds(digit) == table.firsts(digit));
    if pairs.len() < 3 || !is_symmetric || allows_all_unequal(table) {
        return None;
    }
    let mut cells: Vec<u32> = pairs.iter().flat_map(|&(a, b, _)| [a, b]).collect();
    cells.sort_unstable();
    cells.dedup();
    let mut bound: Vec<(u32, u32)> = pairs
        .iter()
        .map(|&(a, b, _)| (a.min(b), a.max(b)))
        .collect();
    bound.sort_unstable();
    bound.dedup();
    let count = cells.len();
    let is_clique = bound.len() == count * (count - 1) / 2 && bound.iter().all(|(a, b)| a != b);
    let is_one = pairs.iter().all(|(.., other)| *other == table);
    let is_small = count <= table.digit_count();
    (is_clique && is_one && is_small && peers.are_all(&cells)).then_some((cells, table))
}
