//! The states between the cells of a line: those of its automaton and, of neighbours on
//! the line that all differ, the digits that the ones so far hold. With these propagation is
//! complete for the automaton and the differences together.

use super::super::peers::Peers;
use super::super::store::digits;
use super::NONE;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::{Automaton, Mask};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Maximum number of states of a line that remembers digits: sweeps visit all of them.
const MOST_STATES: usize = 20_000;

/// Maximum number of digits that an automaton does not tell apart for these to be remembered one by
/// one.
const MOST_ALIKE: usize = 3;

/// A state of the automaton and the digits that must not come again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    own: u32,
    taken: Mask,
}

/// What the states of a line depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Outline {
    pub automaton: Arc<Automaton>,
    /// The candidates of each cell.
    masks: Vec<Mask>,
    /// After which cells nothing is remembered: later ones may hold any of the digits.
    forgets: Vec<bool>,
}

impl Outline {
    pub fn new(
        cells: &[u32],
        automaton: &Arc<Automaton>,
        masks: &[Mask],
        peers: &Peers,
    ) -> Outline {
        Outline {
            automaton: Arc::clone(automaton),
            masks: cells.iter().map(|&cell| masks[cell as usize]).collect(),
            forgets: forgets(cells, peers),
        }
    }
}

/// The states that an automaton and the differences of a line reach.
#[derive(Clone, Debug)]
pub(super) struct Reached {
    /// For each cell, by state before it and digit the state after it, or [`NONE`].
    pub next: Vec<Vec<u32>>,
    /// Whether the line may end, by state after the last cell.
    pub accepting: Vec<bool>,
}

impl Reached {
    /// Remembers as many digits as is affordable.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn new(outline: &Outline, limits: &Limits) -> Result<Reached, Reason> {
        let mut remembered = match outline.forgets.contains(&false) {
            true => remembered(&outline.automaton),
            false => 0,
        };
        while remembered != 0 {
            if let Some(reached) = outline.reached(remembered, MOST_STATES, limits)? {
                return Ok(reached);
            }
            remembered = without_the_lowest(remembered);
        }
        let plain = outline.reached(0, usize::MAX, limits)?;
        Ok(plain.unwrap_or(Reached {
            next: Vec::new(),
            accepting: Vec::new(),
        }))
    }
}

impl Outline {
    /// `None` if there are more states than that.
    fn reached(
        &self,
        remembered: Mask,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Reached>, Reason> {
        let size = self.automaton.digit_count();
        let mut states = vec![State {
            own: self.automaton.start() as u32,
            taken: 0,
        }];
        let mut next = Vec::with_capacity(self.masks.len());
        let mut count = 0;
        for place in 0..self.masks.len() {
            limits.check()?;
            let mut numbers = FxHashMap::default();
            let mut after = Vec::new();
            let mut rows = vec![NONE; states.len() * size];
            for (row, &state) in rows.chunks_mut(size).zip(&states) {
                if count + after.len() > most {
                    return Ok(None);
                }
                for digit in digits(self.masks[place] & !state.taken) {
                    let Some(next) = self.next(place, state, digit, remembered) else {
                        continue;
                    };
                    row[digit as usize] = *numbers.entry(next).or_insert_with(|| {
                        after.push(next);
                        after.len() as u32 - 1
                    });
                }
            }
            count += after.len();
            next.push(rows);
            states = after;
        }
        let accepting = states.iter();
        let accepting = accepting.map(|state| self.automaton.is_accepting(state.own as usize));
        Ok(Some(Reached {
            next,
            accepting: accepting.collect(),
        }))
    }

    /// The state after a cell that holds the digit, which is not taken.
    fn next(&self, place: usize, state: State, digit: u32, remembered: Mask) -> Option<State> {
        let own = self.automaton.next(state.own as usize, digit as usize)?;
        let taken = match self.forgets[place] {
            true => 0,
            false => state.taken | 1 << digit & remembered,
        };
        Some(State {
            own: own as u32,
            taken,
        })
    }
}

/// Where a run of cells that all differ ends: the next cell does not see all of it.
fn forgets(cells: &[u32], peers: &Peers) -> Vec<bool> {
    let mut start = 0;
    let ends = (0..cells.len()).map(|place| {
        let goes_on = cells.get(place + 1).is_some_and(|&next| {
            let run = &cells[start..=place];
            run.iter().all(|&cell| peers.are(cell, next))
        });
        if !goes_on {
            start = place + 1;
        }
        !goes_on
    });
    ends.collect()
}

/// A quarter fewer digits, at least one: in sums, the largest matter most.
fn without_the_lowest(digits: Mask) -> Mask {
    let dropped = digits.count_ones().div_ceil(4);
    (0..dropped).fold(digits, |left, _| left & left.wrapping_sub(1))
}

/// The digits that the automaton tells apart from most others.
fn remembered(automaton: &Automaton) -> Mask {
    let count = automaton.digit_count();
    let column = |digit: usize| (0..automaton.states()).map(move |s| automaton.next(s, digit));
    let alike = |digit: usize| {
        let others = (0..count).filter(|&other| column(other).eq(column(digit)));
        others.count()
    };
    let apart = (0..count).filter(|&digit| alike(digit) <= MOST_ALIKE);
    apart.fold(0, |mask, digit| mask | 1 << digit)
}
