//! Why an automaton does not accept: lost candidates that cut all of its ways.

use super::super::store::digits;
use super::Line;
use crate::rules::Mask;

/// States of a layer.
type States = Vec<bool>;

impl Line {
    /// The line accepts no filling of the candidates `now`. For each place, candidates
    /// between `now` and `most` with which it still accepts none, as many as fit: once with
    /// the cut as late on the line as possible and once as early.
    pub fn cuts(&self, now: &[Mask], most: &[Mask]) -> Option<[Vec<Mask>; 2]> {
        let ahead = self.ahead(now);
        if ahead[0].first() != Some(&false) {
            return None;
        }
        Some([self.late_cut(&ahead, now, most), self.early_cut(now, most)])
    }

    /// By layer the states from which the candidates lead to acceptance.
    fn ahead(&self, masks: &[Mask]) -> Vec<States> {
        let mut layers = vec![vec![true]];
        for (place, layer) in self.layers.iter().enumerate().rev() {
            let after = layers.last().map_or(&[][..], Vec::as_slice);
            let leads = |state: usize| {
                let mut held = digits(masks[place] & layer.allowed[state]);
                held.any(|digit| after[self.target(place, state, digit)])
            };
            let states = (0..layer.allowed.len()).map(leads).collect();
            layers.push(states);
        }
        layers.reverse();
        layers
    }

    fn target(&self, place: usize, state: usize, digit: u32) -> usize {
        self.layers[place].next[state * self.digits + digit as usize] as usize
    }

    /// How many states there are before each cell, and after the last.
    fn size(&self, place: usize) -> usize {
        self.layers
            .get(place)
            .map_or(1, |layer| layer.allowed.len())
    }

    /// Puts back, from the first cell on, what reaches no state that leads on.
    fn late_cut(&self, ahead: &[States], now: &[Mask], most: &[Mask]) -> Vec<Mask> {
        let mut reached = vec![true];
        let mut cut = Vec::with_capacity(now.len());
        for (place, layer) in self.layers.iter().enumerate() {
            let from = || (0..layer.allowed.len()).filter(|&state| reached[state]);
            let is_bad = |digit: &u32| {
                from().any(|state| {
                    layer.allowed[state] >> digit & 1 == 1
                        && ahead[place + 1][self.target(place, state, *digit)]
                })
            };
            let bad = digits(most[place] & !now[place]).filter(is_bad);
            let mask = bad.fold(most[place], |mask, digit| mask & !(1 << digit));
            let mut next = vec![false; self.size(place + 1)];
            for state in from() {
                for digit in digits(mask & layer.allowed[state]) {
                    next[self.target(place, state, digit)] = true;
                }
            }
            cut.push(mask);
            reached = next;
        }
        cut
    }

    /// Puts back, from the last cell on, what no reachable state needs.
    fn early_cut(&self, now: &[Mask], most: &[Mask]) -> Vec<Mask> {
        let mut reached = vec![vec![true]];
        for (place, layer) in self.layers.iter().enumerate() {
            let mut next = vec![false; self.size(place + 1)];
            for state in (0..layer.allowed.len()).filter(|&state| reached[place][state]) {
                for digit in digits(now[place] & layer.allowed[state]) {
                    next[self.target(place, state, digit)] = true;
                }
            }
            reached.push(next);
        }
        let mut leads = vec![true];
        let mut cut = vec![0; now.len()];
        for (place, layer) in self.layers.iter().enumerate().rev() {
            let leads_on = |state: usize, mask: Mask| {
                let mut held = digits(mask & layer.allowed[state]);
                held.any(|digit| leads[self.target(place, state, digit)])
            };
            let is_bad = |digit: &u32| {
                let mut from = (0..layer.allowed.len()).filter(|&state| reached[place][state]);
                from.any(|state| leads_on(state, 1 << digit))
            };
            let bad = digits(most[place] & !now[place]).filter(is_bad);
            cut[place] = bad.fold(most[place], |mask, digit| mask & !(1 << digit));
            leads = (0..layer.allowed.len())
                .map(|state| leads_on(state, cut[place]))
                .collect();
        }
        cut
    }
}
