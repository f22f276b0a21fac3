//! Why an automaton does not accept: lost candidates that cut all of its ways.

use super::super::store::digits;
use super::{Line, Sets, states};
use crate::rules::Mask;

/// The candidates by place, and those with which the line is to accept nothing either, as
/// far as that is possible.
struct Candidates<'a> {
    now: &'a [Mask],
    most: &'a [Mask],
}

impl Line {
    /// The line accepts no filling of the candidates `now`. For each place, candidates
    /// between `now` and `most` with which it still accepts none, as many as fit: once with
    /// the cut as late on the line as possible and once as early.
    pub fn cuts(&self, now: &[Mask], most: &[Mask]) -> Option<[Vec<Mask>; 2]> {
        let reached = self.reached(now);
        if reached.has(self.layers.len(), 0) {
            return None;
        }
        let masks = Candidates { now, most };
        let possible = self.reached(most);
        let late = self.late_cut(&possible, &masks);
        Some([late, self.early_cut(&possible, &reached, &masks)])
    }

    /// The states that lead to acceptance and can be reached.
    fn ahead(&self, possible: &Sets, masks: &[Mask]) -> Sets {
        let mut ahead = Sets::new(self.layers.len() + 1, self.words);
        ahead.insert(self.layers.len(), 0);
        for (place, layer) in self.layers.iter().enumerate().rev() {
            for state in states(possible.of(place)) {
                let mut held = digits(masks[place] & layer.allowed[state]);
                if held.any(|digit| ahead.has(place + 1, self.target(place, state, digit))) {
                    ahead.insert(place, state);
                }
            }
        }
        ahead
    }

    /// The digits that lead from a state to one of a set after the place.
    fn into(&self, place: usize, state: usize, mask: Mask, after: &Sets) -> Mask {
        let held = digits(mask & self.layers[place].allowed[state]);
        let into = held.filter(|&digit| after.has(place + 1, self.target(place, state, digit)));
        into.fold(0, |mask, digit| mask | 1 << digit)
    }

    /// Puts back, from the first cell on, what reaches no state that leads on.
    fn late_cut(&self, possible: &Sets, masks: &Candidates) -> Vec<Mask> {
        let ahead = self.ahead(possible, masks.now);
        let mut reached = Sets::new(self.layers.len() + 1, self.words);
        reached.insert(0, 0);
        let mut cut = Vec::with_capacity(masks.now.len());
        for place in 0..self.layers.len() {
            let lost = masks.most[place] & !masks.now[place];
            let bad = states(reached.of(place)).fold(0, |bad, state| {
                bad | self.into(place, state, lost & !bad, &ahead)
            });
            let mask = masks.most[place] & !bad;
            self.step(place, mask, &mut reached);
            cut.push(mask);
        }
        cut
    }

    /// Puts back, from the last cell on, what no reachable state needs.
    fn early_cut(&self, possible: &Sets, reached: &Sets, masks: &Candidates) -> Vec<Mask> {
        let mut leads = Sets::new(self.layers.len() + 1, self.words);
        leads.insert(self.layers.len(), 0);
        let mut cut = vec![0; masks.now.len()];
        for place in (0..self.layers.len()).rev() {
            let lost = masks.most[place] & !masks.now[place];
            let bad = states(reached.of(place)).fold(0, |bad, state| {
                bad | self.into(place, state, lost & !bad, &leads)
            });
            cut[place] = masks.most[place] & !bad;
            for state in states(possible.of(place)) {
                let mut held = digits(cut[place] & self.layers[place].allowed[state]);
                if held.any(|digit| leads.has(place + 1, self.target(place, state, digit))) {
                    leads.insert(place, state);
                }
            }
        }
        cut
    }
}
