//! Native search and SAT at once, each in a thread of its own: the first one that knows which
//! candidates are possible ends the other.

use super::super::{FIRST_TURN, VariantAuto, VariantSat};
use crate::backend::models::{each_solution, engine_fault};
use crate::backend::{Approach, Backend};
use crate::cnf::Var;
use crate::limits::{Limits, StopOnDrop};
use crate::outcome::{End, Reason};
use crate::rules::{Mask, VariantPuzzle, members};
use crate::sat::enumerate::Blocking;
use crate::search::Threads;
use crate::search::variant::{TrueCandidates, true_candidates};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The digits of each cell that occur in the solutions that were found. If the search was not
/// stopped, no others occur in any.
struct Possible {
    masks: Vec<Mask>,
    stopped: Option<Reason>,
}

impl VariantAuto {
    pub(super) fn candidates_beside(
        &mut self,
        puzzle: &VariantPuzzle,
        limit: u64,
        threads: &Arc<Threads>,
        limits: &Limits,
    ) -> TrueCandidates {
        let soon = limits.clone().within(FIRST_TURN);
        let mut found = true_candidates(puzzle, limit, Some(Arc::clone(threads)), &soon);
        if found.stopped != Some(Reason::Timeout) || limits.exceeded().is_some() {
            return found;
        }
        let possible = self.race(puzzle, threads, limits);
        found.add_possible(&possible.masks, limit);
        found.stopped = possible.stopped;
        let is_unsolvable = possible.masks.contains(&0);
        if found.stopped.is_some() {
            return found;
        }
        if limit == 1 || is_unsolvable {
            found.settle();
            return found;
        }
        let mut left = puzzle.clone();
        for (cell, &mask) in puzzle.board().cells().zip(&possible.masks) {
            left.set_candidates(cell, mask);
        }
        true_candidates(&left, limit, Some(Arc::clone(threads)), limits)
    }

    fn race(
        &mut self,
        puzzle: &VariantPuzzle,
        threads: &Arc<Threads>,
        limits: &Limits,
    ) -> Possible {
        let [sat_is_done, native_is_done]: [Arc<AtomicBool>; 2] = Default::default();
        let for_native = limits.clone().stopped_by(Arc::clone(&sat_is_done));
        let for_sat = limits.clone().stopped_by(Arc::clone(&native_is_done));
        let sat = &self.sat;
        let (native, by_sat) = std::thread::scope(|scope| {
            let by_sat = std::thread::Builder::new().spawn_scoped(scope, || {
                let _at_work = threads.work();
                let found = by_sat(sat, puzzle, &for_sat);
                if found.stopped.is_none() {
                    sat_is_done.store(true, Ordering::Relaxed);
                }
                found
            });
            let native = {
                let _done = StopOnDrop(&native_is_done);
                by_native(puzzle, threads, &for_native)
            };
            // If no thread can be started, native search works alone.
            let by_sat = by_sat.ok().and_then(|thread| thread.join().ok());
            (native, by_sat)
        });
        let Some(by_sat) = by_sat else {
            return native;
        };
        if native.stopped.is_some() && by_sat.stopped.is_none() {
            self.approach = Approach::Clauses;
        }
        joined(native, by_sat)
    }
}

/// What both say together.
fn joined(one: Possible, other: Possible) -> Possible {
    let masks = one.masks.iter().zip(&other.masks);
    let masks: Vec<Mask> = masks.map(|(one, other)| one | other).collect();
    let is_wrong = |each: &Possible| each.stopped.is_none() && each.masks != masks;
    let is_contradictory = is_wrong(&one) || is_wrong(&other);
    let stopped = match is_contradictory {
        true => {
            let why = "native search and SAT contradict each other about the candidates";
            Some(Reason::Engine(why.into()))
        }
        false => one.stopped.filter(|_| other.stopped.is_some()),
    };
    Possible { masks, stopped }
}

fn by_native(puzzle: &VariantPuzzle, threads: &Arc<Threads>, limits: &Limits) -> Possible {
    let found = true_candidates(puzzle, 1, Some(Arc::clone(threads)), limits);
    let cells = puzzle.board().cells();
    Possible {
        masks: cells.map(|cell| found.possible(cell)).collect(),
        stopped: found.stopped,
    }
}

/// Each solution must hold a candidate that those before did not.
fn by_sat(sat: &VariantSat, puzzle: &VariantPuzzle, limits: &Limits) -> Possible {
    let mut masks = vec![0; puzzle.board().cell_count()];
    let (mut solver, map) = match sat.load(puzzle, limits) {
        Ok(loaded) => loaded,
        Err(end) => return possible(masks, end),
    };
    let fault = |error| engine_fault(sat.name(), &error);
    let read = |value: &dyn Fn(Var) -> bool| map.decode(value).map_err(fault);
    let mut wrong = None;
    let blocking = Blocking::Permanent;
    let end = each_solution(&mut *solver, &[], blocking, limits, read, |solution| {
        if let Err(flaw) = puzzle.check(&solution) {
            wrong = Some(Reason::Engine(format!("{}: {flaw}", sat.name())));
            return ControlFlow::Break(());
        }
        for (mask, digit) in masks.iter_mut().zip(solution.cells()) {
            *mask |= 1 << digit.index();
        }
        let open = puzzle.board().cells().flat_map(|cell| {
            let open = map.digits(cell) & !masks[cell.index()];
            members(open).map(move |digit| (cell, digit))
        });
        let literals = open.filter_map(|(cell, digit)| map.term(cell, digit).literal());
        ControlFlow::Continue(literals.collect())
    });
    possible(masks, wrong.map_or(end, End::Stopped))
}

fn possible(masks: Vec<Mask>, end: End) -> Possible {
    let stopped = match end {
        End::Stopped(reason) => Some(reason),
        End::Exhausted | End::Enough => None,
    };
    Possible { masks, stopped }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::rules::{Board, Kernel};

    fn puzzle(total: i64) -> VariantPuzzle {
        let board = Board::classic("2x3".parse().unwrap()).unwrap();
        let cells = [0, 7, 14, 21].map(|cell| (Cell(cell), 1));
        let mut puzzle = VariantPuzzle::new(board).with(vec![Kernel::sum(cells, total)]);
        puzzle.set_candidates(Cell(3), 0b1);
        puzzle.set_candidates(Cell(35), 0b10);
        puzzle
    }

    #[test]
    fn sat_finds_the_candidates_of_native_search() {
        let (threads, limits) = (Arc::new(Threads::new(2)), Limits::unlimited());
        let mut both = VariantAuto::sharing(threads.clone());
        for total in [4, 6, 14, 23, 25] {
            let puzzle = puzzle(total);
            let native = by_native(&puzzle, &threads, &limits);
            let sat = by_sat(&both.sat, &puzzle, &limits);
            assert_eq!((native.stopped, sat.stopped), (None, None), "{total}");
            assert_eq!(native.masks, sat.masks, "{total}");
            assert_eq!(sat.masks.contains(&0), [4, 25].contains(&total), "{total}");
            let raced = both.race(&puzzle, &threads, &limits);
            assert_eq!((raced.masks, raced.stopped), (sat.masks, None), "{total}");
        }
    }

    #[test]
    fn what_is_known_of_candidates_is_joined() {
        let of = |masks: [Mask; 2], stopped| Possible {
            masks: masks.to_vec(),
            stopped,
        };
        let late = || Some(Reason::Timeout);
        let joined = |one, other| {
            let Possible { masks, stopped } = joined(one, other);
            (masks, stopped)
        };
        let open = joined(of([0b1, 0b100], late()), of([0b10, 0b100], late()));
        assert_eq!(open, (vec![0b11, 0b100], late()));
        let known = joined(of([0b1, 0b100], late()), of([0b11, 0b100], None));
        assert_eq!(known, (vec![0b11, 0b100], None));
        let known = joined(of([0b11, 0b100], None), of([0, 0], late()));
        assert_eq!(known, (vec![0b11, 0b100], None));
        for second in [late(), None] {
            let (_, stopped) = joined(of([0b1, 0b100], None), of([0b10, 0b100], second));
            assert!(matches!(stopped, Some(Reason::Engine(_))), "{stopped:?}");
        }
    }
}
