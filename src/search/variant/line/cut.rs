//! Why an automaton does not accept: lost candidates that cut every accepting path.

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
        let mut reached = Sets::default();
        self.reach(now.iter().copied(), &mut reached);
        if reached.has(self.layers.len(), 0) {
            return None;
        }
        let masks = Candidates { now, most };
        let mut possible = Sets::default();
        self.reach(most.iter().copied(), &mut possible);
        let late = self.late_cut(&possible, &masks);
        Some([late, self.early_cut(&possible, &reached, &masks)])
    }

    fn no_states(&self) -> Sets {
        let mut none = Sets::default();
        none.clear(self.layers.len() + 1, self.words);
        none
    }

    /// The states that lead to acceptance and can be reached.
    fn ahead(&self, possible: &Sets, masks: &[Mask]) -> Sets {
        let mut ahead = self.no_states();
        ahead.insert(self.layers.len(), 0);
        for place in (0..self.layers.len()).rev() {
            self.step_back(place, masks[place], possible, &mut ahead);
        }
        ahead
    }

    /// The states before a cell from which one of the digits leads to a state of the set.
    fn step_back(&self, place: usize, mask: Mask, possible: &Sets, leads: &mut Sets) {
        for state in states(possible.of(place)) {
            let mut held = digits(mask & self.layers[place].allowed[state]);
            if held.any(|digit| leads.has(place + 1, self.target(place, state, digit))) {
                leads.insert(place, state);
            }
        }
    }

    /// The digits that lead from a state to one of a set after the place.
    fn leading_into(&self, place: usize, state: usize, mask: Mask, after: &Sets) -> Mask {
        let held = digits(mask & self.layers[place].allowed[state]);
        let leading = held.filter(|&digit| after.has(place + 1, self.target(place, state, digit)));
        leading.fold(0, |mask, digit| mask | 1 << digit)
    }

    /// Puts back, from the first cell on, what reaches no state that leads on.
    fn late_cut(&self, possible: &Sets, masks: &Candidates) -> Vec<Mask> {
        let ahead = self.ahead(possible, masks.now);
        let mut reached = self.no_states();
        reached.insert(0, 0);
        let mut cut = Vec::with_capacity(masks.now.len());
        for place in 0..self.layers.len() {
            let lost = masks.most[place] & !masks.now[place];
            let bad = states(reached.of(place)).fold(0, |bad, state| {
                bad | self.leading_into(place, state, lost & !bad, &ahead)
            });
            let mask = masks.most[place] & !bad;
            self.step(place, mask, &mut reached);
            cut.push(mask);
        }
        cut
    }

    /// Puts back, from the last cell on, what no reachable state needs.
    fn early_cut(&self, possible: &Sets, reached: &Sets, masks: &Candidates) -> Vec<Mask> {
        let mut leads = self.no_states();
        leads.insert(self.layers.len(), 0);
        let mut cut = vec![0; masks.now.len()];
        for place in (0..self.layers.len()).rev() {
            let lost = masks.most[place] & !masks.now[place];
            let bad = states(reached.of(place)).fold(0, |bad, state| {
                bad | self.leading_into(place, state, lost & !bad, &leads)
            });
            cut[place] = masks.most[place] & !bad;
            self.step_back(place, cut[place], possible, &mut leads);
        }
        cut
    }
}
