//! Parts of a search, which another thread can take.

use super::hot::Hot;
use super::places::Places;
use super::{Copying, Small, pop_front};

/// All that lies below an alternative that is left.
pub(in crate::search::variant) struct Part {
    masks: Vec<Small>,
    places: Vec<Places>,
    /// The cell that has an alternative, and the digit that it had.
    cell: u32,
    digit: Small,
    /// The part of the whole search.
    share: f64,
    /// What the search that gives it has learnt.
    weights: Vec<f64>,
    hot: Hot,
}

impl Copying {
    /// Gives away the first alternative that is left, which is the largest as a rule.
    pub fn give(&mut self) -> Option<Part> {
        if self.branches.is_empty() {
            return None;
        }
        let branch = self.branches.remove(0);
        Some(Part {
            masks: pop_front(&mut self.masks, self.state.masks.len()),
            places: pop_front(&mut self.places, self.state.places.len()),
            cell: branch.cell,
            digit: branch.digit,
            share: branch.share,
            weights: self.weights.clone(),
            hot: self.hot.clone(),
        })
    }

    /// How many leaves were searched here.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// The same search with nothing left, for another thread.
    pub fn without_work(&self) -> Copying {
        Copying {
            network: self.network.clone(),
            state: self.state.clone(),
            masks: Vec::new(),
            places: Vec::new(),
            branches: Vec::new(),
            share: 0.0,
            done: 0.0,
            weights: self.weights.clone(),
            hot: self.hot.clone(),
            leaves: 0,
        }
    }

    /// Continues with a part of another search, once this one is done.
    pub fn take(&mut self, part: Part) {
        self.state.clear();
        self.state.masks = part.masks;
        self.state.places = part.places;
        // Totals that the giver had left out may be wrong already.
        self.state.wake_all(&self.network);
        self.share = part.share;
        self.weights = part.weights;
        self.hot = part.hot;
        // The cell has other candidates.
        _ = self.state.restrict(&self.network, part.cell, !part.digit);
    }
}
