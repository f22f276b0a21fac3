//! The cell to branch on: one with the fewest candidates, among those the one that
//! sees most cells without a digit.

use super::bands::{Bands, Place};
use super::state::{Open, State};

/// With this few cells left, the first will do: choosing costs more than it saves.
const FEW: u32 = 40;

/// The cell to branch on.
#[inline(always)]
pub fn choose(state: &State, open: Open) -> Place {
    let mut from = open.cells.minus(open.wide);
    if from.is_empty() {
        from = narrowest(state, open.cells);
    }
    let first = from.first().unwrap_or(Place::of(0));
    if open.cells.count() <= FEW {
        return first;
    }
    // The count, and below it the place counted from the end, so that the first
    // of equals is greatest.
    let rank = |place: Place| {
        let last = Place::END - place.number();
        open.cells.count_seen_from(place) << 7 | last
    };
    let best = from.places().map(rank).max();
    best.map_or(first, |rank| Place::numbered(Place::END - rank % 128))
}

/// The open cells with the fewest candidates.
#[inline(never)]
fn narrowest(state: &State, open: Bands) -> Bands {
    // `at_least[n]`: cells with n or more candidates.
    let mut at_least = [Bands::NONE; 10];
    at_least[0] = Bands::ALL;
    for bands in state.digits() {
        for n in (1..at_least.len()).rev() {
            at_least[n] = at_least[n].or(at_least[n - 1].and(*bands));
        }
    }
    let exactly = |n: &usize| open.minus(at_least[n + 1]);
    let sets = (2..9).map(|n| exactly(&n));
    sets.into_iter()
        .find(|cells| !cells.is_empty())
        .unwrap_or(open)
}
