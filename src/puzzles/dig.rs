//! Givens taken away in an order, as long as exactly one solution is left.

use super::unavoidable::{self, Unavoidable};
use crate::grid::{Cell, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use crate::search::{Native, SEED};
use std::ops::ControlFlow;

/// Largest side on which depth-first search alone always ends soon.
const EASY_SIDE: usize = 9;

/// Nodes of depth-first search on larger grids before clause learning is asked.
const PATIENCE: u64 = 2000;

/// What one search has told.
enum Told {
    /// There is no other solution.
    Proper,
    /// There are others; their differences are in the list.
    More,
}

/// Takes the cells of `order` away one after the other, each unless that would
/// give a puzzle a second solution, until `fewest` are left or all were tried.
///
/// `puzzle` has exactly the solution `solution`, and `order` names its givens.
/// Not each removal is tested: every second solution that a search finds is an
/// unavoidable set, the sets say what has to stay, and a last search proves
/// that the rest may go.
pub fn dig(
    native: &mut Native,
    puzzle: &Puzzle,
    solution: &Solution,
    order: &[Cell],
    fewest: usize,
    limits: &Limits,
) -> Result<Puzzle, Reason> {
    let geometry = puzzle.geometry();
    let mut sets = Unavoidable::new(geometry, order);
    for set in unavoidable::of_two_digits(geometry, solution) {
        sets.add(set.into_iter());
    }
    loop {
        let left = without(puzzle, order, &sets.stays(), fewest);
        if let Told::Proper = look(native, &left, solution, order, &mut sets, limits)? {
            return Ok(left);
        }
    }
}

/// The puzzle without what goes before only `fewest` givens are left.
fn without(puzzle: &Puzzle, order: &[Cell], stays: &[usize], fewest: usize) -> Puzzle {
    let mut left = puzzle.clone();
    let mut stays = stays.iter().copied().peekable();
    let mut going = order.len().saturating_sub(fewest);
    for (place, cell) in order.iter().enumerate() {
        if stays.next_if_eq(&place).is_none() && going > 0 {
            left.set(*cell, None);
            going -= 1;
        }
    }
    left
}

/// Looks for other solutions and keeps their differences. What has to stay
/// because of one is held for the rest of the search, so that few are met.
fn look(
    native: &mut Native,
    puzzle: &Puzzle,
    solution: &Solution,
    order: &[Cell],
    sets: &mut Unavoidable,
    limits: &Limits,
) -> Result<Told, Reason> {
    let geometry = puzzle.geometry();
    let mut found = 0;
    let mut take = |other: &Solution| {
        found += 1;
        let last = sets.add(difference(geometry, solution, other));
        match last.and_then(|place| order.get(place)) {
            Some(cell) => ControlFlow::Continue(*cell),
            None => ControlFlow::Break(()),
        }
    };
    let short = match geometry.side() > EASY_SIDE {
        true => limits.clone().up_to_nodes(PATIENCE),
        false => limits.clone(),
    };
    let end = native.differing_from(puzzle, solution, &short, &mut take);
    if end == End::Stopped(Reason::NodeLimit) && found == 0 {
        let end = native.learn(puzzle, SEED, limits, &mut |other| {
            if other == solution {
                return ControlFlow::Continue(());
            }
            found += 1;
            sets.add(difference(geometry, solution, other));
            ControlFlow::Break(())
        });
        return told(end, found);
    }
    told(end, found)
}

fn told(end: End, found: usize) -> Result<Told, Reason> {
    match (end, found) {
        (_, 1..) => Ok(Told::More),
        (End::Stopped(reason), 0) => Err(reason),
        (End::Exhausted | End::Enough, 0) => Ok(Told::Proper),
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
