//! Lines that an automaton accepts: sweeps forward through the states that the
//! candidates reach, and backward through those that lead to acceptance.

mod cut;
mod states;

use super::peers::Peers;
use super::store::{Alive, Dead, Store, digits};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::{Automaton, Mask};
use rustc_hash::FxHashMap;
use states::{Outline, Reached};
use std::sync::Arc;

const NONE: u32 = u32::MAX;

/// The cells of a line and, between them, the states that matter there.
#[derive(Clone, Debug)]
pub(super) struct Line {
    cells: Vec<u32>,
    digits: usize,
    /// For each cell its states before it; states that nothing tells apart are one.
    layers: Arc<Vec<Layer>>,
    /// Words in a set of states.
    words: usize,
}

#[derive(Clone, Debug)]
struct Layer {
    /// By state and digit the state in the next layer, or [`NONE`].
    next: Vec<u32>,
    /// By state its digits.
    allowed: Vec<Mask>,
}

/// Sets of states, kept between calls.
#[derive(Clone, Default, Debug)]
pub(super) struct Sweep {
    reached: Sets,
    useful: Sets,
}

/// A set of states before each cell and after the last.
#[derive(Clone, Default, Debug)]
struct Sets {
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    /// Empties the sets and makes room.
    fn clear(&mut self, layers: usize, words: usize) {
        self.words = words;
        self.bits.clear();
        self.bits.resize(layers * words, 0);
    }

    fn of(&self, place: usize) -> &[u64] {
        &self.bits[place * self.words..][..self.words]
    }

    fn has(&self, place: usize, state: usize) -> bool {
        self.bits[place * self.words + state / 64] >> (state % 64) & 1 == 1
    }

    fn insert(&mut self, place: usize, state: usize) {
        self.bits[place * self.words + state / 64] |= 1 << (state % 64);
    }
}

/// Lines; those that are alike share their states.
#[derive(Default, Debug)]
pub(super) struct Lines {
    made: Vec<(Outline, Option<Line>)>,
}

impl Lines {
    /// The line of these cells, which hold nothing but `masks`; `None` if the automaton
    /// accepts none of their fillings in which peers differ.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn line(
        &mut self,
        cells: Vec<u32>,
        automaton: &Arc<Automaton>,
        masks: &[Mask],
        peers: &Peers,
        limits: &Limits,
    ) -> Result<Option<Line>, Reason> {
        let outline = Outline::new(&cells, automaton, masks, peers);
        let alike = self.made.iter().find(|(other, _)| *other == outline);
        let line = match alike {
            Some((_, line)) => line.clone(),
            None => {
                let line = Line::new(&outline, limits)?;
                self.made.push((outline, line.clone()));
                line
            }
        };
        Ok(line.map(|line| Line { cells, ..line }))
    }
}

impl Line {
    /// A line without cells.
    fn new(outline: &Outline, limits: &Limits) -> Result<Option<Line>, Reason> {
        let reached = Reached::new(outline, limits)?;
        let size = outline.automaton.digit_count();
        // The number in the following layer of each state there.
        let accepting = reached.accepting.iter();
        let mut numbers: Vec<u32> = accepting.map(|&ends| if ends { 0 } else { NONE }).collect();
        let mut layers = Vec::with_capacity(reached.next.len());
        for rows in reached.next.iter().rev() {
            limits.check()?;
            let (layer, before) = merged(rows, size, &numbers);
            numbers = before;
            layers.push(layer);
        }
        layers.reverse();
        if numbers.iter().all(|&number| number == NONE) {
            return Ok(None);
        }
        let widest = layers.iter().map(|layer| layer.allowed.len()).max();
        Ok(Some(Line {
            cells: Vec::new(),
            digits: size,
            layers: Arc::new(layers),
            words: widest.unwrap_or(1).div_ceil(64),
        }))
    }

    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// How many thousands of transitions there are.
    pub fn cost(&self) -> u64 {
        let states: usize = self.layers.iter().map(|layer| layer.allowed.len()).sum();
        (states * self.digits / 1000) as u64
    }

    pub fn propagate(&self, sweep: &mut Sweep, store: &mut Store) -> Alive {
        let Sweep { reached, useful } = sweep;
        self.reach(self.cells.iter().map(|&cell| store.mask(cell)), reached);
        useful.clear(self.layers.len() + 1, self.words);
        useful.insert(self.layers.len(), 0);
        for (place, &cell) in self.cells.iter().enumerate().rev() {
            let supported = self.supported(place, store.mask(cell), reached, useful);
            store.restrict(cell, supported)?;
        }
        // An empty line is accepted or was refused when it was made.
        match useful.has(0, 0) {
            false => Err(Dead),
            true => Ok(()),
        }
    }

    /// The states that the candidates, given by place, reach.
    fn reach(&self, masks: impl Iterator<Item = Mask>, reached: &mut Sets) {
        reached.clear(self.layers.len() + 1, self.words);
        reached.insert(0, 0);
        for (place, mask) in masks.enumerate() {
            self.step(place, mask, reached);
        }
    }

    /// The states after a cell that can be reached from those before it.
    fn step(&self, place: usize, mask: Mask, reached: &mut Sets) {
        let words = self.words;
        let layer = &self.layers[place];
        let (before, after) = reached.bits.split_at_mut((place + 1) * words);
        let after = &mut after[..words];
        for state in states(&before[place * words..]) {
            let row = &layer.next[state * self.digits..][..self.digits];
            for digit in digits(mask & layer.allowed[state]) {
                let next = row[digit as usize] as usize;
                after[next / 64] |= 1 << (next % 64);
            }
        }
    }

    /// Which of the candidates lead from a state that can be reached to one that is useful,
    /// and which states are useful because of that.
    fn supported(&self, place: usize, mask: Mask, reached: &Sets, useful: &mut Sets) -> Mask {
        let layer = &self.layers[place];
        let mut supported = 0;
        for state in states(reached.of(place)) {
            let mut found = false;
            for digit in digits(mask & layer.allowed[state]) {
                if found && supported >> digit & 1 == 1 {
                    continue;
                }
                if useful.has(place + 1, self.target(place, state, digit)) {
                    found = true;
                    supported |= 1 << digit;
                }
            }
            if found {
                useful.insert(place, state);
            }
        }
        supported
    }

    /// The state after a cell that holds a digit which the state before it allows.
    fn target(&self, place: usize, state: usize, digit: u32) -> usize {
        self.layers[place].next[state * self.digits + digit as usize] as usize
    }
}

/// The states in a set.
fn states(set: &[u64]) -> impl Iterator<Item = usize> {
    let words = set.iter().enumerate();
    words.flat_map(|(word, &bits)| digits(bits).map(move |bit| word * 64 + bit as usize))
}

/// A layer in which states with the same next states are one, and the number of each;
/// [`NONE`] for those that lead to no acceptance.
fn merged(rows: &[u32], size: usize, numbers: &[u32]) -> (Layer, Vec<u32>) {
    let mut merged: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let mut layer = Layer {
        next: Vec::new(),
        allowed: Vec::new(),
    };
    let mut row = vec![NONE; size];
    let before = rows.chunks(size).map(|targets| {
        let mut allowed = 0;
        for (digit, (after, &target)) in row.iter_mut().zip(targets).enumerate() {
            *after = numbers.get(target as usize).copied().unwrap_or(NONE);
            allowed |= Mask::from(*after != NONE) << digit;
        }
        if allowed == 0 {
            return NONE;
        }
        if let Some(&number) = merged.get(&row) {
            return number;
        }
        let number = layer.allowed.len() as u32;
        layer.next.extend(&row);
        layer.allowed.push(allowed);
        merged.insert(row.clone(), number);
        number
    });
    let before = before.collect();
    (layer, before)
}
