//! Removing givens as long as the solution stays unique.

use super::unavoidable::{self, Unavoidable};
use crate::grid::{Cell, Flaw, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::search::{EASY_SIDE, Native, PATIENCE, SEED};
use std::ops::ControlFlow;

/// The result of a search for other solutions.
enum Uniqueness {
    /// There is no other solution.
    Unique,
    /// There are others, whose differences were added to the sets.
    NotUnique,
}

/// Removes givens in the given order, those of one entry together, unless the puzzle would get
/// a second solution, until `fewest` are left or all were tried.
///
/// `solution` must be the only solution of `puzzle`. Givens that `order` does not list stay.
/// Removals are not tested one by one: each other solution that a search finds gives an
/// unavoidable set, the sets determine which givens must stay, and a last search proves
/// that all others can be removed.
///
/// # Errors
/// The limit that was reached first.
pub fn dig_by_search(
    native: &mut Native,
    puzzle: &Puzzle,
    solution: &Solution,
    order: &[impl AsRef<[Cell]>],
    fewest: usize,
    limits: &Limits,
) -> Result<Puzzle, Reason> {
    let geometry = puzzle.geometry();
    let mut sets = Unavoidable::new(geometry, order);
    let mut stays: Vec<bool> = puzzle.cells().iter().map(Option::is_some).collect();
    let listed = order.iter().flat_map(|together| together.as_ref());
    listed.for_each(|cell| stays[cell.index()] = false);
    for of_pair in unavoidable::of_two_digits(geometry, solution) {
        limits.check()?;
        for set in of_pair {
            if !set.iter().any(|cell| stays[cell.index()]) {
                sets.add(set.into_iter());
            }
        }
    }
    loop {
        let left = without(puzzle, order, &sets.stays(), fewest);
        if let Uniqueness::Unique = find_others(native, &left, solution, order, &mut sets, limits)?
        {
            return Ok(left);
        }
    }
}

/// The puzzle without the givens that need not stay, but with at least `fewest`.
fn without(
    puzzle: &Puzzle,
    order: &[impl AsRef<[Cell]>],
    stays: &[usize],
    fewest: usize,
) -> Puzzle {
    let mut left = puzzle.clone();
    let mut stays = stays.iter().copied().peekable();
    let listed: usize = order.iter().map(|together| together.as_ref().len()).sum();
    let mut going = listed.saturating_sub(fewest);
    for (place, together) in order.iter().enumerate() {
        let cells = together.as_ref();
        if stays.next_if_eq(&place).is_none() && going >= cells.len() {
            cells.iter().for_each(|cell| left.set(*cell, None));
            going -= cells.len();
        }
    }
    left
}

/// Searches for other solutions and adds their differences to the sets. The given that
/// must stay because of one is fixed for the rest of the search, which keeps their
/// number small.
fn find_others(
    native: &mut Native,
    puzzle: &Puzzle,
    solution: &Solution,
    order: &[impl AsRef<[Cell]>],
    sets: &mut Unavoidable,
    limits: &Limits,
) -> Result<Uniqueness, Reason> {
    let geometry = puzzle.geometry();
    let (mut found, mut flaw) = (0, None);
    let mut take = |other: &Solution| {
        if let Err(wrong) = other.check(puzzle) {
            flaw = Some(wrong);
            return ControlFlow::Break(());
        }
        found += 1;
        let last = sets.add(difference(geometry, solution, other));
        let together = last.and_then(|place| order.get(place));
        let mut cells = together.into_iter().flat_map(|cells| cells.as_ref());
        match cells.find(|cell| solution.digit(**cell) != other.digit(**cell)) {
            Some(cell) => ControlFlow::Continue(*cell),
            None => ControlFlow::Break(()),
        }
    };
    let short = match geometry.side() > EASY_SIDE {
        true => limits.clone().up_to_nodes(PATIENCE),
        false => limits.clone(),
    };
    let mut end = native.differing_from(puzzle, solution, &short, &mut take);
    if end == End::Stopped(Reason::NodeLimit) && found == 0 && flaw.is_none() {
        end = native.learn(puzzle, SEED, limits, &mut |other| {
            if let Err(wrong) = other.check(puzzle) {
                flaw = Some(wrong);
                return ControlFlow::Break(());
            }
            if other == solution {
                return ControlFlow::Continue(());
            }
            found += 1;
            sets.add(difference(geometry, solution, other));
            ControlFlow::Break(())
        });
    }
    match flaw {
        Some(flaw) => Err(wrong(&flaw)),
        None => uniqueness(end, found),
    }
}

fn uniqueness(end: End, found: usize) -> Result<Uniqueness, Reason> {
    match (end, found) {
        (_, 1..) => Ok(Uniqueness::NotUnique),
        (End::Stopped(reason), 0) => Err(reason),
        (End::Exhausted, 0) => Ok(Uniqueness::Unique),
        (End::Enough, 0) => Err(Reason::stopped_early()),
    }
}

/// The cells in which two grids differ.
fn difference<'s>(
    geometry: Geometry,
    one: &'s Solution,
    other: &'s Solution,
) -> impl Iterator<Item = Cell> + 's {
    let differs = |cell: &Cell| one.digit(*cell) != other.digit(*cell);
    geometry.cells().filter(differs)
}

/// The reason to stop that a wrong solution of the search is.
pub fn wrong(flaw: &Flaw) -> Reason {
    Reason::Engine(format!("native: a wrong solution: {flaw}"))
}
