//! Solutions other than a known one, those that share most guesses with it first.

use super::bands::Place;
use super::state::{Digits, Settled, State};
use super::{Bitboard, CELLS, Full, NODES_PER_CHECK, choose, first};
use crate::grid::Row;
use crate::limits::Limits;
use crate::outcome::End;
use std::ops::ControlFlow;

/// A known solution: the digit of each cell, from 0.
pub type Known = [u8; CELLS];

impl Bitboard {
    /// Shows solutions other than `known`, which solves the puzzle. The visitor
    /// names a cell for each, row by row, and from then on only solutions with the
    /// known digit there are shown.
    pub fn others(
        &mut self,
        puzzle: Row,
        known: &Known,
        limits: &Limits,
        mut visitor: impl FnMut(Full<'_>) -> ControlFlow<(), usize>,
    ) -> End {
        let mut depth = 0;
        self.begin(puzzle);
        let mut held: Vec<Place> = Vec::new();
        let mut until_check = 0;
        // On the way of the known solution, which is the first to be found.
        let mut on_way = true;
        loop {
            if until_check == 0 {
                until_check = NODES_PER_CHECK;
                if let Some(reason) = limits.exceeded() {
                    return End::Stopped(reason);
                }
            }
            until_check -= 1;
            let state = &mut self.path[depth];
            match state.settle() {
                Settled::Open(open) => {
                    let place = choose::choose(state, open);
                    self.guess(depth, place, |candidates| nearest(known, place, candidates));
                    depth += 1;
                    continue;
                }
                Settled::Full if !on_way => match visitor(Full { state, image: None }) {
                    ControlFlow::Continue(cell) => held.push(Place::of(cell % CELLS)),
                    ControlFlow::Break(()) => return End::Enough,
                },
                Settled::Full | Settled::Dead => {}
            }
            on_way = false;
            loop {
                match depth.checked_sub(1) {
                    Some(before) => depth = before,
                    None => return End::Exhausted,
                }
                if hold(&mut self.path[depth], known, &held) {
                    break;
                }
            }
        }
    }
}

/// The known digit if it is there, else the first.
#[inline(always)]
fn nearest(known: &Known, place: Place, candidates: Digits) -> usize {
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
