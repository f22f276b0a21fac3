//! Depth-first search that learns no clauses and copies the candidates at each branch: a
//! few hundred bytes on usual boards. Where clauses say little, as in hard killers, it is
//! done sooner than a learning search.
//!
//! `network` takes the part of a model that follows from houses, cages, sums and pairs;
//! `state` is what is copied; each kind of constraint has a file.

mod cage;
mod choice;
mod hot;
mod house;
mod network;
mod pair;
mod part;
mod places;
mod state;
#[cfg(test)]
mod tests;
mod total;

use super::goal::Goal;
use super::model::Model;
use crate::limits::Limits;
use crate::outcome::End;
use crate::rules::Mask;
use choice::{Choice, choose};
use hot::Hot;
use network::Network;
pub(super) use part::Part;
use places::Places;
use state::State;

/// The candidates of a cell.
type Small = u16;

/// Maximum number of digits of a board.
const MOST_DIGITS: usize = Small::BITS as usize;

/// Maximum number of cells of a board.
const MOST_CELLS: usize = 256;

/// Leaves after which all weights are halved: what failed long ago says little.
const HALVE: u64 = 1 << 14;

/// Leaves between two looks at the limits.
const LEAVES_PER_CHECK: u64 = 64;

/// What the cells of a constraint that failed share, where the cell that was decided and the
/// one that was fixed last get 1 each.
const SCOPE_WEIGHT: f64 = 2.0;

/// A copying search.
pub(super) struct Copying {
    network: Network,
    state: State,
    /// The nodes whose last alternative is left, one after the other: candidates of all
    /// cells, and places in all houses.
    masks: Vec<Small>,
    places: Vec<Places>,
    branches: Vec<Branch>,
    /// The part of the whole search that lies below the current node, were all options of a
    /// choice alike.
    share: f64,
    /// The part that is done.
    done: f64,
    /// By cell how much it had to do with failures.
    weights: Vec<f64>,
    hot: Hot,
    /// Failures and solutions so far.
    leaves: u64,
}

/// Where an alternative is left.
struct Branch {
    /// The cell that was decided.
    cell: u32,
    /// The digit that it had.
    digit: Small,
    /// The alternative's part of the whole search.
    share: f64,
}

impl Copying {
    /// A search below these candidates. `None` if the model has something for which there
    /// is no propagator here.
    pub fn new(model: &Model, masks: &[Mask]) -> Option<Copying> {
        let network = Network::new(model)?;
        let small = masks.iter().map(|&mask| mask as Small).collect();
        let state = State::new(small, &network);
        Some(Copying {
            weights: vec![1.0; masks.len()],
            hot: Hot::default(),
            network,
            state,
            masks: Vec::new(),
            places: Vec::new(),
            branches: Vec::new(),
            share: 1.0,
            done: 0.0,
            leaves: 0,
        })
    }

    /// Looks for further solutions, for at most this many leaves; `None` if it is not done
    /// then.
    pub fn run(&mut self, leaves: u64, limits: &Limits, goal: &mut dyn Goal) -> Option<End> {
        let pause = self.leaves.saturating_add(leaves);
        let prunes = goal.wanted().is_some();
        while self.leaves < pause {
            match self.network.propagate(&mut self.state) {
                Ok(()) if prunes && goal.is_hopeless(&self.candidates()) => {}
                Ok(()) => {
                    let Copying { network, state, .. } = self;
                    if let Some(choice) = choose(network, state, &self.weights, &self.hot) {
                        self.decide(choice);
                        continue;
                    }
                    match self.network.check(&mut self.state) {
                        Ok(()) if goal.solution(&self.candidates()).is_break() => {
                            return Some(End::Enough);
                        }
                        Ok(()) => {}
                        Err(failed) => self.weigh(failed),
                    }
                }
                Err(failed) => self.weigh(failed),
            }
            if !self.retreat() {
                return Some(End::Exhausted);
            }
            if self.leaves.is_multiple_of(LEAVES_PER_CHECK)
                && let Some(reason) = limits.exceeded()
            {
                return Some(End::Stopped(reason));
            }
        }
        None
    }

    fn candidates(&self) -> Vec<Mask> {
        let masks = self.state.masks.iter();
        masks.map(|&mask| Mask::from(mask)).collect()
    }

    /// The part of the search that is done.
    pub fn done(&self) -> f64 {
        self.done
    }

    /// How many leaves the whole search has if it goes on as it began: a rough guess
    /// (Knuth, "Estimating the efficiency of backtrack programs", 1975).
    pub fn forecast(&self) -> f64 {
        self.leaves as f64 / self.done
    }

    /// Fixes a cell, and keeps the candidates without this digit for later.
    fn decide(&mut self, choice: Choice) {
        let Choice {
            cell,
            digit,
            options,
        } = choice;
        self.masks.extend_from_slice(&self.state.masks);
        self.places.extend_from_slice(&self.state.places);
        let own = self.share / f64::from(options);
        self.branches.push(Branch {
            cell,
            digit,
            share: self.share - own,
        });
        self.share = own;
        // The digit is a candidate.
        _ = self.state.restrict(&self.network, cell, digit);
    }

    /// Leaves the node, which is done, for the last alternative; false if there is none.
    fn retreat(&mut self) -> bool {
        self.leaves += 1;
        if self.leaves.is_multiple_of(HALVE) {
            self.weights.iter_mut().for_each(|weight| *weight /= 2.0);
            self.hot.fade();
        }
        self.state.clear();
        self.done += self.share;
        let Some(branch) = self.branches.pop() else {
            return false;
        };
        self.share = branch.share;
        pop_into(&mut self.state.masks, &mut self.masks);
        pop_into(&mut self.state.places, &mut self.places);
        // The cell has other candidates.
        _ = self
            .state
            .restrict(&self.network, branch.cell, !branch.digit);
        true
    }

    /// Adds the weight of a failure, of a constraint if one failed.
    fn weigh(&mut self, failed: Option<usize>) {
        let decided = self.branches.last().map(|branch| branch.cell);
        let fixed = self.state.last_fixed;
        for cell in [fixed.map(|(cell, _)| cell), decided].into_iter().flatten() {
            self.weights[cell as usize] += 1.0;
        }
        if let Some((_, digit)) = fixed {
            self.hot.note(digit);
        }
        if let Some(index) = failed {
            let scope = &self.network.scopes[index];
            let share = SCOPE_WEIGHT / scope.len() as f64;
            for &cell in scope {
                self.weights[cell as usize] += share;
            }
        }
    }
}

/// Takes the last entries of a stack.
fn pop_into<T: Copy>(entries: &mut [T], stack: &mut Vec<T>) {
    let start = stack.len() - entries.len();
    entries.copy_from_slice(&stack[start..]);
    stack.truncate(start);
}

/// Takes the first entries of a stack.
fn pop_front<T: Copy>(stack: &mut Vec<T>, count: usize) -> Vec<T> {
    stack.drain(..count).collect()
}
