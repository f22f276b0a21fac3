//! Cells of the search's own: which set of digits a cage holds. Clauses over these say in
//! one literal what otherwise takes many.

use super::super::model::Model;
use super::super::propagator::Propagator;
use crate::rules::{MAX_DIGITS, Mask};

/// Adds a cell for each choice between sets of digits.
pub(super) fn add_choices(model: &mut Model) {
    let Model {
        masks, propagators, ..
    } = model;
    for propagator in propagators {
        let Propagator::Combinations(combinations) = propagator else {
            continue;
        };
        let cells = combinations.cells.iter();
        let union = cells.fold(0, |union, &cell| union | masks[cell as usize]);
        combinations.sets.retain(|set| set & !union == 0);
        let count = combinations.sets.len();
        if (2..=MAX_DIGITS).contains(&count) {
            combinations.choice = Some(masks.len() as u32);
            masks.push(Mask::MAX >> (MAX_DIGITS - count));
        }
    }
    model.watch();
}
