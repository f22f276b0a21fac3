//! Parts of a search, which another thread can take.

use super::super::goal::Goal;
use super::hot::Hot;
use super::places::Places;
use super::state::State;
use super::{Copying, Small, pop_front};
use crate::limits::Limits;
use crate::outcome::End;
use crate::rules::Mask;

/// Something that is left to search.
pub(in crate::search::variant) enum Part {
    /// All that lies below an alternative.
    Below(Alternative),
    /// All that another search had left.
    Rest(Box<Copying>),
}

/// An alternative that is left.
pub(in crate::search::variant) struct Alternative {
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
        Some(Part::Below(Alternative {
            masks: pop_front(&mut self.masks, self.state.masks.len()),
            places: pop_front(&mut self.places, self.state.places.len()),
            cell: branch.cell,
            digit: branch.digit,
            share: branch.share,
            weights: self.weights.clone(),
            hot: self.hot.clone(),
        }))
    }

    /// All that lies below these candidates; `None` if nothing does.
    pub fn part(&mut self, masks: &[Mask]) -> Option<Part> {
        if masks.contains(&0) {
            return None;
        }
        let masks = masks.iter().map(|&mask| mask as Small).collect();
        let mut state = State::new(masks, &self.network);
        self.network.propagate(&mut state).ok()?;
        Some(Part::Below(Alternative {
            masks: state.masks,
            places: state.places,
            cell: 0,
            // None is tried first.
            digit: 0,
            share: 0.0,
            weights: self.weights.clone(),
            hot: self.hot.clone(),
        }))
    }

    /// How many leaves were searched here.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// A search of the same puzzle with nothing left to do, for another thread.
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
        match part {
            Part::Below(alternative) => self.start_below(alternative),
            Part::Rest(rest) => {
                // The totals that it has left out are held against what it has left.
                *self = Copying {
                    done: self.done,
                    leaves: self.leaves,
                    ..*rest
                }
            }
        }
    }

    /// Looks for all solutions in these parts, one after the other.
    pub fn run_parts(&mut self, parts: Vec<Part>, limits: &Limits, goal: &mut dyn Goal) -> End {
        for part in parts {
            self.take(part);
            match self.run_to_end(limits, goal) {
                End::Exhausted => {}
                end => return end,
            }
        }
        End::Exhausted
    }

    /// Looks for all further solutions.
    pub fn run_to_end(&mut self, limits: &Limits, goal: &mut dyn Goal) -> End {
        loop {
            if let Some(end) = self.run(u64::MAX, limits, goal) {
                return end;
            }
        }
    }

    fn start_below(&mut self, alternative: Alternative) {
        self.state.clear();
        self.state.masks = alternative.masks;
        self.state.places = alternative.places;
        // Totals that the giver had left out may be wrong already.
        self.state.wake_all(&self.network);
        self.share = alternative.share;
        self.weights = alternative.weights;
        self.hot = alternative.hot;
        // The cell has other candidates.
        let Alternative { cell, digit, .. } = alternative;
        _ = self.state.restrict(&self.network, cell, !digit);
    }
}
