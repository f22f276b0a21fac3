//! Explanations by as little as possible of what the cells of a propagator had lost.

use super::super::line::{Line, Sweep};
use super::super::propagator::Propagator;
use super::super::store::digits;
use super::explain::Explainer;
use crate::rules::Mask;
use crate::search::cdcl::Lit;

/// Questions about a propagator between two looks at the limits.
const QUESTIONS_PER_CHECK: u32 = 16;

/// The candidates of a propagator's cells, by cell; of all others none.
struct Scope {
    /// Each cell once.
    cells: Vec<u32>,
    /// Before what is explained.
    now: Vec<Mask>,
    /// Without what needs no explanation.
    most: Vec<Mask>,
}

impl Explainer<'_> {
    /// Why a propagator failed, or removed a digit from a cell: with that digit there it
    /// would have failed.
    pub fn weakened(&mut self, index: u32, removed: Option<(u32, u32)>) {
        let is_explained = match &self.engine.model.propagators[index as usize] {
            Propagator::Sum(sum) => self.by_bounds(sum.cells(), removed, |now, most, order| {
                sum.loosen(now, most, order)
            }),
            Propagator::Losses(losses) => {
                self.by_bounds(losses.cells(), removed, |now, most, order| {
                    losses.loosen(now, most, order)
                })
            }
            _ => false,
        };
        if is_explained {
            return;
        }
        if self.limits.exceeded().is_some() {
            return self.scope(index, removed.map(|(cell, _)| cell));
        }
        let mut scope = self.scope_before(index, removed);
        let kept = match &self.engine.model.propagators[index as usize] {
            Propagator::Line(line) => self.cut(line, &mut scope),
            propagator => self.drop_greedily(propagator, &mut scope),
        };
        if !kept {
            return self.scope(index, removed.map(|(cell, _)| cell));
        }
        for at in 0..scope.cells.len() {
            let cell = scope.cells[at];
            let lost = scope.most[cell as usize] & !scope.now[cell as usize];
            self.lost_or_held(cell, lost);
        }
    }

    fn scope_before(&self, index: u32, removed: Option<(u32, u32)>) -> Scope {
        let mut cells = self.engine.scopes[index as usize].clone();
        cells.sort_unstable();
        cells.dedup();
        let count = self.engine.store.masks().len();
        let (mut now, mut most) = (vec![0; count], vec![0; count]);
        for &cell in &cells {
            let at = cell as usize;
            (now[at], most[at]) = self.masks(cell, removed);
        }
        Scope { cells, now, most }
    }

    /// The candidates of a cell before what is explained, and without what needs no
    /// explanation, if the removed digit is where it was removed.
    fn masks(&self, cell: u32, removed: Option<(u32, u32)>) -> (Mask, Mask) {
        let now = self.literals.mask_before(cell, self.before);
        let most = self.literals.mask_open(cell) | now;
        match removed {
            Some((own, digit)) if own == cell => (1 << digit, 1 << digit),
            Some((own, digit)) if self.engine.model.peers.are(own, cell) => {
                (now & !(1 << digit), most & !(1 << digit))
            }
            _ => (now, most),
        }
    }

    /// Why bounds on what these cells add up to fail: `loosen` puts candidates back, by place and
    /// in an order of places, while they do. False, and nothing written, if they do not.
    fn by_bounds(
        &mut self,
        cells: &[u32],
        removed: Option<(u32, u32)>,
        loosen: impl FnOnce(&mut [Mask], &[Mask], &[usize]) -> bool,
    ) -> bool {
        let masks = cells.iter().map(|&cell| self.masks(cell, removed));
        let (mut now, most): (Vec<Mask>, Vec<Mask>) = masks.unzip();
        if now.contains(&0) {
            return false;
        }
        let last = |place: usize| {
            let lost = digits(most[place] & !now[place]);
            let no = lost.map(|digit| self.literals.no(cells[place], digit));
            no.map(|no| self.literals.place(no)).max()
        };
        let places = (0..cells.len()).filter_map(|place| Some((last(place)?, place)));
        let mut order: Vec<(u32, usize)> = places.collect();
        order.sort_unstable_by(|a, b| b.cmp(a));
        let order: Vec<usize> = order.into_iter().map(|(_, place)| place).collect();
        if !loosen(&mut now, &most, &order) {
            return false;
        }
        for place in order {
            self.lost_or_held(cells[place], most[place] & !now[place]);
        }
        true
    }

    /// Puts candidates back, the last to go first, while the propagator cannot hold; false if
    /// it is not clear that it cannot. Stops early if the limits are exceeded.
    fn drop_greedily(&self, propagator: &Propagator, scope: &mut Scope) -> bool {
        let peers = &self.engine.model.peers;
        let mut sweep = Sweep::default();
        let Scope { cells, now, most } = scope;
        let has_empty = |masks: &[Mask]| cells.iter().any(|&cell| masks[cell as usize] == 0);
        // Bounds are quick, and mostly enough.
        let by_bounds = match propagator {
            Propagator::Sum(sum) if !has_empty(now) => {
                Some(sum).filter(|sum| sum.is_out_of_bounds(now))
            }
            _ => None,
        };
        let mut is_impossible = |masks: &[Mask]| {
            has_empty(masks)
                || match by_bounds {
                    Some(sum) => sum.is_out_of_bounds(masks),
                    None => propagator.is_impossible(peers, &mut sweep, masks),
                }
        };
        if !is_impossible(now) {
            return false;
        }
        let lost = cells.iter().map(|&cell| {
            let lost = digits(most[cell as usize] & !now[cell as usize]);
            let places = lost.map(|digit| self.literals.place(self.literals.no(cell, digit)));
            (propagator.choice() != Some(cell), places.max(), cell)
        });
        let mut order: Vec<(bool, Option<u32>, u32)> = lost.collect();
        order.sort_unstable();
        let mut asked = 0_u32;
        let mut is_late = || {
            asked += 1;
            asked.is_multiple_of(QUESTIONS_PER_CHECK) && self.limits.exceeded().is_some()
        };
        for (_, last, cell) in order.into_iter().rev() {
            if is_late() {
                break;
            }
            if last.is_none() {
                continue;
            }
            let cell = cell as usize;
            let before = std::mem::replace(&mut now[cell], most[cell]);
            if is_impossible(now) {
                continue;
            }
            now[cell] = before;
            for digit in digits(most[cell] & !before) {
                if is_late() {
                    break;
                }
                now[cell] |= 1 << digit;
                if !is_impossible(now) {
                    now[cell] &= !(1 << digit);
                }
            }
        }
        true
    }

    /// Puts back what does not open a way through the automaton; false if there is one.
    fn cut(&self, line: &Line, scope: &mut Scope) -> bool {
        let by_place = |masks: &[Mask]| -> Vec<Mask> {
            let cells = line.cells().iter();
            cells.map(|&cell| masks[cell as usize]).collect()
        };
        let Some(cuts) = line.cuts(&by_place(&scope.now), &by_place(&scope.most)) else {
            return false;
        };
        let cuts = cuts.map(|cut| {
            let mut masks = scope.most.clone();
            for (&cell, mask) in line.cells().iter().zip(cut) {
                masks[cell as usize] &= mask;
            }
            masks
        });
        let size = |masks: &Vec<Mask>| -> u32 {
            let lost = masks.iter().zip(&scope.most);
            lost.map(|(mask, most)| (most & !mask).count_ones()).sum()
        };
        let [late, early] = cuts;
        scope.now = if size(&early) < size(&late) {
            early
        } else {
            late
        };
        true
    }

    /// The cell has lost these digits; several of them because it holds another.
    pub fn lost_or_held(&mut self, cell: u32, lost: Mask) {
        if lost.count_ones() > 1 {
            let mask = self.literals.mask_before(cell, self.before);
            let yes = self.literals.yes(cell, mask.trailing_zeros() % Mask::BITS);
            if mask.is_power_of_two() && self.literals.place(yes) < self.before {
                return self.out.push(yes);
            }
        }
        let lost = digits(lost).map(|digit| self.literals.no(cell, digit));
        self.out.extend::<Vec<Lit>>(lost.collect());
    }
}
