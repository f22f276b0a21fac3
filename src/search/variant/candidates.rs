//! True candidates: which candidates occur in solutions, and in how many.

mod occurrences;

use super::goal::Goal;
use super::search::Search;
use super::store::digits;
use super::turns;
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::rules::{Mask, VariantPuzzle};
use crate::search::threads::Threads;
use occurrences::settle_all;
pub use occurrences::{Occurrences, TrueCandidates};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Maximum number of leaves of a search that counts all solutions first: about a second.
const MOST_LEAVES: u64 = 1 << 17;

/// For each candidate the number of solutions in which it occurs, counted up to `limit`
/// (with 1: whether it is possible at all).
///
/// With a limit of 1 one search does it, each of whose solutions must hold a candidate that
/// those before did not. With more, a search for `limit` solutions comes first: it settles
/// puzzles that have fewer. Then one for all solutions, as long as that promises to be short.
/// Then each candidate that is not settled gets a search of its own, whose solutions count for
/// the others, too; what has no solution is excluded for all later searches.
///
/// If the puzzle takes long, these threads, shared with other searches, take part. What is
/// found does not depend on them unless a limit ends the work.
pub fn true_candidates(
    puzzle: &VariantPuzzle,
    limit: u64,
    threads: Option<Arc<Threads>>,
    limits: &Limits,
) -> TrueCandidates {
    let digits = puzzle.board().digit_count();
    let mut table = Table::new(puzzle, limit);
    let stopped = match Search::new(puzzle, limits) {
        Err(reason) => Some(reason),
        Ok(None) => {
            table.settle_all();
            None
        }
        Ok(Some(search)) => table.fill(&mut search.sharing(threads), limits).err(),
    };
    let states = table.states.into_iter().flatten();
    TrueCandidates {
        digits,
        occurrences: states.collect(),
        stopped,
    }
}

/// What is known while the search runs.
struct Table {
    limit: u64,
    states: Vec<Vec<Occurrences>>,
}

impl Table {
    fn new(puzzle: &VariantPuzzle, limit: u64) -> Table {
        let candidates = puzzle.candidates().iter();
        let states = candidates.map(|mask| {
            let state = |digit: usize| match (mask >> digit & 1, limit) {
                (0, _) => Occurrences::Exactly(0),
                (_, 0) => Occurrences::AtLeast(0),
                _ => Occurrences::Open(0),
            };
            (0..puzzle.board().digit_count()).map(state).collect()
        });
        Table {
            limit,
            states: states.collect(),
        }
    }

    fn settle_all(&mut self) {
        settle_all(self.states.iter_mut().flatten());
    }

    fn open(&self, cell: usize) -> Mask {
        let row = self.states[cell].iter().enumerate();
        let open = row.filter(|(_, state)| matches!(state, Occurrences::Open(_)));
        open.fold(0, |mask, (digit, _)| mask | 1 << digit)
    }

    /// # Errors
    /// The reason why the limits ended it.
    fn fill(&mut self, search: &mut Search, limits: &Limits) -> Result<(), Reason> {
        match self.limit {
            0 => return Ok(()),
            1 => return self.fill_once(search, limits),
            _ => {}
        }
        match Count::of(self, None).run(search, limits)? {
            End::Exhausted => {
                self.settle_all();
                return Ok(());
            }
            _ => search.rewind(),
        }
        if self.fill_if_short(search, limits)? {
            return Ok(());
        }
        while let Some((cell, digit)) = self.next(search) {
            let state = (cell as u32, digit);
            let end = Count::of(self, Some(state)).run(search, limits)?;
            let found = self.states[cell][digit as usize];
            if let (End::Exhausted, Occurrences::Open(count)) = (end, found) {
                self.states[cell][digit as usize] = Occurrences::Exactly(count);
                if count == 0 {
                    search.exclude(state, limits)?;
                }
            }
        }
        Ok(())
    }

    /// Counts all solutions at once, where there are no more than the searches for the open
    /// candidates one by one might have to look at. Returns whether all are settled.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    fn fill_if_short(&mut self, search: &Search, limits: &Limits) -> Result<bool, Reason> {
        // A limit on nodes is for one search.
        if limits.nodes().is_some() {
            return Ok(false);
        }
        let mut all = Count {
            most: u64::MAX,
            ..Count::of(self, None)
        };
        let leaves = all.open.saturating_mul(all.table.limit).min(MOST_LEAVES);
        match search.run_if_short(leaves, limits, &mut all) {
            None => return Ok(false),
            Some(End::Stopped(reason)) => return Err(reason),
            Some(End::Enough) => {}
            Some(End::Exhausted) => self.settle_all(),
        }
        Ok(true)
    }

    /// A search each of whose solutions must hold a candidate that none before has held.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    fn fill_once(&mut self, search: &Search, limits: &Limits) -> Result<(), Reason> {
        let mut once = Once {
            table: self,
            has_found: false,
        };
        match turns::run(&search.engine, search.threads(), limits, &mut once) {
            End::Stopped(reason) => Err(reason),
            End::Exhausted | End::Enough => {
                self.settle_all();
                Ok(())
            }
        }
    }

    /// An open candidate, those of cells with few candidates first. Candidates that the
    /// search has excluded are settled.
    fn next(&mut self, search: &Search) -> Option<(usize, u32)> {
        let masks = search.engine.store.masks();
        let mut best: Option<(u32, usize, u32)> = None;
        for (cell, &mask) in masks.iter().enumerate() {
            for digit in digits(self.open(cell)) {
                let size = mask.count_ones();
                if mask >> digit & 1 == 0 {
                    self.states[cell][digit as usize] = Occurrences::Exactly(0);
                } else if best.is_none_or(|(least, ..)| size < least) {
                    best = Some((size, cell, digit));
                }
            }
        }
        best.map(|(_, cell, digit)| (cell, digit))
    }
}

/// Looks for every candidate in one solution.
struct Once<'t> {
    table: &'t mut Table,
    has_found: bool,
}

impl Goal for Once<'_> {
    fn first(&self, masks: &[Mask]) -> Option<(u32, u32)> {
        // If there is no solution, a search that chooses freely is done sooner.
        if !self.has_found {
            return None;
        }
        let open = masks.iter().enumerate().filter_map(|(cell, mask)| {
            let open = mask & self.table.open(cell);
            let can_decide = open != 0 && !mask.is_power_of_two();
            can_decide.then(|| (mask.count_ones(), cell as u32, open.trailing_zeros()))
        });
        open.min().map(|(_, cell, digit)| (cell, digit))
    }

    fn is_hopeless(&mut self, masks: &[Mask]) -> bool {
        let mut cells = masks.iter().enumerate();
        cells.all(|(cell, mask)| mask & self.table.open(cell) == 0)
    }

    fn wanted(&self) -> Option<Vec<(u32, u32)>> {
        let cells = 0..self.table.states.len();
        let open = cells.flat_map(|cell| {
            let open = digits(self.table.open(cell));
            open.map(move |digit| (cell as u32, digit))
        });
        Some(open.collect())
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        self.has_found = true;
        for (row, mask) in self.table.states.iter_mut().zip(masks) {
            row[mask.trailing_zeros() as usize] = Occurrences::AtLeast(1);
        }
        ControlFlow::Continue(())
    }
}

/// Counts solutions, all of them or those with one candidate, up to the limit.
struct Count<'t> {
    table: &'t mut Table,
    assumed: Option<(u32, u32)>,
    found: u64,
    /// How many solutions are enough.
    most: u64,
    /// By cell and digit, among the solutions of this search.
    counts: Vec<Vec<u64>>,
    /// By cell the digits that are worth a try, and how many there are.
    wanted: Vec<Mask>,
    open: u64,
}

impl Count<'_> {
    fn of(table: &mut Table, assumed: Option<(u32, u32)>) -> Count<'_> {
        let counts = table.states.iter().map(|row| vec![0; row.len()]).collect();
        let cells = 0..table.states.len();
        let wanted: Vec<Mask> = cells.map(|cell| table.open(cell)).collect();
        Count {
            open: wanted.iter().map(|mask| u64::from(mask.count_ones())).sum(),
            most: table.limit,
            table,
            assumed,
            found: 0,
            counts,
            wanted,
        }
    }

    /// # Errors
    /// The reason why the limits ended it.
    fn run(mut self, search: &mut Search, limits: &Limits) -> Result<End, Reason> {
        let end = match self.assumed {
            Some(candidate) => search.run_with(candidate, limits, &mut self),
            None => search.run(limits, &mut self),
        };
        match end {
            End::Stopped(reason) => Err(reason),
            end => Ok(end),
        }
    }
}

impl Goal for Count<'_> {
    fn digit(&self, cell: usize, mask: Mask) -> u32 {
        match mask & self.wanted[cell] {
            0 => mask.trailing_zeros(),
            wanted => wanted.trailing_zeros(),
        }
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        self.found += 1;
        for (cell, mask) in masks.iter().enumerate() {
            let digit = mask.trailing_zeros() as usize;
            self.counts[cell][digit] += 1;
            let count = self.counts[cell][digit];
            let state = &mut self.table.states[cell][digit];
            if let Occurrences::Open(known) = *state {
                *state = match count >= self.table.limit {
                    true => Occurrences::AtLeast(self.table.limit),
                    false => Occurrences::Open(known.max(count)),
                };
                if count >= self.table.limit {
                    self.wanted[cell] &= !(1 << digit);
                    self.open -= 1;
                }
            }
        }
        // With fewer than `limit` solutions, all candidates are settled at once.
        match self.found >= self.most || self.open == 0 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
