//! Sums of cells with coefficients: bounds, where cells that differ count with different
//! digits, and every assignment where there are few.

use super::peers::Peers;
use super::store::{Alive, Dead, Store, digits};
use crate::rules::{MAX_DIGITS, Mask};

/// Assignments up to which all are tried.
const FEW_ASSIGNMENTS: u64 = 300;

/// Cells of a group up to which small tables suffice.
const SMALL: usize = 10;

/// Steps after which the search for one assignment is given up.
const FEW_STEPS: u32 = 1000;

/// Most open cells of which all assignments are tried.
const FEW_CELLS: usize = 6;

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

impl Sum {
    /// The sum of these terms. `None` if it could overflow.
    pub fn new(terms: &[(u32, i64)], total: i64, peers: &Peers) -> Option<Sum> {
        let largest = terms
            .iter()
            .try_fold(total.checked_abs()?, |sum, (_, times)| {
                sum.checked_add(times.checked_abs()?.checked_mul(MAX_DIGITS as i64)?)
            })?;
        if largest > i64::MAX / 4 {
            return None;
        }
        let mut sum = Sum {
            cells: Vec::new(),
            times: Vec::new(),
            ends: Vec::new(),
            total,
        };
        let mut rest: Vec<(u32, i64)> = terms.to_vec();
        while !rest.is_empty() {
            let group = largest_group(&rest, peers);
            rest.retain(|term| !group.contains(term));
            sum.cells.extend(group.iter().map(|(cell, _)| cell));
            sum.times.extend(group.iter().map(|(_, times)| times));
            sum.ends.push(sum.cells.len());
        }
        Some(sum)
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
            let own = self.share(start, end, usize::MAX, store.masks());
            // What this group must add at least and may add at most.
            let floor = self.total - (most - own.most);
            let ceiling = self.total - (least - own.least);
            for place in start..end {
                let mask = store.mask(self.cells[place]);
                if mask.is_power_of_two() {
                    continue;
                }
                let others = match end - start {
                    1 => Share::default(),
                    _ => self.share(start, end, place, store.masks()),
                };
                let range = (floor - others.most, ceiling - others.least);
                let kept = within(mask, self.times[place], range);
                if kept != mask {
                    store.restrict(self.cells[place], kept)?;
                    has_changed = true;
                }
            }
        }
        Ok(has_changed)
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
            let share = self.share(start, end, usize::MAX, masks);
            all.least += share.least;
            all.most += share.most;
        }
        all
    }

    /// Whether cells with these candidates cannot have the total, as far as bounds and
    /// trying few assignments tell.
    pub fn is_impossible(&self, peers: &Peers, masks: &[Mask]) -> bool {
        let Share { least, most } = self.bounds(masks);
        if self.total < least || self.total > most {
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
        match end - start <= SMALL {
            true => self.share_within::<SMALL>(start, end, without, masks),
            false => self.share_within::<MAX_DIGITS>(start, end, without, masks),
        }
    }

    fn share_within<const N: usize>(
        &self,
        start: usize,
        end: usize,
        without: usize,
        masks: &[Mask],
    ) -> Share {
        let mut lows = [0i64; N];
        let mut highs = [0i64; N];
        let mut count = 0;
        for place in (start..end).filter(|&place| place != without) {
            let mask = masks[self.cells[place] as usize];
            lows[count] = i64::from(mask.trailing_zeros());
            highs[count] = -i64::from(mask.ilog2());
            count += 1;
        }
        let low = spread(&mut lows[..count]);
        let high = -spread(&mut highs[..count]);
        let times = self.times[start];
        match times > 0 {
            true => Share {
                least: times * low,
                most: times * high,
            },
            false => Share {
                least: times * high,
                most: times * low,
            },
        }
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
    let extended = |mut group: Vec<(u32, i64)>, times: i64| {
        for &(cell, other) in terms {
            let fits = group.iter().all(|&(each, _)| peers.are(cell, each));
            if other == times && fits && group.len() < MAX_DIGITS {
                group.push((cell, times));
            }
        }
        group
    };
    let mut coefficients: Vec<i64> = terms.iter().map(|(_, times)| *times).collect();
    coefficients.sort_unstable();
    coefficients.dedup();
    let from_houses = coefficients.iter().flat_map(|&times| {
        peers.groups().iter().map(move |house| {
            let inside = |term: &&(u32, i64)| term.1 == times && house.contains(&term.0);
            let mut cells: Vec<(u32, i64)> = terms.iter().filter(inside).copied().collect();
            cells.truncate(MAX_DIGITS);
            extended(cells, times)
        })
    });
    let from_terms = terms.iter().map(|&term| extended(vec![term], term.1));
    let groups = from_terms.chain(from_houses);
    groups.max_by_key(Vec::len).unwrap_or_default()
}

/// A lower bound for the sum of different numbers that are at least these.
fn spread(lows: &mut [i64]) -> i64 {
    lows.sort_unstable();
    let (mut sum, mut next) = (0, i64::MIN);
    for &mut low in lows {
        let value = low.max(next);
        sum += value;
        next = value + 1;
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

/// A walk through the assignments of the open cells.
struct Attempt {
    terms: Vec<(u32, i64, Mask)>,
    /// By term the earlier ones whose cells must differ, as bits.
    differ: [u8; FEW_CELLS],
    chosen: [u32; FEW_CELLS],
    supported: [Mask; FEW_CELLS],
}

impl Attempt {
    /// At most [`FEW_CELLS`] open cells.
    fn new(terms: Vec<(u32, i64, Mask)>, peers: &Peers) -> Attempt {
        let mut differ = [0; FEW_CELLS];
        for (at, differ) in differ.iter_mut().enumerate().take(terms.len()) {
            for before in 0..at {
                let are_peers = peers.are(terms[at].0, terms[before].0);
                *differ |= u8::from(are_peers) << before;
            }
        }
        Attempt {
            terms,
            differ,
            chosen: [0; FEW_CELLS],
            supported: [0; FEW_CELLS],
        }
    }

    /// The candidates of a cell that the cells before it leave.
    fn left(&self, at: usize) -> Mask {
        let earlier = digits(Mask::from(self.differ[at]));
        earlier.fold(self.terms[at].2, |mask, before| {
            mask & !(1 << self.chosen[before as usize])
        })
    }

    /// The digit of the last cell, if it has one, for this rest.
    fn last(&self, at: usize, rest: i64) -> Option<i64> {
        let (mask, times) = (self.left(at), self.terms[at].1);
        let digit = rest / times;
        let fits = (0..MAX_DIGITS as i64).contains(&digit) && digit * times == rest;
        (fits && mask >> digit & 1 == 1).then_some(digit)
    }

    /// Whether the cells from this one on can add up to `rest`, or `steps` ran out.
    fn may_exist(&mut self, at: usize, rest: i64, steps: &mut u32) -> bool {
        if *steps == 0 {
            return true;
        }
        *steps -= 1;
        if at + 1 == self.terms.len() {
            return self.last(at, rest).is_some();
        }
        let times = self.terms[at].1;
        digits(self.left(at)).any(|digit| {
            self.chosen[at] = digit;
            self.may_exist(at + 1, rest - times * i64::from(digit), steps)
        })
    }

    /// Whether the cells from this one on can add up to `rest`.
    fn go(&mut self, at: usize, rest: i64) -> bool {
        let times = self.terms[at].1;
        if at + 1 == self.terms.len() {
            let found = self.last(at, rest);
            if let Some(digit) = found {
                self.supported[at] |= 1 << digit;
            }
            return found.is_some();
        }
        let mut some = false;
        for digit in digits(self.left(at)) {
            self.chosen[at] = digit;
            if self.go(at + 1, rest - times * i64::from(digit)) {
                self.supported[at] |= 1 << digit;
                some = true;
            }
        }
        some
    }
}
