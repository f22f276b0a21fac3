//! Solutions that differ from a known one, those that share most branches with it
//! first.

use super::state::{Digits, Open, State};
use super::{Bitboard, CELLS, Full, Goal, Place, choose, first};
use crate::grid::Row;
use crate::limits::Limits;
use crate::outcome::End;
use std::ops::ControlFlow;

/// A known solution: the digit of each cell, from 0.
pub type Known = [u8; CELLS];

struct Differing<'k, V> {
    known: &'k Known,
    visitor: V,
    /// Cells that must hold the known digit.
    held: Vec<Place>,
    /// Whether the search is still on the path of the known solution, which it finds
    /// first.
    on_known_path: bool,
}

impl<V: FnMut(Full<'_>) -> ControlFlow<(), usize>> Goal for Differing<'_, V> {
    #[inline(always)]
    fn branch(&mut self, state: &mut State, open: Open) -> Option<(Place, usize)> {
        let place = choose::choose(state, open);
        Some((
            place,
            known_or_first(self.known, place, state.candidates(place)),
        ))
    }

    fn solution(&mut self, state: &State) -> ControlFlow<()> {
        if self.on_known_path {
            return ControlFlow::Continue(());
        }
        let cell = (self.visitor)(Full { state, image: None });
        cell.map_continue(|cell| self.held.push(Place::of(cell % CELLS)))
    }

    #[inline(always)]
    fn resume(&mut self, state: &mut State) -> bool {
        self.on_known_path = false;
        hold(state, self.known, &self.held)
    }
}

impl Bitboard {
    /// Shows solutions that differ from `known`, a solution of the puzzle with digits from 0 to 8.
    /// The visitor names a cell for each, row by row from 0, and from then on only solutions with
    /// the known digit there are shown.
    ///
    /// # Panics
    /// If the visitor names a cell that the grid does not have.
    pub fn differing_from(
        &mut self,
        puzzle: Row,
        known: &[u8; CELLS],
        limits: &Limits,
        visitor: impl FnMut(Full<'_>) -> ControlFlow<(), usize>,
    ) -> End {
        let mut goal = Differing {
            known,
            visitor,
            held: Vec::new(),
            on_known_path: true,
        };
        let mut nodes = limits.nodes().unwrap_or(u64::MAX);
        self.run(State::new(puzzle), limits, &mut nodes, &mut goal)
    }
}

/// The known digit if it is a candidate, else the first one.
#[inline(always)]
fn known_or_first(known: &Known, place: Place, candidates: Digits) -> usize {
    let digit = usize::from(known[place.cell()]);
    match candidates >> digit & 1 {
        1 => digit,
        _ => first(candidates),
    }
}

/// Puts the known digits into the held cells; whether they are all possible.
fn hold(state: &mut State, known: &Known, held: &[Place]) -> bool {
    held.iter().all(|place| {
        let candidates = state.candidates(*place);
        let digit = usize::from(known[place.cell()]);
        let fits = candidates >> digit & 1 == 1;
        if fits && candidates != 1 << digit {
            state.put(*place, digit, candidates);
        }
        fits
    })
}
