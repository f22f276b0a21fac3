//! Why a cage removed something, where that is one look at its sets.

use super::super::combinations::Combinations;
use super::super::store::digits;
use super::explain::Explainer;
use super::literals::NEVER;
use crate::rules::Mask;

impl Explainer<'_> {
    /// Why a cage with a choice between sets removed a digit from a cell, or a set from its
    /// choice; false, and nothing written, if that takes more than one look.
    pub fn by_sets(&mut self, cage: &Combinations, (cell, digit): (u32, u32)) -> bool {
        let Some(choice) = cage.choice else {
            return false;
        };
        if cell == choice {
            return self.set_excluded(cage, digit);
        }
        if !cage.cells.contains(&cell) {
            return self.pointed_at(cage, choice, (cell, 1 << digit), digit);
        }
        // All sets with the digit were excluded before.
        let with = cage.sets.iter().enumerate();
        let with = with.filter(|(_, set)| *set >> digit & 1 == 1);
        let with: Mask = with.fold(0, |with, (place, _)| with | 1 << place);
        let is_clear = self.last_lost(choice, with).is_some();
        if is_clear {
            self.lost(choice, with);
            return true;
        }
        // Another digit has its only place here.
        let others = self.literals.mask_before(cell, self.before) & !(1 << digit);
        let mut others = digits(others);
        others.any(|other| self.pointed_at(cage, choice, (cell, 1 << digit), other))
    }

    /// Every set that was not excluded holds `digit`, whose places are all bound to take it
    /// from the cell, or to be the cell; false, and nothing written, if that is not so.
    fn pointed_at(
        &mut self,
        cage: &Combinations,
        choice: u32,
        (cell, lost): (u32, Mask),
        digit: u32,
    ) -> bool {
        let without = cage.sets.iter().enumerate();
        let without = without.filter(|(_, set)| *set >> digit & 1 == 0);
        let without: Mask = without.fold(0, |without, (place, _)| without | 1 << place);
        let is_own = lost != 1 << digit;
        let engine = self.engine;
        let must_lose = |other: u32| match is_own {
            true => other != cell,
            false => !engine.model.peers.are(other, cell),
        };
        let is_clear = self.last_lost(choice, without).is_some()
            && cage
                .cells
                .iter()
                .all(|&other| !must_lose(other) || self.last_lost(other, 1 << digit).is_some());
        if is_clear {
            self.lost(choice, without);
            for &other in &cage.cells {
                if must_lose(other) {
                    self.lost(other, 1 << digit);
                }
            }
        }
        is_clear
    }

    /// A cell has no digit of the set, or a digit of the set has no cell: whichever came
    /// about first.
    fn set_excluded(&mut self, cage: &Combinations, place: u32) -> bool {
        let set = cage.sets[place as usize];
        let mut best: Option<(u32, Result<u32, Mask>)> = None;
        let mut offer = |last: Option<u32>, reason| {
            if let Some(last) = last
                && best.is_none_or(|(least, _)| last < least)
            {
                best = Some((last, reason));
            }
        };
        for &cell in &cage.cells {
            offer(self.last_lost(cell, set), Ok(cell));
        }
        for digit in digits(set) {
            let cells = cage.cells.iter();
            let mut last = cells.map(|&cell| self.last_lost(cell, 1 << digit));
            let last = last.try_fold(0, |last, other| Some(last.max(other?)));
            offer(last, Err(1 << digit));
        }
        match best {
            Some((_, Ok(cell))) => self.lost_or_held(cell, set & self.literals.root(cell)),
            Some((_, Err(digit))) => cage.cells.iter().for_each(|&cell| self.lost(cell, digit)),
            None => return false,
        }
        true
    }

    /// When the cell lost the last of these candidates: its place on the trail plus one, or
    /// 0 if it never had any. `None` if it had one before what is explained.
    fn last_lost(&self, cell: u32, mask: Mask) -> Option<u32> {
        let mut last = 0;
        for digit in digits(mask & self.literals.root(cell)) {
            let place = self.literals.place(self.literals.no(cell, digit));
            if place == NEVER || place >= self.before {
                return None;
            }
            last = last.max(place + 1);
        }
        Some(last)
    }
}
