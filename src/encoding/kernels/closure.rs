//! The candidates that simple reasoning leaves, so that fewer need variables.

use super::combinations::{Cage, combinations, is_cage};
use super::diagram::Unrolled;
use crate::grid::Cell;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::{Automaton, Board, Kernel, Mask, VariantPuzzle, members};
use std::cell::OnceCell;

/// Maximum number of combinations of a cage that are looked at.
const MAX_COMBINATIONS: usize = 512;

/// Why reasoning ended.
enum Halt {
    /// Some cell or digit has no place.
    Contradiction,
    Stopped(Reason),
}

type Step = Result<(), Halt>;

/// The candidates of each cell that are left when every constraint on its own has removed
/// what it refuses, again and again. `None` if nothing is left somewhere: then there is no
/// solution.
///
/// # Errors
/// The limit that was exceeded.
pub fn closure(puzzle: &VariantPuzzle, limits: &Limits) -> Result<Option<Vec<Mask>>, Reason> {
    let mut state = Closure {
        board: puzzle.board(),
        left: puzzle.candidates().to_vec(),
        limits,
    };
    if state.left.contains(&0) {
        return Ok(None);
    }
    let kernels: Vec<(&[Kernel], &Kernel, Vec<Cell>)> = puzzle
        .constraints()
        .iter()
        .flat_map(|each| {
            each.kernels
                .iter()
                .map(|kernel| (&each.kernels[..], kernel, kernel.cells()))
        })
        .collect();
    // When each cell changed last, and when each kernel was asked last.
    let mut changed = vec![1u32; state.left.len()];
    let mut asked = vec![0u32; kernels.len()];
    let mut now = 1;
    loop {
        let before = now;
        for ((siblings, kernel, cells), asked) in kernels.iter().zip(&mut asked) {
            if cells.iter().all(|cell| changed[cell.index()] <= *asked) && *asked > 0 {
                continue;
            }
            limits.check()?;
            let old: Vec<Mask> = cells.iter().map(|&cell| state.digits(cell)).collect();
            match state.kernel(kernel, siblings) {
                Ok(()) => {}
                Err(Halt::Contradiction) => return Ok(None),
                Err(Halt::Stopped(reason)) => return Err(reason),
            }
            *asked = now;
            let has_changed = |(cell, old): &(&Cell, Mask)| state.digits(**cell) != *old;
            for (cell, _) in cells.iter().zip(old).filter(has_changed) {
                changed[cell.index()] = now + 1;
            }
            now += 1;
        }
        let is_stable = changed.iter().all(|&at| at <= before);
        if is_stable {
            limits.check()?;
            return Ok(Some(state.left));
        }
    }
}

struct Closure<'c> {
    board: &'c Board,
    left: Vec<Mask>,
    limits: &'c Limits,
}

impl Closure<'_> {
    fn digits(&self, cell: Cell) -> Mask {
        self.left[cell.index()]
    }

    fn restrict(&mut self, cell: Cell, mask: Mask) -> Step {
        let left = &mut self.left[cell.index()];
        *left &= mask;
        if *left == 0 {
            Err(Halt::Contradiction)
        } else {
            Ok(())
        }
    }

    fn kernel(&mut self, kernel: &Kernel, siblings: &[Kernel]) -> Step {
        match kernel {
            Kernel::Distinct(cells) => self.distinct(cells),
            Kernel::Pair(first, second, table) => {
                let ors = |mask, other: &dyn Fn(usize) -> Mask| {
                    members(mask).fold(0, |all, digit| all | other(digit))
                };
                let seconds = ors(self.digits(*first), &|digit| table.seconds(digit));
                self.restrict(*second, seconds)?;
                let firsts = ors(self.digits(*second), &|digit| table.firsts(digit));
                self.restrict(*first, firsts)
            }
            Kernel::Sum { terms, total } => {
                self.bounds(terms, *total)?;
                self.cage(terms, *total, siblings)
            }
            Kernel::Automaton(cells, automaton) => self.automaton(cells, automaton),
            Kernel::Clause(candidates) => self.some(candidates),
            Kernel::AnyOf(branches) => self.any_of(branches),
            Kernel::Candidates(cell, mask) => self.restrict(*cell, *mask),
        }
    }

    fn automaton(&mut self, cells: &[Cell], automaton: &Automaton) -> Step {
        let step = |_, state: i64, digit| Some(automaton.next(state as usize, digit)? as i64);
        let accepts = |state: i64| automaton.is_accepting(state as usize);
        let digits: Vec<Mask> = cells.iter().map(|&cell| self.digits(cell)).collect();
        let start = automaton.start() as i64;
        // A diagram that was stopped looks like one without lines, and a stop flag may be
        // cleared again before it is looked at a second time.
        let stopped = OnceCell::new();
        let is_stopped = || {
            let reason = self.limits.exceeded();
            reason.is_some_and(|reason| stopped.set(reason).is_ok())
        };
        let lines = Unrolled::new(&digits, start, step, accepts, &is_stopped);
        let lines = lines.ok_or_else(|| {
            let reason = stopped.into_inner();
            reason.map_or(Halt::Contradiction, Halt::Stopped)
        })?;
        let mut pairs = cells.iter().zip(lines.supported());
        pairs.try_for_each(|(&cell, mask)| self.restrict(cell, mask))
    }

    /// Naked and hidden singles.
    fn distinct(&mut self, cells: &[Cell]) -> Step {
        let mut done: Mask = 0;
        loop {
            let single = |cell: &Cell| {
                let mask = self.digits(*cell);
                (mask.is_power_of_two() && mask & !done != 0).then_some((*cell, mask))
            };
            let Some((own, mask)) = cells.iter().find_map(single) else {
                break;
            };
            done |= mask;
            for &cell in cells.iter().filter(|cell| **cell != own) {
                self.restrict(cell, !mask)?;
            }
        }
        if cells.len() != self.board.digit_count() {
            return Ok(());
        }
        let (mut once, mut twice): (Mask, Mask) = (0, 0);
        for &cell in cells {
            twice |= once & self.digits(cell);
            once |= self.digits(cell);
        }
        if once != self.board.all_digits() {
            return Err(Halt::Contradiction);
        }
        let hidden = once & !twice & !done;
        for &cell in cells {
            let own = self.digits(cell) & hidden;
            if own != 0 {
                self.restrict(cell, own & own.wrapping_neg())?;
                if !own.is_power_of_two() {
                    return Err(Halt::Contradiction);
                }
            }
        }
        Ok(())
    }

    /// What each term can be if all others are as small, or as large, as they can be.
    fn bounds(&mut self, terms: &[(Cell, i64)], total: i64) -> Step {
        let value = |digit: usize| i64::from(self.board.min()) + digit as i64;
        let range = |mask: Mask, times: i64| {
            let low = times * value(mask.trailing_zeros() as usize);
            let high = times * value(63 - mask.leading_zeros() as usize);
            (low.min(high), low.max(high))
        };
        let ranges: Vec<(i64, i64)> = terms
            .iter()
            .map(|&(c, t)| range(self.digits(c), t))
            .collect();
        let least: i64 = ranges.iter().map(|range| range.0).sum();
        let most: i64 = ranges.iter().map(|range| range.1).sum();
        for (&(cell, times), (low, high)) in terms.iter().zip(ranges) {
            let fits = |digit: &usize| {
                let own = times * value(*digit);
                least - low + own <= total && total <= most - high + own
            };
            let mask = members(self.digits(cell))
                .filter(fits)
                .fold(0, |all, d| all | 1 << d);
            self.restrict(cell, mask)?;
        }
        if terms.is_empty() && total != 0 {
            return Err(Halt::Contradiction);
        }
        Ok(())
    }

    /// The digits of a cage's combinations.
    fn cage(&mut self, terms: &[(Cell, i64)], total: i64, siblings: &[Kernel]) -> Step {
        if terms.iter().any(|(_, times)| *times != 1) || !is_cage(terms, siblings) {
            return Ok(());
        }
        let cage = Cage {
            digits: terms.iter().map(|(cell, _)| self.digits(*cell)).collect(),
            total,
            min: i64::from(self.board.min()),
        };
        let Some(sets) = combinations(&cage, MAX_COMBINATIONS) else {
            return Ok(());
        };
        let inside = sets.iter().fold(0, |all, set| all | set);
        let mut cells = terms.iter();
        cells.try_for_each(|(cell, _)| self.restrict(*cell, inside))
    }

    fn some(&mut self, candidates: &[(Cell, Mask)]) -> Step {
        let is_live = |(cell, mask): &&(Cell, Mask)| self.digits(*cell) & mask != 0;
        let live: Vec<(Cell, Mask)> = candidates.iter().filter(is_live).copied().collect();
        let (first, rest) = live.split_first().ok_or(Halt::Contradiction)?;
        if rest.iter().any(|(cell, _)| *cell != first.0) {
            return Ok(());
        }
        self.restrict(first.0, live.iter().fold(0, |all, (_, mask)| all | mask))
    }

    /// What some branch allows.
    fn any_of(&mut self, branches: &[Vec<Kernel>]) -> Step {
        let mut cells: Vec<Cell> = branches.iter().flatten().flat_map(Kernel::cells).collect();
        cells.sort_unstable();
        cells.dedup();
        let before: Vec<Mask> = cells.iter().map(|&cell| self.digits(cell)).collect();
        let mut allowed = vec![0; cells.len()];
        for branch in branches {
            let mut kernels = branch.iter();
            let holds = match kernels.try_for_each(|kernel| self.kernel(kernel, branch)) {
                Ok(()) => true,
                Err(Halt::Contradiction) => false,
                Err(stopped) => return Err(stopped),
            };
            for ((&cell, before), allowed) in cells.iter().zip(&before).zip(&mut allowed) {
                if holds {
                    *allowed |= self.digits(cell);
                }
                self.left[cell.index()] = *before;
            }
        }
        let mut allowed = cells.iter().zip(allowed);
        allowed.try_for_each(|(&cell, mask)| self.restrict(cell, mask))?;
        if branches.is_empty() {
            Err(Halt::Contradiction)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
#[cfg(feature = "threads")]
mod tests {
    use super::*;
    use crate::grid::Geometry;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Two rows of a 4×4 grid, read as a number that is accepted if it is even: 2048 states.
    fn wide_line() -> VariantPuzzle {
        let puzzle = VariantPuzzle::new(Board::classic(Geometry::new(2, 2).unwrap()).unwrap());
        let next = |number: &usize, digit| Some((number * 4 + digit) % 2048);
        let automaton = Automaton::explore(4, 0, |number| number % 2 == 0, next).unwrap();
        let line = Kernel::Automaton(
            puzzle.board().cells().take(8).collect(),
            Arc::new(automaton),
        );
        puzzle.with(vec![Kernel::AnyOf(vec![vec![line.clone()]]), line])
    }

    #[test]
    fn a_stop_that_is_taken_back_is_no_contradiction() {
        let puzzle = wide_line();
        let mut stopped = 0;
        for at in 0.. {
            let asked = AtomicUsize::new(0);
            let stops_once = move || asked.fetch_add(1, Ordering::Relaxed) == at;
            match closure(&puzzle, &Limits::unlimited().stopped_when(stops_once)) {
                Err(reason) => assert_eq!(reason, Reason::Interrupted),
                Ok(left) => {
                    assert!(left.is_some(), "stopped at the {at}th question");
                    break;
                }
            }
            stopped += 1;
        }
        assert!(stopped > 20, "{stopped}");
    }
}
