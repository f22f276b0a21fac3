//! The positions of a regular expression become an automaton.

use super::regex::Part;
use crate::limits::Limits;
use crate::rules::{self, Automaton, AutomatonError, MAX_STATES, Mask};
use std::cell::{Cell, RefCell};

/// A set of positions, as bits.
pub(super) type Set = Vec<u64>;

/// Adds a position that the set has room for.
pub(super) fn insert(set: &mut Set, position: usize) {
    set[position / 64] |= 1 << (position % 64);
}

fn members(set: &Set) -> impl Iterator<Item = usize> {
    let words = set.iter().enumerate();
    words.flat_map(|(word, &bits)| rules::members(bits).map(move |bit| 64 * word + bit))
}

/// The positions of an expression; one more is where it begins.
pub(super) struct Positions {
    /// For each position, those that may come next.
    follow: Vec<Set>,
    /// For each digit, the positions that it matches.
    matching: Vec<Set>,
    accepting: Set,
}

impl Positions {
    /// The positions of a part that match these digits, with those that may come after each.
    pub fn new(part: &Part, masks: &[Mask], mut follow: Vec<Set>) -> Positions {
        let start = masks.len();
        let none = vec![0; start / 64 + 1];
        follow.push(Set::new());
        follow.iter_mut().for_each(|set| set.resize(none.len(), 0));
        for &first in &part.first {
            insert(&mut follow[start], first);
        }
        let mut accepting = none.clone();
        for last in part
            .last
            .iter()
            .copied()
            .chain(part.is_optional.then_some(start))
        {
            insert(&mut accepting, last);
        }
        let mut matching = vec![none; Mask::BITS as usize];
        for (position, mask) in masks.iter().enumerate() {
            for digit in rules::members(*mask) {
                insert(&mut matching[digit], position);
            }
        }
        Positions {
            follow,
            matching,
            accepting,
        }
    }

    /// The automaton for lines of this length. Its states are sets of positions, of which no
    /// more words are kept than there may be states.
    pub fn automaton(
        &self,
        lines: (usize, usize),
        limits: &Limits,
    ) -> Result<Automaton, AutomatonError> {
        let words = self.accepting.len();
        let mut start = vec![0; words];
        insert(&mut start, self.follow.len() - 1);
        let most = MAX_STATES / words;
        let found = Cell::new(0);
        // The digits of a state come one after the other.
        let next = RefCell::new((Set::new(), Set::new()));
        let automaton = Automaton::explore_lines(
            lines,
            start,
            |set| set.iter().zip(&self.accepting).any(|(a, b)| a & b != 0),
            |set, digit| {
                let (known, after) = &mut *next.borrow_mut();
                if known != set {
                    found.set(found.get() + 1);
                    *known = set.clone();
                    *after = self.after(set);
                }
                let matching = after.iter().zip(&self.matching[digit]);
                let reached: Set = matching.map(|(a, b)| a & b).collect();
                let goes_on = found.get() <= most && reached.iter().any(|&word| word != 0);
                goes_on.then_some(reached)
            },
            limits,
        );
        match found.get() > most {
            true => Err(AutomatonError::TooLarge),
            false => automaton,
        }
    }

    /// The positions that may come after one of these.
    fn after(&self, set: &Set) -> Set {
        let mut after = vec![0; set.len()];
        for position in members(set) {
            for (word, next) in after.iter_mut().zip(&self.follow[position]) {
                *word |= next;
            }
        }
        after
    }
}
