//! What follows from the givens without a guess.
//!
//! Three levels, each with all below it: naked and hidden singles; locked
//! candidates (a digit that a box keeps on one line leaves the rest of the
//! line, and the other way round).

use super::mask::Mask;
use super::state::{Contradiction, State};
use super::tables::Tables;
use crate::grid::{Candidate, Candidates, Cell, Digit, Puzzle};

/// How far to reason.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Closure {
    /// Naked and hidden singles.
    Singles,
    /// Locked candidates, too.
    Locked,
}

/// What is left after the closure; `None` if the givens contradict each other.
pub(super) fn close<const W: usize>(
    tables: &Tables,
    puzzle: &Puzzle,
    closure: Closure,
) -> Option<Candidates> {
    let mut state: State<'_, W> = State::new(tables);
    let closed = state.place_givens(puzzle).and_then(|()| match closure {
        Closure::Singles => Ok(()),
        Closure::Locked => lock_until_nothing_moves(&mut state, tables),
    });
    closed.ok().map(|()| candidates(&state, tables))
}

/// The candidates of a state.
pub(super) fn candidates<const W: usize>(state: &State<'_, W>, tables: &Tables) -> Candidates {
    let mut left = Candidates::none(tables.geometry);
    for cell in tables.geometry.cells() {
        for index in state.mask(cell).iter() {
            let digit = Digit::from_index(index);
            left.insert(Candidate { cell, digit });
        }
    }
    left
}

/// Locked candidates and singles, in turn.
pub(super) fn lock_until_nothing_moves<const W: usize>(
    state: &mut State<'_, W>,
    tables: &Tables,
) -> Result<(), Contradiction> {
    while state.empty_cells() > 0 && lock_once(state, tables)? {}
    Ok(())
}

/// One pass over all meetings of a box and a line; whether anything fell.
fn lock_once<const W: usize>(
    state: &mut State<'_, W>,
    tables: &Tables,
) -> Result<bool, Contradiction> {
    let mut moved = false;
    for meeting in &tables.meetings {
        let union = |state: &State<'_, W>, cells: &[u32]| {
            let masks = cells.iter().map(|&cell| state.mask(Cell(cell)));
            masks.fold(Mask::EMPTY, Mask::union)
        };
        let shared = union(state, &meeting.shared);
        let in_box = union(state, &meeting.box_only);
        let on_line = union(state, &meeting.line_only);
        let only_line = shared.minus(in_box).intersection(on_line);
        let only_box = shared.minus(on_line).intersection(in_box);
        moved |= state.remove_all(&meeting.line_only, only_line)?;
        moved |= state.remove_all(&meeting.box_only, only_box)?;
    }
    Ok(moved)
}
