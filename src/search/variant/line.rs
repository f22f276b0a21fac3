//! Lines that an automaton accepts: sweeps forward through the states that the
//! candidates reach, and backward through those that lead to acceptance.

mod cut;

use super::store::{Alive, Dead, Store, digits};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::{Automaton, Mask};
use std::collections::HashMap;

const NONE: u32 = u32::MAX;

/// The cells of a line and, between them, the states that matter there.
#[derive(Clone, Debug)]
pub(super) struct Line {
    cells: Vec<u32>,
    digits: usize,
    /// For each cell its states before it; states that nothing tells apart are one.
    layers: Vec<Layer>,
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
    reached: Vec<u64>,
    useful: [Vec<u64>; 2],
}

impl Line {
    /// The line of these cells, which hold nothing but `masks`; `None` if the automaton
    /// accepts none of their fillings.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn new(
        cells: Vec<u32>,
        automaton: &Automaton,
        masks: &[Mask],
        limits: &Limits,
    ) -> Result<Option<Line>, Reason> {
        let reached = reached(&cells, automaton, masks, limits)?;
        let size = automaton.digit_count();
        // The number in the following layer of each state there.
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let last = reached.last().map_or(&[][..], Vec::as_slice);
        for &state in last {
            if automaton.is_accepting(state as usize) {
                numbers.insert(state, 0);
            }
        }
        let mut layers = Vec::with_capacity(cells.len());
        for (place, &cell) in cells.iter().enumerate().rev() {
            limits.check()?;
            let mask = masks[cell as usize];
            let (layer, before) = merged(&reached[place], automaton, mask, size, &numbers);
            numbers = before;
            layers.push(layer);
        }
        layers.reverse();
        if numbers.is_empty() {
            return Ok(None);
        }
        let widest = layers.iter().map(|layer| layer.allowed.len()).max();
        Ok(Some(Line {
            cells,
            digits: size,
            layers,
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
        self.forward(sweep, store);
        self.backward(sweep, store)
    }

    fn forward(&self, sweep: &mut Sweep, store: &Store) {
        let words = self.words;
        sweep.reached.clear();
        sweep.reached.resize(words * (self.layers.len() + 1), 0);
        sweep.reached[0] = 1;
        for (place, layer) in self.layers.iter().enumerate() {
            let mask = store.mask(self.cells[place]);
            let (before, after) = sweep.reached.split_at_mut((place + 1) * words);
            for state in states(&before[place * words..]) {
                let row = &layer.next[state * self.digits..(state + 1) * self.digits];
                for digit in digits(mask & layer.allowed[state]) {
                    let next = row[digit as usize] as usize;
                    after[next / 64] |= 1 << (next % 64);
                }
            }
        }
    }

    fn backward(&self, sweep: &mut Sweep, store: &mut Store) -> Alive {
        let words = self.words;
        let [useful, before] = &mut sweep.useful;
        for set in [&mut *useful, &mut *before] {
            set.clear();
            set.resize(words, 0);
        }
        useful[0] = 1;
        for (place, layer) in self.layers.iter().enumerate().rev() {
            let mask = store.mask(self.cells[place]);
            let mut supported = 0;
            before.fill(0);
            for state in states(&sweep.reached[place * words..(place + 1) * words]) {
                let row = &layer.next[state * self.digits..(state + 1) * self.digits];
                let mut found = false;
                for digit in digits(mask & layer.allowed[state]) {
                    if found && supported >> digit & 1 == 1 {
                        continue;
                    }
                    let next = row[digit as usize] as usize;
                    if useful[next / 64] >> (next % 64) & 1 == 1 {
                        found = true;
                        supported |= 1 << digit;
                    }
                }
                before[state / 64] |= u64::from(found) << (state % 64);
            }
            store.restrict(self.cells[place], supported)?;
            std::mem::swap(useful, before);
        }
        // An empty line is accepted or was refused when it was made.
        match useful[0] & 1 {
            0 => Err(Dead),
            _ => Ok(()),
        }
    }
}

/// The states in a set.
fn states(set: &[u64]) -> impl Iterator<Item = usize> {
    let words = set.iter().enumerate();
    words.flat_map(|(word, &bits)| digits(bits).map(move |bit| word * 64 + bit as usize))
}

/// The states that can be reached before each cell, and after the last.
fn reached(
    cells: &[u32],
    automaton: &Automaton,
    masks: &[Mask],
    limits: &Limits,
) -> Result<Vec<Vec<u32>>, Reason> {
    let mut layers = vec![vec![automaton.start() as u32]];
    let mut is_in = vec![false; automaton.states()];
    for &cell in cells {
        limits.check()?;
        let mut after = Vec::new();
        let before = layers.last().map_or(&[][..], Vec::as_slice);
        for &state in before {
            for digit in digits(masks[cell as usize]) {
                let next = automaton.next(state as usize, digit as usize);
                if let Some(next) = next
                    && !std::mem::replace(&mut is_in[next], true)
                {
                    after.push(next as u32);
                }
            }
        }
        for &state in &after {
            is_in[state as usize] = false;
        }
        layers.push(after);
    }
    Ok(layers)
}

/// A layer in which states with the same next states are one, and the number of each.
fn merged(
    reached: &[u32],
    automaton: &Automaton,
    mask: Mask,
    size: usize,
    numbers: &HashMap<u32, u32>,
) -> (Layer, HashMap<u32, u32>) {
    let mut rows: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut before = HashMap::new();
    let mut layer = Layer {
        next: Vec::new(),
        allowed: Vec::new(),
    };
    for &state in reached {
        let mut row = vec![NONE; size];
        let mut allowed = 0;
        for digit in digits(mask) {
            let next = automaton.next(state as usize, digit as usize);
            let number = next.and_then(|next| numbers.get(&(next as u32)));
            if let Some(&number) = number {
                row[digit as usize] = number;
                allowed |= 1 << digit;
            }
        }
        if allowed == 0 {
            continue;
        }
        let number = *rows.entry(row.clone()).or_insert_with(|| {
            layer.next.extend(&row);
            layer.allowed.push(allowed);
            layer.allowed.len() as u32 - 1
        });
        before.insert(state, number);
    }
    (layer, before)
}
