//! What a copying search propagates: the part of a model that it has propagators for.

use super::super::model::Model;
use super::super::propagator::Propagator;
use super::super::store::{Alive, Dead, digits};
use super::cage::Cage;
use super::house::hidden_singles;
use super::pair::Pair;
use super::places::{LaneTable, Places};
use super::state::State;
use super::total::Total;
use super::{MOST_CELLS, MOST_DIGITS, Small};
use crate::rules::Table;
use std::ops::Range;

/// Runs after which a total that has hardly removed anything is left out.
const TRIAL: Trial = Trial {
    runs: 1024,
    uses: 4,
};

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

/// When a constraint is worth its time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trial {
    pub runs: u32,
    /// In how many of the runs it must have removed something, or failed.
    pub uses: u32,
}

/// What a constraint did in its trial so far.
#[derive(Clone, Copy, Default, Debug)]
struct Record {
    runs: u32,
    uses: u32,
}

/// Cells, which of them differ, and constraints.
#[derive(Clone, Debug)]
pub(super) struct Network {
    pub peers: Vec<Vec<u32>>,
    excluded: Excluded,
    constraints: Vec<Constraint>,
    /// The cells of each constraint.
    pub scopes: Vec<Vec<u32>>,
    /// Words of a set of constraints.
    pub words: usize,
    /// By cell the constraints that its changes wake; houses wake when a digit has one place.
    pub wakes: Vec<u64>,
    /// By cell the houses that it is in, from 0.
    pub homes: Vec<Vec<u32>>,
    /// Where the houses are among the constraints.
    pub houses: Range<usize>,
    pub lanes: LaneTable,
    pub trial: Trial,
    records: Vec<Record>,
    /// Totals that were left out at some time: full cells are held against them.
    left_out: Vec<usize>,
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
        let mut constraints = Vec::new();
        let mut excluded = Excluded::new(cells);
        for propagator in &model.propagators {
            match propagator {
                Propagator::Pair(first, second, table)
                    if first != second && excludes_one_by_one(table) =>
                {
                    excluded.add([*first, *second], table);
                }
                _ => constraints.extend(lowered(propagator, model)?),
            }
        }
        constraints.sort_by_key(Constraint::priority);
        let scopes: Vec<Vec<u32>> = constraints.iter().map(Constraint::cells).collect();
        let words = scopes.len().div_ceil(64);
        let is_house = |constraint: &Constraint| matches!(constraint, Constraint::House(_));
        let first_house = constraints.iter().take_while(|all| !is_house(all)).count();
        let house_count = constraints.iter().filter(|all| is_house(all)).count();
        let mut network = Network {
            houses: first_house..first_house + house_count,
            peers,
            excluded,
            words,
            wakes: vec![0; cells * words],
            homes: vec![Vec::new(); cells],
            lanes: LaneTable::new(),
            trial: TRIAL,
            records: vec![Record::default(); scopes.len()],
            left_out: Vec::new(),
            constraints,
            scopes,
            all: ((1u32 << model.digits) - 1) as Small,
        };
        (0..network.scopes.len()).for_each(|index| network.connect(index));
        Some(network)
    }

    /// Registers a constraint for changes of its cells.
    fn connect(&mut self, index: usize) {
        for &cell in &self.scopes[index] {
            match self.houses.contains(&index) {
                true => self.homes[cell as usize].push((index - self.houses.start) as u32),
                false => self.wakes[cell as usize * self.words + index / 64] |= 1 << (index % 64),
            }
        }
    }

    /// How many places the digits have in each house.
    pub fn places(&self, masks: &[Small]) -> Vec<Places> {
        let mut places = vec![Places::default(); self.houses.len()];
        for (homes, &mask) in self.homes.iter().zip(masks) {
            for &house in homes {
                places[house as usize].add(self.lanes.of(mask));
            }
        }
        places
    }

    /// The cells of each house.
    pub fn house_cells(&self) -> impl Iterator<Item = &[u32]> {
        let scopes = self.scopes[self.houses.clone()].iter();
        scopes.map(Vec::as_slice)
    }

    /// Propagates all that waits.
    ///
    /// # Errors
    /// The constraint that cannot hold; `None` if a cell has no candidate left.
    pub fn propagate(&mut self, state: &mut State) -> Result<(), Option<usize>> {
        loop {
            self.spread(state).map_err(|Dead| None)?;
            let Some(index) = state.take_waiting() else {
                return Ok(());
            };
            state.has_changed = false;
            let alive = self.run(index, state);
            self.record(index, alive.is_err() || state.has_changed);
            alive.map_err(|Dead| Some(index))?;
        }
    }

    /// Removes the digits of fixed cells from all that must differ.
    fn spread(&self, state: &mut State) -> Alive {
        while let Some(cell) = state.take_fixed(self) {
            let digit = state.masks[cell as usize];
            for &peer in &self.peers[cell as usize] {
                state.restrict(self, peer, !digit)?;
            }
            for &(other, digits) in self.excluded.by(cell, digit) {
                state.restrict(self, other, !digits)?;
            }
        }
        Ok(())
    }

    /// Counts a run, and leaves out a total after a trial without much use. Most follow from
    /// others, and which of them remove something is not known beforehand.
    fn record(&mut self, index: usize, is_use: bool) {
        let Constraint::Total(_) = self.constraints[index] else {
            return;
        };
        let record = &mut self.records[index];
        record.runs += 1;
        record.uses += u32::from(is_use);
        if record.runs < self.trial.runs {
            return;
        }
        if record.uses < self.trial.uses {
            if !self.left_out.contains(&index) {
                self.left_out.push(index);
            }
            for &cell in &self.scopes[index] {
                self.wakes[cell as usize * self.words + index / 64] &= !(1 << (index % 64));
            }
        }
        self.records[index] = Record::default();
    }

    /// Holds full cells against the totals that were left out. One that fails is back, and
    /// stays in the list: nothing may wake it below alternatives from before.
    ///
    /// # Errors
    /// The constraint that does not hold.
    pub fn check(&mut self, state: &mut State) -> Result<(), Option<usize>> {
        let mut left_out = self.left_out.iter();
        let failed = left_out.find(|&&index| self.run(index, state).is_err());
        let Some(&index) = failed else {
            return Ok(());
        };
        self.connect(index);
        Err(Some(index))
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

/// What digits of other cells each candidate excludes.
#[derive(Clone, Debug)]
struct Excluded(Vec<Vec<(u32, Small)>>);

impl Excluded {
    fn new(cells: usize) -> Excluded {
        Excluded(vec![Vec::new(); cells * MOST_DIGITS])
    }

    /// Adds what a table over two cells refuses.
    fn add(&mut self, [first, second]: [u32; 2], table: &Table) {
        let all = (1 << table.digit_count()) - 1;
        for digit in 0..table.digit_count() {
            let sides = [
                (first, second, all & !table.seconds(digit)),
                (second, first, all & !table.firsts(digit)),
            ];
            for (cell, other, refused) in sides.into_iter().filter(|(.., refused)| *refused != 0) {
                self.0[cell as usize * MOST_DIGITS + digit].push((other, refused as Small));
            }
        }
    }

    fn by(&self, cell: u32, digit: Small) -> &[(u32, Small)] {
        &self.0[cell as usize * MOST_DIGITS + digit.trailing_zeros() as usize]
    }
}

/// Whether no digit of one cell is refused by more than one of the other: only a full cell
/// excludes anything then.
fn excludes_one_by_one(table: &Table) -> bool {
    let count = table.digit_count() as u32;
    (0..table.digit_count()).all(|digit| {
        let allowed = [table.seconds(digit), table.firsts(digit)];
        allowed.iter().all(|mask| mask.count_ones() + 1 >= count)
    })
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
            let cells = combinations.cells.clone();
            Some(Constraint::Cage(Cage::new(
                cells,
                sets.collect(),
                &model.peers,
            )))
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
