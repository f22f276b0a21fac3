//! Sums of cells with coefficients: bounds, where cells that differ count with different
//! digits, and every assignment where there are few.

mod attempt;
mod joined;
mod loosen;
mod packed;

use super::peers::Peers;
use super::store::{Alive, Dead, Store};
use crate::rules::{MAX_DIGITS, Mask};
use attempt::{Attempt, FEW_CELLS};
use packed::Packed;
use std::collections::BTreeMap;

/// Assignments up to which all are tried.
const FEW_ASSIGNMENTS: u64 = 100;

/// Steps after which the search for one assignment is given up.
const FEW_STEPS: u32 = 1000;

/// The indices of the digits times coefficients add up to a total.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    /// Cells and coefficients, group by group.
    cells: Vec<u32>,
    times: Vec<i64>,
    /// Where the groups end. The cells of a group differ and have the same coefficient.
    ends: Vec<usize>,
    total: i64,
}

/// The least and the greatest share of a group.
#[derive(Clone, Copy, Default)]
struct Share {
    least: i64,
    most: i64,
}

impl Share {
    /// Of cells whose own sum is between these, times a coefficient.
    fn of(low: i64, high: i64, times: i64) -> Share {
        let (one, other) = (times * low, times * high);
        Share {
            least: one.min(other),
            most: one.max(other),
        }
    }
}

impl Sum {
    /// The sum of these terms. `None` if it could overflow.
    pub fn new(terms: &[(u32, i64)], total: i64, peers: &Peers) -> Option<Sum> {
        let mut groups = Vec::new();
        let mut rest: Vec<(u32, i64)> = terms.to_vec();
        while !rest.is_empty() {
            let group = largest_group(&rest, peers);
            rest.retain(|term| !group.contains(term));
            let times = group[0].1;
            groups.push((group.into_iter().map(|(cell, _)| cell).collect(), times));
        }
        Sum::of_groups(groups, total)
    }

    /// The sum of groups of cells that differ, each with its coefficient. `None` if it
    /// could overflow.
    fn of_groups(groups: Vec<(Vec<u32>, i64)>, total: i64) -> Option<Sum> {
        let mut sum = Sum {
            cells: Vec::new(),
            times: Vec::new(),
            ends: Vec::new(),
            total,
        };
        for (cells, times) in groups {
            sum.times.extend(cells.iter().map(|_| times));
            sum.cells.extend(cells);
            sum.ends.push(sum.cells.len());
        }
        let largest = sum
            .times
            .iter()
            .try_fold(total.checked_abs()?, |all, times| {
                all.checked_add(times.checked_abs()?.checked_mul(MAX_DIGITS as i64)?)
            })?;
        (largest <= i64::MAX / 4).then_some(sum)
    }

    pub fn total(&self) -> i64 {
        self.total
    }

    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    pub fn propagate(&self, peers: &Peers, store: &mut Store) -> Alive {
        while self.tighten(store)? {}
        let (mut open, mut product, mut widest) = (0, 1u64, 1u64);
        for &cell in &self.cells {
            let size = u64::from(store.mask(cell).count_ones());
            open += usize::from(size > 1);
            product = product.saturating_mul(size);
            widest = widest.max(size);
        }
        match open {
            1..=FEW_CELLS if product / widest <= FEW_ASSIGNMENTS => self.try_all(peers, store),
            _ => Ok(()),
        }
    }

    /// Bounds once; true if some cell changed.
    fn tighten(&self, store: &mut Store) -> Result<bool, Dead> {
        let Share { least, most } = self.bounds(store.masks());
        if self.total < least || self.total > most {
            return Err(Dead);
        }
        let mut has_changed = false;
        for (start, end) in self.groups() {
            let mut group = self.packed(start, end, store.masks());
            let own = self.group_share(group, (start, end), usize::MAX, store.masks());
            // What this group must add at least and may add at most.
            let floor = self.total - (most - own.most);
            let ceiling = self.total - (least - own.least);
            if own.least >= floor && own.most <= ceiling {
                continue;
            }
            let slack = match end - start {
                1 => None,
                _ => Some(self.slack(start, end, own, (floor, ceiling), store.masks())),
            };
            for place in start..end {
                let mask = store.mask(self.cells[place]);
                if mask.is_power_of_two()
                    || slack.is_some_and(|slack| self.is_slack(place, mask, slack))
                {
                    continue;
                }
                let others = match end - start {
                    1 => Share::default(),
                    _ => self.group_share(group, (start, end), place, store.masks()),
                };
                let range = (floor - others.most, ceiling - others.least);
                let kept = within(mask, self.times[place], range);
                if kept != mask {
                    store.restrict(self.cells[place], kept)?;
                    has_changed = true;
                    group = self.packed(start, end, store.masks());
                }
            }
        }
        Ok(has_changed)
    }

    /// Where the candidates of a group begin and end, if that fits into words.
    fn packed(&self, start: usize, end: usize, masks: &[Mask]) -> Option<Packed> {
        let cells = self.cells[start..end].iter();
        Packed::of(cells.map(|&cell| masks[cell as usize]))
    }

    /// What a group can add up to, without one of its cells if `without` is its place.
    fn group_share(
        &self,
        packed: Option<Packed>,
        (start, end): (usize, usize),
        without: usize,
        masks: &[Mask],
    ) -> Share {
        match (packed, without) {
            (Some(all), usize::MAX) => all.share(self.times[start]),
            (Some(all), place) => {
                let others = all.without(masks[self.cells[place] as usize]);
                others.share(self.times[start])
            }
            (None, _) => self.share(start, end, without, masks),
        }
    }

    /// The products with which a cell of a group certainly fits between `floor` and
    /// `ceiling`: the group without it has at least the smallest product of a cell less.
    fn slack(
        &self,
        start: usize,
        end: usize,
        own: Share,
        (floor, ceiling): (i64, i64),
        masks: &[Mask],
    ) -> (i64, i64) {
        let (mut smallest, mut greatest) = (i64::MAX, i64::MIN);
        for place in start..end {
            let (low, high) = self.products(place, masks[self.cells[place] as usize]);
            smallest = smallest.min(low);
            greatest = greatest.max(high);
        }
        (floor - own.most + greatest, ceiling - own.least + smallest)
    }

    fn is_slack(&self, place: usize, mask: Mask, (least, most): (i64, i64)) -> bool {
        let (low, high) = self.products(place, mask);
        low >= least && high <= most
    }

    /// The smallest and the greatest product of a cell.
    fn products(&self, place: usize, mask: Mask) -> (i64, i64) {
        let times = self.times[place];
        let low = times * i64::from(mask.trailing_zeros());
        let high = times * i64::from(mask.ilog2());
        (low.min(high), low.max(high))
    }

    /// Where groups start and end.
    fn groups(&self) -> impl Iterator<Item = (usize, usize)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(self.ends.iter().copied())
    }

    /// What all groups can add up to.
    fn bounds(&self, masks: &[Mask]) -> Share {
        let mut all = Share::default();
        for (start, end) in self.groups() {
            let packed = self.packed(start, end, masks);
            let share = self.group_share(packed, (start, end), usize::MAX, masks);
            all.least += share.least;
            all.most += share.most;
        }
        all
    }

    /// Whether the bounds exclude the total; every cell has a candidate.
    pub fn is_out_of_bounds(&self, masks: &[Mask]) -> bool {
        let Share { least, most } = self.bounds(masks);
        self.total < least || self.total > most
    }

    /// Whether cells with these candidates cannot have the total, as far as bounds and
    /// trying few assignments tell.
    pub fn is_impossible(&self, peers: &Peers, masks: &[Mask]) -> bool {
        if self.is_out_of_bounds(masks) {
            return true;
        }
        let mut terms = Vec::with_capacity(FEW_CELLS);
        let mut rest = self.total;
        for (&cell, &times) in self.cells.iter().zip(&self.times) {
            let mask = masks[cell as usize];
            match mask.is_power_of_two() {
                true => rest -= times * i64::from(mask.trailing_zeros()),
                false if terms.len() == FEW_CELLS => return false,
                false => terms.push((cell, times, mask)),
            }
        }
        terms.sort_by_key(|(_, _, mask)| mask.count_ones());
        match terms.is_empty() {
            true => rest != 0,
            false => !Attempt::new(terms, peers).may_exist(0, rest, &mut { FEW_STEPS }),
        }
    }

    /// What a group without one of its cells can add up to.
    fn share(&self, start: usize, end: usize, without: usize, masks: &[Mask]) -> Share {
        let mut lows = [0; MAX_DIGITS];
        let mut highs = [0; MAX_DIGITS];
        let (mut lowest, mut highest) = (MAX_DIGITS, 0);
        for place in (start..end).filter(|&place| place != without) {
            let mask = masks[self.cells[place] as usize];
            let (low, high) = (mask.trailing_zeros() as usize, mask.ilog2() as usize);
            lows[low] += 1;
            highs[high] += 1;
            lowest = lowest.min(low);
            highest = highest.max(high);
        }
        let count = end - start - usize::from((start..end).contains(&without));
        let low = spread(count, lowest as i64, 1, &lows);
        let high = spread(count, highest as i64, -1, &highs);
        let times = self.times[start];
        Share::of(low, high, times)
    }

    /// Leaves the candidates that occur in some assignment.
    fn try_all(&self, peers: &Peers, store: &mut Store) -> Alive {
        let mut terms = Vec::with_capacity(FEW_CELLS);
        let mut rest = self.total;
        for (&cell, &times) in self.cells.iter().zip(&self.times) {
            let mask = store.mask(cell);
            match mask.is_power_of_two() {
                true => rest -= times * i64::from(mask.trailing_zeros()),
                false => terms.push((cell, times, mask)),
            }
        }
        // The last one follows from the others.
        terms.sort_by_key(|(_, _, mask)| mask.count_ones());
        let mut attempt = Attempt::new(terms, peers);
        attempt.go(0, rest);
        let supported = attempt.supported;
        let cells: Vec<u32> = attempt.terms.iter().map(|(cell, ..)| *cell).collect();
        let mut found = cells.iter().zip(supported);
        found.try_for_each(|(&cell, mask)| store.restrict(cell, mask))
    }
}

/// The most terms with one coefficient whose cells all differ: those in a house, or any
/// that are found greedily.
fn largest_group(terms: &[(u32, i64)], peers: &Peers) -> Vec<(u32, i64)> {
    let mut by_coefficient: BTreeMap<i64, Vec<(u32, i64)>> = BTreeMap::new();
    for &(cell, times) in terms {
        by_coefficient.entry(times).or_default().push((cell, times));
    }
    let groups = by_coefficient
        .values()
        .map(|alike| largest_of(alike, peers));
    groups.max_by_key(Vec::len).unwrap_or_default()
}

/// The most of these terms, which have one coefficient, whose cells all differ.
fn largest_of(terms: &[(u32, i64)], peers: &Peers) -> Vec<(u32, i64)> {
    if terms.len() == 1 {
        return terms.to_vec();
    }
    let extended = |mut group: Vec<(u32, i64)>| {
        for &(cell, times) in terms {
            let fits = group.iter().all(|&(each, _)| peers.are(cell, each));
            if fits && group.len() < MAX_DIGITS {
                group.push((cell, times));
            }
        }
        group
    };
    let from_houses = peers.groups().iter().map(|house| {
        let inside = |term: &&(u32, i64)| house.contains(&term.0);
        let mut cells: Vec<(u32, i64)> = terms.iter().filter(inside).copied().collect();
        cells.truncate(MAX_DIGITS);
        extended(cells)
    });
    let from_terms = terms.iter().map(|&term| extended(vec![term]));
    let groups = from_terms.chain(from_houses);
    groups.max_by_key(Vec::len).unwrap_or_default()
}

/// A bound for the sum of `count` different numbers, by number how many of them start
/// there: as near to `start` as they can be, going upwards (`step` 1) or downwards (-1).
fn spread(count: usize, start: i64, step: i64, starts: &[u8; MAX_DIGITS]) -> i64 {
    let (mut sum, mut next) = (0, start);
    let (mut waiting, mut left) = (0u8, count);
    while left > 0 {
        let starting = usize::try_from(next).ok().and_then(|at| starts.get(at));
        waiting += starting.unwrap_or(&0);
        if waiting > 0 {
            sum += next;
            waiting -= 1;
            left -= 1;
        }
        next += step;
    }
    sum
}

/// The digits of a mask whose products with a coefficient are in a range.
fn within(mut mask: Mask, times: i64, (low, high): (i64, i64)) -> Mask {
    let is_in = |digit: u32| (low..=high).contains(&(times * i64::from(digit)));
    while mask != 0 && !is_in(mask.trailing_zeros()) {
        mask &= mask - 1;
    }
    while mask != 0 && !is_in(mask.ilog2()) {
        mask &= !(1 << mask.ilog2());
    }
    mask
}
