//! What a copying search propagates: the part of a model that it has propagators for.

use super::super::model::Model;
use super::super::propagator::Propagator;
use super::super::store::{Alive, Dead, digits};
use super::cage::Cage;
use super::house::hidden_singles;
use super::pair::Pair;
use super::state::State;
use super::total::Total;
use super::{MOST_CELLS, MOST_DIGITS, Small};

/// Words of a set of cells.
pub(super) const WORDS: usize = MOST_CELLS / 64;

/// A set of cells.
pub(super) type CellSet = [u64; WORDS];

/// One constraint. On full cells each decides what it stands for.
#[derive(Clone, Debug)]
pub(super) enum Constraint {
    Pair(Pair),
    /// Cells that hold every digit.
    House(Vec<u32>),
    Cage(Cage),
    Total(Total),
}

impl Constraint {
    fn cells(&self) -> Vec<u32> {
        match self {
            Constraint::Pair(pair) => pair.cells.to_vec(),
            Constraint::House(cells) => cells.clone(),
            Constraint::Cage(cage) => cage.cells.clone(),
            Constraint::Total(total) => total.cells(),
        }
    }

    /// Cheap ones run first.
    fn priority(&self) -> usize {
        match self {
            Constraint::Pair(_) => 0,
            Constraint::House(_) => 1,
            Constraint::Cage(_) => 2,
            Constraint::Total(_) => 3,
        }
    }
}

/// Cells, which of them differ, and constraints.
#[derive(Clone, Debug)]
pub(super) struct Network {
    pub peers: Vec<Vec<u32>>,
    pub peer_sets: Vec<CellSet>,
    constraints: Vec<Constraint>,
    /// The cells of each constraint.
    pub scopes: Vec<Vec<u32>>,
    /// Words of a set of constraints.
    pub words: usize,
    /// By cell the constraints that its changes wake.
    pub wakes: Vec<u64>,
    pub all: Small,
}

impl Network {
    /// `None` if the model has something for which there is no propagator.
    pub fn new(model: &Model) -> Option<Network> {
        let cells = model.masks.len();
        if model.digits > MOST_DIGITS || cells > MOST_CELLS {
            return None;
        }
        let peers: Vec<Vec<u32>> = (0..cells as u32)
            .map(|cell| model.peers.of(cell).to_vec())
            .collect();
        let peer_sets = peers.iter().map(|cells| cell_set(cells)).collect();
        let mut constraints = Vec::new();
        for propagator in &model.propagators {
            constraints.extend(lowered(propagator, model)?);
        }
        constraints.sort_by_key(Constraint::priority);
        let scopes: Vec<Vec<u32>> = constraints.iter().map(Constraint::cells).collect();
        let words = scopes.len().div_ceil(64);
        let mut wakes = vec![0; cells * words];
        for (index, scope) in scopes.iter().enumerate() {
            for &cell in scope {
                wakes[cell as usize * words + index / 64] |= 1 << (index % 64);
            }
        }
        Some(Network {
            peers,
            peer_sets,
            constraints,
            scopes,
            words,
            wakes,
            all: ((1u32 << model.digits) - 1) as Small,
        })
    }

    /// Propagates all that waits.
    ///
    /// # Errors
    /// The constraint that cannot hold; `None` if a cell has no candidate left.
    pub fn propagate(&self, state: &mut State) -> Result<(), Option<usize>> {
        loop {
            self.spread(state).map_err(|Dead| None)?;
            let Some(index) = state.take_waiting() else {
                return Ok(());
            };
            self.run(index, state).map_err(|Dead| Some(index))?;
        }
    }

    /// Removes the digits of fixed cells from all that must differ.
    fn spread(&self, state: &mut State) -> Alive {
        while let Some(cell) = state.take_fixed() {
            let digit = state.masks[cell as usize];
            for &peer in &self.peers[cell as usize] {
                state.restrict(self, peer, !digit)?;
            }
        }
        Ok(())
    }

    fn run(&self, index: usize, state: &mut State) -> Alive {
        match &self.constraints[index] {
            Constraint::Pair(pair) => pair.propagate(self, state),
            Constraint::House(cells) => hidden_singles(cells, self, state),
            Constraint::Cage(cage) => cage.propagate(self, state),
            Constraint::Total(total) => total.propagate(self, state),
        }
    }
}

fn cell_set(cells: &[u32]) -> CellSet {
    let mut set = CellSet::default();
    for &cell in cells {
        set[cell as usize / 64] |= 1 << (cell % 64);
    }
    set
}

/// What stands for a propagator: nothing where it only follows from others. `None` if it is
/// of no kind that is known here.
fn lowered(propagator: &Propagator, model: &Model) -> Option<Option<Constraint>> {
    Some(match propagator {
        Propagator::Singles(cells, _) => Some(Constraint::House(cells.clone())),
        Propagator::Pair(first, second, table) if first != second => {
            Some(Constraint::Pair(Pair::new([*first, *second], table)))
        }
        Propagator::Combinations(combinations) if combinations.choice.is_none() => {
            let sets = combinations.sets.iter().map(|&set| set as Small);
            Some(Constraint::Cage(Cage {
                cells: combinations.cells.clone(),
                sets: sets.collect(),
            }))
        }
        Propagator::Sum(sum) => Some(Constraint::Total(Total::new(sum, model.digits)?)),
        // Cells that differ are peers.
        Propagator::Matching(_) | Propagator::Pointing(_) | Propagator::Same(_) => None,
        _ => return None,
    })
}

/// The digits of a small mask.
pub(super) fn small_digits(mask: Small) -> impl Iterator<Item = u32> {
    digits(u64::from(mask))
}
